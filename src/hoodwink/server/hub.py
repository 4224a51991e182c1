"""All tables of a server: changes are checked, stored, folded in and told, in this order, one after another a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from hoodwink import bots, games
from hoodwink.engine import fair
from hoodwink.engine.contract import Refused, Viewer
from hoodwink.engine.options import agree
from hoodwink.engine.words import Voice
from hoodwink.server import seating, watch
from hoodwink.server.audience import Audience, Looker
from hoodwink.server.entries import (
    Chatted,
    Ended,
    Entry,
    Happened,
    Opened,
    Rematched,
    Shut,
    Slept,
    StandingLeft,
    decode,
    decode_opened,
    encode,
)
from hoodwink.server.keeper import Keeper
from hoodwink.server.minds import Minds
from hoodwink.server.store import Store, StoreTrouble
from hoodwink.server.table import Declined, Table, key_hash, new_key
from hoodwink.server.turns import Then, Turns, told
from hoodwink.wire import messages as wire
from hoodwink.wire.messages import Hosting, NewTable, Seated, Sit, TableCard

log = logging.getLogger("hoodwink.server")

T = TypeVar("T")

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
ALIVE = "alive"
MOST_TABLES = 10_000
FINISHED = ("over", "shut")
LAST = (Ended, Rematched, Shut)
"""Entries after which nothing happens at a table by itself."""
UNSEEN = (Happened, StandingLeft)
"""Entries that change nothing of what the room is told."""
SECONDS_REMEMBERED = 60.0
"""How long a finished table that nobody looks at stays at hand."""


def _moved(table: Table, viewer: Viewer, seq: int, move: str) -> list[Entry]:
    """A move worked out, if it answers the newest packet."""
    if viewer is None:
        raise Declined("server.only-watching")
    if table.state is None:
        raise Declined("server.not-started")
    if seq != table.seqs[viewer]:
        raise Declined("server.stale", seq=seq, newest=table.seqs[viewer])
    try:
        entries = table.play(viewer, move, time.time())
    except Refused:
        watch.REFUSED.labels(table.opened.game).inc()
        raise
    watch.moves[table.opened.game] += 1
    return entries


def _folded(table: str, opened: Opened, bodies: Sequence[bytes]) -> Table:
    """A table as its whole log tells it."""
    found = Table(table, games.find, opened)
    found.fold([decode(body) for body in bodies[1:]])
    found.untold.clear()
    return found


class Hub:
    """Every table that is not over, and whoever looks at it."""

    def __init__(self, store: Store, minds: Minds, *, webhooks: bool = False) -> None:
        self.store = store
        self.webhooks = webhooks
        self.audience = Audience()
        self.keeper = Keeper(self.audience, minds, self.play, self.change)
        self.tables: dict[str, Table] = {}
        self._turns: dict[str, Turns] = {}
        self._unseen: dict[str, float] = {}
        """Since when nobody has looked at a finished table."""
        self._aside = ThreadPoolExecutor(1, "aside")

    async def wake(self) -> None:
        """Go on with every table that was left, after a restart; nobody's clock ran meanwhile."""
        await self.store.claim()
        now = time.time()
        away = max(0.0, now - (await self.store.marked(ALIVE) or now))
        for table in await self.store.unfinished():
            try:
                found = await self.find(table)
            except Declined as declined:
                log.warning("a table cannot be woken", extra={"table": table, "code": declined.code})
                continue
            except ValueError:  # a log that cannot be understood keeps no other table from waking
                log.exception("a table cannot be woken", extra={"table": table})
                continue
            if found.time.deadlines():
                await self.change(found, lambda: [Slept(away)])
            self.keeper.attend(found)
        self.keeper.spawn(self._live())
        self.keeper.spawn(self._tidy())

    async def _live(self) -> None:
        """Note every second that we are there, so that the next start knows how long we were not."""
        while True:
            try:
                await self.store.mark(ALIVE, time.time())
            except StoreTrouble as trouble:
                log.warning("the store has no room for a mark", extra={"code": trouble.code})
            await asyncio.sleep(1)

    async def _tidy(self) -> None:
        """Look for finished tables to let go of, now and then."""
        while True:
            await asyncio.sleep(SECONDS_REMEMBERED / 3)
            self.forget(time.monotonic())

    def forget(self, now: float) -> None:
        """Let go of finished tables that nobody has looked at for a while; they are folded again when asked for."""
        for table in list(self.tables.values()):
            if self.audience.lookers.get(table.id) or self._turns[table.id].taken or table.status not in FINISHED:
                self._unseen.pop(table.id, None)
            elif now - self._unseen.setdefault(table.id, now) >= SECONDS_REMEMBERED:
                del self.tables[table.id], self._turns[table.id], self._unseen[table.id]
                self.audience.forget(table)
                self.keeper.forget(table)
        watch.TABLES.set(len(self.tables))

    async def find(self, table: str) -> Table:
        """The table of that id, folded from its log when it is not at hand.

        A log of another edition would tell another game by today's rules: it is left as it is.
        """
        if table in self.tables:
            return self.tables[table]
        bodies = await self.store.read(table)
        if not bodies:
            raise Declined("server.no-such-table", table=table)
        opened = decode_opened(bodies[0])
        edition = games.find(opened.game).info.edition
        if opened.edition != edition:
            raise Declined("server.other-edition", game=opened.game, edition=opened.edition, known=edition)
        found = await self.aside(lambda: _folded(table, opened, bodies))
        if table not in self.tables:  # else somebody else looked for it too, and was faster
            self._keep(found)
        return self.tables[table]

    async def aside(self, work: Callable[[], T]) -> T:
        """What something comes to that takes its time, like a whole game gone through: no table waits for it.

        It is done on a thread of its own, one after another, so what it looks at must stay as it is.
        """
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    def _keep(self, table: Table) -> None:
        self.tables[table.id] = table
        self._turns.setdefault(table.id, Turns())
        watch.TABLES.set(len(self.tables))

    async def open(self, wanted: NewTable) -> Hosting:
        """Open a table as a host wants it; options that cannot be are refused before anything is stored."""
        game = games.find(wanted.game)
        options = agree(game, wanted.preset, wanted.options)
        game.start(wanted.seats, options)
        host = new_key()
        opened = Opened(
            game=game.info.key,
            edition=game.info.edition,
            options=msgspec.to_builtins(options),
            seats=wanted.seats,
            public=wanted.public,
            watchers=wanted.watchers,
            chat=wanted.chat,
            hints=wanted.hints,
            clock=wanted.clock,
            grace=wanted.grace,
            minder=None if wanted.minder is None else bots.named(game, wanted.minder),
            secret=fair.new_secret().hex(),
            host=key_hash(host),
        )
        return Hosting(self.audience.card(await self.create(opened)), host)

    async def create(self, opened: Opened, entries: Sequence[Entry] = ()) -> Table:
        """A new table, stored before anybody hears of it."""
        if len(self.tables) >= MOST_TABLES and len(self._unfinished()) >= MOST_TABLES:
            raise Declined("server.too-many-tables", most=MOST_TABLES)
        table = Table("".join(secrets.choice(ALPHABET) for _ in range(10)), games.find, opened)
        bodies = [encode(entry) for entry in (opened, *entries)]
        await told(lambda then: self.store.append(table.id, 1, bodies, "open", then))
        table.fold(entries)
        self._keep(table)
        watch.OPENED.labels(opened.game).inc()
        log.info("a table was opened", extra={"table": table.id, "game": opened.game, "seats": opened.seats})
        return table

    async def sit(self, table: Table, wanted: Sit) -> Seated:
        """Seat somebody and hand out the key."""
        if wanted.webhook is not None and not self.webhooks:
            raise Declined("server.no-webhooks")
        key = new_key()
        await self.change(table, lambda: seating.sit(table, wanted, key))
        return Seated(table.own_seat(key), key)

    async def play(self, table: Table, viewer: Viewer, seq: int, move: str) -> None:
        """A seat moves, in answer to the newest packet it was sent."""
        await told(lambda then: self.submit_move(table, viewer, seq, move, then))

    def submit_move(self, table: Table, viewer: Viewer, seq: int, move: str, then: Then) -> None:
        """The same without waiting: `then` is called once it is stored and told, or with the reason why not."""
        self.submit(table, lambda: _moved(table, viewer, seq, move), then)

    async def change(self, table: Table, made: Callable[[], list[Entry]]) -> None:
        """Work a change out, store it, then let it be true and tell it."""
        await told(lambda then: self.submit(table, made, then))

    def submit(self, table: Table, made: Callable[[], list[Entry]], then: Then) -> None:
        """The same without waiting. No task is made for it: most of what a server does are moves."""

        def begin() -> None:
            try:
                entries = made()
                if entries:
                    self._append(table, entries, lambda trouble: stored(entries, trouble))
                    return
            except Exception as error:
                end(error)
            else:
                end(None)

        def stored(entries: Sequence[Entry], error: BaseException | None) -> None:
            if error is None:
                try:
                    self._let_be_true(table, entries)
                except Exception as wrong:
                    error = wrong
            end(error)

        def end(error: BaseException | None) -> None:
            self._turns[table.id].leave()
            if error is None:
                self.keeper.attend(table)
            elif isinstance(error, StoreTrouble):
                self.keeper.attend_later(table)
            then(error)

        self._turns[table.id].take(begin)

    def turn(self, table: Table) -> Turns:
        """Taken by whoever changes a table, from checking to telling."""
        return self._turns[table.id]

    async def store_and_tell(self, table: Table, entries: Sequence[Entry]) -> None:
        """Store entries that were checked, then let them be true and tell them; only in the table's turn."""
        await told(lambda then: self._append(table, entries, then))
        self._let_be_true(table, entries)

    def _append(self, table: Table, entries: Sequence[Entry], then: Then) -> None:
        """Store what comes next at a table; what is said there after the end does not open it again."""
        over = isinstance(entries[-1], LAST) or (not isinstance(entries[0], Happened) and table.status in FINISHED)
        bodies = [encode(entry) for entry in entries]
        self.store.append(table.id, table.length + 1, bodies, "over" if over else "open", then)

    def _let_be_true(self, table: Table, entries: Sequence[Entry]) -> None:
        """Fold entries in that are stored, and tell them."""
        table.fold(entries)
        if isinstance(entries[-1], Ended):
            watch.ENDED.labels(table.opened.game).inc()
            log.info("a game is over", extra={"table": table.id, "events": len(table.events)})
        if isinstance(entries[0], Chatted):
            self.audience.pass_on(table, entries[0].seat, wire.Said(entries[0].seat, entries[0].text))
        elif not isinstance(entries[0], UNSEEN):
            self.audience.tell_room(table)
        if table.state is not None:
            self.audience.tell(table)

    async def hint(self, table: Table, viewer: Viewer, lang: str) -> wire.Advice:
        """What a friend would play for whoever has to decide; told to who asks, and kept nowhere."""
        view = table.may_have_a_hint(viewer)
        seq, advice = table.seqs[viewer], await self.keeper.minds.advise(table.opened.game, view)
        if advice is None:
            raise Declined("server.no-advice")
        voice, game = Voice(lang, table.names), table.game
        moves = [(game.write_move(one.move), voice(game.describe(one.move))) for one in advice.hints]
        hints = [wire.Whisper(*move, voice(one.why)) for move, one in zip(moves, advice.hints, strict=True)]
        return wire.Advice(seq, tuple(hints), tuple(map(voice, advice.odds)))

    # Words and gestures

    async def chat(self, table: Table, viewer: Viewer, text: str) -> None:
        """Somebody says something to the table."""
        seat = self.audience.may_speak(table, viewer)
        await self.change(table, lambda: [Chatted(seat, " ".join(text.split()) or "…")])

    def emote(self, table: Table, viewer: Viewer, emote: str) -> None:
        """Somebody makes a gesture."""
        seat = self.audience.may_speak(table, viewer)
        self.audience.pass_on(table, seat, wire.Gestured(seat, emote))

    def leave(self, table: Table, looker: Looker) -> None:
        """Somebody looks no more."""
        self.audience.leave(table, looker)
        self.keeper.lost(table, looker.viewer)

    def public(self) -> list[TableCard]:
        """The tables anybody may find."""
        return [self.audience.card(table) for table in self._unfinished() if table.opened.public]

    def _unfinished(self) -> list[Table]:
        return [table for table in self.tables.values() if table.status not in FINISHED]

    async def shut(self, table: Table) -> None:
        """Put a table away for good: its log stays, nobody can look at it or play."""
        async with self.turn(table):
            await told(lambda then: self._append(table, [Shut()], then))
            table.fold([Shut()])
            for looker in self.audience.at(table):
                looker.cut("shut")

    async def close(self) -> None:
        """Put everything away."""
        await self.keeper.close()
        with contextlib.suppress(StoreTrouble):
            await self.store.mark(ALIVE, time.time())
        await self.store.close()
        self._aside.shutdown(wait=False, cancel_futures=True)
