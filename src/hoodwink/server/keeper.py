"""What a table does by itself: bots move, clocks run out, lost people are minded, absent ones knocked for."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Literal

from hoodwink.engine.contract import Seat, Viewer
from hoodwink.server import minding
from hoodwink.server.audience import Audience
from hoodwink.server.entries import Entry
from hoodwink.server.knocking import knock
from hoodwink.server.minds import Minds
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import Knock

log = logging.getLogger("hoodwink.server")

Due = tuple[float, Seat, Literal["time", "gone"]]
"""When a bot must mind a seat, and why."""
SECONDS_AFTER_TROUBLE = 1.0
Play = Callable[[Table, Viewer, int, str], Coroutine[Any, Any, None]]
Change = Callable[[Table, Callable[[], list[Entry]]], Coroutine[Any, Any, None]]


class Keeper:
    """Looks after every table between people's moves."""

    def __init__(self, audience: Audience, minds: Minds, play: Play, change: Change) -> None:
        self.audience, self.minds, self.play, self.change = audience, minds, play, change
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._lost: dict[tuple[str, Seat], float] = {}
        self._knocked: dict[tuple[str, Seat], int] = {}
        self._thinking: set[tuple[str, Seat, int]] = set()
        self._woke = time.time()
        self._closed = False

    def attend(self, table: Table) -> None:
        """A table has changed: let whatever follows by itself begin, unless all is being put away."""
        if self._closed:
            return
        self._think(table)
        self.watch_the_clock(table)
        self._knock(table)

    def attend_later(self, table: Table) -> None:
        """The store had trouble: look again in a moment, so that neither a bot's move nor a clock is forgotten."""
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()
        self._timers[table.id] = asyncio.get_running_loop().call_later(SECONDS_AFTER_TROUBLE, self.attend, table)

    def lost(self, table: Table, viewer: Viewer) -> None:
        """Somebody looks no more."""
        if viewer is not None:
            self._lost[table.id, viewer] = time.time()
        self.watch_the_clock(table)

    def forget(self, table: Table) -> None:
        """A table is put away: nothing happens at it by itself any more."""
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()
        for seat in range(table.opened.seats):
            self._lost.pop((table.id, seat), None)
            self._knocked.pop((table.id, seat), None)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something be done beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something a table does by itself failed", exc_info=error)

    def _think(self, table: Table) -> None:
        """Let a bot think when one is to move, on its own seat or on one it minds."""
        if table.state is None or table.status != "playing":
            return
        for seat in table.state.to_move():
            if (move := table.standing_move(table.state, seat)) is not None:  # left after the question was asked
                self.spawn(self.play(table, seat, table.seqs[seat], table.game.write_move(move)))
                return
            sitter = table.sitters[seat]
            bot = table.time.minded.get(seat) or (sitter.bot if sitter is not None else None)
            if bot is not None and (decision := (table.id, seat, table.seqs[seat])) not in self._thinking:
                self._thinking.add(decision)
                self.spawn(self._bot_moves(table, seat, bot))
                return

    async def _bot_moves(self, table: Table, seat: Seat, bot: str) -> None:
        seq = table.seqs[seat]
        try:
            if table.state is not None:
                move = await self.minds.choose(table.opened.game, bot, table.game.view(table.state, seat))
                self._thinking.discard((table.id, seat, seq))
                await self.play(table, seat, seq, move)
        except Declined as declined:
            log.info("a bot came too late", extra={"table": table.id, "code": declined.code})
        finally:
            self._thinking.discard((table.id, seat, seq))

    def watch_the_clock(self, table: Table) -> None:
        """Be there when the next seat is out of time, or has been out of reach for too long."""
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()
        if (due := self._next_due(table)) is not None:
            delay = max(0.0, due[0] - time.time())
            self._timers[table.id] = asyncio.get_running_loop().call_later(delay, self._ring, table, due)

    def _next_due(self, table: Table) -> Due | None:
        """When a bot must mind which seat next, and why."""
        grace = table.opened.grace
        if grace is None and table.opened.clock is None:
            return None
        due: list[Due] = [(at, seat, "time") for seat, at in table.time.deadlines().items()]
        if grace is not None and table.status == "playing":
            away = set(table.time.asked) - self.audience.here(table) - set(table.time.minded)
            for seat in away:
                sitter = table.sitters[seat]
                if sitter is not None and sitter.bot is None:
                    since = max(self._lost.get((table.id, seat), self._woke), table.time.asked[seat])
                    due.append((since + grace, seat, "gone"))
        return min(due, default=None)

    def _ring(self, table: Table, due: Due) -> None:
        _, seat, why = due
        self.spawn(self.change(table, lambda: minding.mind(table, seat, why, time.time())))

    def _knock(self, table: Table) -> None:
        """Knock once for every decision of somebody who is not connected and wants to be told."""
        for seat in table.time.asked:
            sitter = table.sitters[seat]
            if sitter is None or sitter.webhook is None or seat in self.audience.here(table):
                continue
            place, seq = (table.id, seat), table.seqs[seat]
            if self._knocked.get(place) != seq:
                self._knocked[place] = seq
                self.spawn(knock(sitter.webhook, Knock(table.id, seat, seq)))

    async def close(self) -> None:
        """Let go of everything that is under way; moves that are being stored meanwhile begin nothing more."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.minds.close()
