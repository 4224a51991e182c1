"""Play tried out before it is stored: what would happen, and what everybody would be told of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hoodwink.engine import fair
from hoodwink.engine.contract import AnyGame, AnyState, Beat, Event, Move, Seat
from hoodwink.engine.table import act, deal, told, write_event
from hoodwink.server.entries import Entry, Happened


class Deed(NamedTuple):
    """An event that was rehearsed."""

    event: str
    seat: Seat | None
    """Who decided; None: chance."""
    asked: tuple[Seat, ...]
    """Who must decide after it."""
    told: list[Sequence[Beat]]
    """What every seat is told, then a watcher; the very same beats where it is what everybody may hear."""


class Rehearsed(list[Entry]):
    """Entries of play, with everything that was worked out to find them, so that folding them in need not do it again.

    It is good for the table as it was, so for whoever holds its lock; a restart folds the entries alone.
    """

    __slots__ = ("_begun", "_untouched", "dealer", "deeds", "game", "now", "seats", "state")

    def __init__(self, game: AnyGame, seats: int, begun: AnyState, dealer: fair.Dealer, now: float) -> None:
        self.game, self.seats, self.now = game, seats, now
        self.state = begun.copy()
        self._begun: AnyState | None = begun
        """The state before anything happened, until something has."""
        self.dealer: fair.Dealer | None = None
        """The dealer after all this, once chance has acted."""
        self._untouched = dealer
        self.deeds: list[Deed] = []

    def act(self, seat: Seat, move: Move) -> None:
        """A seat moves; `Refused` when the rules forbid it."""
        before = self._snapshot()
        self._happened(before, act(self.game, self.state, seat, move), seat)

    def deal(self) -> None:
        """Let chance act until somebody must decide or it is over."""
        if self.state.to_move() or self.state.result() is not None:
            return
        self.dealer = self.dealer or self._untouched.copy()
        before = self._snapshot()
        for event in deal(self.state, self.dealer):
            self._happened(before, event, None)
            before = self.state.copy()

    def _snapshot(self) -> AnyState:
        """The state as it is now, which the next event leaves alone."""
        begun, self._begun = self._begun, None
        return self.state.copy() if begun is None else begun

    def _happened(self, before: AnyState, event: Event, seat: Seat | None) -> None:
        text, after = write_event(self.game, event), self.state
        self.append(Happened(text, self.now))
        self.deeds.append(Deed(text, seat, after.to_move(), told(self.game, before, event, after, self.seats)))
