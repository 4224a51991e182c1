"""All tables of a server: changes are checked, stored, folded in and told, in this order, one after another a table."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from hoodwink import bots, games
from hoodwink.engine import fair
from hoodwink.engine.contract import Beat, Said, Seat, Viewer
from hoodwink.engine.options import opening, read_options
from hoodwink.engine.words import Voice, message
from hoodwink.server.entries import Ended, Entry, Happened, Opened, decode, decode_opened, encode
from hoodwink.server.minds import Minds
from hoodwink.server.store import Store
from hoodwink.server.table import Declined, Table, key_hash, new_key
from hoodwink.wire.messages import Hosting, NewTable, Packet, Room, Seated, Sit, TableCard, Told

log = logging.getLogger("hoodwink.server")

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
BOT_NAMES = ("Abigail", "Barnaby", "Corsica", "Dagger", "Esteban", "Fortuna")
MOST_TABLES = 10_000
MOST_WATCHERS = 50


class Looker(Protocol):
    """Somebody connected to a table."""

    viewer: Viewer
    lang: str

    def send(self, message: bytes) -> None:
        """Hand over bytes without waiting; whoever reads too slowly is cut off, not waited for."""


class Hub:
    """Every table that is not over, and whoever looks at it."""

    def __init__(self, store: Store, minds: Minds) -> None:
        self.store = store
        self.minds = minds
        self.tables: dict[str, Table] = {}
        self.lookers: dict[str, list[Looker]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def wake(self) -> None:
        """Go on with every table that was left, after a restart."""
        for table in await self.store.unfinished():
            self._think(await self.find(table))

    async def find(self, table: str) -> Table:
        """The table of that id, folded from its log when it is not at hand."""
        if table in self.tables:
            return self.tables[table]
        bodies = await self.store.read(table)
        if table in self.tables:  # somebody else looked for it too, and was faster
            return self.tables[table]
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

    async def open(self, wanted: NewTable) -> Hosting:
        """Open a table as a host wants it; options that cannot be are refused before anything is stored."""
        game = games.find(wanted.game)
        if sum(table.status != "over" for table in self.tables.values()) >= MOST_TABLES:
            raise Declined("server.too-many-tables", most=MOST_TABLES)
        if wanted.preset is not None and wanted.preset not in game.info.presets:
            raise Said(message("options.unknown-preset", preset=wanted.preset, known=", ".join(game.info.presets)))
        preset = msgspec.to_builtins(game.info.presets[wanted.preset]) if wanted.preset is not None else {}
        options = msgspec.to_builtins(read_options(game, preset | wanted.options))
        opening(game, wanted.seats, options)
        host, secret = new_key(), fair.new_secret()
        opened = Opened(
            game=game.info.key,
            edition=game.info.edition,
            options=options,
            seats=wanted.seats,
            public=wanted.public,
            watchers=wanted.watchers,
            secret=secret.hex(),
            host=key_hash(host),
        )
        table = Table("".join(secrets.choice(ALPHABET) for _ in range(10)), games.find, opened)
        await self.store.append(table.id, 1, [encode(opened)], table.status)
        self._keep(table)
        return Hosting(self.card(table), host)

    async def sit(self, table: Table, wanted: Sit) -> Seated:
        """Seat somebody and hand out the key."""
        key = new_key()
        await self.change(table, lambda: table.sit(wanted.name, wanted.seat, wanted.commitment, key))
        return Seated(table.own_seat(key), key)

    async def begin(self, table: Table, host: str, bot: str | None) -> None:
        """Start the game; bots take the empty chairs."""
        chosen = bots.names(table.game)[-1] if bot is None else bot
        bots.find(table.game, chosen)
        await self.change(table, lambda: table.begin(host, chosen, BOT_NAMES))

    async def play(self, table: Table, viewer: Viewer, seq: int, move: str) -> None:
        """A seat moves, in answer to the newest packet it was sent."""

        def made() -> list[Entry]:
            if viewer is None:
                raise Declined("server.only-watching")
            if table.state is None:
                raise Declined("server.not-started")
            if seq != table.seqs[viewer]:
                raise Declined("server.stale", seq=seq, newest=table.seqs[viewer])
            return table.play(viewer, move)

        await self.change(table, made)

    async def change(self, table: Table, made: Callable[[], list[Entry]]) -> None:
        """Work a change out, store it, then let it be true and tell it."""
        async with self._locks[table.id]:
            entries = made()
            status = "over" if isinstance(entries[-1], Ended) else "open"
            await self.store.append(table.id, table.length + 1, [encode(entry) for entry in entries], status)
            table.fold(entries)
            if not isinstance(entries[0], Happened):
                self.tell_room(table)
            if table.state is not None:
                self._tell(table)
        self._think(table)

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

    def _tell(self, table: Table) -> None:
        """Tell everybody who has something to hear. Whom it told nothing gets no packet: its coming would tell."""
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
        )
        return msgspec.json.encode(packet)

    # Coming and going

    def join(self, table: Table, looker: Looker) -> None:
        """Somebody looks: they get the room and, once the game is on, the packet as it is now."""
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
        self.tell_room(table)

    def public(self) -> list[TableCard]:
        """The tables anybody may find."""
        open_ones = [table for table in self.tables.values() if table.opened.public and table.status != "over"]
        return [self.card(table) for table in open_ones]

    # Bots

    def _think(self, table: Table) -> None:
        """Let a bot think when one is to move."""
        if table.state is None:
            return
        for seat in table.state.to_move():
            sitter = table.sitters[seat]
            if sitter is not None and sitter.bot is not None:
                task = asyncio.get_running_loop().create_task(self._bot_moves(table, seat, sitter.bot))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                return

    async def _bot_moves(self, table: Table, seat: Seat, bot: str) -> None:
        if table.state is None or seat not in table.state.to_move():
            return
        seq = table.seqs[seat]
        move = await self.minds.choose(table.opened.game, bot, table.game.view(table.state, seat))
        try:
            await self.play(table, seat, seq, move)
        except Declined as declined:
            log.info("a bot came too late", extra={"table": table.id, "code": declined.code})

    async def close(self) -> None:
        """Let every bot's thought come to an end, then the store."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.minds.close()
        await self.store.close()
