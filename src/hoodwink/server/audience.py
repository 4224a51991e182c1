"""Whoever looks at a table, and what each of them is told: built from what that viewer may know, never by removing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from typing import Protocol

import msgspec

from hoodwink.engine.contract import Beat, Seat, Viewer
from hoodwink.engine.words import Voice
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import Gestured, Room, Said, TableCard, Told
from hoodwink.wire.packets import in_words, in_words_for_all, packet

MOST_WATCHERS = 50
MOST_SPOKEN, SPOKEN_WITHIN = 5, 10
"""A seat may speak so often within so many seconds."""

_encode = msgspec.json.Encoder().encode


class Looker(Protocol):
    """Somebody connected to a table."""

    viewer: Viewer
    lang: str
    muted: set[Seat]

    def send(self, message: bytes) -> None:
        """Hand over bytes without waiting; whoever reads too slowly is cut off, not waited for."""

    def cut(self, reason: str) -> None:
        """End the connection once what waits was sent."""


class Audience:
    """All lookers of all tables."""

    def __init__(self) -> None:
        self.lookers: dict[str, list[Looker]] = {}
        self._spoken: dict[tuple[str, Seat], deque[float]] = {}

    def at(self, table: Table) -> Sequence[Looker]:
        """Who looks at a table, in the order they came."""
        return self.lookers.get(table.id, ())

    def here(self, table: Table) -> set[Viewer]:
        """The viewers that are connected."""
        return {looker.viewer for looker in self.at(table)}

    def join(self, table: Table, looker: Looker) -> None:
        """Somebody looks: they get the room and, once the game is on, the packet as it is now.

        Of several with the key of one seat the latest leads and the others follow.
        """
        if table.shut:
            raise Declined("server.shut")
        watching = [one for one in self.at(table) if one.viewer is None]
        if looker.viewer is None and (not table.opened.watchers or len(watching) >= MOST_WATCHERS):
            raise Declined("server.no-watchers")
        self.lookers.setdefault(table.id, []).append(looker)
        self.tell_room(table)
        if table.state is not None:
            looker.send(self.packet(table, looker.viewer))

    def leave(self, table: Table, looker: Looker) -> None:
        """Somebody looks no more."""
        self.lookers[table.id].remove(looker)
        self.tell_room(table)

    def forget(self, table: Table) -> None:
        """Nobody looks at a table any more, and it is put away."""
        self.lookers.pop(table.id, None)
        for seat in range(table.opened.seats):
            self._spoken.pop((table.id, seat), None)

    def leads(self, table: Table, looker: Looker) -> bool:
        """Whether a connection is the latest of its seat."""
        viewer = looker.viewer
        for one in reversed(self.at(table)):
            if one.viewer == viewer:
                return one is looker
        return False

    def card(self, table: Table) -> TableCard:
        """What everybody may know of a table."""
        here = self.here(table)
        return table.card(lambda seat: seat in here)

    def tell_room(self, table: Table) -> None:
        """Tell everybody at a table who sits where."""
        card = self.card(table)
        for looker in self.at(table):
            standing = None if looker.viewer is None else table.standing.get(looker.viewer)
            looker.send(_encode(Room(card, looker.viewer, standing)))

    def tell(self, table: Table) -> None:
        """Tell everybody who has something to hear; others get no packet, for its coming would tell something too."""
        if not table.untold:
            return
        telling: dict[str, Telling] = {}
        for looker in self.at(table):
            lang = looker.lang
            if lang not in telling:
                telling[lang] = Telling(table, lang)
            if (message := telling[lang][looker.viewer]) is not None:
                looker.send(message)
        table.untold.clear()

    def packet(self, table: Table, viewer: Viewer) -> bytes:
        """The whole table as a viewer may see it, without anything that happened."""
        return _packet(table, viewer, (), ())

    def may_speak(self, table: Table, viewer: Viewer) -> Seat:
        if viewer is None or not table.opened.chat:
            raise Declined("server.no-chat")
        recent = self._spoken.setdefault((table.id, viewer), deque(maxlen=MOST_SPOKEN))
        now = time.monotonic()
        if len(recent) == MOST_SPOKEN and now - recent[0] < SPOKEN_WITHIN:
            raise Declined("server.too-chatty", most=MOST_SPOKEN, seconds=SPOKEN_WITHIN)
        recent.append(now)
        return viewer

    def pass_on(self, table: Table, seat: Seat, said: Said | Gestured) -> None:
        """Let everybody hear who has not muted that seat."""
        for looker in self.at(table):
            if seat not in looker.muted:
                looker.send(_encode(said))


class Telling(dict[Viewer, bytes | None]):
    """What has just happened at a table, in one language: a packet for each viewer, made when first asked for.

    What everybody may hear is put into words once.
    """

    def __init__(self, table: Table, lang: str) -> None:
        super().__init__()
        self._table = table
        self._voice = voice = Voice(lang, table.names)
        self._events = [(told, in_words_for_all(table.game, table.options, told[-1], voice)) for told in table.untold]

    def __missing__(self, viewer: Viewer) -> bytes | None:
        """The whole table as a viewer may see it, with all that it was not yet told; None if that is nothing."""
        table, place = self._table, -1 if viewer is None else viewer
        beats: list[Beat] = []
        said: list[Told] = []
        for told, public in self._events:
            own = told[place]
            beats += own
            said += public if own is told[-1] else in_words(table.game, table.options, own, self._voice)
        self[viewer] = message = _packet(table, viewer, beats, said) if beats else None
        return message


def _packet(table: Table, viewer: Viewer, beats: Sequence[Beat], told: Sequence[Told]) -> bytes:
    if table.state is None:
        raise Declined("server.not-started")
    view = table.game.view(table.state, viewer)
    deadlines = table.time.deadlines()
    if deadlines:  # where several decide in secret, so do their clocks
        deadlines = {seat: due for seat, due in deadlines.items() if seat == viewer or view.to_move == (seat,)}
    return _encode(packet(table.game, view, beats, told, seq=table.seqs[viewer], deadlines=deadlines))
