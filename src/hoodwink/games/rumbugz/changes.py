"""How the rows on the table can be changed: exchanges, adding, and taking where that is agreed (RB-24, RB-28)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hoodwink.games.rumbugz.pieces import Add, Change, Exchange, Remove, tile_of
from hoodwink.games.rumbugz.rows import PLYT, SHORTEST, STEPS, TOP, Row, can_leave, naturals


class Menu(NamedTuple):
    """The changes of one row: which tiles they need from the hand (bits), and the moves each tile allows."""

    needs: int
    by_tile: tuple[tuple[int, tuple[Change, ...]], ...]
    free: tuple[Change, ...]
    """Those that need no tile from the hand."""


ADDING, REMOVING, NATURALS = 4, 8, 3
"""What a player may do to rows, as one number: two bits, and in the lowest ones the natural tiles a row must keep."""


@lru_cache(maxsize=1 << 15)
def changes_of(number: int, row: Row, fresh: int, freedom: int) -> Menu:
    """Every change of the row with this number; rows are counted from 1 in the order they were laid."""
    min_naturals = freedom & NATURALS
    found = list(_exchanges(number, row, fresh, min_naturals))
    if freedom & ADDING:
        found += _additions(number, row)
    by_tile: dict[int, list[Change]] = {}
    for move in found:
        by_tile.setdefault(move.put, []).append(move)
    moves = tuple((1 << tile, tuple(group)) for tile, group in sorted(by_tile.items()))
    free = tuple(_removals(number, row, fresh, min_naturals)) if freedom & REMOVING else ()
    return Menu(sum(bit for bit, _ in moves), moves, free)


def _exchanges(number: int, row: Row, fresh: int, min_naturals: int) -> Iterator[Exchange | Add]:
    """Q-RB-21: a number and a PLYT standing for it change places, or the row slides by one."""
    spare = naturals(row) > min_naturals
    for slot in dict.fromkeys(row.slots):
        if can_leave(row, fresh, slot) and (slot < 0 or spare):
            at = abs(slot)
            yield Exchange(number, put=at if slot < 0 else PLYT, at=at, take=tile_of(slot), out=at)
    if row.kind == "match":
        return
    for at, slot in ((_above(row), row.slots[0]), (_below(row), row.slots[-1])):
        if 1 <= at <= TOP and can_leave(row, fresh, slot):
            yield Exchange(number, put=at, at=at, take=tile_of(slot), out=abs(slot))
            if slot < 0 or spare:
                yield Exchange(number, put=PLYT, at=at, take=tile_of(slot), out=abs(slot))


def _above(row: Row) -> int:
    return abs(row.slots[-1]) + STEPS[row.kind]


def _below(row: Row) -> int:
    return abs(row.slots[0]) - STEPS[row.kind]


def _additions(number: int, row: Row) -> Iterator[Add]:
    """Q-RB-31: at an end of a row, or one more of a Match."""
    for at in dict.fromkeys((_above(row), _below(row))):
        if 1 <= at <= TOP:
            yield Add(number, put=at, at=at)
            yield Add(number, put=PLYT, at=at)


def _removals(number: int, row: Row, fresh: int, min_naturals: int) -> Iterator[Remove]:
    """Q-RB-21, where agreed: an end of a row of more than four, or any tile of such a Match."""
    if len(row.slots) <= SHORTEST:
        return
    ends = row.slots if row.kind == "match" else (row.slots[0], row.slots[-1])
    for slot in dict.fromkeys(ends):
        if can_leave(row, fresh, slot) and (slot < 0 or naturals(row) > min_naturals):
            yield Remove(number, take=tile_of(slot), out=abs(slot))
