"""Every hand of so many tiles, numbered: the places at which tables about hands keep what they know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from hoodwink.games.rumbugz.lays import lays_of
from hoodwink.games.rumbugz.pieces import ALL_FOUR, KINDS_OF_TILE, ONE, TILES, Lay
from hoodwink.games.rumbugz.rows import KIND_BITS, SHORTEST


def how_many(size: int) -> int:
    """How many different hands of a size there are."""
    return comb(size + KINDS_OF_TILE - 1, size)


@cache
def hands(size: int) -> Sequence[int]:
    """Every hand of a size, in ascending order of its tiles."""
    return tuple(sum(ONE[tile] for tile in tiles) for tiles in combinations_with_replacement(TILES, size))


@cache
def places(size: int) -> Mapping[int, int]:
    """The number of every hand of a size."""
    return {hand: place for place, hand in enumerate(hands(size))}


@cache
def shortest_rows(kind_bit: int, min_naturals: int) -> Sequence[int]:
    """The hands of four that can be laid as one row of a type."""
    found = []
    for hand in hands(SHORTEST):
        counts = hand.to_bytes(KINDS_OF_TILE, "little")
        held = sum(1 << tile for tile, count in enumerate(counts, 1) if count)
        lays = lays_of(counts, held, kind_bit, min_naturals)
        if any(isinstance(lay, Lay) and len(lay.row.slots) == SHORTEST for lay in lays):
            found.append(hand)
    return tuple(found)


def possible_kinds(box: Sequence[int], min_naturals: int) -> int:
    """The types, as bits, of which a box holds a row at all."""
    tiles = [tuple(hand.to_bytes(KINDS_OF_TILE, "little")) for hand in hands(SHORTEST)]
    fitting = {hand for hand, counts in zip(hands(SHORTEST), tiles, strict=True) if all(map(int.__le__, counts, box))}
    return ALL_FOUR & sum(bit for bit in KIND_BITS.values() if fitting & set(shortest_rows(bit, min_naturals)))
