"""Which rows a hand can lay: every sound row of its tiles, once each.

A PLYT may stand for a number that the hand holds too, so a hand with several PLYTs can lay hundreds of rows. Up to
`CROWD` they are listed whole. Beyond that the player names type and span first (`Begin`), then the tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, groupby, product
from math import comb

from hoodwink.games.rumbugz.pieces import Begin, Lay, lay_of
from hoodwink.games.rumbugz.rows import KIND_BITS, SHORTEST, STEPS, TOP, Kind, row_of

CROWD = 150
FEW_WILDS = 2
"""With more PLYTs a span can be filled in so many ways that they are counted first."""
NEXT_SLOTS = 4
"""How many tiles a further `Begin` names."""
NUMBERS = sum(1 << number for number in range(1, TOP + 1))
STEPPED: tuple[Kind, ...] = ("single", "double", "triple")
MATCH = KIND_BITS["match"]

SPANS: dict[Kind, tuple[Begin, ...]] = {
    kind: tuple(
        Begin(kind, low, length)
        for length in range(SHORTEST, TOP + 1)
        for low in range(1, TOP + 1)
        if low + STEPS[kind] * (length - 1) <= TOP
    )
    for kind in STEPPED
} | {"match": tuple(Begin("match", value, 0) for value in range(1, TOP + 1))}
"""Every span a row of a type can have: 45 Singles, 12 Doubles, 3 Triples, and the value of a Match."""


def numbers_of(span: Begin) -> range:
    """The numbers of a span that has a step."""
    step = STEPS[span.kind]
    return range(span.low, span.low + step * span.length, step)


def _bits(span: Begin) -> int:
    return sum(1 << number for number in numbers_of(span))


def _length(span: Begin) -> int:
    return span.length


STEPPED_SPANS = tuple(
    (KIND_BITS[kind], tuple(tuple((span, _bits(span)) for span in spans) for _, spans in groupby(SPANS[kind], _length)))
    for kind in STEPPED
)
"""For each type with a step its spans and their numbers as bits, those of a length together, shortest first."""


class Reach(dict[int, bytes]):
    """For the bits of each set of numbers: the types it can make a row of with no PLYT, with one, … with four."""

    def __missing__(self, held: int) -> bytes:
        missing = NUMBERS & ~held
        lacks = [(kind, min([(bits & missing).bit_count() for _, bits in spans[0]])) for kind, spans in STEPPED_SPANS]
        self[held] = reach = bytes([sum([kind for kind, lack in lacks if lack <= wilds]) for wilds in WILDS_IN_REACH])
        return reach


WILDS_IN_REACH = range(SHORTEST + 1)
"""So many PLYTs make a row by themselves."""
REACH = Reach()


def lays_of(counts: bytes, held: int, kinds: int, min_naturals: int) -> Sequence[Lay | Begin]:
    """The rows of these types that a hand can make, or the spans when there are very many.

    The hand is given by the count of each tile, and by the bits of those it has at all.
    """
    wilds, numbers = counts[-1], held & NUMBERS
    within_reach = kinds & REACH[numbers][min(wilds, SHORTEST)]
    stepped = stepped_lays(numbers, wilds, within_reach, min_naturals) if within_reach else ()
    if stepped is None:
        return _spans(counts, numbers, kinds, min_naturals)
    if not kinds & MATCH or max(counts) + wilds < SHORTEST:
        return stepped
    found = list(stepped)
    for value in range(1, TOP + 1):
        if counts[value - 1] + wilds >= SHORTEST:
            found += match_lays(value, counts[value - 1], wilds, min_naturals)
    return found if len(found) <= CROWD else _spans(counts, numbers, kinds, min_naturals)


@lru_cache(maxsize=1 << 15)
def stepped_lays(held: int, wilds: int, kinds: int, min_naturals: int) -> tuple[Lay, ...] | None:
    """Every row with a step of these types, or None when there are more than a crowd."""
    fitting = _fitting(held, wilds, kinds)
    if wilds > FEW_WILDS and sum(_ways(span, held, wilds, min_naturals) for span, _ in fitting) > CROWD:
        return None
    lays = tuple(lay for span, bits in fitting for lay in _fillings(span, held & bits, wilds, min_naturals))
    return lays if len(lays) <= CROWD else None


def _fitting(held: int, wilds: int, kinds: int) -> list[tuple[Begin, int]]:
    """The spans of these types that lack no more than there are PLYTs; where no short one fits, no longer one does."""
    missing, found = NUMBERS & ~held, []
    for kind, by_length in STEPPED_SPANS:
        if kind & kinds:
            for spans in by_length:
                fitting = [one for one in spans if (one[1] & missing).bit_count() <= wilds]
                if not fitting:
                    break
                found += fitting
    return found


def _ways(span: Begin, held: int, wilds: int, min_naturals: int) -> int:
    """In how many ways the rest of a span can be filled: PLYTs for all that is missing and for any others."""
    rest = numbers_of(span)[len(span.slots) :]
    plain = sum(held >> number & 1 for number in rest)
    spare = wilds - (len(rest) - plain) - sum(slot < 0 for slot in span.slots)
    needed = min_naturals - sum(slot > 0 for slot in span.slots)
    return sum(comb(plain, more) for more in range(spare + 1) if plain - more >= needed)


@lru_cache(maxsize=1 << 15)
def _fillings(span: Begin, held: int, wilds: int, min_naturals: int) -> tuple[Lay, ...]:
    """Every row of a span, those with the fewest PLYTs first."""
    rest = numbers_of(span)[len(span.slots) :]
    plain = [number for number in rest if held >> number & 1]
    spare = wilds - (len(rest) - len(plain)) - sum(slot < 0 for slot in span.slots)
    needed = min_naturals - sum(slot > 0 for slot in span.slots)
    rows = (
        tuple(number if number in plain and number not in instead else -number for number in rest)
        for more in range(min(spare, len(plain) - needed, len(plain)) + 1)
        for instead in combinations(plain, more)
    )
    return tuple(lay_of(row_of(span.kind, (*span.slots, *slots))) for slots in rows)


@lru_cache(maxsize=1 << 14)
def match_lays(value: int, plain: int, wilds: int, min_naturals: int) -> tuple[Lay, ...]:
    """Every Match of a value from so many of its tiles and so many PLYTs."""
    return tuple(
        lay_of(row_of("match", (value,) * some + (-value,) * wild))
        for wild in range(wilds + 1)
        for some in range(max(min_naturals, SHORTEST - wild, 0), plain + 1)
    )


def _spans(counts: bytes, held: int, kinds: int, min_naturals: int) -> Sequence[Begin]:
    """The spans of which at least one row can be laid."""
    wilds = counts[-1]
    stepped = [span for span, _ in _fitting(held, wilds, kinds) if _ways(span, held, wilds, min_naturals)]
    if not kinds & MATCH:
        return stepped
    return stepped + [
        span for span in SPANS["match"] if match_lays(span.low, counts[span.low - 1], wilds, min_naturals)
    ]


def within(span: Begin, counts: bytes, held: int, min_naturals: int) -> Sequence[Lay | Begin]:
    """What can follow a `Begin`: its rows, or its next tiles when those are still a crowd."""
    wilds = counts[-1]
    if span.kind == "match":
        return match_lays(span.low, counts[span.low - 1], wilds, min_naturals)
    if _ways(span, held, wilds, min_naturals) <= CROWD:
        return _fillings(span, held, wilds, min_naturals)
    done = len(span.slots)
    upcoming = numbers_of(span)[done : done + NEXT_SLOTS]
    longer = (
        Begin(span.kind, span.low, span.length, (*span.slots, *slots))
        for slots in product(*([number, -number] if held >> number & 1 else [-number] for number in upcoming))
    )
    return [one for one in longer if _ways(one, held, wilds, min_naturals)]
