"""RumBugz beyond its scenarios: long play, reading and refusing whatever is sent, secret answers, the bot."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoodwink import bots
from hoodwink.engine.contract import Moved, Refused, Said, Unreadable
from hoodwink.games.rumbugz.pieces import (
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
from hoodwink.games.rumbugz.rows import Row
from hoodwink.games.rumbugz.rowtext import read_row
from hoodwink.games.rumbugz.standing import read_standing
from hoodwink.games.rumbugz.state import start
from tests.games.rumbugz_positions import GAME, played, read
from tests.tables import random_steps

MOST_MOVES = 500
WORDS = (
    *("lay", "swap", "add", "remove", "discard", "begin", "single", "match", "for", "draw", "starter", "offer", "else"),
    *("turn", "table", "poll", "granted", "replace", "deal", "round", "rows", "pile", "bag", "took", "laid", "scores"),
)


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
    assert [GAME.write_chance(chance) for chance, _ in state.chances()] == ["starter A", "starter B"]


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


def test_t_rb_03_a_row_that_can_be_several_is_a_question_with_the_choices() -> None:
    with pytest.raises(Unreadable) as unread:
        read_row("5 P P P")
    assert str(unread.value) == (
        "«5 P P P» can be several rows: single P2 P3 P4 5, single P3 P4 5 P6, single P4 5 P6 P7, single 5 P6 P7 P8, "
        "double P1 P3 5 P7, double P3 5 P7 P9, double 5 P7 P9 P11, triple P2 5 P8 P11, match 5 P5 P5 P5. Which one?"
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


def read_or_sentence(reader: Callable[[str], object], text: str) -> object:
    try:
        return reader(text)
    except Said as error:
        return str(error)


@settings(max_examples=300, deadline=None)
@given(st.text("ABCDEF0123456789Ppx:;|,*?- \n²٣", max_size=40), st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_any_text_is_read_or_answered_with_a_sentence(noise: str, first: str, second: str) -> None:
    for text in (noise, f"{first} {noise}", f"{first} {second} {noise}", f"A:1,2 B:3,P | {first} A {second} {noise}"):
        for reader in (GAME.read_move, GAME.read_chance, read, read_standing):
            assert read_or_sentence(reader, text)


# What others may know of answers --------------------------------------------------------------------------------------


def test_nobody_learns_what_or_whether_a_seat_answered_before_all_have() -> None:
    asked = played("A:9,1 B:1 C:1 D:1 E:1 | turn A table", "discard 9", seats=5)
    ways = [asked]
    for move in (OFFER, PASS):
        after = asked.copy()
        after.play(2, move)
        for viewer in (0, 1, 3, 4, None):
            assert GAME.tell(asked, Moved(2, move), after, viewer) == []
        ways.append(after)
    for viewer in (0, 1, 3, 4, None):
        assert len({msgspec.json.encode(GAME.view(state, viewer)) for state in ways}) == 1


def test_every_seat_but_two_is_asked_whatever_it_holds() -> None:
    for hands in ("A:9,1 B:1 C:1 D:P", "A:9,1 B:9 C:9,9,9 D:1,2,3"):
        state = played(f"{hands} | turn A table", "discard 9", seats=4)
        assert state.to_move() == (2, 3)
        assert all(state.moves(seat) == (OFFER, PASS) for seat in state.to_move())


@pytest.mark.parametrize("going", ["", " took P", " took 5", " took 12"])
@pytest.mark.parametrize("span", ["single 1-9", "match 7", "triple 2-11", "single 1-10 1 P2 3 4"])
def test_a_hand_imagined_for_a_begun_row_can_finish_it(going: str, span: str) -> None:
    position = f"A:1,2,3,4,5,6,7,8,9,10,12,P,P,P,P B:1,2 C:P,11 | turn A table{going} begin {span} | pile 4 4 7"
    state, source = read(position, seats=3), random.Random(span)
    for viewer in (1, 2, None):
        view = GAME.view(state, viewer)
        for _ in range(20):
            imagined = GAME.imagine(view, source)
            assert GAME.audit(imagined) is None
            assert imagined.moves(0)
            assert GAME.view(imagined, viewer) == view


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
