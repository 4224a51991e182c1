"""All tables of a server: changes are checked, stored, folded in and told, in this order, one after another a table."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Literal, Protocol

import msgspec

from hoodwink import bots, games
from hoodwink.engine import fair
from hoodwink.engine.contract import Beat, Refused, Said, Seat, Viewer
from hoodwink.engine.options import opening, read_options
from hoodwink.engine.words import Voice, message
from hoodwink.server import minding, seating, watch
from hoodwink.server.entries import (
    Chatted,
    Ended,
    Entry,
    Happened,
    Opened,
    Rematched,
    Shut,
    Slept,
    decode,
    decode_opened,
    encode,
)
from hoodwink.server.minds import Minds
from hoodwink.server.store import Store
from hoodwink.server.table import Declined, Table, key_hash, new_key
from hoodwink.wire import messages as wire
from hoodwink.wire.messages import Hosting, NewTable, Packet, Room, Seated, Sit, TableCard, Told

log = logging.getLogger("hoodwink.server")

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
ALIVE = "alive"
MOST_TABLES = 10_000
MOST_WATCHERS = 50
MOST_SPOKEN, SPOKEN_WITHIN = 5, 10
"""A seat may speak so often within so many seconds."""


Due = tuple[float, Seat, Literal["time", "gone"]]
"""When a bot must mind a seat, and why."""


class Looker(Protocol):
    """Somebody connected to a table."""

    viewer: Viewer
    lang: str
    muted: set[Seat]

    def send(self, message: bytes) -> None:
        """Hand over bytes without waiting; whoever reads too slowly is cut off, not waited for."""

    def cut(self, reason: str) -> None:
        """End the connection once what waits was sent."""


class Hub:
    """Every table that is not over, and whoever looks at it."""

    def __init__(self, store: Store, minds: Minds) -> None:
        self.store = store
        self.minds = minds
        self.tables: dict[str, Table] = {}
        self.lookers: dict[str, list[Looker]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._spoken: dict[tuple[str, Seat], deque[float]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._lost: dict[tuple[str, Seat], float] = {}
        self._woke = time.time()

    async def wake(self) -> None:
        """Go on with every table that was left, after a restart; nobody's clock ran meanwhile."""
        now = time.time()
        away = max(0.0, now - (self.store.marked(ALIVE) or now))
        for table in self.store.unfinished():
            found = self.find(table)
            if found.time.deadlines():
                await self.change(found, lambda: [Slept(away)])
            self._think(found)
            self._watch_the_clock(found)
        self._spawn(self._live())

    async def _live(self) -> None:
        """Note every second that we are there, so that the next start knows how long we were not."""
        while True:
            self.store.mark(ALIVE, time.time())
            await asyncio.sleep(1)

    def find(self, table: str) -> Table:
        """The table of that id, folded from its log when it is not at hand."""
        if table in self.tables:
            return self.tables[table]
        bodies = self.store.read(table)
        if not bodies:
            raise Declined("server.no-such-table", table=table)
        found = Table(table, games.find, decode_opened(bodies[0]))
        found.fold([decode(body) for body in bodies[1:]])
        self._told(found)
        self._keep(found)
        return found

    def _keep(self, table: Table) -> None:
        self.tables[table.id] = table
        self.lookers.setdefault(table.id, [])
        self._locks.setdefault(table.id, asyncio.Lock())
        watch.TABLES.set(len(self.tables))

    async def open(self, wanted: NewTable) -> Hosting:
        """Open a table as a host wants it; options that cannot be are refused before anything is stored."""
        game = games.find(wanted.game)
        if wanted.preset is not None and wanted.preset not in game.info.presets:
            raise Said(message("options.unknown-preset", preset=wanted.preset, known=", ".join(game.info.presets)))
        preset = msgspec.to_builtins(game.info.presets[wanted.preset]) if wanted.preset is not None else {}
        options = msgspec.to_builtins(read_options(game, preset | wanted.options))
        opening(game, wanted.seats, options)
        if wanted.minder is not None:
            bots.find(game, wanted.minder)
        host = new_key()
        opened = Opened(
            game=game.info.key,
            edition=game.info.edition,
            options=options,
            seats=wanted.seats,
            public=wanted.public,
            watchers=wanted.watchers,
            chat=wanted.chat,
            clock=wanted.clock,
            grace=wanted.grace,
            minder=wanted.minder,
            secret=fair.new_secret().hex(),
            host=key_hash(host),
        )
        return Hosting(self.card(await self.create(opened)), host)

    async def create(self, opened: Opened, entries: Sequence[Entry] = ()) -> Table:
        """A new table, stored before anybody hears of it."""
        if sum(table.status not in ("over", "shut") for table in self.tables.values()) >= MOST_TABLES:
            raise Declined("server.too-many-tables", most=MOST_TABLES)
        table = Table("".join(secrets.choice(ALPHABET) for _ in range(10)), games.find, opened)
        await self.store.append(table.id, 1, [encode(entry) for entry in (opened, *entries)], "open")
        table.fold(entries)
        self._keep(table)
        watch.OPENED.labels(opened.game).inc()
        log.info("a table was opened", extra={"table": table.id, "game": opened.game, "seats": opened.seats})
        return table

    async def sit(self, table: Table, wanted: Sit) -> Seated:
        """Seat somebody and hand out the key."""
        key = new_key()
        await self.change(table, lambda: seating.sit(table, wanted.name, wanted.seat, wanted.commitment, key))
        return Seated(table.own_seat(key), key)

    async def play(self, table: Table, viewer: Viewer, seq: int, move: str) -> None:
        """A seat moves, in answer to the newest packet it was sent."""

        def made() -> list[Entry]:
            if viewer is None:
                raise Declined("server.only-watching")
            if table.state is None:
                raise Declined("server.not-started")
            if seq != table.seqs[viewer]:
                raise Declined("server.stale", seq=seq, newest=table.seqs[viewer])
            return table.play(viewer, move, time.time())

        try:
            await self.change(table, made)
        except Refused:
            watch.REFUSED.labels(table.opened.game).inc()
            raise
        watch.MOVES.labels(table.opened.game).inc()

    async def change(self, table: Table, made: Callable[[], list[Entry]]) -> None:
        """Work a change out, store it, then let it be true and tell it."""
        async with self.lock(table):
            if entries := made():
                await self.store_and_tell(table, entries)
        self._think(table)
        self._watch_the_clock(table)

    def lock(self, table: Table) -> asyncio.Lock:
        """Held by whoever changes a table, from checking to telling."""
        return self._locks[table.id]

    async def store_and_tell(self, table: Table, entries: Sequence[Entry]) -> None:
        """Store entries that were checked, then let them be true and tell them; only under the table's lock."""
        status = "over" if isinstance(entries[-1], Ended | Rematched) else "open"
        with watch.STORING.time():
            await self.store.append(table.id, table.length + 1, [encode(entry) for entry in entries], status)
        table.fold(entries)
        if isinstance(entries[-1], Ended):
            watch.ENDED.labels(table.opened.game).inc()
            log.info("a game is over", extra={"table": table.id, "events": len(table.events)})
        if isinstance(entries[0], Chatted):
            self.pass_on(table, entries[0].seat, wire.Said(entries[0].seat, entries[0].text))
        elif not isinstance(entries[0], Happened):
            self.tell_room(table)
        if table.state is not None:
            self.tell(table)

    # Telling

    def card(self, table: Table) -> TableCard:
        """What everybody may know of a table."""
        here = {looker.viewer for looker in self.lookers[table.id]}
        return table.card(lambda seat: seat in here)

    def tell_room(self, table: Table) -> None:
        """Tell everybody at a table who sits where."""
        card = self.card(table)
        for looker in self.lookers[table.id]:
            looker.send(msgspec.json.encode(Room(card, looker.viewer)))

    def tell(self, table: Table) -> None:
        """Tell everybody who has something to hear; others get no packet, for its coming would tell something too."""
        ready: dict[tuple[Viewer, str], bytes] = {}
        for looker in self.lookers[table.id]:
            if not table.told[looker.viewer]:
                continue
            wanted = (looker.viewer, looker.lang)
            if wanted not in ready:
                ready[wanted] = self.packet(table, looker.viewer, looker.lang, table.told[looker.viewer])
            looker.send(ready[wanted])
        self._told(table)

    def _told(self, table: Table) -> None:
        for beats in table.told.values():
            beats.clear()

    def packet(self, table: Table, viewer: Viewer, lang: str, beats: Sequence[Beat] = ()) -> bytes:
        """The whole table as a viewer may see it."""
        if table.state is None:
            raise Declined("server.not-started")
        view = table.game.view(table.state, viewer)
        voice = Voice(lang, table.names())
        packet = Packet(
            seq=table.seqs[viewer],
            view=msgspec.Raw(msgspec.json.encode(view)),
            moves=tuple(map(table.game.write_move, view.moves)),
            to_move=view.to_move,
            beats=msgspec.Raw(msgspec.json.encode(beats)),
            told=tuple(Told(voice(table.game.report(beat)), beat.clauses) for beat in beats),
            result=view.result,
            deadlines={
                seat: due
                for seat, due in table.time.deadlines().items()
                if seat == viewer or view.to_move == (seat,)  # where several decide in secret, so do their clocks
            },
        )
        return msgspec.json.encode(packet)

    # Words and gestures

    async def chat(self, table: Table, viewer: Viewer, text: str) -> None:
        """Somebody says something to the table."""
        seat = self._may_speak(table, viewer)
        await self.change(table, lambda: [Chatted(seat, " ".join(text.split()) or "…")])

    def emote(self, table: Table, viewer: Viewer, emote: str) -> None:
        """Somebody makes a gesture."""
        seat = self._may_speak(table, viewer)
        self.pass_on(table, seat, wire.Gestured(seat, emote))

    def _may_speak(self, table: Table, viewer: Viewer) -> Seat:
        if viewer is None or not table.opened.chat:
            raise Declined("server.no-chat")
        recent = self._spoken.setdefault((table.id, viewer), deque(maxlen=MOST_SPOKEN))
        now = asyncio.get_running_loop().time()
        if len(recent) == MOST_SPOKEN and now - recent[0] < SPOKEN_WITHIN:
            raise Declined("server.too-chatty", most=MOST_SPOKEN, seconds=SPOKEN_WITHIN)
        recent.append(now)
        return viewer

    def pass_on(self, table: Table, seat: Seat, said: wire.Said | wire.Gestured) -> None:
        """Let everybody hear who has not muted that seat."""
        for looker in self.lookers[table.id]:
            if seat not in looker.muted:
                looker.send(msgspec.json.encode(said))

    # Coming and going

    def join(self, table: Table, looker: Looker) -> None:
        """Somebody looks: they get the room and, once the game is on, the packet as it is now.

        Of several with the key of one seat the latest leads and the others follow.
        """
        if table.shut:
            raise Declined("server.shut")
        watching = [one for one in self.lookers[table.id] if one.viewer is None]
        if looker.viewer is None and (not table.opened.watchers or len(watching) >= MOST_WATCHERS):
            raise Declined("server.no-watchers")
        self.lookers[table.id].append(looker)
        self.tell_room(table)
        if table.state is not None:
            looker.send(self.packet(table, looker.viewer, looker.lang))

    def leave(self, table: Table, looker: Looker) -> None:
        """Somebody looks no more."""
        self.lookers[table.id].remove(looker)
        if looker.viewer is not None:
            self._lost[table.id, looker.viewer] = time.time()
        self.tell_room(table)
        self._watch_the_clock(table)

    def leads(self, table: Table, looker: Looker) -> bool:
        """Whether a connection is the latest of its seat."""
        return [one for one in self.lookers[table.id] if one.viewer == looker.viewer][-1] is looker

    def public(self) -> list[TableCard]:
        """The tables anybody may find."""
        listed = [table for table in self.tables.values() if table.opened.public]
        return [self.card(table) for table in listed if table.status not in ("over", "shut")]

    # Bots

    def _think(self, table: Table) -> None:
        """Let a bot think when one is to move."""
        if table.state is None:
            return
        if table.status != "playing":
            return
        for seat in table.state.to_move():
            sitter = table.sitters[seat]
            bot = table.time.minded.get(seat) or (sitter.bot if sitter is not None else None)
            if bot is not None:
                self._spawn(self._bot_moves(table, seat, bot))
                return

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Time

    def _watch_the_clock(self, table: Table) -> None:
        """Be there when the next seat is out of time, or has been out of reach for too long."""
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()
        due = self._next_due(table)
        if due is not None:
            delay = max(0.0, due[0] - time.time())
            self._timers[table.id] = asyncio.get_running_loop().call_later(delay, self._ring, table, due)

    def _next_due(self, table: Table) -> Due | None:
        """When a bot must mind which seat next, and why."""
        due: list[Due] = [(at, seat, "time") for seat, at in table.time.deadlines().items()]
        grace = table.opened.grace
        if grace is not None and table.status == "playing":
            here = {looker.viewer for looker in self.lookers[table.id]}
            for seat in table.time.asked:
                sitter = table.sitters[seat]
                if seat not in here and seat not in table.time.minded and sitter is not None and sitter.bot is None:
                    since = max(self._lost.get((table.id, seat), self._woke), table.time.asked[seat])
                    due.append((since + grace, seat, "gone"))
        return min(due, default=None)

    def _ring(self, table: Table, due: Due) -> None:
        _, seat, why = due
        self._spawn(self.change(table, lambda: minding.mind(table, seat, why, time.time())))

    async def _bot_moves(self, table: Table, seat: Seat, bot: str) -> None:
        if table.state is None or seat not in table.state.to_move():
            return
        seq = table.seqs[seat]
        move = await self.minds.choose(table.opened.game, bot, table.game.view(table.state, seat))
        try:
            await self.play(table, seat, seq, move)
        except Declined as declined:
            log.info("a bot came too late", extra={"table": table.id, "code": declined.code})

    async def shut(self, table: Table) -> None:
        """Put a table away for good: its log stays, nobody can look at it or play."""
        async with self.lock(table):
            await self.store.append(table.id, table.length + 1, [encode(Shut())], "over")
            table.fold([Shut()])
            for looker in self.lookers[table.id]:
                looker.cut("shut")

    async def close(self) -> None:
        """Let every bot's thought come to an end, then the store."""
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.store.mark(ALIVE, time.time())
        self.minds.close()
        self.store.close()
