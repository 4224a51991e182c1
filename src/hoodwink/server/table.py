"""One table: its log folded into who sits where and how the game stands.

Pure of any network: every change is a list of entries, worked out and checked first (`sit`, `begin`, `play`, …), stored
by the hub, and only then folded in (`fold`) and told. A restart folds the stored log and has the same table.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from hoodwink.engine import fair
from hoodwink.engine.contract import AnyGame, AnyState, Beat, Event, Said, Seat, Viewer
from hoodwink.engine.options import opening
from hoodwink.engine.record import Fairness, Record
from hoodwink.engine.record import Sitter as RecordSitter
from hoodwink.engine.table import Step, act, deal, enact, read_event, write_event
from hoodwink.engine.words import message
from hoodwink.server.entries import Ended, Entry, Happened, NonceOpened, Opened, Sat, Started, Stood
from hoodwink.wire.messages import Sitter, TableCard


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
        self.length = 1
        self.sitters: list[Sat | None] = [None] * opened.seats
        self.state: AnyState | None = None
        self.dealer: fair.Dealer | None = None
        self.events: list[str] = []
        self.seqs: dict[Viewer, int] = dict.fromkeys([*range(opened.seats), None], 0)
        self.told: dict[Viewer, list[Beat]] = {viewer: [] for viewer in self.seqs}
        """What each viewer was not yet told; emptied by whoever tells."""

    @property
    def status(self) -> str:
        """gathering, playing or over."""
        if self.state is None:
            return "gathering"
        return "playing" if self.state.result() is None else "over"

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
        return hmac.compare_digest(self.opened.host, key_hash(key))

    def _gathering(self) -> None:
        if self.state is not None:
            raise Declined("server.already-started")

    # Changes: checked here, stored by the hub, folded in afterwards

    def sit(self, name: str, seat: Seat | None, commitment: str | None, key: str) -> list[Entry]:
        """Somebody takes a chair, the first free one when none is named."""
        self._gathering()
        free = [place for place, sitter in enumerate(self.sitters) if sitter is None]
        if seat is not None and not 0 <= seat < len(self.sitters):
            raise Declined("server.no-such-seat", seats=len(self.sitters))
        if not free or (seat is not None and seat not in free):
            raise Declined("server.seat-taken")
        name = " ".join(name.split())
        if any(sitter is not None and sitter.name == name for sitter in self.sitters):
            raise Declined("server.name-taken", name=name)
        nonce = None
        if commitment is None:  # the table draws one for those who bring none
            drawn = fair.new_nonce()
            nonce, commitment = drawn.hex(), fair.commitment(drawn).hex()
        place = free[0] if seat is None else seat
        return [Sat(place, name, None, key_hash(key), commitment, nonce)]

    def stand(self, key: str) -> list[Entry]:
        """Somebody gives a chair back."""
        self._gathering()
        return [Stood(self.own_seat(key))]

    def open_nonce(self, key: str, nonce: str) -> list[Entry]:
        """Somebody opens the nonce that was promised."""
        self._gathering()
        seat = self.own_seat(key)
        sitter = self.sitters[seat]
        if (
            sitter is None
            or sitter.nonce is not None
            or fair.commitment(bytes.fromhex(nonce)).hex() != sitter.commitment
        ):
            raise Declined("server.wrong-nonce")
        return [NonceOpened(seat, nonce)]

    def own_seat(self, key: str) -> Seat:
        """The seat that a key opens; declined when it opens none."""
        seat = self.seat_of(key)
        if seat is None:
            raise Declined("server.wrong-key")
        return seat

    def begin(self, host: str, bot: str, names: Sequence[str]) -> list[Entry]:
        """The host starts: bots take the empty chairs, and chance acts until somebody must decide."""
        self._gathering()
        if not self.is_host(host):
            raise Declined("server.wrong-key")
        waiting = [sitter.name for sitter in self.sitters if sitter is not None and sitter.nonce is None]
        if waiting:
            raise Declined("server.nonce-missing", names=tuple(waiting))
        taken = {sitter.name for sitter in self.sitters if sitter is not None}
        entries: list[Entry] = []
        for seat, sitter in enumerate(self.sitters):
            if sitter is None:
                nonce = fair.new_nonce()
                name = next(name for name in [names[seat], *names] if name not in taken)
                taken.add(name)
                entries.append(Sat(seat, name, bot, None, fair.commitment(nonce).hex(), nonce.hex()))
        seated = {entry.seat: entry for entry in entries if isinstance(entry, Sat)}
        nonces = [(sitter or seated[seat]).nonce for seat, sitter in enumerate(self.sitters)]
        state = self._opening()
        dealer = self._dealer([nonce for nonce in nonces if nonce is not None])
        return [*entries, Started(), *self._dealt(state, dealer)]

    def play(self, seat: Seat, text: str) -> list[Entry]:
        """A seat moves, and chance acts until somebody must decide; `Refused` when the rules forbid it."""
        if self.state is None or self.dealer is None:
            raise Declined("server.not-started")
        state = self.state.copy()
        event = act(self.game, state, seat, self.game.read_move(text))
        return [Happened(write_event(self.game, event)), *self._dealt(state, self.dealer.copy())]

    def _dealt(self, state: AnyState, dealer: fair.Dealer) -> list[Entry]:
        """What chance does until somebody must decide, or that it is over."""
        dealt: list[Entry] = [Happened(write_event(self.game, event)) for event in deal(state, dealer)]
        return dealt if state.result() is None else [*dealt, Ended()]

    def _opening(self) -> AnyState:
        return opening(self.game, self.opened.seats, self.opened.options)

    def _dealer(self, nonces: Sequence[str]) -> fair.Dealer:
        return fair.Dealer(bytes.fromhex(self.opened.secret), [bytes.fromhex(nonce) for nonce in nonces])

    # Folding

    def fold(self, entries: Sequence[Entry]) -> None:
        """Let stored entries be true."""
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
                case Started():
                    self.state = self._opening()
                    self.dealer = self._dealer([sitter.nonce or "" for sitter in self.sitters if sitter is not None])
                case Happened():
                    self._happen(entry.event)

    def _happen(self, text: str) -> None:
        if self.state is None or self.dealer is None:
            raise ValueError(f"table {self.id} has events before its start")
        event: Event = read_event(self.game, text, self.opened.seats)
        before = self.state.copy()
        if not before.to_move():
            before.sample(self.dealer(before.round()))  # the stream goes on, here as after a restart
        enact(self.game, self.state, event)
        self.events.append(text)
        step = Step(before, event, self.state)
        for viewer in self.seqs:
            beats = self.game.tell(*step, viewer)
            if beats:
                self.seqs[viewer] += 1
                self.told[viewer] += beats

    # What leaves the table

    def names(self) -> list[str]:
        """The names of all seats; a free one has its letter's place only."""
        return ["" if sitter is None else sitter.name for sitter in self.sitters]

    def card(self, here: Callable[[Seat], bool]) -> TableCard:
        """What everybody may know."""
        sitters = [
            None if sitter is None else Sitter(sitter.name, sitter.bot, sitter.bot is not None or here(seat))
            for seat, sitter in enumerate(self.sitters)
        ]
        return TableCard(
            table=self.id,
            game=self.opened.game,
            edition=self.opened.edition,
            options=self.opened.options,
            seats=tuple(sitters),
            status=self.status,
            public=self.opened.public,
            watchers=self.opened.watchers,
            anchor=self._dealer([]).anchor.hex(),
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
            fair=Fairness(
                anchor=self.dealer.anchor.hex(),
                commitments=tuple(sitter.commitment for sitter in sitters),
                nonces=tuple(sitter.nonce or "" for sitter in sitters),
                opened=tuple(key.hex() for key in self.dealer.opened(self.state.round() - (not over))),
            ),
            events=tuple(self.events),
            finished=over,
        )
