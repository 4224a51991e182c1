"""One table: its log folded into who sits where and how the game stands.

Pure of any network: every change is a list of entries, worked out and checked first (`sit`, `begin`, `play`, …), stored
by the hub, and only then folded in (`fold`) and told. A restart folds the stored log and has the same table.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from hoodwink.engine import fair
from hoodwink.engine.contract import AnyGame, AnyState, Beat, Event, Move, Moved, Said, Seat, View, Viewer
from hoodwink.engine.options import opening, read_options
from hoodwink.engine.record import Fairness, Record
from hoodwink.engine.record import Sitter as RecordSitter
from hoodwink.engine.table import enact, read_event, told
from hoodwink.engine.words import message
from hoodwink.server.clock import TableClock
from hoodwink.server.entries import (
    Chatted,
    Ended,
    Entry,
    Happened,
    Hosted,
    Minded,
    NonceOpened,
    Opened,
    PauseAsked,
    Paused,
    PauseDeclined,
    Rematched,
    Resumed,
    Returned,
    Sat,
    Shut,
    Slept,
    StandingLeft,
    Started,
    Stood,
)
from hoodwink.server.rehearsal import Rehearsed
from hoodwink.wire.messages import Said as Spoken
from hoodwink.wire.messages import Sitter, TableCard

MOST_REMEMBERED = 100
"""So much of what was said is told to whoever comes back."""


class Declined(Said):
    """Something the table does not allow now, with a code for programs."""

    def __init__(self, id: str, /, **values: Any) -> None:  # noqa: A002
        super().__init__(message(id, **values))
        self.code = id.partition(".")[2]


def new_key() -> str:
    """128 random bits as text."""
    return secrets.token_urlsafe(16)


def key_hash(key: str) -> str:
    """What the log keeps of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


class Table:
    """A table as its log tells it."""

    def __init__(self, table: str, find_game: Callable[[str], AnyGame], opened: Opened) -> None:
        self.id = table
        self.opened = opened
        self.game = find_game(opened.game)
        self.options = read_options(self.game, opened.options)
        self.length = 1
        self._keys = fair.Dealer(bytes.fromhex(opened.secret), ())
        self.anchor = self._keys.anchor.hex()
        self.host = opened.host
        self.next: str | None = None
        self.shut = False
        self.standing: dict[Seat, str | None] = {}
        self.sitters: list[Sat | None] = [None] * opened.seats
        self.state: AnyState | None = None
        self.dealer: fair.Dealer | None = None
        self.events: list[str] = []
        self.spoken: deque[Spoken] = deque(maxlen=MOST_REMEMBERED)
        self.time = TableClock(opened)
        self.seqs: dict[Viewer, int] = dict.fromkeys([*range(opened.seats), None], 0)
        self.untold: list[Sequence[Sequence[Beat]]] = []
        """What every seat, and last a watcher, was not yet told of each event; emptied by whoever tells."""

    @property
    def status(self) -> str:
        """gathering, playing, paused, over or shut."""
        if self.shut:
            return "shut"
        if self.state is None:
            return "gathering"
        if self.state.result() is not None:
            return "over"
        return "playing" if self.time.rests_since is None else "paused"

    def playing(self) -> AnyState:
        """The state of a game that is on; declined when it is not."""
        if self.shut:
            raise Declined("server.shut")
        if self.state is None:
            raise Declined("server.not-started")
        if self.time.rests_since is not None:
            raise Declined("server.paused")
        return self.state

    # Who may do what

    def seat_of(self, key: str) -> Seat | None:
        """The seat that a key opens."""
        hashed = key_hash(key)
        found = None
        for seat, sitter in enumerate(self.sitters):  # every one of them, whatever was found: time tells nothing
            if sitter is not None and hmac.compare_digest(sitter.key or "", hashed):
                found = seat
        return found

    def is_host(self, key: str) -> bool:
        """Whether a key is the host's."""
        return hmac.compare_digest(self.host, key_hash(key))

    def own_seat(self, key: str) -> Seat:
        """The seat that a key opens; declined when it opens none."""
        seat = self.seat_of(key)
        if seat is None:
            raise Declined("server.wrong-key")
        return seat

    # Changes: checked here, stored by the hub, folded in afterwards; those of the seats are in seating.py

    def play(self, seat: Seat, text: str, now: float) -> list[Entry]:
        """A seat moves, and chance acts until somebody must decide; `Refused` when the rules forbid it."""
        state = self.playing()
        if self.dealer is None:
            raise Declined("server.not-started")
        rehearsed = self.rehearse(state, self.dealer, now)
        rehearsed.act(seat, self.game.read_move(text))
        return self.dealt(rehearsed)

    def leave_standing(self, viewer: Viewer, answer: str | None) -> list[Entry]:
        """A seat leaves an answer with the table; what the game does not understand is refused."""
        if viewer is None:
            raise Declined("server.only-watching")
        if self.game.read_standing is None:
            raise Declined("server.no-standing")
        if answer is not None:
            self.game.read_standing(answer)
        return [StandingLeft(viewer, answer)]

    def standing_move(self, state: AnyState, seat: Seat) -> Move | None:
        """The move that a seat's standing answer makes in a state."""
        answer = self.standing.get(seat)
        if answer is None or self.game.read_standing is None or self.game.answer is None:
            return None
        move: Move | None = self.game.answer(self.game.read_standing(answer), self.game.view(state, seat))
        return move

    def rehearse(self, begun: AnyState, dealer: fair.Dealer, now: float) -> Rehearsed:
        """Play to be tried out from a state, which stays as it is."""
        return Rehearsed(self.game, self.opened.seats, begun, dealer, now)

    def dealt(self, rehearsed: Rehearsed) -> Rehearsed:
        """What chance and standing answers do until somebody must decide, or that it is over."""
        state = rehearsed.state
        while True:
            rehearsed.deal()
            if state.result() is not None:
                rehearsed.append(Ended())
                return rehearsed
            for seat in state.to_move():
                if (move := self.standing_move(state, seat)) is not None:
                    rehearsed.act(seat, move)
                    break
            else:
                return rehearsed

    def opening(self) -> AnyState:
        """The state play begins with."""
        return opening(self.game, self.opened.seats, self.opened.options, self.opened.position)

    def new_dealer(self, nonces: Sequence[str]) -> fair.Dealer:
        """The dealer of this table, at its beginning."""
        return self._keys.mixed([bytes.fromhex(nonce) for nonce in nonces])

    # Folding

    def fold(self, entries: Sequence[Entry]) -> None:
        """Let stored entries be true."""
        if isinstance(entries, Rehearsed):
            self._follow(entries)
            return
        for entry in entries:
            self.length += 1
            match entry:
                case Sat():
                    self.sitters[entry.seat] = entry
                case Stood():
                    self.sitters[entry.seat] = None
                case NonceOpened():
                    sitter = self.sitters[entry.seat]
                    if sitter is not None:
                        self.sitters[entry.seat] = msgspec.structs.replace(sitter, nonce=entry.nonce)
                case Hosted():
                    self.host = entry.host
                case StandingLeft():
                    self.standing[entry.seat] = entry.answer
                case Rematched():
                    self.next = entry.table
                case Shut():
                    self.shut = True
                case Started():
                    self.state = self.opening()
                    self.dealer = self.new_dealer([sitter.nonce or "" for sitter in self.sitters if sitter is not None])
                case Chatted():
                    self.spoken.append(Spoken(entry.seat, entry.text))
                case Happened():
                    self._happen(entry.event, entry.at)
                case Minded() | Returned() | PauseAsked() | PauseDeclined() | Paused() | Resumed() | Slept():
                    self.time.fold(entry)

    def _follow(self, rehearsed: Rehearsed) -> None:
        """Let what was rehearsed be true."""
        self.length += len(rehearsed)
        self.state = rehearsed.state
        self.dealer = rehearsed.dealer or self.dealer
        for deed in rehearsed.deeds:
            self.events.append(deed.event)
            self._done(deed.seat, deed.asked, rehearsed.now, deed.told)

    def _happen(self, text: str, at: float) -> None:
        if self.state is None or self.dealer is None:
            raise ValueError(f"table {self.id} has events before its start")
        event: Event = read_event(self.game, text, self.opened.seats)
        before = self.state.copy()
        if not before.to_move():
            before.sample(self.dealer(before.round()))  # the stream goes on, here as after a restart
        enact(self.game, self.state, event)
        self.events.append(text)
        beats = told(self.game, before, event, self.state, self.opened.seats)
        self._done(event.seat if isinstance(event, Moved) else None, self.state.to_move(), at, beats)

    def _done(self, seat: Seat | None, asked: tuple[Seat, ...], at: float, told: Sequence[Sequence[Beat]]) -> None:
        """An event has happened: time goes on, and everybody will be told."""
        if seat is not None:
            self.time.decided(seat, at)
        self.time.ask(asked, at)
        self.untold.append(told)
        seqs = self.seqs
        for viewer, beats in zip(seqs, told, strict=True):
            if beats:
                seqs[viewer] += 1

    # What leaves the table

    def may_have_a_hint(self, viewer: Viewer) -> View:
        """The view that a hint goes by; declined where hints are not allowed, and to who has nothing to decide."""
        if viewer is None:
            raise Declined("server.only-watching")
        if self.game.advise is None:
            raise Declined("server.no-hints")
        if not self.opened.hints:
            raise Declined("server.hints-not-allowed")
        view: View = self.game.view(self.playing(), viewer)
        if not view.moves:
            raise Declined("server.nothing-to-decide")
        return view

    @property
    def names(self) -> list[str]:
        """The names of all seats; a free one has its letter's place only."""
        return ["" if sitter is None else sitter.name for sitter in self.sitters]

    def card(self, here: Callable[[Seat], bool]) -> TableCard:
        """What everybody may know."""
        sitters = [
            None
            if sitter is None
            else Sitter(sitter.name, sitter.bot, sitter.bot is not None or here(seat), self.time.minded.get(seat))
            for seat, sitter in enumerate(self.sitters)
        ]
        return TableCard(
            table=self.id,
            game=self.opened.game,
            edition=self.opened.edition,
            options=self.opened.options,
            seats=tuple(sitters),
            status=self.status,
            clock=self.opened.clock,
            pausing=tuple(sorted(self.time.pausing)),
            public=self.opened.public,
            watchers=self.opened.watchers,
            chat=self.opened.chat,
            hints=self.opened.hints and self.game.advise is not None,
            anchor=self.anchor,
            previous=self.opened.previous,
            next=self.next,
            series=self.opened.series or (0,) * self.opened.seats,
        )

    def record(self) -> Record:
        """The record so far. While the game is on it holds everybody's secrets: only for when it is over."""
        if self.state is None or self.dealer is None:
            raise Declined("server.not-started")
        over = self.state.result() is not None
        sitters = [sitter for sitter in self.sitters if sitter is not None]
        return Record(
            game=self.opened.game,
            edition=self.opened.edition,
            seats=tuple(RecordSitter(sitter.name, sitter.bot) for sitter in sitters),
            options=self.opened.options,
            position=self.opened.position,
            fair=Fairness(
                anchor=self.dealer.anchor.hex(),
                commitments=tuple(sitter.commitment for sitter in sitters),
                nonces=tuple(sitter.nonce or "" for sitter in sitters),
                opened=tuple(key.hex() for key in self.dealer.opened(self.state.round() - (not over))),
            ),
            events=tuple(self.events),
            finished=over,
        )
