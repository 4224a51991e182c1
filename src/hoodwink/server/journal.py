"""How a SQLite file holds the logs of tables: first in a journal of all of them, then each where its table lies.

Were every entry written where its table lies, a transaction with the moves of a hundred tables would change a hundred
pages of the file, each for one entry. So a transaction adds one row to the journal, whatever tables it is of. What a
table has there goes to its own log in one stretch, when the table is over or the journal has grown long without it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from hoodwink.server.store import Append

LONG = 1_000
"""So many rows of the journal are kept for a table that goes on; then what it has in them is put into its log."""
FEW = 8
"""So many tables are put away in one transaction at most, beside those that are over, for others wait for it."""
TRIM = 100
"""Rows that nobody needs any more, when there are so many of them, are deleted together."""

LENGTH = """
    SELECT status, first, bodies FROM tables LEFT JOIN stretches ON table_id = id WHERE id = ?
    ORDER BY first DESC LIMIT 1
"""

_encode = msgspec.msgpack.Encoder().encode
_bodies = msgspec.msgpack.Decoder(tuple[bytes, ...]).decode
_appends = msgspec.msgpack.Decoder(list[tuple[str, int, tuple[bytes, ...]]]).decode


class Tail(NamedTuple):
    """The end of a table's log: what only the journal has of it."""

    status: str
    logged: int
    """How many entries are in the table's own log."""
    length: int
    """How many entries the table has."""
    after: list[bytes]
    """Those that are not in its own log, and behind them perhaps some more: a longer tail goes on in the same list."""
    since: int = 0
    """The row of the journal with the first of these."""

    @property
    def bodies(self) -> list[bytes]:
        """The entries that are not in the table's own log."""
        return self.after[: self.length - self.logged]

    def longer(self, bodies: Sequence[bytes], number: int, status: str) -> Tail:
        """A tail with more entries, which a row of the journal has; whatever came after this one is gone."""
        self.after[self.length - self.logged :] = bodies
        return Tail(status, self.logged, self.length + len(bodies), self.after, self.since or number)


class Journal:
    """What one connection has written and read. Whoever uses it begins and ends the transactions, and says so."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._tails: dict[str, Tail] = {}
        """Of tables that have something in the journal alone: who has waited longest first."""
        self._fresh: dict[str, Tail] = {}
        """What becomes of these, once the transaction is committed."""
        self._first = self._newest = 0
        self.catch_up()

    def catch_up(self) -> None:
        """Learn what another connection has written, if any has."""
        [(newest,)] = self._db.execute("SELECT coalesce(max(number), 0) FROM journal")
        if newest == self._newest:
            return
        [(self._first,)] = self._db.execute("SELECT min(number) FROM journal")
        self._tails, self._newest = {}, newest
        for number, row in self._db.execute("SELECT number, appends FROM journal ORDER BY number"):
            for table, first, bodies in _appends(row):
                tail = self._tails.get(table) or self._look(table)
                if first > tail.length:  # else the log has it already
                    self._tails[table] = tail.longer(bodies, number, tail.status)

    def _look(self, table: str) -> Tail:
        """What the file knows of a table that has nothing in the journal alone."""
        for status, first, bodies in self._db.execute(LENGTH, (table,)):
            return _all_logged(status, 0 if first is None else first - 1 + len(_bodies(bodies)))
        return _all_logged("", 0)

    def write(self, appends: Sequence[Append], now: float) -> list[Append]:
        """Write those that are next at their tables and return the others."""
        self.catch_up()
        fresh, conflicts, row = self._fresh, [], []
        for one in appends:
            tail = fresh.get(one.table) or self._tails.get(one.table) or self._look(one.table)
            if tail.length + 1 != one.first:
                conflicts.append(one)
                continue
            b"".join(one.bodies)  # nothing but bytes can be joined, and nothing else is an entry
            if not tail.length:
                self._db.execute("INSERT INTO tables VALUES (?, ?, ?)", (one.table, one.status, now))
            elif tail.status != one.status:
                self._db.execute("UPDATE tables SET status = ? WHERE id = ?", (one.status, one.table))
            fresh[one.table] = tail.longer(one.bodies, self._newest + 1, one.status)
            row.append((one.table, one.first, one.bodies))
        if row:
            self._db.execute("INSERT INTO journal VALUES (?, ?)", (self._newest + 1, _encode(row)))
            self._put_away()
        return conflicts

    def _put_away(self) -> None:
        """Put what tables have in the journal alone into their logs, where it is time for it."""
        fresh = self._fresh
        waited = [table for table, tail in islice(self._tails.items(), FEW) if self._newest - tail.since >= LONG]
        for table in {*waited, *(table for table, tail in fresh.items() if tail.status == "over")}:
            tail = fresh.get(table) or self._tails[table]
            stretch = (table, tail.logged + 1, _encode(tail.bodies))
            self._db.execute("INSERT INTO stretches VALUES (?, ?, ?)", stretch)
            fresh[table] = _all_logged(tail.status, tail.length)
        oldest = next((tail.since for tail in self._tails.values()), self._newest)
        if oldest - self._first >= TRIM:
            self._db.execute("DELETE FROM journal WHERE number < ?", (oldest,))
            self._first = oldest

    def committed(self) -> None:
        """What was written is true now."""
        if self._fresh:
            self._newest += 1
        for table, tail in self._fresh.items():
            if tail.length > tail.logged:
                self._tails[table] = tail
            else:
                self._tails.pop(table, None)
        self._fresh = {}

    def undone(self) -> None:
        """What was written came to nothing."""
        self._fresh = {}

    def read(self, table: str) -> Iterator[bytes]:
        """All entries of a table in order."""
        self.catch_up()
        for (bodies,) in self._db.execute("SELECT bodies FROM stretches WHERE table_id = ? ORDER BY first", (table,)):
            yield from _bodies(bodies)
        if table in self._tails:
            yield from self._tails[table].bodies


def _all_logged(status: str, length: int) -> Tail:
    """The tail of a table that has nothing in the journal alone."""
    return Tail(status, length, length, [])


class Stretch:
    """An aggregate function that makes a stretch of the bodies of entries: files of old had a row for each."""

    def __init__(self) -> None:
        self._entries: list[tuple[Any, ...]] = []

    def step(self, *numbered: Any) -> None:
        """One entry more, behind its number."""
        self._entries.append(numbered)

    def finalize(self) -> Any:
        """All of them in order."""
        return _encode([body for _, body in sorted(self._entries)])
