"""The race to lay all four types, solved: how many own turns are to go on average, whatever is in hand.

A turn draws one tile from all that the hand does not hold, lays a shortest row of a missing type or none, and throws
one. Others and their rows are left out, so every hand size is a small world of its own, solved by going over all its
hands until the values stay. Numpy lives here alone; `race.py` imports this file once, when there is no table yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from hoodwink.games.rumbugz.pieces import ALL_FOUR, DEALT, KINDS_OF_TILE, ONE, REPLACED, TILES, unpack
from hoodwink.games.rumbugz.rows import KIND_BITS, SHORTEST
from hoodwink.games.rumbugz.thinking.hands import hands, how_many, places, possible_kinds, shortest_rows

Values = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]

LONGEST = 250.0
"""Nobody waits longer than so many turns."""
NEAR_ENOUGH = 0.0005
ROUNDS = 600
"""How often the values of one set of types are gone over at most."""


@cache
def _drawn(size: int) -> Places:
    """For each tile and each hand of a size, the place of the hand with that tile more."""
    after = places(size + 1)
    return np.array([[after[hand + ONE[tile]] for hand in hands(size)] for tile in TILES])


@cache
def _thrown(size: int) -> Places:
    """For each hand of a size, the places of the hands with one tile less."""
    after = places(size - 1)
    less = [[after[hand - ONE[tile]] for tile in unpack(hand)] for hand in hands(size)]
    return np.array(less).T.copy()


@cache
def _counts(size: int) -> npt.NDArray[np.int64]:
    """For each tile, how many of it each hand of a size has."""
    return np.array([tuple(hand.to_bytes(KINDS_OF_TILE, "little")) for hand in hands(size)]).T


class Solver:
    """One box of tiles; `values[n, k]` are the turns to go of k tiles that will be n once the turn is over.

    The first index of each is the missing types as bits; n = k is a hand between two turns, k = n + 1 one at the table.
    """

    def __init__(self, box: Sequence[int], min_naturals: int, *, refill: bool) -> None:
        self.min_naturals = min_naturals
        self.refill = refill
        self.possible = possible_kinds(box, min_naturals)
        self.values: dict[tuple[int, int], Values] = {}
        total = sum(box)
        self._chances = [
            (np.maximum(np.array(box)[:, None] - _counts(size), 0) / (total - size)).astype(np.float32)
            for size in range(DEALT + 1)
        ]

    def solve(self, progress: Callable[[float], None]) -> dict[tuple[int, int], Values]:
        """All sizes from the dealt six downwards."""
        weights = {size: how_many(size + 1) for size in range(DEALT, SHORTEST - 2, -1)}
        done, total = 0.0, sum(weights.values())
        for size, weight in weights.items():
            for kept in range(size + 2):
                self.values[size, kept] = np.zeros((ALL_FOUR + 1, how_many(kept)), np.float32)
            for missing in range(1, ALL_FOUR + 1):
                self._solve(size, missing)
                done += weight / ALL_FOUR
                progress(min(done / total, 1.0))
        return self.values

    def _solve(self, size: int, missing: int) -> None:
        """One hand size with one set of missing types; types that the box has no row of are not waited for."""
        wanted = missing & self.possible
        if wanted != missing:
            for kept in range(size + 2):
                self.values[size, kept][missing] = self.values[size, kept][wanted]
            return
        laid = self._laid(size, missing)
        start = min(
            float(self.values[size, size][missing & ~bit].mean()) for bit in KIND_BITS.values() if bit & missing
        )
        values = np.full(how_many(size), start + 4.0, np.float32)
        for _ in range(ROUNDS):
            at_table = np.minimum(laid, values[_thrown(size + 1)].min(axis=0))
            after = np.minimum(1.0 + self._expected(size, at_table), LONGEST)
            values, change = after, float(abs(after - values).max())
            if change < NEAR_ENOUGH:
                break
        self.values[size, size + 1][missing] = at_table
        self.values[size, size][missing] = values
        for kept in range(size - 1, -1, -1):
            values = self._expected(kept, values)
            self.values[size, kept][missing] = values

    def _expected(self, size: int, after: Values) -> Values:
        """What hands of a size may expect of a draw."""
        expected: Values = np.einsum("th,th->h", self._chances[size], after[_drawn(size)])
        return expected

    def _laid(self, size: int, missing: int) -> Values:
        """For each hand at the table, the best that laying a row can bring."""
        best = np.full(how_many(size + 1), LONGEST, np.float32)
        rest = size + 1 - SHORTEST
        thrown, then = (rest - 1, (self.refill and DEALT) or size) if rest else (0, (self.refill and DEALT) or REPLACED)
        for bit in KIND_BITS.values():
            if bit & missing:
                after = self.values[then, thrown][missing & ~bit]
                if rest:
                    after = after[_thrown(rest)].min(axis=0)
                for row in shortest_rows(bit, self.min_naturals):
                    at = _with(row, rest)
                    best[at] = np.minimum(best[at], after)
        return best


@cache
def _with(row: int, rest: int) -> Places:
    """The places of the hands that a row makes with every hand of a size."""
    whole = places(rest + SHORTEST)
    return np.array([whole[row + hand] for hand in hands(rest)])
