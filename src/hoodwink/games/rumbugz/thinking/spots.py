"""Rows, and all that exchanges and takings can make of each: worked out once and kept.

Rows change one by one, so a table that a turn leads to is a spot for each row, and two tables differ in few of them.
A spot does not know in which place its row lies: its changes are those of a row with the number 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from hashlib import blake2b
from operator import or_
from typing import NamedTuple

from hoodwink.games.rumbugz.changes import NATURALS, changes_of
from hoodwink.games.rumbugz.pieces import KINDS_OF_TILE, ONE, Add, Change, Exchange, Remove
from hoodwink.games.rumbugz.plan import slots_of
from hoodwink.games.rumbugz.rows import PLYT, STEPS, TOP, Row, changed, naturals
from hoodwink.games.rumbugz.thinking.placing import Counts, End, Ends, end_of, taken

NO_TILE = 1
"""The bit that every hand has, for changes that need no tile of it."""


def digest(text: str) -> int:
    """A large number for a text; sums of such numbers tell tables apart.

    A digest, not `hash`: sums of the hashes of tuples are the same for two rows that have changed places.
    """
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


@lru_cache(maxsize=1 << 16)
def number_of(row: Row, fresh: int) -> int:
    """A large number for a row, wherever it lies: the same rows in other places lead to the same."""
    return digest(f"{row.kind} {row.slots} {fresh}")


@lru_cache(maxsize=1 << 10)
def _shape(step: int, low: int, high: int) -> int:
    return digest(f"{step} {low} {high}")


@lru_cache(maxsize=1 << 16)
def counts_in(hand: int) -> tuple[Counts, int]:
    """How many of each tile a hand has, and which it has at all, as bits."""
    counts = tuple(hand.to_bytes(KINDS_OF_TILE, "little"))
    return counts, NO_TILE | sum(1 << tile for tile, count in enumerate(counts, 1) if count)


class Step(NamedTuple):
    """A change of a row: the tile it needs as a bit, what the hand gains, what the row becomes, and the move."""

    bit: int
    gains: int
    spot: Spot
    move: Change
    number: int
    """What it adds to the number of the table."""
    shape: int
    """What it adds to the number of the table's ends."""


class Spot:
    """A row, for a player with a certain freedom; `spot` makes them."""

    def __init__(self, row: Row, fresh: int, freedom: int) -> None:
        self.row, self.fresh, self._freedom = row, fresh, freedom
        self.number = number_of(row, fresh)
        self.reach = (STEPS[row.kind], abs(row.slots[0]), abs(row.slots[-1]))
        self.shape = _shape(*self.reach)
        """A number for what the row takes at its ends, wherever it lies."""
        self.grows = end_of(1, row) is not None
        self._allowed: dict[int, tuple[Step, ...]] = {}

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The changes that bring something to hand."""
        return tuple(self._find_steps())

    def steps_with(self, bits: int) -> tuple[Step, ...]:
        """Those of them that some tiles allow."""
        bits &= self._needed
        found = self._allowed.get(bits)
        if found is None:
            found = self._allowed[bits] = tuple([step for step in self.steps if step.bit & bits])
        return found

    @cached_property
    def _needed(self) -> int:
        """The tiles that some change needs, as bits."""
        return reduce(or_, (step.bit for step in self.steps), 0)

    def _find_steps(self) -> Iterator[Step]:
        menu = changes_of(1, self.row, self.fresh, self._freedom)
        for bit, moves in (*menu.by_tile, (NO_TILE, menu.free)):
            for move in moves:
                if (isinstance(move, Add) and not self._sets_free(move)) or self._is_vain(move):
                    continue
                got = 0 if isinstance(move, Add) else ONE[move.take]
                given = 0 if isinstance(move, Remove) else ONE[move.put]
                row, fresh = changed(self.row, self.fresh, *slots_of(move))
                new = spot(row, fresh, self._freedom)
                yield Step(bit, got - given, new, move, new.number - self.number, new.shape - self.shape)

    def _sets_free(self, move: Add) -> bool:
        """Q-RB-15: whether an addition lets a number go that the row had to keep; no other one opens anything."""
        return move.put != PLYT and 0 < self._freedom & NATURALS == naturals(self.row)

    def _is_vain(self, move: Change) -> bool:
        """Whether a PLYT is given for a number: it could have stood for that number wherever the number went."""
        given = isinstance(move, Exchange) and move.put == PLYT and move.at == move.out
        return given and not self._freedom & NATURALS

    @cached_property
    def gifts(self) -> tuple[Step, ...]:
        """Changes that hardly ever cost anything: out of a row without ends comes a PLYT, or what can go back.

        A number that has to go round first is lost by one: where the PLYT goes in its place, it stays (Q-RB-23).
        """
        fixed = self.row.kind in ("match", "triple") and not self._freedom & NATURALS
        return self.steps if fixed else ()


spot = lru_cache(maxsize=1 << 17)(Spot)
"""The spot of a row, interned."""


class Reach:
    """What the rows of a table take at their ends, and of the same number."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self._matched = reduce(or_, (1 << one.reach[1] for one in spots if not one.reach[0]), 0)
        self._open = {one.reach for one in spots if one.grows}
        self._known: dict[tuple[int, int], int] = {}

    def taken(self, bits: int, wilds: int) -> int:
        """The numbers that some row takes, if only with others of the hand between, as bits."""
        found = self._known.get((bits, wilds))
        if found is None:
            found = self._matched
            for step, low, high in self._open:
                found |= taken(step, low, high, bits, wilds)
            self._known[bits, wilds] = found
        return found


def ends_of(spots: Sequence[Spot]) -> Ends:
    """What the rows of a table take."""
    matches = [0] * (TOP + 1)
    for number, one in enumerate(spots, 1):
        if one.row.kind == "match":
            matches[one.reach[1]] = number
    grow = tuple([End(number, *one.reach) for number, one in enumerate(spots, 1) if one.grows])
    return Ends(grow, tuple(matches), len(spots))
