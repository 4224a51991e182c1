"""Getting rid of a whole hand by laying and adding alone, with the rows as they lie: how, or that it is impossible.

Which tiles go together is settled tile by tile. A tile whose number has a Match on the table never is a worry; every
other one has to end in a new row, at the end of a row (with all numbers between), or on the pile as the last discard.
A number goes before a PLYT wherever both would do, for the PLYT does wherever that number would have gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from hoodwink.games.rumbugz.lays import SPANS, STEPPED, numbers_of
from hoodwink.games.rumbugz.pieces import KINDS_OF_TILE, Add, Lay, lay_of, tiles_of
from hoodwink.games.rumbugz.rows import KIND_BITS, PLYT, SHORTEST, STEPS, TOP, Row, naturals, row_of

NUMBERS = range(1, TOP + 1)
WORK = 400
"""Positions that one placement may take: more than any hand takes that was not fed by very many offers."""

Counts = tuple[int, ...]
"""How many there are of each tile, the PLYTs last."""
Placed = Lay | Add


class End(NamedTuple):
    """A row that can grow: its number, how far neighbours lie apart, its lowest and its highest."""

    row: int
    step: int
    low: int
    high: int


class Ends(NamedTuple):
    """What rows take: those that can grow, and for each number a Match of it, or 0."""

    open: tuple[End, ...]
    matches: tuple[int, ...]
    rows: int
    """How many rows there are."""


def end_of(number: int, row: Row) -> End | None:
    """Where a row with a step can grow, if anywhere."""
    step, low, high = STEPS[row.kind], abs(row.slots[0]), abs(row.slots[-1])
    return End(number, step, low, high) if step and (low > step or high + step <= TOP) else None


def with_row(ends: Ends, row: Row) -> Ends:
    """The ends with one row more."""
    number = ends.rows + 1
    if row.kind == "match":
        return Ends(ends.open, _put(ends.matches, abs(row.slots[0]), number), number)
    end = end_of(number, row)
    return Ends((*ends.open, end) if end else ends.open, ends.matches, number)


def _put(values: Counts, place: int, value: int) -> Counts:
    return (*values[:place], value, *values[place + 1 :])


@lru_cache(maxsize=1 << 17)
def taken(step: int, low: int, high: int, bits: int, wilds: int) -> int:
    """The numbers that the ends of a row take, if only with others of the hand between; bits, like the hand's."""
    return _run(high, step, bits, wilds) | _run(low, -step, bits, wilds)


def _run(number: int, step: int, bits: int, wilds: int) -> int:
    """The numbers that follow the end of a row without a gap, as bits."""
    found = 0
    while 1 <= (number := number + step) <= TOP:
        if not bits >> number & 1:
            if not wilds:
                break
            wilds -= 1
        found |= 1 << number
    return found


@cache
def _windows(kind_bit: int, min_naturals: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the shortest rows of a type with a step, and of longer ones where PLYTs alone are too few."""
    kind = next(kind for kind in STEPPED if KIND_BITS[kind] == kind_bit)
    return tuple(tuple(numbers_of(span)) for span in SPANS[kind] if min_naturals or span.length == SHORTEST)


@lru_cache(maxsize=1 << 16)
def shortest_lays(counts: Counts, kind_bit: int, min_naturals: int) -> tuple[Lay, ...]:
    """The rows of a type that a hand can lay and that are of no use shorter; the others come of them by adding."""
    wilds, found = counts[-1], list[Lay]()
    if kind_bit == KIND_BITS["match"]:
        for number in NUMBERS:
            most, least = min(SHORTEST, counts[number - 1]), max(min_naturals, SHORTEST - wilds)
            for plain in range(most, least - 1, -1):
                found.append(lay_of(row_of("match", (number,) * plain + (-number,) * (SHORTEST - plain))))
                if not min_naturals:
                    break
        return tuple(found)
    kind = next(kind for kind in STEPPED if KIND_BITS[kind] == kind_bit)
    for window in _windows(kind_bit, min_naturals):
        have = [number for number in window if counts[number - 1]]
        spare = wilds - (len(window) - len(have))
        if spare < 0 or len(have) < min_naturals:
            continue
        for more in range(min(spare, len(have) - min_naturals) + 1 if min_naturals else 1):
            for instead in combinations(have, more):
                slots = tuple(number if number in have and number not in instead else -number for number in window)
                row = row_of(kind, slots)
                if len(window) == SHORTEST or (naturals(row) == min_naturals and min(slots[0], slots[-1]) > 0):
                    found.append(lay_of(row))
    return tuple(found)


class Placing:
    """The work on one hand, counted in positions taken."""

    def __init__(self, min_naturals: int) -> None:
        self._min_naturals = min_naturals
        self.taken = 0
        self._hopeless: set[tuple[Counts, Ends, int]] = set()

    def lay_missing(self, counts: Counts, ends: Ends, missing: int, spare: int) -> list[Placed] | None:
        """Lay all types that are missing, then place the rest; `spare` tiles may be left to discard."""
        if not missing:
            return self.place(counts, ends, spare)
        bit = missing & -missing
        for lay in shortest_lays(counts, bit, self._min_naturals):
            rest = less(counts, lay.row)
            if any(rest) or missing == bit:
                then = self.lay_missing(rest, with_row(ends, lay.row), missing & ~bit, spare)
                if then is not None:
                    return [lay, *then]
        return None

    def place(self, counts: Counts, ends: Ends, spare: int) -> list[Placed] | None:
        """Place all tiles but `spare`, with all four types laid."""
        needy = [number for number in NUMBERS if counts[number - 1] and not ends.matches[number]]
        if not needy:
            return _place_easy(counts, ends, spare)
        key = (counts, ends, spare)
        if key in self._hopeless or self.taken >= WORK:
            return None
        self.taken += 1
        bits, reached = sum([1 << number for number in NUMBERS if counts[number - 1]]), 0
        for _, step, low, high in ends.open:
            reached |= taken(step, low, high, bits, counts[-1])
        lonely = [number for number in needy if not reached >> number & 1]
        number = (lonely or needy)[0]
        if sum(counts) >= SHORTEST or sum(counts[number - 1] for number in lonely) <= spare:
            for placed, rest, after in self._ways(number, counts, ends):
                then = self.place(rest, after, spare)
                if then is not None:
                    return [*placed, *then]
            if spare:
                then = self.place(_put(counts, number - 1, counts[number - 1] - 1), ends, spare - 1)
                if then is not None:
                    return then
        self._hopeless.add(key)
        return None

    def _ways(self, number: int, counts: Counts, ends: Ends) -> Iterator[tuple[list[Placed], Counts, Ends]]:
        """The ways to place a tile: at the end of a row, with all that lies between, or in a new row."""
        for place, (row, step, low, high) in enumerate(ends.open):
            up = number > high
            if (number - high) % step or low <= number <= high:
                continue
            between = range(high + step, number + 1, step) if up else range(low - step, number - 1, -step)
            chain, rest = _chain(row, between, counts)
            if chain:
                grown = End(row, step, low, number) if up else End(row, step, number, high)
                longer = (*ends.open[:place], grown, *ends.open[place + 1 :])
                yield chain, rest, Ends(longer, ends.matches, ends.rows)
        if sum(counts) >= SHORTEST:
            for bit in KIND_BITS.values():
                for lay in shortest_lays(counts, bit, self._min_naturals):
                    if number in lay.row.slots:
                        yield [lay], less(counts, lay.row), with_row(ends, lay.row)


def _chain(row: int, between: Sequence[int], counts: Counts) -> tuple[list[Placed], Counts]:
    """The additions of these numbers to a row, PLYTs for those that are not there; none where those are too few."""
    rest, chain = list(counts), list[Placed]()
    for number in between:
        tile = number if rest[number - 1] else PLYT
        if not rest[tile - 1]:
            return [], counts
        rest[tile - 1] -= 1
        chain.append(Add(row, put=tile, at=number))
    return chain, tuple(rest)


def _place_easy(counts: Counts, ends: Ends, spare: int) -> list[Placed] | None:
    """Add numbers to their Matches and PLYTs anywhere; all but `spare` must find a place."""
    placed: list[Placed] = [
        Add(ends.matches[number], put=number, at=number) for number in NUMBERS for _ in range(counts[number - 1])
    ]
    wilds = counts[-1]
    match = next((number for number in NUMBERS if ends.matches[number]), 0)
    if match:
        return placed + [Add(ends.matches[match], put=PLYT, at=match)] * wilds
    for row, step, low, high in ends.open:
        for at in (*range(high + step, TOP + 1, step), *range(low - step, 0, -step)):
            if wilds:
                placed.append(Add(row, put=PLYT, at=at))
                wilds -= 1
    return placed if wilds <= spare else None


def less(counts: Counts, row: Row) -> Counts:
    """A hand less the tiles of a row."""
    gone = tiles_of(row).to_bytes(KINDS_OF_TILE, "little")
    return tuple(have - some for have, some in zip(counts, gone, strict=True))
