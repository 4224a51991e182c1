"""RumBugz beyond its scenarios: nothing missing from its moves, plans, standing answers, long play, the bot."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import Chanced, Refused, Unreadable
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    DISCARDS,
    OFFER,
    PASS,
    Add,
    Begin,
    Discard,
    Exchange,
    Lay,
    Remove,
    RumbugzMove,
    RumbugzOptions,
)
from hoodwink.games.rumbugz.plan import ImpossibleWish, Wish, plan
from hoodwink.games.rumbugz.rows import PLYT, Row
from hoodwink.games.rumbugz.rowtext import read_row
from hoodwink.games.rumbugz.standing import Standing, answer, read_standing, write_standing
from hoodwink.games.rumbugz.state import RumbugzState, start
from hoodwink.games.rumbugz.turn import TABLE
from tests.tables import random_steps

GAME = games.find("rumbugz")
MOST_MOVES = 500


def read(text: str, seats: int = 2, **options: Any) -> RumbugzState:
    state: RumbugzState = GAME.read_position(text, seats, RumbugzOptions(**options))
    return state


def played(text: str, *moves: str, seats: int = 2, **options: Any) -> RumbugzState:
    state = read(text, seats, **options)
    for move in moves:
        state.play(state.to_move()[0], GAME.read_move(move))
    return state


# Long random play -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, RumbugzOptions()),
        (3, RumbugzOptions()),
        (6, RumbugzOptions(rounds=2)),
        (3, RumbugzOptions(sets=12, wilds=24, early_add=True, free_removal=True)),
        (6, RumbugzOptions(wilds=24, offer_must_be_granted=True, rounds=1)),
    ],
    ids=str,
)
def test_the_list_of_moves_stays_short(seats: int, options: RumbugzOptions) -> None:
    source, state, largest = random.Random(7), start(seats, options), 0
    while state.result() is None:
        if seat := state.to_move():
            moves = state.moves(seat[0])
            largest = max(largest, len(moves))
            state.play(seat[0], source.choice(moves))
        else:
            state.resolve(state.sample(source))
    assert largest < MOST_MOVES


@pytest.mark.parametrize(("stall_limit", "beat"), [(30, "Recycled"), (1, "RoundVoid")])
def test_random_play_meets_recycling_and_void_rounds(stall_limit: int, beat: str) -> None:
    options = RumbugzOptions(rounds=2, stall_limit=stall_limit)
    steps = random_steps(GAME, start(3, options), random.Random(0))
    assert any(type(told).__name__ == beat for step in steps for told in GAME.tell(*step, None))


def test_a_void_round_scores_nothing_and_the_next_one_begins() -> None:
    state = played("A:12,1 B:2 | round 1 start B scores 3,4 idle 59 | turn A table", "discard 12")
    assert (state.rounds, state.scores, state.result()) == (2, [3, 4], None)
    assert all(isinstance(chance, Chanced) for chance in map(Chanced, dict(state.chances())))


def test_after_a_void_round_there_is_no_winner_to_start_the_next() -> None:
    state = played(
        "A:12,1 B:2 | round 1 start B scores 0,0 idle 59 | turn A table", "discard 12", next_starter="winner"
    )
    assert GAME.write_position(state).split(" | ")[2] == "starter"


def test_taking_and_putting_back_cannot_go_on_for_ever() -> None:
    state = read(
        "A:7,1 B:2,12 | round 1 start A scores 0,0 idle 50 peak 5 | turn A table | rows A single 3 4 5 6",
        early_add=True,
        free_removal=True,
        rounds=1,
    )
    state.play(0, GAME.read_move("add 1 7"))
    assert state.idle == 50


# Reading and refusing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3 4 5 6", "single 3 4 5 6"),
        ("3, 4, P, 6", "single 3 4 P5 6"),
        ("P 9 6 3", "triple 3 6 9 P12"),
        ("3 4 5 P", "single 3 4 5 P6"),
        ("P 3 4 5", "single P2 3 4 5"),
        ("8 8 8 P", "match 8 8 8 P8"),
        ("double 5 P P P", "double 5 P7 P9 P11"),
        ("s 12 11 10 p", "single P9 10 11 12"),
    ],
)
def test_a_short_row_is_read_where_only_one_can_be_meant(typed: str, meant: str) -> None:
    assert GAME.write_move(GAME.read_move(f"lay {typed}")) == f"lay {meant}"


def test_a_row_that_can_be_several_is_a_question_with_the_choices() -> None:
    with pytest.raises(Unreadable) as unread:
        read_row("5 P P P")
    assert str(unread.value) == (
        "«5 P P P» can be several rows: single P2 P3 P4 5, single 5 P6 P7 P8, double 5 P7 P9 P11, match 5 P5 P5 P5. "
        "Which one?"
    )


@pytest.mark.parametrize("typed", ["swap 1 P for 3", "add 1 P", "remove 2 P"])
def test_a_plyt_put_into_a_row_needs_its_number(typed: str) -> None:
    with pytest.raises(Unreadable, match="which number should the PLYT stand for"):
        GAME.read_move(typed)


@pytest.mark.parametrize(
    "typed", ["", "lay", "lay x", "swap 1 7", "add 8", "discard 13", "begin match", "begin single 3", "draw 7", "7"]
)
def test_what_is_no_move_is_unreadable(typed: str) -> None:
    with pytest.raises(Unreadable):
        GAME.read_move(typed)


@pytest.mark.parametrize(
    "position",
    [
        "",
        "A:1 | turn A table",
        "A:1 B:? | turn A table",
        "A:1 B:99 | turn A table",
        "A:1 B:2",
        "A:- B:2 | turn A table",
        "A:1 B:2 | turn A dancing",
        "A:1,1,1,1,1,1 B:2 | turn A table",
        "A:1 B:2 | turn A table | bag 1y2",
        "A:1 B:2 | turn A table | round one",
    ],
)
def test_what_is_no_position_is_unreadable(position: str) -> None:
    with pytest.raises(Unreadable):
        read(position)


def test_an_unsound_row_in_a_position_is_refused_by_its_clause() -> None:
    with pytest.raises(Refused) as refused:
        read("A:1 B:2 | turn A table | rows A single 3 4 5 7")
    assert refused.value.clause == "RB-3"


@pytest.mark.parametrize(
    "move",
    [
        Lay(Row("single", ())),
        Lay(Row("single", (4, 3, 2, 1))),
        Lay(Row("match", (-1, 1, 1, 1))),
        Lay(Row("single", (12, 13, 14, 15))),
        Begin("single", 40, 0),
        Exchange(1, 7, 3, 3, 3),
        Exchange(9, 99, 99, 99, 99),
        Add(-1, 1, 1),
        Remove(1, 0, 0),
        Discard(99),
        DISCARDS[0],
    ],
    ids=str,
)
def test_any_move_a_program_may_send_is_refused_with_a_sentence(move: RumbugzMove) -> None:
    state = read("A:1,1,1,7,P B:2 | turn A table | rows A single 3 4 5 6")
    refused = GAME.check(state, 0, move)
    assert refused is not None
    assert refused.why


# Plans ----------------------------------------------------------------------------------------------------------------


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


# The bot --------------------------------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    source, points = random.Random(3), [0, 0]
    for number in range(6):
        greedy = number % 2
        state = start(2, RumbugzOptions(rounds=1))
        seated = [bots.find(GAME, "greedy" if seat == greedy else "random") for seat in range(2)]
        while state.result() is None:
            if seat := state.to_move():
                state.play(seat[0], seated[seat[0]].choose(GAME.view(state, seat[0]), source))
            else:
                state.resolve(state.sample(source))
        points[0] += state.scores[greedy]
        points[1] += state.scores[1 - greedy]
    assert points[0] > 10 * points[1]
    assert points[0] > 100


def test_the_four_types_are_told_apart_by_bits() -> None:
    assert ALL_FOUR == 0b1111
