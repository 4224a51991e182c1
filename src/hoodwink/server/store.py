"""Where tables live: an append-only log each, durable before anybody hears of it.

All that happens in one turn of the event loop is written in one transaction: durability costs little once commits are
grouped, and handing each over to a thread would cost more than the commit itself.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from hoodwink.engine.contract import Said
from hoodwink.engine.words import message

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
)
"""Numbered from 1; `PRAGMA user_version` says how many a file has seen. Only ever add to the end."""


class StoreTrouble(Said):
    """The store cannot be used; the sentence says why."""

    def __init__(self, reason: object) -> None:
        super().__init__(message("server.database", reason=str(reason)))


class Store(Protocol):
    """What the server needs of a store."""

    def append(self, table: str, first: int, bodies: Sequence[bytes], status: str) -> asyncio.Future[None]:
        """Add entries from number `first` on; the future is done once they are durable, or has failed with all lost."""

    def read(self, table: str) -> list[bytes]:
        """All entries of a table in order; empty when there is no such table."""

    def unfinished(self) -> list[str]:
        """The tables that are not over, oldest first."""

    def mark(self, name: str, value: float) -> None:
        """Remember a number by name."""

    def marked(self, name: str) -> float | None:
        """The number remembered by that name."""

    def close(self) -> None: ...


class _Append(NamedTuple):
    table: str
    first: int
    bodies: Sequence[bytes]
    status: str
    done: asyncio.Future[None]


class SqliteStore:
    """One file, no services."""

    def __init__(self, path: Path | str) -> None:
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except sqlite3.Error as error:
            raise StoreTrouble(f"{path}: {error}") from error
        self._waiting: list[_Append] = []

    def _migrate(self) -> None:
        [(version,)] = self._db.execute("PRAGMA user_version")
        if version > len(MIGRATIONS):
            raise StoreTrouble(f"version {version} > {len(MIGRATIONS)}")
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            self._db.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")

    def append(self, table: str, first: int, bodies: Sequence[bytes], status: str) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._flush)
        self._waiting.append(_Append(table, first, bodies, status, done))
        return done

    def _flush(self) -> None:
        """Write all that waits in one transaction; should that fail, each on its own, so that none harms another."""
        waiting, self._waiting = self._waiting, []
        try:
            self._write(waiting)
        except sqlite3.Error as error:
            if len(waiting) == 1:
                waiting[0].done.set_exception(StoreTrouble(error))
                return
            for one in waiting:
                try:
                    self._write([one])
                except sqlite3.Error as alone:
                    one.done.set_exception(StoreTrouble(alone))
                else:
                    one.done.set_result(None)
            return
        for one in waiting:
            one.done.set_result(None)

    def _write(self, appends: Sequence[_Append]) -> None:
        now = time.time()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for one in appends:
                self._db.execute(
                    "INSERT INTO tables VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET status = excluded.status",
                    (one.table, one.status, now),
                )
                rows = ((one.table, one.first + place, now, body) for place, body in enumerate(one.bodies))
                self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise

    def read(self, table: str) -> list[bytes]:
        rows = self._db.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY seq", (table,))
        return [body for (body,) in rows]

    def unfinished(self) -> list[str]:
        rows = self._db.execute("SELECT id FROM tables WHERE status <> 'over' ORDER BY opened, id")
        return [table for (table,) in rows]

    def mark(self, name: str, value: float) -> None:
        self._db.execute(
            "INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (name, value)
        )

    def marked(self, name: str) -> float | None:
        row = self._db.execute("SELECT value FROM marks WHERE name = ?", (name,)).fetchone()
        return None if row is None else float(row[0])

    def close(self) -> None:
        if self._waiting:
            self._flush()
        self._db.close()
