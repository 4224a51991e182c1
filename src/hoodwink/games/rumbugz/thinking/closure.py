"""All that can be made of a turn: every table and hand that lays, changes and additions lead to before the discard.

The engine's own small moves are walked, the most promising positions first. Rows can be changed in any order, so very
many tables leave the same hand; a first look follows only a few of those, and a thorough one all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from heapq import heappop, heappush
from typing import NamedTuple

from hoodwink.engine.contract import Seat
from hoodwink.games.rumbugz.changes import changes_of
from hoodwink.games.rumbugz.lays import lays_of
from hoodwink.games.rumbugz.pieces import (
    KINDS_OF_TILE,
    ONE,
    Add,
    Change,
    Discard,
    Exchange,
    Lay,
    Remove,
    RumbugzMove,
    Stop,
    tiles_of,
)
from hoodwink.games.rumbugz.plan import slots_of
from hoodwink.games.rumbugz.rows import KIND_BITS, Row, all_fresh, changed
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import TABLE

ENDS = (Discard, Stop)


class Reached(NamedTuple):
    """A position that the turn can be led to, and how."""

    worth: float
    """What it promises: turns to go, so less is better; 0 is going out."""
    state: RumbugzState
    moves: tuple[RumbugzMove, ...]
    table: int
    """The rows as one number: in one turn, the same rows mean the same hand."""


class Look(NamedTuple):
    """How to look: how many positions, and how many of them that leave the same hand."""

    most: int
    alike: int
    changes: bool = True


def reachable(state: RumbugzState, seat: Seat, judge: Callable[[RumbugzState], float], look: Look) -> list[Reached]:
    """The positions a seat can lead its turn to, itself included, until they are too many or one is going out."""
    rows = zip(range(len(state.rows)), state.rows, state.fresh, strict=True)
    start = Reached(judge(state), state, (), sum(_number(*row) for row in rows))
    found, queue = [start], [(start.worth, 0, start)]
    tables = {start.table}
    hands: Counter[tuple[int, ...]] = Counter()
    while queue and len(found) < look.most:
        _, _, node = heappop(queue)
        for move in node.state.moves(seat):
            if type(move) in ENDS or (type(move) is Exchange and not look.changes):
                continue
            table, left = _table_after(node, move), _left_after(node.state, seat, move)
            if table in tables or hands[left] >= look.alike:
                continue
            tables.add(table)
            hands[left] += 1
            after = node.state.copy()
            after.play(seat, move)
            reached = Reached(judge(after), after, (*node.moves, move), table)
            found.append(reached)
            if not reached.worth:
                return found
            if after.phase == TABLE and after.turn == seat:
                heappush(queue, (reached.worth, len(found), reached))
    return found


@lru_cache(maxsize=1 << 16)
def _number(place: int, row: Row, fresh: int) -> int:
    """A large number for a row in its place; sums of them tell tables apart.

    A digest, not `hash`: sums of the hashes of tuples are the same for two rows that have changed places.
    """
    return int.from_bytes(blake2b(f"{place} {row.kind} {row.slots} {fresh}".encode(), digest_size=16).digest(), "big")


def _table_after(node: Reached, move: RumbugzMove) -> int:
    """The rows after a move, as one number, worked out without making it."""
    state = node.state
    if isinstance(move, Exchange | Add | Remove):
        place = move.row - 1
        row, fresh = state.rows[place], state.fresh[place]
        return node.table - _number(place, row, fresh) + _number(place, *changed(row, fresh, *slots_of(move)))
    if isinstance(move, Lay):
        return node.table + _number(len(state.rows), move.row, all_fresh(move.row))
    return hash((node.table, move))


def _left_after(state: RumbugzState, seat: Seat, move: RumbugzMove) -> tuple[int, ...]:
    """The hand and the types after a move; of an addition also where it goes, for that decides what can follow."""
    hand, made = state.hands[seat], state.made[seat]
    match move:
        case Exchange():
            return hand + ONE[move.take] - ONE[move.put], made
        case Lay():
            return hand - tiles_of(move.row), made | KIND_BITS[move.row.kind]
        case Add():
            return hand - ONE[move.put], made, move.row, move.at
        case Remove():
            return hand + ONE[move.take], made
        case _:
            return hash((hand, move)), made


Place = tuple[int, Row, int]
"""A row's number, the row, and what in it was placed this turn."""


@lru_cache(maxsize=1 << 15)
def _steps(place: Place, freedom: int) -> tuple[tuple[int, int, Place, Change], ...]:
    """The changes of a row: the tile each needs as a bit, what the hand gains, what the row becomes, and the move."""
    number, row, fresh = place
    menu = changes_of(number, row, fresh, freedom)
    steps = []
    for bit, moves in (*menu.by_tile, (NONE_NEEDED, menu.free)):
        for move in moves:
            got = 0 if isinstance(move, Add) else ONE[move.take]
            given = 0 if isinstance(move, Remove) else ONE[move.put]
            after: Place = (number, *changed(row, fresh, *slots_of(move)))
            steps.append((bit, got - given, after, move))
    return tuple(steps)


NONE_NEEDED = 1
"""The bit that every hand has, for changes that need no tile of it."""


def way_to_lay(state: RumbugzState, seat: Seat, most: int) -> tuple[RumbugzMove, ...] | None:
    """The fewest changes after which a row can be laid, looking at so many tables at most: all of them, as a rule.

    Nothing but rows and the hand matters here, so no whole positions are made.
    """
    kinds, made, naturals = state.kinds_to_lay(seat), state.made[seat], state.options.min_naturals
    if not kinds:
        return None
    freedom = state.freedom(made)
    numbered = zip(range(1, len(state.rows) + 1), state.rows, state.fresh, strict=True)
    places: tuple[Place, ...] = tuple(numbered) if made else ()  # RB-24
    start = sum(_number(*place) for place in places)
    todo: list[tuple[int, tuple[Place, ...], int, tuple[Change, ...]]] = [(state.hands[seat], places, start, ())]
    seen, barren = {start}, dict[int, int]()
    for hand, places, table, moves in todo:
        bits = barren.get(hand) or _bits_without_row(hand, kinds, naturals)
        if not bits:
            return moves
        barren[hand] = bits
        for place in places:
            for bit, gains, after, move in _steps(place, freedom):
                if bit & bits and hand + gains:
                    next_table = table - _number(*place) + _number(*after)
                    if next_table not in seen:
                        seen.add(next_table)
                        others = (*places[: place[0] - 1], after, *places[place[0] :])
                        todo.append((hand + gains, others, next_table, (*moves, move)))
        if len(todo) > most:
            return None
    return None


def _bits_without_row(hand: int, kinds: int, naturals: int) -> int:
    """The tiles of a hand as bits; 0 for a hand that can lay a row."""
    counts = hand.to_bytes(KINDS_OF_TILE, "little")
    bits = sum(1 << tile for tile, count in enumerate(counts, 1) if count)
    return 0 if lays_of(counts, bits, kinds, naturals) else bits | NONE_NEEDED
