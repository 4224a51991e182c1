"""Databases for whoever asks: a real PostgreSQL, started once, and `database`, which is one of each kind in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.databases import Database, PostgresServer, SqliteFile, running_postgres


@pytest.fixture
def anyio_backend() -> str:
    """The event loop that the server runs on."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database; what asks for it runs against both kinds."""
    if request.param == "sqlite":
        return SqliteFile(tmp_path)
    server: PostgresServer = request.getfixturevalue("postgres")
    return asyncio.run(server.create())
