"""From a wished-for table and hand to the small moves that get there, or to the step that is impossible and why.

This is what a person needs who drags tiles about: show the table as it should be, and be told how, or why not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from hoodwink.engine.contract import Refused
from hoodwink.engine.words import message
from hoodwink.games.rumbugz.pieces import (
    DISCARDS,
    Add,
    Begin,
    Change,
    Exchange,
    Lay,
    Remove,
    RumbugzMove,
    tile_of,
)
from hoodwink.games.rumbugz.reasons import check
from hoodwink.games.rumbugz.rows import PLYT, Row, changed, row_of
from hoodwink.games.rumbugz.saying import describe, fault_of, row_name, tile_name
from hoodwink.games.rumbugz.sight import RumbugzView, imagine
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import TABLE

NOT_IN_HAND = ("RB-12", "RB-14", "RB-25")
"""Refusals that only say a tile is not there yet; the step that should have freed it explains more."""


class _NoLuck:
    """A source that always says the same: what a plan imagines of other hands does not matter to it."""

    def getrandbits(self, k: int, /) -> int:
        return 0


class Wish(Struct, frozen=True):
    """What should lie where at the end of a turn: the rows there are, in their order, then the new ones; and the hand.

    `discard` ends the turn, or it is left open.
    """

    rows: tuple[Row, ...]
    hand: tuple[int, ...]
    discard: int | None = None


class ImpossibleWish(Refused):
    """A wish that the rules do not grant: the moves up to there, and the step that is refused."""

    def __init__(self, refused: Refused, done: Sequence[RumbugzMove] = (), step: RumbugzMove | None = None) -> None:
        said = refused.message
        if step is not None:
            said = message("rumbugz.plan-stuck", step=describe(step), reason=refused.message)
        super().__init__(refused.clause, said, refused.hint)
        self.done = tuple(done)
        self.step = step


class _Node(Struct):
    """How far a plan has come: the position, the rows it started with, the new rows still to lay, the moves so far."""

    state: RumbugzState
    rows: tuple[Row, ...]
    to_lay: tuple[Row, ...]
    moves: tuple[RumbugzMove, ...]


def plan(view: RumbugzView, wish: Wish) -> tuple[RumbugzMove, ...]:
    """The moves from a view of one's own turn to a wish; raises `ImpossibleWish` naming step and clause."""
    state = imagine(view, _NoLuck())  # no chance acts before the discard
    seat = -1 if view.viewer is None else view.viewer
    if state.phase != TABLE or state.turn != seat:
        refused = check(state, seat, DISCARDS[0])
        raise ImpossibleWish(refused or Refused("RB-15", message("rumbugz.plan-later")))
    wished = tuple(row_of(row.kind, row.slots) for row in wish.rows)
    _must_be_possible(view, wished, wish)
    there = len(view.rows)
    goal = wished[:there]
    node = _search(_Node(state, tuple(state.rows), wished[there:], ()), seat, goal)
    if wish.discard is None:
        return node.moves
    last = DISCARDS[wish.discard]
    if (refused := check(node.state, seat, last)) is not None:
        raise ImpossibleWish(refused, node.moves, last)
    return (*node.moves, last)


def faults(view: RumbugzView, wish: Wish) -> tuple[Refused | None, ...]:
    """Row by row, what keeps a wished-for row from being sound, whoever may lay it."""
    return tuple(fault_of(row_of(row.kind, row.slots), view.options) for row in wish.rows)


def _must_be_possible(view: RumbugzView, wished: Sequence[Row], wish: Wish) -> None:
    """Rows never vanish or change type and must be sound (Q-RB-22), and no tile comes from nowhere."""
    if len(wished) < len(view.rows):
        row = view.rows[len(wished)].row
        raise ImpossibleWish(Refused("Q-RB-22", message("rumbugz.plan-row-gone", row=row_name(row))))
    for number, row in enumerate(wished):
        if (refused := fault_of(row, view.options)) is not None:
            raise ImpossibleWish(refused)
        if number < len(view.rows) and row.kind != view.rows[number].row.kind:
            said = message("rumbugz.plan-other-type", row=row_name(view.rows[number].row), wished=row_name(row))
            raise ImpossibleWish(Refused("Q-RB-22", said))
    have = Counter(view.hand or ())
    for placed in view.rows:
        have.update(map(tile_of, placed.row.slots))
    want = Counter(wish.hand if wish.discard is None else (*wish.hand, wish.discard))
    for row in wished:
        want.update(map(tile_of, row.slots))
    if have != want:
        tile = next(iter((want - have) or (have - want)))
        said = message("rumbugz.plan-tiles", tile=tile_name(tile), wished=want[tile], there=have[tile])
        raise ImpossibleWish(Refused("RB-12", said))


def _search(start: _Node, seat: int, goal: tuple[Row, ...]) -> _Node:
    """Depth first over moves that each bring the table nearer to the goal; dead ends are remembered."""
    stack, seen = [start], set()
    nearest, least = start, _distance(start, goal)
    while stack:
        node = stack.pop()
        left = _distance(node, goal)
        if not left:
            return node
        if left < least:
            nearest, least = node, left
        for move in node.state.moves(seat) if node.state.phase == TABLE and node.state.turn == seat else ():
            after = _step(node, seat, move, goal)
            if after is not None:
                key = (after.rows, after.to_lay, after.state.span)
                if key not in seen:
                    seen.add(key)
                    stack.append(after)
    raise _blame(nearest, seat, goal)


def _distance(node: _Node, goal: tuple[Row, ...]) -> int:
    """Tiles still to be moved in the old rows, and tiles of new rows still to be laid."""
    changes = sum(len(_more(want, row)) + len(_more(row, want)) for row, want in zip(node.rows, goal, strict=True))
    return changes + sum(len(row.slots) for row in node.to_lay)


def _more(row: Row, than: Row) -> list[int]:
    """The slots a row has beyond another's."""
    return list((Counter(row.slots) - Counter(than.slots)).elements())


def _step(node: _Node, seat: int, move: RumbugzMove, goal: tuple[Row, ...]) -> _Node | None:
    """The node after a move, or None where the move leads away from the goal."""
    rows, to_lay = node.rows, node.to_lay
    match move:
        case Lay() if move.row in to_lay:
            place = to_lay.index(move.row)
            to_lay = to_lay[:place] + to_lay[place + 1 :]
        case Begin() if any(begins(move, row) for row in to_lay):
            pass
        case Exchange() | Add() | Remove() if move.row <= len(rows):
            put, out = slots_of(move)
            row, want = rows[move.row - 1], goal[move.row - 1]
            if (put is not None and put not in _more(want, row)) or (out is not None and out not in _more(row, want)):
                return None
            after, _ = changed(row, 0, put, out)
            rows = (*rows[: move.row - 1], after, *rows[move.row :])
        case _:
            return None
    state = node.state.copy()
    state.play(seat, move)
    return _Node(state, rows, to_lay, (*node.moves, move))


def begins(span: Begin, row: Row) -> bool:
    if span.kind != row.kind or span.low != abs(row.slots[0]) or span.length not in (0, len(row.slots)):
        return False
    return row.slots[: len(span.slots)] == span.slots


def slots_of(move: Change) -> tuple[int | None, int | None]:
    """The slot that a change puts into its row, and the one it takes out."""
    put = None if isinstance(move, Remove) else -move.at if move.put == PLYT else move.at
    out = None if isinstance(move, Add) else -move.out if move.take == PLYT else move.out
    return put, out


def _blame(node: _Node, seat: int, goal: tuple[Row, ...]) -> ImpossibleWish:
    """The step that cannot be made from the nearest position, telling most."""
    found: list[tuple[bool, int, Refused, RumbugzMove]] = []
    for step in _wanted(node, goal):
        refused = check(node.state, seat, step)
        if refused is not None:
            found.append((refused.clause in NOT_IN_HAND, len(found), refused, step))
    _, _, refused, step = min(found, key=lambda one: one[:2])
    return ImpossibleWish(refused, node.moves, step)


def _wanted(node: _Node, goal: tuple[Row, ...]) -> Iterator[RumbugzMove]:
    """The moves that would still be needed."""
    for number, (row, want) in enumerate(zip(node.rows, goal, strict=True), 1):
        puts, outs = _more(want, row), _more(row, want)
        for put in puts:
            same = [out for out in outs if abs(out) == abs(put)]
            for out in same or outs:
                yield Exchange(number, put=tile_of(put), at=abs(put), take=tile_of(out), out=abs(out))
        if not outs:
            yield from (Add(number, put=tile_of(put), at=abs(put)) for put in puts)
        if not puts:
            yield from (Remove(number, take=tile_of(out), out=abs(out)) for out in outs)
    yield from map(Lay, node.to_lay)
