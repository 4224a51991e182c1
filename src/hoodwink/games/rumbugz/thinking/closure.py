"""All that can be made of a turn: every table and hand that lays, changes and additions lead to before the discard.

The engine's own small moves are walked, the most promising positions first. Rows can be changed in any order, so very
many tables leave the same hand; a first look follows only a few of those, and a thorough one all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from hoodwink.engine.contract import Seat
from hoodwink.games.rumbugz.pieces import (
    ONE,
    Add,
    Discard,
    Exchange,
    Lay,
    Remove,
    RumbugzMove,
    Stop,
    tiles_of,
)
from hoodwink.games.rumbugz.plan import slots_of
from hoodwink.games.rumbugz.rows import KIND_BITS, all_fresh, changed
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.thinking.spots import number_of
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
    start = Reached(judge(state), state, (), sum(map(number_of, state.rows, state.fresh)))
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


def _table_after(node: Reached, move: RumbugzMove) -> int:
    """The rows after a move, as one number, worked out without making it."""
    state = node.state
    if isinstance(move, Exchange | Add | Remove):
        place = move.row - 1
        row, fresh = state.rows[place], state.fresh[place]
        return node.table - number_of(row, fresh) + number_of(*changed(row, fresh, *slots_of(move)))
    if isinstance(move, Lay):
        return node.table + number_of(move.row, all_fresh(move.row))
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
