"""What the others have of a turn: what a discard is worth to them, and how soon one of them goes out."""

from __future__ import annotations

from collections.abc import Sequence

from hoodwink.engine.contract import Random, Seat, below
from hoodwink.games.rumbugz.pieces import ALL_FOUR, DEALT, ONE
from hoodwink.games.rumbugz.rows import KIND_BITS
from hoodwink.games.rumbugz.sight import RumbugzView
from hoodwink.games.rumbugz.thinking.race import Race, best_of
from hoodwink.games.rumbugz.thinking.shedding import chance_to_fit, taken

GUESSES = 12
"""How many hands are imagined for the next player."""
HAZARD = (0.0, 0.01, 0.04, 0.12)
"""How likely a seat that has laid so many types goes out in its next turn; with all four, the table decides."""


class Others:
    """The other seats, as far as a view and the unseen tiles tell."""

    def __init__(self, view: RumbugzView, race: Race, unseen: Sequence[int], random: Random) -> None:
        self._view, self._race, self._unseen = view, race, unseen
        self._seats = [seat for seat in range(view.seats) if seat != view.viewer]
        self._following: Seat = ((view.viewer or 0) + 1) % view.seats
        self._rows = [placed.row for placed in view.rows]
        self._fits = chance_to_fit(self._rows, unseen)
        self._guesses = [] if not self.missing(self._following) else [self._guess(random) for _ in range(GUESSES)]

    def missing(self, seat: Seat) -> int:
        """The types that a seat has still to lay, as bits."""
        return ALL_FOUR & ~sum(KIND_BITS[kind] for kind in self._view.made(seat))

    def _guess(self, random: Random) -> tuple[int, float]:
        """A hand that the next player may hold, and the turns it has to go with a tile from the bag.

        Of more tiles than are dealt only those that matter most are looked at: a discard seldom changes which.
        """
        pool = [tile for tile, count in enumerate(self._unseen, 1) for _ in range(count)]
        hand, held = 0, min(self._view.held[self._following], len(pool) - 1)
        for _ in range(held):
            place = below(len(pool), random)
            pool[place], pool[-1] = pool[-1], pool[place]
            hand += ONE[pool.pop()]
        missing = self.missing(self._following)
        hand, held = best_of(missing, hand, DEALT), min(held, DEALT)
        gone = sum(
            count * self._race.at_table(missing, hand + ONE[tile], held + 1)
            for tile, count in enumerate(self._unseen, 1)
            if count
        )
        return hand, gone / max(1, sum(self._unseen))

    def gain(self, tile: int) -> float:
        """How many turns a discard spares the next player on average, who may leave it."""
        if not self._guesses:
            fits = taken(self._rows) >> tile & 1
            return fits * (1 - self._fits) / self._fits
        missing = self.missing(self._following)
        held = min(self._view.held[self._following], max(0, sum(self._unseen) - 1), DEALT)
        spared = (bag - self._race.at_table(missing, hand + ONE[tile], held + 1) for hand, bag in self._guesses)
        return sum(max(0.0, turns) for turns in spared) / GUESSES

    def hazard(self) -> float:
        """How likely somebody goes out before the viewer's next turn."""
        safe = 1.0
        for seat in self._seats:
            made = (ALL_FOUR & ~self.missing(seat)).bit_count()
            safe *= 1 - (HAZARD[made] if made < len(HAZARD) else self._fits ** max(1, self._view.held[seat]))
        return 1 - safe
