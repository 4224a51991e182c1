"""The whole truth of a RumBugz position and how it moves on: rounds of turns, each of several small moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count as counting_from
from itertools import repeat
from typing import Self

from hoodwink.engine.contract import SEAT_LETTERS, Random, Result, Seat, below
from hoodwink.games.rumbugz import turn as turns
from hoodwink.games.rumbugz.changes import ADDING, REMOVING, changes_of
from hoodwink.games.rumbugz.lays import lays_of, within
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    ANSWERS,
    DISCARDS,
    DRAWS,
    FROM_BAG,
    FROM_PILE,
    GRANT,
    KINDS_OF_TILE,
    SKIP,
    STARTERS,
    STOP,
    Begin,
    Discard,
    RumbugzChance,
    RumbugzMove,
    RumbugzOptions,
    Starter,
    box,
    contradiction,
    pack,
    tiles_of,
)
from hoodwink.games.rumbugz.rows import SHORTEST, Row, fault
from hoodwink.games.rumbugz.turn import DRAW, NOBODY, OVER, PLAYS, POLL, STARTER, TABLE

DECIDING = (DRAW, TABLE)
ALONE = tuple((seat,) for seat in range(len(SEAT_LETTERS)))
SEATS_OF = tuple(
    tuple(seat for seat in range(len(SEAT_LETTERS)) if mask >> seat & 1) for mask in range(1 << len(SEAT_LETTERS))
)
"""The seats in a bit mask; `to_move` answers these."""
CLIP = bytes([0] + [1] * 255)
"""Turns counts into whether there is any."""
BAG_ALONE: tuple[RumbugzMove, ...] = (FROM_BAG,)
PILE_ALONE: tuple[RumbugzMove, ...] = (FROM_PILE,)
SKIP_ALONE: tuple[RumbugzMove, ...] = (SKIP,)
BAG_OR_PILE: tuple[RumbugzMove, ...] = (FROM_BAG, FROM_PILE)
PILE_OR_GRANT: tuple[RumbugzMove, ...] = (FROM_PILE, GRANT)
ALL_DRAWS: tuple[RumbugzMove, ...] = (FROM_BAG, FROM_PILE, GRANT)


class Grip(dict[bytes, tuple[int, tuple[Discard, ...]]]):
    """For each set of tiles (a one for each tile that is there): its bits, and the discards it allows."""

    def __missing__(self, there: bytes) -> tuple[int, tuple[Discard, ...]]:
        tiles = [tile for tile, one in enumerate(there, 1) if one]
        self[there] = grip = (sum(1 << tile for tile in tiles), tuple(DISCARDS[tile] for tile in tiles))
        return grip


GRIPS = Grip()


class RumbugzState:
    """A position. Seats in `pending` and `offers` are bits; rows, owners and fresh go together; the pile's top is last.

    `idle` counts the turns that ended since a row was laid or added to, -1 in the turn that did so (Q-RB-36).
    """

    __slots__ = (
        "bag",
        "bag_count",
        "drawer",
        "fresh",
        "hands",
        "held",
        "idle",
        "laid",
        "made",
        "offers",
        "options",
        "owed",
        "owners",
        "peak",
        "pending",
        "phase",
        "pile",
        "rounds",
        "rows",
        "scores",
        "seats",
        "span",
        "starter",
        "taken",
        "threw",
        "tiles",
        "turn",
    )

    def __init__(self, seats: int, options: RumbugzOptions) -> None:
        self.seats = seats
        self.options = options
        self.tiles = box(seats, options)
        self.rounds = 1
        self.scores = [0] * seats
        self.clear()

    def clear(self) -> None:
        """Everything back into the bag, and nobody knows yet who starts."""
        self.phase = STARTER
        self.turn = self.drawer = self.starter = NOBODY
        self.owed = 0
        self.bag = list(self.tiles)
        self.bag_count = sum(self.tiles)
        self.hands = [0] * self.seats
        self.held = [0] * self.seats
        self.made = [0] * self.seats
        self.pile: list[int] = []
        self.rows: list[Row] = []
        self.owners: list[Seat] = []
        self.fresh: list[int] = []
        self.peak = 0
        self.idle = 0
        self.taken = 0
        self.laid = 0
        self.threw = False
        self.span: Begin | None = None
        self.pending = self.offers = 0

    def to_move(self) -> tuple[Seat, ...]:
        phase = self.phase
        if phase in DECIDING:
            return ALONE[self.turn]
        return SEATS_OF[self.pending] if phase == POLL else ()

    def moves(self, seat: Seat) -> Sequence[RumbugzMove]:
        phase = self.phase
        if phase == POLL:
            return ANSWERS if self.pending >> seat & 1 else ()  # Q-RB-37: whatever the seat holds
        if seat != self.turn:
            return ()
        if phase == TABLE:
            return self._table_moves(seat)
        return self._draw_moves() if phase == DRAW else ()

    def _draw_moves(self) -> Sequence[RumbugzMove]:
        """RB-15, RB-22, Q-RB-08, Q-RB-34."""
        bag = self.bag_count > 0 or self.options.empty_bag == "draw_round" or len(self.pile) > 1
        if not self.pile:
            return BAG_ALONE if bag else SKIP_ALONE
        if self.offers:
            return PILE_OR_GRANT if self.options.offer_must_be_granted or not bag else ALL_DRAWS
        return BAG_OR_PILE if bag else PILE_ALONE

    def _table_moves(self, seat: Seat) -> Sequence[RumbugzMove]:
        options, made = self.options, self.made[seat]
        counts = self.hands[seat].to_bytes(KINDS_OF_TILE, "little")
        bits, discards = GRIPS[counts.translate(CLIP)]
        if self.span is not None:
            return within(self.span, counts, bits, options.min_naturals)
        found: list[RumbugzMove] = [*lays_of(counts, bits, self.kinds_to_lay(seat), options.min_naturals)]
        if made:  # RB-24, Q-RB-20
            self._add_changes(found, bits, made)
            if made == ALL_FOUR and not options.discard_out and self.held[seat] == 1:
                found.append(STOP)  # Q-RB-27
                return found
        found += discards
        if self.taken and self.keeps_taken(seat):
            found.remove(DISCARDS[self.taken])
        return found

    def _add_changes(self, found: list[RumbugzMove], bits: int, made: int) -> None:
        """Add the changes of all rows that tiles with these bits allow a seat with these types."""
        freedom = self.freedom(made)
        for menu in map(changes_of, counting_from(1), self.rows, self.fresh, repeat(freedom)):
            found += menu[menu.needs & bits]

    def freedom(self, made: int) -> int:
        """What a seat with these types may do to rows, as `changes_of` takes it."""
        options = self.options
        freedom = options.min_naturals
        if made == ALL_FOUR or options.early_add:  # RB-28, Q-RB-21
            freedom |= ADDING
        if options.free_removal:
            freedom |= REMOVING
        return freedom

    def kinds_to_lay(self, seat: Seat) -> int:
        """Q-RB-13: the missing types until all four are made, then any (RB-17); Q-RB-11: once a turn, where agreed."""
        made = self.made[seat]
        if made == ALL_FOUR:
            return ALL_FOUR
        if self.laid and self.options.one_sequence_per_turn:
            return 0
        return ALL_FOUR if self.options.duplicate_types_before_four else ALL_FOUR & ~made

    def keeps_taken(self, seat: Seat) -> bool:
        """Q-RB-35: whether the tile taken from the pile this turn, not played since, may not be thrown back."""
        tile = self.taken
        if not tile or self.options.allow_rediscard or self.held[seat] == 1:
            return False
        return self.hands[seat] >> 8 * (tile - 1) & 255 == 1  # another tile of that number may be thrown

    def play(self, seat: Seat, move: RumbugzMove) -> None:
        PLAYS[type(move)](self, seat, move)

    def best_offer(self) -> Seat:
        """Q-RB-38: of the seats that offer, the nearest clockwise after the next player."""
        others = ((self.turn + away) % self.seats for away in range(1, self.seats))
        return next(seat for seat in others if self.offers >> seat & 1)

    def chances(self) -> Sequence[tuple[RumbugzChance, int]]:
        if self.phase == STARTER:
            return [(starter, 1) for starter in STARTERS[: self.seats]]  # Q-RB-03
        return [(DRAWS[tile], count) for tile, count in enumerate(self.bag, 1) if count] if self.owed else ()

    def sample(self, random: Random) -> RumbugzChance:
        """One number below the seats, or below the tiles in the bag, which it counts through in ascending order."""
        if self.phase == STARTER:
            return STARTERS[below(self.seats, random)]
        place, tile = below(self.bag_count, random), 0
        for count in self.bag:
            tile += 1
            if place < count:
                break
            place -= count
        return DRAWS[tile]

    def resolve(self, chance: RumbugzChance) -> None:
        if isinstance(chance, Starter):
            turns.deal_from(self, chance.seat)
        else:
            turns.take_in(self, chance.tile)

    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        best = max(self.scores)
        winners = tuple(seat for seat, score in enumerate(self.scores) if score == best)  # RB-20, Q-RB-06
        return Result(scores=tuple(self.scores), winners=winners)

    def round(self) -> int:
        return self.rounds

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.options = self.options
        twin.tiles = self.tiles
        twin.rounds = self.rounds
        twin.scores = self.scores.copy()
        twin.starter = self.starter
        twin.phase = self.phase
        twin.turn = self.turn
        twin.drawer = self.drawer
        twin.owed = self.owed
        twin.bag = self.bag.copy()
        twin.bag_count = self.bag_count
        twin.hands = self.hands.copy()
        twin.held = self.held.copy()
        twin.made = self.made.copy()
        twin.pile = self.pile.copy()
        twin.rows = self.rows.copy()
        twin.owners = self.owners.copy()
        twin.fresh = self.fresh.copy()
        twin.peak = self.peak
        twin.idle = self.idle
        twin.taken = self.taken
        twin.laid = self.laid
        twin.threw = self.threw
        twin.span = self.span
        twin.pending = self.pending
        twin.offers = self.offers
        return twin


def start(seats: int, options: RumbugzOptions) -> RumbugzState:
    """A new game, its options checked."""
    return _opening(seats, options).copy()


@cache
def _opening(seats: int, options: RumbugzOptions) -> RumbugzState:
    if (refused := contradiction(seats, options)) is not None:
        raise refused
    return RumbugzState(seats, options)


def audit(state: RumbugzState) -> str | None:
    """The invariants: no tile lost or doubled, counts that tell the truth, rows always sound (Q-RB-22)."""
    there = sum(state.hands) + sum(map(tiles_of, state.rows)) + pack(state.pile)
    if there + int.from_bytes(state.bag, "little") != int.from_bytes(state.tiles, "little"):
        return f"other tiles than {state.tiles}"
    if state.bag_count != sum(state.bag) or state.held != [sum(hand.to_bytes(13)) for hand in state.hands]:
        return "a count that does not tell the truth"
    if any(fault(row, state.options.min_naturals) for row in state.rows):
        return f"an unsound row among {state.rows}"
    if state.phase == TABLE and not state.held[state.turn]:
        return "an empty hand at the table"
    return None


def bound(seats: int, options: RumbugzOptions) -> int:
    """Q-RB-36 bounds the turns between two steps of progress, Q-RB-23 the moves of a turn.

    A step of progress lays a row or makes the table fuller than it was, so a round has fewer than 5/4 of the tiles.
    """
    tiles = sum(box(seats, options))
    turns_in_round = (tiles + tiles // SHORTEST + 1) * (options.stall_limit * seats + 1)
    moves_in_turn = 4 * tiles + 2 * seats + 8
    return options.rounds * (1 + tiles + turns_in_round * moves_in_turn)
