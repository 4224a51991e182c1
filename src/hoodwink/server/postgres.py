"""Tables in a PostgreSQL database.

One connection appends: while a batch is under way, all that comes in waits for the next one. Another one does the rest.

When the connection is lost, what waits is refused at once, and so is whatever comes until it is back. What was under
way may be stored or not, and nobody can tell: once the connection is back it is written again, unless it is there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any

import asyncpg

from hoodwink.server.postgres_line import ERRORS, SECONDS_TO_CONNECT, Line
from hoodwink.server.store import Append, StoreTrouble, refused, settle, shown
from hoodwink.server.turns import Then
from hoodwink.server.watch import STORING

log = logging.getLogger("hoodwink.server")

APPEND = """
    WITH next AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[]) AS given (id, first, status)
        WHERE first = 1 + coalesce((SELECT max(seq) FROM entries WHERE table_id = given.id), 0)
    ), opened AS (
        INSERT INTO tables SELECT id, status, $4 FROM next WHERE first = 1
    ), changed AS (
        UPDATE tables SET status = next.status FROM next WHERE tables.id = next.id AND tables.status <> next.status
    ), added AS (
        INSERT INTO entries SELECT id, seq, $4, body
        FROM unnest($5::text[], $6::int[], $7::bytea[]) AS given (id, seq, body) JOIN next USING (id)
    )
    SELECT id FROM next
"""
"""Writes the appends that are next at their tables and returns those tables: one statement, so one transaction."""

MARK = "INSERT INTO marks VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
STORED = "SELECT body FROM entries WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3"
TRIES_TO_CLAIM, SECONDS_BETWEEN_CLAIMS = 12, 0.25
SECONDS_BETWEEN_TRIES = (0.05, 5.0)
"""At first, and at most: every try that fails doubles it."""


class PostgresStore:
    """A database that others may watch over and back up."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._writes, self._asks = Line(url), Line(url)
        self._asking = asyncio.Lock()
        self._waiting: list[Append] = []
        self._unanswered: dict[int, Append] = {}
        """All that wait, are under way, or may have been stored when the connection broke."""
        self._writer: asyncio.Task[None] | None = None
        self._away = False

    async def claim(self) -> None:
        """Hold an advisory lock, which goes with its connection; should that break, it is taken again with the next."""
        for _ in range(TRIES_TO_CLAIM):  # the connection of a server that was killed may linger for a moment
            try:
                if await self._writes.claim():
                    return
            except ERRORS as error:
                raise refused(error) from error
            await asyncio.sleep(SECONDS_BETWEEN_CLAIMS)
        raise StoreTrouble("server.database-taken", db=shown(self._url))

    def append(self, table: str, first: int, bodies: Sequence[bytes], status: str, then: Then) -> None:
        if self._away:
            settle(then, _out_of_reach())
            return
        one = Append(table, first, bodies, status, then)
        self._waiting.append(one)
        self._unanswered[id(one)] = one
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write_all())

    async def _write_all(self) -> None:
        """Write batch after batch until nothing waits. Whatever happens, nobody is left without an answer."""
        try:
            while self._waiting:
                batch = self._next_batch()
                try:
                    await self._writes.connect()
                except (StoreTrouble, *ERRORS) as error:  # nothing of the batch was sent yet: it waits like the rest
                    self._waiting = batch + self._waiting
                    await self._come_back(error)
                else:
                    await self._write(batch)
        finally:
            self._writer = None
            self._waiting.clear()
            for one in list(self._unanswered.values()):
                self._answer(one, _out_of_reach())

    def _answer(self, one: Append, trouble: StoreTrouble | None) -> None:
        """Say what became of an append, unless that was said before."""
        if self._unanswered.pop(id(one), None) is not None:
            settle(one.then, trouble)

    def _next_batch(self) -> list[Append]:
        """All that waits, except that the second of one table waits for the first."""
        batch: dict[str, Append] = {}
        later = [one for one in self._waiting if batch.setdefault(one.table, one) is not one]
        self._waiting = later
        return list(batch.values())

    async def _write(self, batch: list[Append], *, doubtful: bool = False) -> None:
        """Write a batch in one transaction; should that fail, each on its own, so that none harms another.

        What is doubtful was sent before, over a connection that broke: what looks like a conflict may be itself.
        """
        try:
            stored = await self._insert(batch)
            if doubtful:
                stored |= {one.table for one in batch if one.table not in stored and await self._is_there(one)}
        except ERRORS as error:
            if self._writes.lost():
                await self._come_back(error)
                await self._write(batch, doubtful=True)
            elif len(batch) == 1:
                self._answer(batch[0], refused(error))
            else:
                for one in batch:
                    await self._write([one], doubtful=doubtful)
            return
        for one in batch:
            self._answer(one, None if one.table in stored else one.conflict())

    async def _insert(self, batch: list[Append]) -> set[str]:
        """Write a batch and return the tables whose next entries it had."""
        heads = zip(*((one.table, one.first, one.status) for one in batch), strict=True)
        entries = [(one.table, seq, body) for one in batch for seq, body in enumerate(one.bodies, one.first)]
        try:
            with STORING.time():
                return set(await self._writes.fetch(APPEND, *heads, time.time(), *zip(*entries, strict=True)))
        except asyncpg.UniqueViolationError:  # another server wrote there at the same moment
            if len(batch) > 1:
                raise
            return set()

    async def _is_there(self, one: Append) -> bool:
        return await self._writes.fetch(STORED, one.table, one.first, len(one.bodies)) == list(one.bodies)

    async def _come_back(self, error: Exception) -> None:
        """Refuse all that waits and all that comes, until there is a connection again."""
        log.warning("the database is out of reach", extra={"reason": str(error)})
        self._away = True
        for one in self._waiting:
            self._answer(one, _out_of_reach())
        self._waiting.clear()
        pause, longest = SECONDS_BETWEEN_TRIES
        while self._away:
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)
            try:
                await self._writes.connect()
            except (StoreTrouble, *ERRORS) as still:
                log.info("the database is out of reach still", extra={"reason": str(still)})
            else:
                self._away = False
        log.warning("the database is back")

    async def read(self, table: str) -> list[bytes]:
        return await self._column("SELECT body FROM entries WHERE table_id = $1 ORDER BY seq", table)

    async def unfinished(self) -> list[str]:
        return await self._column("SELECT id FROM tables WHERE status <> 'over' ORDER BY opened, id")

    async def mark(self, name: str, value: float) -> None:
        await self._column(MARK, name, value)

    async def marked(self, name: str) -> float | None:
        return next(iter(await self._column("SELECT value FROM marks WHERE name = $1", name)), None)

    async def _column(self, query: str, *values: str | float) -> list[Any]:
        async with self._asking:
            try:
                try:
                    return await self._asks.fetch(query, *values)
                except ERRORS:
                    if not self._asks.lost():
                        raise
                    return await self._asks.fetch(query, *values)  # it broke, perhaps long ago: once more
            except ERRORS as error:
                raise refused(error) from error

    async def close(self) -> None:
        if self._writer is not None:
            writing = self._writer
            if not self._away:
                await asyncio.wait([writing], timeout=SECONDS_TO_CONNECT)
            writing.cancel()
            await asyncio.wait([writing])
        self._away = True
        await asyncio.gather(self._writes.close(), self._asks.close(), return_exceptions=True)


def _out_of_reach() -> StoreTrouble:
    return StoreTrouble("server.database-lost")
