"""Getting rid of the last tiles: what rows take, and how soon a hand is out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hoodwink.games.rumbugz.changes import ADDING, changes_of
from hoodwink.games.rumbugz.pieces import ONE, Add, unpack
from hoodwink.games.rumbugz.plan import slots_of
from hoodwink.games.rumbugz.rows import Row, changed

SLACK = 0.05
"""A chance that is always there: rows grow, and tiles can be exchanged."""


@lru_cache(maxsize=1 << 14)
def _additions(row: Row) -> tuple[tuple[int, Row], ...]:
    """The tiles that a row takes, each with the row it makes."""
    return tuple(
        (move.put, changed(row, 0, *slots_of(move))[0])
        for _, moves in changes_of(1, row, 0, ADDING).by_tile
        for move in moves
        if isinstance(move, Add)
    )


def taken(rows: Sequence[Row]) -> int:
    """The tiles that can be added to some row, as bits."""
    bits = 0
    for row in rows:
        for tile, _ in _additions(row):
            bits |= 1 << tile
    return bits


@lru_cache(maxsize=1 << 16)
def left_over(hand: int, rows: tuple[Row, ...]) -> int:
    """How few tiles of a small hand are left when all that fits is added."""
    tiles = unpack(hand)
    best = len(tiles)
    for place, row in enumerate(rows):
        for tile, after in _additions(row):
            if tile in tiles and best:
                best = min(best, left_over(hand - ONE[tile], (*rows[:place], after, *rows[place + 1 :])))
    return best


def chance_to_fit(rows: Sequence[Row], unseen: Sequence[int]) -> float:
    """How likely a tile from the bag can be added to a row."""
    bits = taken(rows)
    fitting = sum(count for tile, count in enumerate(unseen, 1) if bits >> tile & 1)
    return SLACK + (1 - SLACK) * fitting / max(1, sum(unseen))


def chance_to_go_out(hand: int, rows: tuple[Row, ...], unseen: Sequence[int], *, discard_out: bool) -> float:
    """How likely a small hand with all four types goes out in its next turn, by adding alone."""
    wins = sum(
        count for tile, count in enumerate(unseen, 1) if count and left_over(hand + ONE[tile], rows) <= discard_out
    )
    return wins / max(1, sum(unseen))
