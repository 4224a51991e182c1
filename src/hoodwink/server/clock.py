"""Clocks as data: who has been asked since when, what is left of the banks, who is minded, whether the table rests.

All of it follows from the log, so a restart neither loses nor invents time.
"""

from __future__ import annotations

from collections.abc import Iterable

from hoodwink.engine.contract import Seat
from hoodwink.server.entries import Minded, Opened, PauseAsked, Paused, PauseDeclined, Resumed, Returned, Slept, Timing


class TableClock:
    """The time of one table."""

    def __init__(self, opened: Opened) -> None:
        self.clock = opened.clock
        self.banks = [0.0 if opened.clock is None else opened.clock.bank] * opened.seats
        self.asked: dict[Seat, float] = {}
        """The seats that must decide, and since when."""
        self.minded: dict[Seat, str] = {}
        self.pausing: set[Seat] = set()
        self.rests_since: float | None = None

    def decided(self, seat: Seat, at: float) -> None:
        """A seat decided: what it took beyond its seconds goes off its bank."""
        since = self.asked.pop(seat, at)
        if self.clock is not None:
            self.banks[seat] = max(0.0, self.banks[seat] - max(0.0, at - since - self.clock.seconds))

    def ask(self, seats: Iterable[Seat], at: float) -> None:
        """These seats must decide now; whoever was asked before goes on."""
        self.asked = {seat: self.asked.get(seat, at) for seat in seats}

    def fold(self, entry: Timing) -> None:
        """Let a stored entry be true."""
        match entry:
            case Minded():
                self.minded[entry.seat] = entry.bot
                if self.clock is not None and entry.why == "time":
                    self.banks[entry.seat] = 0.0
            case Returned():
                self.minded.pop(entry.seat, None)
                if entry.seat in self.asked:
                    self.asked[entry.seat] = entry.at
            case PauseAsked():
                self.pausing.add(entry.seat)
            case PauseDeclined():
                self.pausing.clear()
            case Paused():
                self.pausing.clear()
                self.rests_since = entry.at
            case Resumed():
                if self.rests_since is not None:
                    self._shift(entry.at - self.rests_since)
                self.rests_since = None
            case Slept():
                self._shift(entry.seconds)

    def _shift(self, seconds: float) -> None:
        self.asked = {seat: since + seconds for seat, since in self.asked.items()}

    def deadlines(self) -> dict[Seat, float]:
        """When each seat that must decide is out of time; nobody's clock runs while the table rests or a bot minds."""
        if self.clock is None or self.rests_since is not None:
            return {}
        return {
            seat: since + self.clock.seconds + self.banks[seat]
            for seat, since in self.asked.items()
            if seat not in self.minded
        }
