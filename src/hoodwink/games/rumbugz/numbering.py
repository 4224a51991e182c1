"""An id for every RumBugz move. Only what the box holds bounds a row or a table, so the ids grow with the box.

They come in levels. Level 0 is what every box can do; level n adds what takes n tiles of one number, n PLYTs, or a box
of n tiles of each. So a smaller box needs fewer ids, and an id means the same move at every table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from msgspec import inspect

from hoodwink.games.rumbugz.lays import CROWD, NEXT_SLOTS, SPANS, STEPPED, numbers_of
from hoodwink.games.rumbugz.pieces import (
    DISCARDS,
    FROM_BAG,
    FROM_PILE,
    GRANT,
    KINDS_OF_TILE,
    OFFER,
    PASS,
    SKIP,
    STOP,
    Add,
    Begin,
    Change,
    Exchange,
    Remove,
    RumbugzMove,
    RumbugzOptions,
    box,
    lay_of,
)
from hoodwink.games.rumbugz.rows import PLYT, SHORTEST, TOP, row_of

NUMBERS = range(1, TOP + 1)


def _most(option: str) -> int:
    """The highest value of an option that is a number or left open."""
    field = next(field for field in inspect.type_info(RumbugzOptions).fields if field.name == option)  # type: ignore[attr-defined]
    return max(kind.le or 0 for kind in field.type.types if isinstance(kind, inspect.IntType))


MOST_SETS, MOST_WILDS = _most("sets"), _most("wilds")
"""Q-RB-01: the largest box that can be agreed."""


def most_rows(tiles: int) -> int:
    """RB-7: every row has four tiles, so no more lie on a table."""
    return tiles // SHORTEST


MOST_ROWS = most_rows(MOST_SETS * TOP + MOST_WILDS)


def level_of(seats: int, options: RumbugzOptions) -> int:
    """The highest level that a table can reach: that of the tile its box holds most of."""
    return max(box(seats, options))


def _rows_at(level: int) -> int:
    """How many rows may lie on a table of this level."""
    return min(most_rows(level * KINDS_OF_TILE), MOST_ROWS)


def _slots(numbers: range, wild: int) -> Iterator[tuple[int, ...]]:
    """These numbers, so many of them as PLYTs."""
    for chosen in combinations(numbers, wild):
        yield tuple(-number if number in chosen else number for number in numbers)


def _stepped(wild: int) -> Iterator[RumbugzMove]:
    """Every row with a step that has so many PLYTs, by type, length and lowest number."""
    for kind in STEPPED:
        for span in SPANS[kind]:
            for slots in _slots(numbers_of(span), wild):
                yield lay_of(row_of(kind, slots))


def _begun(wild: int) -> Iterator[RumbugzMove]:
    """Every span with so many PLYTs among the tiles named, some but so few that the rest can still be a crowd."""
    for kind in STEPPED:
        for span in SPANS[kind]:
            for named in range(NEXT_SLOTS, span.length, NEXT_SLOTS):
                if 1 << span.length - named + NEXT_SLOTS > CROWD:
                    for slots in _slots(numbers_of(span)[:named], wild):
                        yield Begin(kind, span.low, span.length, slots)


def _matches(level: int) -> Iterator[RumbugzMove]:
    """Every Match of which this level has the first: so many of its number or so many PLYTs, and of the other fewer."""
    for value in NUMBERS:
        for plain in range(min(level, MOST_SETS) + 1):
            for wild in range(level + 1):
                if max(plain, wild) == level and plain + wild >= SHORTEST:
                    yield lay_of(row_of("match", (value,) * plain + (-value,) * wild))


def _changes(row: int) -> Iterator[Change]:
    """What can be done to the row with this number: one more, one less, a PLYT for its number, or a slide by one."""
    for at in NUMBERS:
        for put in (at, PLYT):
            yield Add(row, put=put, at=at)
    for out in NUMBERS:
        for take in (out, PLYT):
            yield Remove(row, take=take, out=out)
    for at in NUMBERS:
        for put, take in ((at, PLYT), (PLYT, at)):
            yield Exchange(row, put=put, at=at, take=take, out=at)
    for at in NUMBERS:
        for out in NUMBERS:
            if abs(at - out) >= SHORTEST:  # a row that slides has at least four steps between what comes and what goes
                for put in (at, PLYT):
                    for take in (out, PLYT):
                        yield Exchange(row, put=put, at=at, take=take, out=out)


def _level(level: int) -> tuple[RumbugzMove, ...]:
    """The moves that this level adds."""
    if not level:
        plain = (FROM_BAG, FROM_PILE, SKIP, GRANT, OFFER, PASS, STOP, *DISCARDS[1:])
        spans = chain.from_iterable(SPANS[kind] for kind in (*STEPPED, "match"))
        return *plain, *spans, *_begun(0), *_stepped(0)
    rows = range(_rows_at(level - 1) + 1, _rows_at(level) + 1)
    return *_begun(level), *_stepped(level), *_matches(level), *chain.from_iterable(map(_changes, rows))


_LEVELS = [_level(level) for level in range(max(MOST_SETS, MOST_WILDS) + 1)]
MOVES: tuple[RumbugzMove, ...] = tuple(chain.from_iterable(_LEVELS))
"""All moves, each at its id."""
IDS = {move: number for number, move in enumerate(MOVES)}
ENDS = [sum(map(len, _LEVELS[: level + 1])) for level in range(len(_LEVELS))]
"""How many ids there are up to each level."""


def actions(seats: int, options: RumbugzOptions) -> int:
    """How many ids a table needs."""
    return ENDS[level_of(seats, options)]
