"""How the rows on the table can be changed: exchanges, adding, and taking where that is agreed (RB-24, RB-28)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hoodwink.games.rumbugz.pieces import Add, Change, Exchange, Remove, add_of, exchange_of, remove_of, tile_of
from hoodwink.games.rumbugz.rows import PLYT, SHORTEST, STEPS, TOP, Row, can_leave, naturals


class Menu(dict[int, tuple[Change, ...]]):
    """The changes of one row for the bits of each set of tiles it needs, put together when first asked for."""

    __slots__ = ("by_tile", "free", "needs")

    def __init__(self, by_tile: tuple[tuple[int, tuple[Change, ...]], ...], free: tuple[Change, ...]) -> None:
        super().__init__()
        self.by_tile = by_tile
        """The moves that each tile of the hand, a bit, allows."""
        self.free = free
        """Those that need no tile from the hand."""
        self.needs = sum(bit for bit, _ in by_tile)

    def __missing__(self, bits: int) -> tuple[Change, ...]:
        self[bits] = moves = (*(move for bit, group in self.by_tile if bit & bits for move in group), *self.free)
        return moves

    def at(self, number: int) -> Menu:
        """The same of a row with another number."""
        by_tile = tuple([(bit, tuple([change_at(number, move) for move in group])) for bit, group in self.by_tile])
        return Menu(by_tile, tuple([change_at(number, move) for move in self.free]))


def change_at(number: int, move: Change) -> Change:
    """The same change of a row with another number."""
    match move:
        case Exchange():
            return exchange_of(number, move.put, move.at, move.take, move.out)
        case Add():
            return add_of(number, move.put, move.at)
        case Remove():
            return remove_of(number, move.take, move.out)


ADDING, REMOVING, NATURALS = 4, 8, 3
"""What a player may do to rows, as one number: two bits, and in the lowest ones the natural tiles a row must keep."""


@lru_cache(maxsize=1 << 15)
def changes_of(number: int, row: Row, fresh: int, freedom: int) -> Menu:
    """Every change of the row with this number; rows are counted from 1 in the order they were laid."""
    if number != 1:  # rows that lie alike somewhere else have been gone through
        return changes_of(1, row, fresh, freedom).at(number)
    min_naturals = freedom & NATURALS
    found: list[Exchange | Add] = [*_exchanges(row, fresh, min_naturals)]
    if freedom & ADDING:
        found += _additions(row)
    by_tile: dict[int, list[Change]] = {}
    for move in found:
        by_tile.setdefault(move.put, []).append(move)
    moves = tuple((1 << tile, tuple(group)) for tile, group in sorted(by_tile.items()))
    free = tuple(_removals(row, fresh, min_naturals)) if freedom & REMOVING else ()
    return Menu(moves, free)


def _exchanges(row: Row, fresh: int, min_naturals: int) -> Iterator[Exchange]:
    """Q-RB-21: a number and a PLYT standing for it change places, or the row slides by one."""
    spare = naturals(row) > min_naturals
    loose = [slot for slot in dict.fromkeys(row.slots) if not fresh or can_leave(row, fresh, slot)]
    for slot in loose:
        if slot < 0:
            yield exchange_of(1, -slot, -slot, PLYT, -slot)
        elif spare:
            yield exchange_of(1, PLYT, slot, slot, slot)
    if row.kind == "match":
        return
    for at, slot in ((_above(row), row.slots[0]), (_below(row), row.slots[-1])):
        if 1 <= at <= TOP and slot in loose:
            yield exchange_of(1, at, at, tile_of(slot), abs(slot))
            if slot < 0 or spare:
                yield exchange_of(1, PLYT, at, tile_of(slot), abs(slot))


def _above(row: Row) -> int:
    return abs(row.slots[-1]) + STEPS[row.kind]


def _below(row: Row) -> int:
    return abs(row.slots[0]) - STEPS[row.kind]


def _additions(row: Row) -> Iterator[Add]:
    """Q-RB-31: at an end of a row, or one more of a Match."""
    for at in dict.fromkeys((_above(row), _below(row))):
        if 1 <= at <= TOP:
            yield add_of(1, at, at)
            yield add_of(1, PLYT, at)


def _removals(row: Row, fresh: int, min_naturals: int) -> Iterator[Remove]:
    """Q-RB-21, where agreed: an end of a row of more than four, or any tile of such a Match."""
    if len(row.slots) <= SHORTEST:
        return
    ends = row.slots if row.kind == "match" else (row.slots[0], row.slots[-1])
    for slot in dict.fromkeys(ends):
        if can_leave(row, fresh, slot) and (slot < 0 or naturals(row) > min_naturals):
            yield remove_of(1, tile_of(slot), abs(slot))
