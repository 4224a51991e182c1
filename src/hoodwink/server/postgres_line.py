"""A connection to PostgreSQL that is made anew when it is gone, and the numbered migrations it begins with."""

from __future__ import annotations

from typing import Any

import asyncpg

from hoodwink.server.store import too_new

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id text PRIMARY KEY,
        status text NOT NULL,
        opened double precision NOT NULL
    );
    CREATE TABLE entries (
        table_id text NOT NULL,
        seq integer NOT NULL,
        at double precision NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE marks (
        name text PRIMARY KEY,
        value double precision NOT NULL
    );
    CREATE INDEX tables_unfinished ON tables (opened, id) WHERE status <> 'over';
    """,
)
"""Numbered from 1; the table `migrations` says which a database has seen. Only ever add to the end.

Entries have no foreign key: one statement writes them and their table, nothing deletes either, and looking the table up
again for each entry would take a third of the time.
"""

MIGRATING = 0x686F6F647769  # the number of our advisory lock: "hoodwi" in letters
SERVING = MIGRATING + 1
CLAIM = "SELECT pg_try_advisory_lock($1)"
SECONDS_TO_CONNECT = 10
SECONDS_TO_ANSWER = 60

ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
GONE = (asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, OSError, TimeoutError)


class Line:
    """A connection, made anew when it is gone; whoever makes it brings the database up to date."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection[Any] | None = None
        self._claims = False

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """The first column of a query's answer."""
        connection = await self.connect()
        try:
            return [row[0] for row in await connection.fetch(query, *values)]
        except GONE:
            connection.terminate()  # after a time-out it is there still, but nobody knows what it does
            raise

    async def connect(self) -> asyncpg.Connection[Any]:
        """The connection there is, or a new one."""
        if self._connection is None or self._connection.is_closed():
            connection: asyncpg.Connection[Any] = await asyncpg.connect(
                self._url,
                timeout=SECONDS_TO_CONNECT,
                command_timeout=SECONDS_TO_ANSWER,
                server_settings={"application_name": "hoodwink", "synchronous_commit": "on"},
            )
            try:
                await _migrate(connection)
                if self._claims:
                    await connection.execute("SELECT pg_advisory_lock($1)", SERVING)  # the old one may linger
            except BaseException:
                connection.terminate()
                raise
            self._connection = connection
        return self._connection

    async def claim(self) -> bool:
        """Whether this connection, and each that is made anew, holds the lock of the one server."""
        connection = await self.connect()
        self._claims = bool(await connection.fetchval(CLAIM, SERVING))
        return self._claims

    def lost(self) -> bool:
        """Whether there was a connection that is there no more."""
        return self._connection is not None and self._connection.is_closed()

    async def close(self) -> None:
        if self._connection is not None and not self._connection.is_closed():
            await self._connection.close(timeout=SECONDS_TO_CONNECT)


async def _migrate(connection: asyncpg.Connection[Any]) -> None:
    """Bring the database up to date, all steps or none; the lock keeps other servers from doing so meanwhile."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        if await connection.fetchval("SELECT to_regclass('migrations')") is None:
            await connection.execute("CREATE TABLE migrations (number integer PRIMARY KEY)")
        version = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migrations")
        if version > len(MIGRATIONS):
            raise too_new(version, len(MIGRATIONS))
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            await connection.execute(script)
            await connection.execute("INSERT INTO migrations VALUES ($1)", number)
