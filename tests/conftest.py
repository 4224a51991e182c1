"""Databases for whoever asks: a real PostgreSQL, started once, and `database`, which is one of each kind in turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.databases import Database, PostgresServer, SqliteFile, running_postgres

os.environ["XDG_CACHE_HOME"] = str(Path(__file__).parent.parent / ".pytest_cache" / "tables")
"""Tables that bots compute are kept from run to run, and away from whoever runs the tests."""


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
