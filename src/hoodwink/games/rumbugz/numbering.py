"""An id for every RumBugz move. Only what the box holds bounds a row or a table, so the ids grow with the box.

They come in levels. Level 0 is what every box can do; level n adds what takes n tiles of one number, n PLYTs, or a box
of n tiles of each. So a smaller box needs fewer ids, and an id means the same move at every table.

Two players hold few tiles, and most tables are theirs; so up to the level of their box, what they can do comes first.
Why they hold few: nobody is granted anything (RB-21), so a turn brings one tile and ends with one thrown or none held,
and every row laid costs at least the four that replace it. Hence six between turns and seven in one (RB-10, RB-13), and
one row a turn. The fourth type is replaced no more (Q-RB-30) and leaves at most two, which never become four again. So
four rows each are all, unless types may be doubled before (Q-RB-13) or tiles taken back (Q-RB-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain, combinations, filterfalse

from msgspec import inspect

from hoodwink.games.rumbugz.lays import CROWD, NEXT_SLOTS, SPANS, STEPPED, numbers_of
from hoodwink.games.rumbugz.pieces import (
    DEALT,
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
    Lay,
    Remove,
    RumbugzMove,
    RumbugzOptions,
    add_of,
    box,
    exchange_of,
    lay_of,
    remove_of,
)
from hoodwink.games.rumbugz.rows import KINDS, PLYT, SHORTEST, TOP, row_of

NUMBERS = range(1, TOP + 1)


def _most(option: str) -> int:
    """The highest value of an option that is a number or left open."""
    field = next(field for field in inspect.type_info(RumbugzOptions).fields if field.name == option)  # type: ignore[attr-defined]
    return max(kind.le or 0 for kind in field.type.types if isinstance(kind, inspect.IntType))


MOST_SETS, MOST_WILDS = _most("sets"), _most("wilds")
"""Q-RB-01: the largest box that can be agreed."""


MOST_ROWS = (MOST_SETS * TOP + MOST_WILDS) // SHORTEST
"""RB-7: every row has four tiles, so no more lie on any table."""
PAIR_HAND, PAIR_ROWS = DEALT + 1, 2 * len(KINDS)
"""The most tiles that one of two players can hold, and the most rows they can lay; the reasons stand above."""


def are_pair(seats: int, options: RumbugzOptions) -> bool:
    """Whether a table is one of those at which hands stay small and rows few."""
    return seats == 2 and not (options.free_removal or options.duplicate_types_before_four)


def most_rows(seats: int, options: RumbugzOptions) -> int:
    """How many rows can lie on a table."""
    rows = sum(box(seats, options)) // SHORTEST
    return min(rows, PAIR_ROWS) if are_pair(seats, options) else rows


def _for_pair(move: RumbugzMove) -> bool:
    """Whether one of two players can ever make a move."""
    match move:
        case Lay():
            return len(move.row.slots) <= PAIR_HAND
        case Begin():
            return move.length <= PAIR_HAND
        case Exchange() | Add():
            return move.row <= PAIR_ROWS
        case _:
            return not isinstance(move, Remove)


def level_of(seats: int, options: RumbugzOptions) -> int:
    """The highest level that a table can reach: that of the tile its box holds most of."""
    return max(box(seats, options))


def _rows_at(level: int) -> int:
    """How many rows may lie on a table of this level."""
    return min(level * KINDS_OF_TILE // SHORTEST, MOST_ROWS)


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
            yield add_of(row, put, at)
    for out in NUMBERS:
        for take in (out, PLYT):
            yield remove_of(row, take, out)
    for at in NUMBERS:
        for put, take in ((at, PLYT), (PLYT, at)):
            yield exchange_of(row, put, at, take, at)
    for at in NUMBERS:
        for out in NUMBERS:
            if abs(at - out) >= SHORTEST:  # a row that slides has at least four steps between what comes and what goes
                for put in (at, PLYT):
                    for take in (out, PLYT):
                        yield exchange_of(row, put, at, take, out)


def _level(level: int) -> tuple[RumbugzMove, ...]:
    """The moves that this level adds."""
    if not level:
        plain: tuple[RumbugzMove, ...] = (FROM_BAG, FROM_PILE, SKIP, GRANT, OFFER, PASS, STOP, *DISCARDS[1:])
        spans = chain.from_iterable(SPANS[kind] for kind in (*STEPPED, "match"))
        return *plain, *spans, *_begun(0), *_stepped(0)
    rows = range(_rows_at(level - 1) + 1, _rows_at(level) + 1)
    return *_begun(level), *_stepped(level), *_matches(level), *chain.from_iterable(map(_changes, rows))


PAIR_LEVEL = level_of(2, RumbugzOptions())
_LEVELS = [_level(level) for level in range(max(MOST_SETS, MOST_WILDS) + 1)]
_FIRST = [tuple(filter(_for_pair, moves)) for moves in _LEVELS[: PAIR_LEVEL + 1]]
_REST = [tuple(filterfalse(_for_pair, moves)) for moves in _LEVELS[: PAIR_LEVEL + 1]]
MOVES: tuple[RumbugzMove, ...] = tuple(chain.from_iterable((*_FIRST, *_REST, *_LEVELS[PAIR_LEVEL + 1 :])))
"""All moves, each at its id."""
IDS = {move: number for number, move in enumerate(MOVES)}
PAIR_ENDS = tuple(accumulate(map(len, _FIRST)))
"""How many ids two players need, by level."""
ENDS = tuple(accumulate(map(len, _LEVELS)))
"""How many moves there are up to each level; from that of two players' box on, their ids are those below."""


def actions(seats: int, options: RumbugzOptions) -> int:
    """How many ids a table needs."""
    level = level_of(seats, options)
    if level <= PAIR_LEVEL and are_pair(seats, options):
        return PAIR_ENDS[level]
    return ENDS[max(level, PAIR_LEVEL)]
