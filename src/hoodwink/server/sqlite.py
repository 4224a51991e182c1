"""Tables in one SQLite file: no services, nothing to set up.

All that waits is written in one transaction (how, says journal.py). Writing is quick and done on the loop's own thread;
committing waits for the disk, which can be slow, so that alone is done on another, and what comes meanwhile makes the
next transaction.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from hoodwink.server.journal import Journal, Stretch
from hoodwink.server.store import Append, Mark, StoreTrouble, refused, settle, too_new
from hoodwink.server.turns import Then, told
from hoodwink.server.watch import STORING

log = logging.getLogger("hoodwink.server")

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
    """
    CREATE TABLE entries_as_they_came (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        at REAL NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT;
    INSERT INTO entries_as_they_came SELECT * FROM entries ORDER BY at, table_id, seq;
    DROP TABLE entries;
    ALTER TABLE entries_as_they_came RENAME TO entries;
    """,
    """
    CREATE TABLE journal (
        number INTEGER PRIMARY KEY,
        appends BLOB NOT NULL
    ) STRICT;
    CREATE TABLE stretches (
        table_id TEXT NOT NULL REFERENCES tables (id),
        first INTEGER NOT NULL,
        bodies BLOB NOT NULL,
        PRIMARY KEY (table_id, first)
    ) STRICT;
    INSERT INTO stretches SELECT table_id, 1, stretch(seq, body) FROM entries GROUP BY table_id;
    DROP TABLE entries;
    """,
)
"""Numbered from 1; `PRAGMA user_version` says how many a file has seen. Only ever add to the end."""

MARK = "INSERT INTO marks VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
UNWRITABLE = (sqlite3.Error, ValueError, TypeError, OverflowError)  # the latter: values that SQLite cannot hold

GATHERING = 0.003
"""Seconds from one transaction to the next: a thousand small ones a second take a quarter more of a core under load."""
CHECKPOINTS = 0.25
"""Seconds from one checkpoint, which moves what was committed from the write-ahead log into the file, to the next."""
MOST_PAGES = 16_000
"""So long may the write-ahead log grow (64 MB) before a commit waits for its checkpoint."""

Waiting = Append | Mark
T = TypeVar("T")


class SqliteStore:
    """One file, no services."""

    def __init__(self, path: Path | str) -> None:
        self._path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise refused(f"{path}: {error}") from error
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
            self._db.create_aggregate("stretch", 2, Stretch)
            self._migrate()
            self._journal = Journal(self._db)
        except BaseException as error:
            self._db.close()
            if isinstance(error, sqlite3.Error):
                raise refused(f"{path}: {error}") from error
            raise
        self._waiting: list[Waiting] = []
        self._committing: asyncio.Future[None] | None = None
        self._gathering: asyncio.TimerHandle | None = None
        self._last = 0.0
        """When the last transaction began, by the loop's clock."""
        self._committer = ThreadPoolExecutor(1, "commit")
        self._checkpointer = ThreadPoolExecutor(1, "checkpoint")
        self._checkpointing: asyncio.Future[None] | None = None
        self._checkpointed = 0.0
        """When the last checkpoint began, by the loop's clock."""
        self._claim: sqlite3.Connection | None = None
        self._closed = False

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

    async def claim(self) -> None:
        """Hold a lock on a file beside ours: SQLite knows how on every system, and it goes with the process."""
        if self._path == ":memory:":
            return
        beside = sqlite3.connect(f"{self._path}-server", isolation_level=None, timeout=0)
        try:
            beside.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            beside.close()
            raise StoreTrouble("server.database-taken", db=str(self._path)) from error
        self._claim = beside

    def append(self, table: str, first: int, bodies: Sequence[bytes], status: str, then: Then) -> None:
        self._wait(Append(table, first, bodies, status, then))

    async def mark(self, name: str, value: float) -> None:
        await told(lambda then: self._wait(Mark(name, value, then)))

    def _wait(self, one: Waiting) -> None:
        if self._closed:
            settle(one.then, refused("closed"))
            return
        self._waiting.append(one)
        self._flush_soon()

    def _flush_soon(self) -> None:
        """Let what waits be written: at once, unless the last transaction has only just begun."""
        if self._waiting and self._committing is None and self._gathering is None:
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(max(0.0, self._last + GATHERING - loop.time()), self._flush)

    def _flush(self) -> None:
        """Write all that waits in one transaction and have it committed."""
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        if self._committing is not None or not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        self._last = asyncio.get_running_loop().time()
        try:
            conflicts = self._write(waiting)
        except UNWRITABLE:
            self._one_by_one(waiting)
            return
        loop = asyncio.get_running_loop()
        self._committing = loop.run_in_executor(self._committer, self._commit)
        self._committing.add_done_callback(lambda done: self._committed(done, waiting, conflicts))

    def _commit(self) -> None:
        with STORING.time():
            self._db.execute("COMMIT")

    def _committed(self, done: asyncio.Future[None], waiting: Sequence[Waiting], conflicts: Sequence[Append]) -> None:
        """Say that it is durable, and go on with what came meanwhile."""
        self._committing = None
        if done.cancelled() or done.exception() is not None:
            self._undo()
            self._one_by_one(waiting)
        else:
            self._journal.committed()
            _settle(waiting, conflicts)
            self._checkpoint_soon()
        self._flush_soon()

    def _checkpoint_soon(self) -> None:
        """Let a checkpoint be made beside the commits, which would wait for it otherwise; in memory there is none."""
        loop = asyncio.get_running_loop()
        idle = self._checkpointing is None or self._checkpointing.done()
        if idle and loop.time() - self._checkpointed >= CHECKPOINTS and self._path != ":memory:":
            self._checkpointed = loop.time()
            self._checkpointing = loop.run_in_executor(self._checkpointer, self._checkpoint)

    def _checkpoint(self) -> None:
        """Move what can be moved while others write; should it fail, the next one or a commit will do it."""
        try:
            with closing(sqlite3.connect(self._path, isolation_level=None)) as beside:
                beside.execute("PRAGMA synchronous = FULL")
                beside.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            log.warning("a checkpoint failed", extra={"reason": str(error)})

    def _undo(self) -> None:
        if self._db.in_transaction:  # a full disk may have rolled it back already
            self._db.execute("ROLLBACK")
        self._journal.undone()

    def _one_by_one(self, waiting: Sequence[Waiting]) -> None:
        """A transaction has failed: write each on its own, so that none harms another."""
        for one in waiting:
            try:
                conflicts = self._write([one])
                self._commit()
            except UNWRITABLE as error:
                self._undo()
                settle(one.then, refused(error))
            else:
                self._journal.committed()
                _settle([one], conflicts)

    def _write(self, waiting: Sequence[Waiting]) -> list[Append]:
        """Begin a transaction and write; return those that were left out, because they were not the next."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for one in waiting:
                if isinstance(one, Mark):
                    self._db.execute(MARK, (one.name, one.value))
            return self._journal.write([one for one in waiting if isinstance(one, Append)], time.time())
        except BaseException:
            self._undo()
            raise

    async def read(self, table: str) -> list[bytes]:
        return await self._ask(lambda: self._journal.read(table))

    async def unfinished(self) -> list[str]:
        return await self._column("SELECT id FROM tables WHERE status <> 'over' ORDER BY opened, id")

    async def marked(self, name: str) -> float | None:
        return next(iter(await self._column("SELECT value FROM marks WHERE name = ?", name)), None)

    async def _column(self, query: str, *values: str | float) -> list[Any]:
        return await self._ask(lambda: (value for (value,) in self._db.execute(query, values)))

    async def _ask(self, answers: Callable[[], Iterable[T]]) -> list[T]:
        """What is there and durable, at one moment."""
        while self._committing is not None:
            await asyncio.wait([self._committing])
        try:
            self._db.execute("BEGIN")
            try:
                return list(answers())
            finally:
                self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise refused(error) from error

    async def close(self) -> None:
        while self._committing is not None or self._waiting:
            self._flush()
            if self._committing is not None:
                await asyncio.wait([self._committing])
        self._closed = True
        self._committer.shutdown()
        self._checkpointer.shutdown()
        self._db.close()
        if self._claim is not None:
            self._claim.close()


def _settle(waiting: Sequence[Waiting], conflicts: Sequence[Append]) -> None:
    for one in waiting:
        settle(one.then, one.conflict() if conflicts and isinstance(one, Append) and one in conflicts else None)
