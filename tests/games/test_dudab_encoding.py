"""Dudab Buba in numbers: ids as people know them, and a table laid anew from an array alone, to see what is legal."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence

import pytest

from hoodwink import games
from hoodwink.games.dudab.encoding import ENCODING, LOOKS
from hoodwink.games.dudab.numbers import ATTACK, CARD, LEAST_POINTS, MOST_POINTS, TASK_NAMES
from hoodwink.games.dudab.pieces import COPIES, KINDS, NO_REQUEST, Card, DudabOptions, round_count
from hoodwink.games.dudab.sight import ColumnSeen, DudabView, set_columns
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import (
    ANYWHERE,
    ATTACKED,
    NOBODY,
    PASS_ON,
    REQUESTED,
    TO_DISCARD,
    TO_PILE,
    TRIM,
)
from tests.tables import STRETCH, random_steps, under_way, variants, viewers

Parts = dict[str, list[float]]
GAME = games.find("dudab")


def parts_of(view: DudabView) -> Parts:
    """The array of a view, cut as the layout says."""
    array = ENCODING.encode(view).tolist()
    return {one.name: array[one.start : one.stop] for one in ENCODING.layout(view.seats, view.options)}


def mark(numbers: Sequence[float]) -> int:
    """Where the one stands among zeros."""
    assert sorted(numbers) in ([0.0] * len(numbers), [0.0] * (len(numbers) - 1) + [1.0])
    return numbers.index(1.0) if 1.0 in numbers else NOBODY


def heap(numbers: Sequence[float]) -> tuple[Card, ...]:
    """The cards of a heap, sorted."""
    return tuple(card for card in KINDS for _ in range(round(numbers[card] * COPIES[card])))


def row(numbers: Sequence[float]) -> tuple[Card, ...]:
    """The cards of a column in the order of the array."""
    looks = [array("f", numbers[at : at + CARD]) for at in range(0, len(numbers), CARD)]
    return tuple(LOOKS.index(look.tobytes()) for look in looks if any(look))


def laid_anew(seats: int, options: DudabOptions, parts: Parts) -> DudabState:
    """What decides about the moves of the viewer, from the array alone; the viewer sits at seat 0 of it."""
    state = DudabState(seats, options)
    state.decider, state.turn = mark(parts["to_move"]), mark(parts["turn"])
    state.hands[0] = list(heap(parts["hand"]))
    columns = []
    for number in range(1, 1 + len(parts["duty_column"])):
        under = row(parts[f"below_{number}"]) if parts.get(f"jungle_{number}", [0.0])[0] else None
        hidden = heap(parts[f"hidden_{number}"]) if f"hidden_{number}" in parts else ()
        columns.append(ColumnSeen(hidden, row(parts[f"above_{number}"])[::-1], under))
    set_columns(state, tuple(columns))
    asked, state.duty_column = mark(parts["duty"]), mark(parts["duty_column"])
    if asked != NOBODY:
        state.duty, state.asked = (ATTACKED, NO_REQUEST) if asked == ATTACK else (REQUESTED, asked)
    task, place = mark(parts["task"]), mark(parts["task_place"])
    where = {0: TO_DISCARD, 1: TO_PILE}.get(place, ANYWHERE)
    state.todo = [] if task == NOBODY else [(task, mark(parts["task_seat"]), where)]
    return state


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_the_legal_moves_follow_from_the_array_alone(seats: int) -> None:
    for name, options in variants(GAME, seats).items():
        assert isinstance(options, DudabOptions)
        start = under_way("dudab", seats, options, f"anew {seats}").copy()
        for step in random_steps(GAME, start, random.Random(f"anew {seats} {name}"), STRETCH):
            for viewer in (*step.after.to_move(), None):
                view = GAME.view(step.after, viewer)
                parts = parts_of(view)
                anew = [] if mark(parts["seat"]) == NOBODY else laid_anew(seats, options, parts).moves(0)
                assert set(anew) == set(view.moves)


@pytest.mark.parametrize("seats", [2, 5])
def test_every_open_card_is_in_the_array(seats: int) -> None:
    options = DudabOptions(jungle=True, baby=True, hidden_own_piles=True)
    rounds = round_count(seats, options)
    for step in random_steps(GAME, GAME.start(seats, options), random.Random(seats), 300):
        for viewer in viewers(seats):
            view, first = GAME.view(step.after, viewer), viewer or 0
            parts = parts_of(view)
            assert heap(parts["hand"]) == (view.hand or ())
            assert heap(parts["discard"]) == view.discard
            assert heap(parts["tucked"]) == (view.tucked or ())
            for away in range(seats):
                seat = (first + away) % seats
                assert heap(parts[f"shown_{away}"]) == view.shown[seat]
                assert heap(parts[f"pile_{away}"]) == view.piles[seat]
                total = LEAST_POINTS * rounds + parts["points"][away] * (MOST_POINTS - LEAST_POINTS) * rounds
                assert total == pytest.approx(sum(scores[seat] for scores in view.ledger), abs=0.01)
            for number, column in enumerate(view.columns, 1):
                assert row(parts[f"above_{number}"])[::-1] == column.above
                assert row(parts[f"below_{number}"]) == (column.below or ())
                assert heap(parts[f"hidden_{number}"]) == tuple(sorted(column.hidden))


def test_ids_as_people_know_them() -> None:
    shown = {number: GAME.write_move(ENCODING.move_of(number)) for number in (0, 1, 2, 70, 71, 139, 140, 208, 209)}
    assert list(shown.values()) == [
        "draw", "penalty", "tuck R-hand-1", "tuck D", "toss R-hand-1", "toss D", "R-hand-1>1", "D>1", "D>1:R",
    ]  # fmt: skip
    last = [GAME.write_move(ENCODING.move_of(number)) for number in (220, 221, 222, 223, 388)]
    assert last == ["D>1:mam", "J>1", "B!>1", "R-hand-1>2", "B!>3"]


def test_tasks_have_names_in_their_order() -> None:
    assert (len(TASK_NAMES), TASK_NAMES[TRIM], TASK_NAMES[PASS_ON]) == (PASS_ON + 1, "trim", "pass the turn on")


def test_two_columns_need_fewer_ids_than_three() -> None:
    plain = DudabOptions()
    assert [ENCODING.actions(seats, plain) for seats in GAME.info.seats] == [306, 306, 389, 389, 389]
    assert ENCODING.actions(4, DudabOptions(columns_for_4=2)) == 306
