"""Tables in one SQLite file: no services, nothing to set up.

All that happens in one turn of the event loop is written in one transaction, on the loop's own thread: handing it over
to another thread would cost more than the commit itself.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hoodwink.server.store import Append, refused, too_new

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        status TEXT NOT NULL,
        opened REAL NOT NULL
    ) STRICT;
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        at REAL NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tables_by_status ON tables (status);
    """,
    """
    CREATE TABLE marks (
        name TEXT PRIMARY KEY,
        value REAL NOT NULL
    ) STRICT;
    """,
    """
    DROP INDEX tables_by_status;
    CREATE INDEX tables_unfinished ON tables (opened, id) WHERE status <> 'over';
    """,
)
"""Numbered from 1; `PRAGMA user_version` says how many a file has seen. Only ever add to the end."""

MARK = "INSERT INTO marks VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
LENGTH = "SELECT coalesce(max(seq), 0) FROM entries WHERE table_id = ?"
STATUS = "UPDATE tables SET status = ? WHERE id = ? AND status <> ?"


class SqliteStore:
    """One file, no services."""

    def __init__(self, path: Path | str) -> None:
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
        except sqlite3.Error as error:
            raise refused(f"{path}: {error}") from error
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except BaseException as error:
            self._db.close()
            if isinstance(error, sqlite3.Error):
                raise refused(f"{path}: {error}") from error
            raise
        self._waiting: list[Append] = []

    def _migrate(self) -> None:
        """Bring the file up to date, all steps or none; nobody else migrates it meanwhile."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            [(version,)] = self._db.execute("PRAGMA user_version")
            if version > len(MIGRATIONS):
                raise too_new(version, len(MIGRATIONS))
            for script in MIGRATIONS[version:]:
                for statement in script.split(";"):  # executescript would commit first
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise

    def append(self, table: str, first: int, bodies: Sequence[bytes], status: str) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._flush)
        self._waiting.append(Append(table, first, bodies, status, done))
        return done

    def _flush(self) -> None:
        """Write all that waits in one transaction; should that fail, each on its own, so that none harms another."""
        waiting, self._waiting = self._waiting, []
        if waiting and not self._written(waiting, alone=len(waiting) == 1):
            for one in waiting:
                self._written([one], alone=True)

    def _written(self, appends: Sequence[Append], *, alone: bool) -> bool:
        """Write appends and settle them; False when it failed, which only the one that was alone is told."""
        try:
            conflicts = self._write(appends)
        except (sqlite3.Error, ValueError, TypeError, OverflowError) as error:  # the latter: values it cannot hold
            if alone:
                appends[0].settle(refused(error))
            return alone
        for one in appends:
            one.settle(one.conflict() if one in conflicts else None)
        return True

    def _write(self, appends: Sequence[Append]) -> list[Append]:
        """Write appends in one transaction and return those that were left out, because they were not the next."""
        now, conflicts = time.time(), []
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for one in appends:
                [(length,)] = self._db.execute(LENGTH, (one.table,))
                if length + 1 != one.first:
                    conflicts.append(one)
                    continue
                if length == 0:
                    self._db.execute("INSERT INTO tables VALUES (?, ?, ?)", (one.table, one.status, now))
                else:  # most moves change no status, and then no page of this table
                    self._db.execute(STATUS, (one.status, one.table, one.status))
                rows = ((one.table, one.first + place, now, body) for place, body in enumerate(one.bodies))
                self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # a full disk may have rolled it back already
                self._db.execute("ROLLBACK")
            raise
        return conflicts

    async def read(self, table: str) -> list[bytes]:
        return self._column("SELECT body FROM entries WHERE table_id = ? ORDER BY seq", table)

    async def unfinished(self) -> list[str]:
        return self._column("SELECT id FROM tables WHERE status <> 'over' ORDER BY opened, id")

    async def mark(self, name: str, value: float) -> None:
        self._column(MARK, name, value)

    async def marked(self, name: str) -> float | None:
        return next(iter(self._column("SELECT value FROM marks WHERE name = ?", name)), None)

    def _column(self, query: str, *values: str | float) -> list[Any]:
        try:
            return [value for (value,) in self._db.execute(query, values)]
        except sqlite3.Error as error:
            raise refused(error) from error

    async def close(self) -> None:
        self._flush()
        self._db.close()
