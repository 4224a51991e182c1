"""How far a hand is from a goal, roughly: exchanges to go until a row can be laid, or until the hand can be placed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from hoodwink.games.rumbugz.lays import SPANS, STEPPED, numbers_of
from hoodwink.games.rumbugz.rows import KIND_BITS, SHORTEST, STEPS, TOP
from hoodwink.games.rumbugz.thinking.placing import NUMBERS, Counts

MATCH = KIND_BITS["match"]
FURTHER = 3
"""What each missing type after the first is reckoned at."""


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers if 1 <= number <= TOP)


WINDOWS: Mapping[int, tuple[tuple[int, int], ...]] = {
    KIND_BITS[kind]: tuple(
        (
            _mask(numbers_of(span)),
            _mask(range(span.low - STEPS[kind], span.low + (SHORTEST + 1) * STEPS[kind], STEPS[kind])),
        )
        for span in SPANS[kind]
        if span.length == SHORTEST
    )
    for kind in STEPPED
}
"""For each type with a step the numbers of its shortest rows as bits, without and with those that could follow."""


@lru_cache(maxsize=1 << 16)
def from_laying(counts: Counts, bits: int, kinds: int, min_naturals: int) -> int:
    """Tiles that are lacking for a row of these types: an exchange or a taking brings one at most."""
    have = max(counts[:-1]) if kinds & MATCH else 0
    for kind, windows in WINDOWS.items():
        if kind & kinds:
            have = max(have, max((window & bits).bit_count() for window, _ in windows))
    return max(0, SHORTEST - have - counts[-1], min_naturals - have)


class Wanted(NamedTuple):
    """What going out takes: the types still to lay, the tiles that may be left, the numbers a row must keep."""

    missing: int
    spare: int
    min_naturals: int


@lru_cache(maxsize=1 << 16)
def from_placing(counts: Counts, bits: int, taken: int, wanted: Wanted) -> int:
    """Tiles that are in the way of going out: those that a missing row lacks, and those that find no place.

    Bits say which tiles there are, and which numbers rows take.
    """
    missing, spare, min_naturals = wanted
    stuck = bits & ALL_NUMBERS & ~taken
    left = sum([counts[number - 1] for number in NUMBERS if stuck >> number & 1]) - spare
    if not missing:
        return max(0, left)
    first, wilds, nearest = missing & -missing, counts[-1], left + SHORTEST
    if first == MATCH:
        tries = [(counts[number - 1], counts[number - 1] if stuck >> number & 1 else 0) for number in NUMBERS]
    else:
        tries = [((window & bits).bit_count(), (near & stuck).bit_count()) for window, near in WINDOWS[first]]
    for have, placed in tries:
        lack = SHORTEST - have - wilds if have + wilds < SHORTEST else 0
        if have + lack < min_naturals:
            lack = min_naturals - have
        # what is exchanged for a lacking tile is no longer in the way
        away = lack if lack > left - placed else left - placed
        if away < nearest:
            nearest = away
    return nearest + FURTHER * (missing.bit_count() - 1)


ALL_NUMBERS = _mask(NUMBERS)
