"""What lies on a RumBugz table: tiles and hands as small numbers, options, moves and draws.

A tile is 1 to 12 or `PLYT`. A hand is one number whose bytes are the counts of the thirteen tiles, so that taking a
tile in is an addition and no order is ever stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from hoodwink.engine.contract import SEAT_LETTERS, Chance, Move, Options, Refused, Seat
from hoodwink.engine.words import message
from hoodwink.games.rumbugz.rows import KIND_BITS, PLYT, Kind, Row

TILES = range(1, PLYT + 1)
KINDS_OF_TILE = len(TILES)
ONE = tuple(0 if tile == 0 else 1 << 8 * (tile - 1) for tile in range(PLYT + 1))
"""A hand of one tile; ONE[0] is the empty hand."""
ALL_FOUR = sum(KIND_BITS.values())
"""RB-1: the four required types, as bits."""
DEALT = 6
"""RB-10: Bugz dealt to everybody."""
REPLACED = 4
"""RB-13: Bugz taken from the bag after a Sequence."""


class RumbugzOptions(Options, frozen=True):
    """The table options of RumBugz; each is named in the ruling that grants it."""

    sets: Annotated[int, Meta(ge=1, le=12)] | None = None
    wilds: Annotated[int, Meta(ge=0, le=24)] | None = None
    rounds: Annotated[int, Meta(ge=1, le=9)] = 3
    next_starter: Literal["draw", "rotate", "winner"] = "draw"
    replacement: Literal["four", "refill_to_6"] = "four"
    one_sequence_per_turn: bool = False
    duplicate_types_before_four: bool = False
    min_naturals: Annotated[int, Meta(ge=0, le=2)] = 0
    early_add: bool = False
    free_removal: bool = False
    discard_out: bool = True
    plyt_hand_value: Annotated[int, Meta(ge=0, le=50)] = 0
    empty_bag: Literal["recycle", "draw_round"] = "recycle"
    allow_rediscard: bool = False
    stall_limit: Annotated[int, Meta(ge=1, le=60)] = 30
    offer_must_be_granted: bool = False


OPTION_CLAUSES = {
    "sets": "Q-RB-01",
    "wilds": "Q-RB-01",
    "rounds": "Q-RB-05",
    "next_starter": "Q-RB-04",
    "replacement": "Q-RB-09",
    "one_sequence_per_turn": "Q-RB-11",
    "duplicate_types_before_four": "Q-RB-13",
    "min_naturals": "Q-RB-15",
    "early_add": "Q-RB-21",
    "free_removal": "Q-RB-21",
    "discard_out": "Q-RB-27",
    "plyt_hand_value": "Q-RB-32",
    "empty_bag": "Q-RB-34",
    "allow_rediscard": "Q-RB-35",
    "stall_limit": "Q-RB-36",
    "offer_must_be_granted": "Q-RB-39",
}


def box(seats: int, options: RumbugzOptions) -> tuple[int, ...]:
    """Q-RB-01: how many of each tile there are, the PLYTs last; two sets a player and at least five, unless agreed."""
    sets = max(5, 2 * seats) if options.sets is None else options.sets
    return (sets,) * 12 + (sets if options.wilds is None else options.wilds,)


def contradiction(seats: int, options: RumbugzOptions) -> Refused | None:
    """Why these options cannot be played together at this many seats, or None."""
    if not 2 <= seats <= len(SEAT_LETTERS):
        return Refused("RB-2", message("rumbugz.seats", seats=seats, most=len(SEAT_LETTERS)))
    tiles = box(seats, options)
    if sum(tiles) < seats * (DEALT + 1):
        return Refused("Q-RB-02", message("rumbugz.too-few-tiles", tiles=sum(tiles), needed=seats * (DEALT + 1)))
    if not tiles[-1] and options.plyt_hand_value:
        return Refused("Q-RB-32", message("rumbugz.value-without-plyt", value=options.plyt_hand_value))
    if not tiles[-1] and options.min_naturals:
        return Refused("Q-RB-15", message("rumbugz.naturals-without-plyt", count=options.min_naturals))
    return None


class FromBag(Move, frozen=True, tag="bag"):
    """RB-15: draw one from the bag; over an offer, that refuses it (Q-RB-39)."""


class FromPile(Move, frozen=True, tag="take"):
    """RB-15: take the last discard."""


class Grant(Move, frozen=True, tag="grant"):
    """RB-22: let the offering seat have the discard and one from the bag."""


class Skip(Move, frozen=True, tag="skip"):
    """Q-RB-34: nothing can be drawn anywhere."""


class Offer(Move, frozen=True, tag="offer"):
    """RB-21: ask for the last discard out of turn."""


class Pass(Move, frozen=True, tag="pass"):
    """RB-21: do without the last discard."""


class Lay(Move, frozen=True, tag="lay"):
    """RB-12: lay a new row before oneself."""

    row: Row


class Begin(Move, frozen=True, tag="begin"):
    """Name a row's type and span before its tiles: how rows are laid from a hand that could lay very many.

    `slots` are the tiles named so far from the lowest; a Match has a value and any length, so its `length` is 0.
    """

    kind: Kind
    low: int
    length: int
    slots: tuple[int, ...] = ()


class Exchange(Move, frozen=True, tag="exchange"):
    """RB-24: one tile into a row where it stands for `at`, one out of it that stood for `out`."""

    row: int
    put: int
    at: int
    take: int
    out: int


class Add(Move, frozen=True, tag="add"):
    """RB-28: one tile more for a row, standing for `at`."""

    row: int
    put: int
    at: int


class Remove(Move, frozen=True, tag="remove"):
    """Q-RB-21, where agreed: one tile out of a row of more than four."""

    row: int
    take: int
    out: int


class Discard(Move, frozen=True, tag="discard"):
    """RB-12, RB-14: end the turn by throwing one tile onto the pile."""

    tile: int


class Stop(Move, frozen=True, tag="stop"):
    """Q-RB-27: end the turn without a discard, where the last Bug may not be thrown."""


RumbugzMove = FromBag | FromPile | Grant | Skip | Offer | Pass | Lay | Begin | Exchange | Add | Remove | Discard | Stop
Change = Exchange | Add | Remove

FROM_BAG, FROM_PILE, GRANT, SKIP = FromBag(), FromPile(), Grant(), Skip()
OFFER, PASS = Offer(), Pass()
ANSWERS = (OFFER, PASS)
STOP = Stop()
DISCARDS = tuple(Discard(tile) for tile in range(PLYT + 1))
"""The discard of each tile; number 0 is nobody's."""


class Starter(Chance, frozen=True, tag="starter"):
    """RB-9, Q-RB-03: who starts the round."""

    seat: Seat


class Draw(Chance, frozen=True, tag="draw"):
    """One tile from the bag, for the seat that is drawing."""

    tile: int


RumbugzChance = Starter | Draw

lay_of = lru_cache(maxsize=1 << 15)(Lay)
"""The move that lays a row, interned."""
exchange_of, add_of, remove_of = cache(Exchange), cache(Add), cache(Remove)
"""The changes of rows, interned: a few hundred for every row that can lie on a table."""
STARTERS = tuple(Starter(seat) for seat in range(len(SEAT_LETTERS)))
DRAWS = tuple(Draw(tile) for tile in range(PLYT + 1))


def pack(tiles: Iterable[int]) -> int:
    """A hand of these tiles."""
    return sum(ONE[tile] for tile in tiles)


def unpack(hand: int) -> tuple[int, ...]:
    """The tiles of a hand in ascending order, the PLYTs last; its halves are kept, as there are far fewer of those."""
    return _half(hand & LOW_HALF, 1) + _half(hand >> HALF_BITS, HALF + 1)


HALF = KINDS_OF_TILE // 2
HALF_BITS = 8 * HALF
LOW_HALF = (1 << HALF_BITS) - 1


@lru_cache(maxsize=1 << 14)
def _half(counts: int, first: int) -> tuple[int, ...]:
    """The tiles that some bytes count, from a number on."""
    return tuple(
        tile for tile, count in enumerate(counts.to_bytes(KINDS_OF_TILE, "little"), first) for _ in range(count)
    )


def counts_of(tiles: Iterable[int]) -> list[int]:
    """How many of each tile there are."""
    counts = [0] * KINDS_OF_TILE
    for tile in tiles:
        counts[tile - 1] += 1
    return counts


def tile_of(slot: int) -> int:
    """The tile that lies in a row's slot."""
    return slot if slot > 0 else PLYT


@lru_cache(maxsize=1 << 14)
def tiles_of(row: Row) -> int:
    """A row's tiles, as a hand."""
    return pack(map(tile_of, row.slots))


def worth(tiles: Sequence[int], options: RumbugzOptions) -> int:
    """RB-19, Q-RB-32: what tiles left in a hand are worth."""
    return sum(options.plyt_hand_value if tile == PLYT else tile for tile in tiles)
