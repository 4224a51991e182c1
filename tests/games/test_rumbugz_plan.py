"""RumBugz plans (from a wished-for table to small moves) and standing answers."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hoodwink.engine.contract import Unreadable
from hoodwink.games.rumbugz.pieces import DISCARDS, OFFER, PASS, Add, Exchange, Lay, RumbugzMove, RumbugzOptions
from hoodwink.games.rumbugz.plan import ImpossibleWish, Wish, plan
from hoodwink.games.rumbugz.rows import PLYT
from hoodwink.games.rumbugz.rowtext import read_row
from hoodwink.games.rumbugz.standing import Standing, answer, read_standing, write_standing
from hoodwink.games.rumbugz.state import RumbugzState, start
from hoodwink.games.rumbugz.turn import TABLE
from tests.games.rumbugz_positions import GAME, played, read
from tests.tables import random_steps


def wish_for(state: RumbugzState, rows: str, hand: str, discard: int | None = None) -> tuple[str, ...]:
    wished = tuple(read_row(row) for row in rows.split(";"))
    tiles = tuple(PLYT if tile == "P" else int(tile) for tile in hand.split(",") if tile)
    moves = plan(GAME.view(state, 0), Wish(wished, tiles, discard))
    return tuple(GAME.write_move(move) for move in moves)


def test_a_plan_finds_the_order_in_which_tiles_come_free() -> None:
    state = read("A:12,1,2,3,7,9 B:1 | turn A table | rows A triple 3 6 9 P12; B single 3 4 5 6")
    moves = wish_for(state, "triple 3 6 9 12; single 4 5 6 7; single 1 2 3 P4", "3,9")
    # the Single needs the PLYT; A has only a Triple, so the type is missing
    assert set(moves) == {"swap 1 12 for P12", "swap 2 7 for 3", "lay single 1 2 3 P4"}
    assert moves.index("swap 1 12 for P12") < moves.index("lay single 1 2 3 P4")


def test_a_plan_slides_a_row_several_times_and_discards() -> None:
    state = read("A:7,8,9,1 B:1 | turn A table | rows A single 3 4 5 6")
    moves = wish_for(state, "single 6 7 8 9", "1,3,5", discard=4)
    assert moves == ("swap 1 7 for 3", "swap 1 8 for 4", "swap 1 9 for 5", "discard 4")


def test_a_plan_in_the_final_stage_goes_out_with_its_last_tile() -> None:
    state = read(
        "A:8,10 B:2 | turn A table | rows A single 4 5 6 7; A double 2 4 6 8; A match 10 10 10 10; A triple 1 4 7 10",
        sets=9,
    )
    assert set(wish_for(state, "single 4 5 6 7 8; double 2 4 6 8 10; match 10 10 10 10; triple 1 4 7 10", "")) == {
        "add 1 8",
        "add 2 10",
    }


def test_a_plan_names_the_span_first_where_the_hand_can_lay_very_many_rows() -> None:
    state = read("A:1,2,3,4,5,6,7,8,P,P,P B:1 | turn A table")
    assert wish_for(state, "single 1 2 3 P4 P5", "4,5,6,7,8,P") == ("begin single 1-5", "lay single 1 2 3 P4 P5")


def test_a_plan_that_changes_nothing_has_no_moves() -> None:
    state = read("A:1,2 B:1 | turn A table | rows A single 3 4 5 6")
    assert wish_for(state, "single 3 4 5 6", "1,2") == ()


@pytest.mark.parametrize(
    ("position", "rows", "hand", "clause", "step"),
    [
        ("A:7,2 B:1 | turn A table | rows B single 3 4 5 6", "single 4 5 6 7", "2,3", "RB-24", "swap 1 7 for 3"),
        ("A:7,2 B:1 | turn A table | rows A single 3 4 5 6", "single 3 4 5 6 7", "2", "Q-RB-21", "add 1 7"),
        ("A:2 B:1 | turn A table | rows A single 3 4 5 6 7", "single 3 4 5 6", "2,7", "Q-RB-21", "remove 1 7"),
        ("A:7,2 B:1 | turn A table | rows A single 3 4 5 6", "single 4 5 6 7", "2,5", "RB-12", None),
        ("A:7,2 B:1 | turn A table | rows A single 3 4 5 6", "single 3 5 6 7", "2,4", "RB-3", None),
        ("A:3,3,3 B:1 | turn A table | rows A single 3 4 5 6", "match 3 3 3 3", "4,5,6", "Q-RB-22", None),
        ("A:2,3 B:1 | turn A table | rows A single 4 5 6 7*", "single 3 4 5 6", "2,7", "Q-RB-23", "swap 1 3 for 7"),
        (
            "A:5,6,7,8,1 B:1 | turn A table | rows A single 3 4 5 6",
            "single 3 4 5 6; single 5 6 7 8",
            "1",
            "Q-RB-13",
            "lay single 5 6 7 8",
        ),
        ("A:5,1 B:1 | turn A draw | rows A single 3 4 5 6", "single 3 4 5 6", "1,5", "Q-RB-07", None),
        ("A:5,1 B:1 | turn B draw | rows A single 3 4 5 6", "single 3 4 5 6", "1,5", "RB-15", None),
    ],
)
def test_an_impossible_wish_names_its_step_and_clause(
    position: str, rows: str, hand: str, clause: str, step: str | None
) -> None:
    with pytest.raises(ImpossibleWish) as impossible:
        wish_for(read(position), rows, hand)
    assert impossible.value.clause == clause
    assert (None if impossible.value.step is None else GAME.write_move(impossible.value.step)) == step
    assert impossible.value.why


def test_an_impossible_wish_tells_what_could_be_done_before() -> None:
    state = read("A:12,1,2,3,9 B:1 | turn A table | rows A triple 3 6 9 P12; B single 3 4 5 6")
    with pytest.raises(ImpossibleWish) as impossible:
        wish_for(state, "triple 3 6 9 12; single 3 4 5 6 P7", "1,2,3,9")
    assert [GAME.write_move(move) for move in impossible.value.done] == ["swap 1 12 for P12"]
    assert impossible.value.why.startswith("«row 2: add PLYT(7)» is impossible. Adding without taking")


def test_a_wished_discard_that_is_refused_is_the_step() -> None:
    state = played("A:1,3 B:1 | turn A draw | pile 9", "take")
    with pytest.raises(ImpossibleWish) as impossible:
        plan(GAME.view(state, 0), Wish((), (1, 3), discard=9))
    assert impossible.value.clause == "Q-RB-35"


def test_random_turns_can_be_planned_from_their_end() -> None:
    source, planned = random.Random(5), 0
    for step in random_steps(GAME, start(2, RumbugzOptions(early_add=True)), source, 1500):
        state = step.after
        if not isinstance(state, RumbugzState) or state.phase != TABLE or not state.rows:
            continue
        seat, later = state.turn, state.copy()
        for _ in range(3):
            choices = [move for move in later.moves(seat) if isinstance(move, Lay | Exchange | Add)]
            if choices and later.phase == TABLE and later.held[seat] > 4:
                later.play(seat, source.choice(choices))
        if later.turn != seat or later.phase != TABLE:
            continue
        view = GAME.view(later, seat)
        moves = plan(GAME.view(state, seat), Wish(tuple(placed.row for placed in view.rows), view.hand))
        for move in moves:
            assert GAME.check(state, seat, move) is None
            state.play(seat, move)
        assert (Counter(state.rows), state.hands[seat]) == (Counter(later.rows), later.hands[seat])
        planned += bool(moves)
    assert planned > 20


# Standing answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "discard", "expected"),
    [
        ("offer 7 P", 7, OFFER),
        ("offer 7 P", 8, PASS),
        ("offer 7 P", PLYT, OFFER),
        ("offer 7 else ask", 8, None),
        ("pass", 7, PASS),
        ("offer", 1, OFFER),
        ("ask", 1, None),
    ],
)
def test_a_standing_answer_speaks_for_its_seat(standing: str, discard: int, expected: RumbugzMove | None) -> None:
    state = read("A:1,7,8,P B:2 C:3 | turn A table", seats=3)
    state.play(0, DISCARDS[discard])
    assert GAME.answer is not None
    assert GAME.answer(read_standing(standing), GAME.view(state, 2)) == expected
    assert answer(read_standing(standing), GAME.view(state, 1)) is None, "the next player is not asked"


def test_standing_answers_are_read_as_they_are_written() -> None:
    for standing in (Standing(), Standing((7, PLYT), "pass"), Standing((), "offer"), Standing((1,), "ask")):
        assert read_standing(write_standing(standing)) == standing
    for text in ("", "always", "pass 7", "offer 13", "offer 7 else perhaps"):
        with pytest.raises(Unreadable):
            read_standing(text)
