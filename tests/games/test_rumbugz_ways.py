"""What the best RumBugz bot finds in a turn: no row and no way out is missed, and the searches keep to their work."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from hoodwink import bots, games
from hoodwink.games.rumbugz.pieces import ALL_FOUR, Discard, Lay, Stop
from hoodwink.games.rumbugz.rows import row_of
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.thinking.closure import Look, reachable
from hoodwink.games.rumbugz.thinking.search import Turn
from hoodwink.games.rumbugz.thinking.spots import number_of
from hoodwink.games.rumbugz.turn import OVER, TABLE
from tests.games.rumbugz_positions import read
from tests.games.rumbugz_proof import TABLES, played, possible, prove, turns

GAME = games.find("rumbugz")
ALL_KINDS = len(TABLES)
"""Games with numbers that this divides are those of two seats at standard rules; the other kinds follow."""


def test_level_4_misses_no_row_and_no_going_out() -> None:
    """A part of the proof; CONTRIBUTING.md says how to run all of it."""
    found, missed = prove(seed=3 * ALL_KINDS, wanted=120)
    assert not missed
    assert found["lay-downs"] > 50
    assert found["goings out"] > 3


def test_the_proof_notices_a_bot_that_does_not_change_rows() -> None:
    _, missed = prove(seed=3 * ALL_KINDS, wanted=60, name="pillbug")
    assert missed


def leads_to(state: RumbugzState, goal: str, most: int) -> bool | None:
    """The same as brute force, by nothing but the engine's own moves; None when there are too many."""
    seat, todo = state.turn, [state.copy()]
    seen = {(tuple(state.rows), tuple(state.fresh), state.span)}
    for at in todo:
        for move in at.moves(seat):
            last = isinstance(move, Discard) and at.held[seat] == 1 and at.made[seat] == ALL_FOUR
            if (isinstance(move, Lay) and goal == "lay") or (last and goal == "out"):
                return True
            if isinstance(move, Discard | Stop):
                continue
            after = at.copy()
            after.play(seat, move)
            if after.phase == OVER or after.rounds != state.rounds:
                return True
            key = (tuple(after.rows), tuple(after.fresh), after.span)
            if after.phase == TABLE and after.turn == seat and key not in seen:
                seen.add(key)
                todo.append(after)
        if len(todo) > most:
            return None
    return False


@pytest.mark.parametrize("kind", [0, 2, 3])
def test_brute_force_knows_what_the_engines_own_moves_lead_to(kind: int) -> None:
    known = []
    for state in islice(turns(7 * ALL_KINDS + kind), 60):
        if state.made[state.turn]:
            for goal in ("lay", "out"):
                answer = leads_to(state, goal, 150)
                if answer is not None:
                    assert possible(state, goal) is answer
                    known.append((goal, answer))
    assert {("lay", True), ("lay", False), ("out", False)} <= set(known)


MISSED_ONCE: dict[str, tuple[str, dict[str, Any]]] = {
    "a row and an addition behind four exchanges": (
        """A:5,5,7,9,10,12 B:4,5,6,7,7,7,P | turn B table | pile 9 2 1 9 | rows B match 1 1 1 1; A double 2 4 6 8;
           B triple 3 P6 9 12; B double P6 8 10 12; A single 9 10 11 12""",
        {},
    ),
    "a hand of seven at eight rows": (
        """A:1,1,5,8,9,P B:4,5,6,7,8,9 C:1,2,3,3,4,5,7 | turn C table | pile 11 2 7 1 10 3 2 7 12 12 |
           rows A single P5 6 7 8; B triple 3 6 P9 12; C triple 3 6 9 12; C match 10 10 10 10; A double 2 4 6 8;
           A triple 3 P6 9 12; C single 6 7 8 9; B match 11 11 11 11""",
        {},
    ),
    "two PLYTs in hand": (
        """A:2,3,3,5,10,P B:2,5,5,7,11,P,P C:4,4,6,7,7,8 | turn B table | pile 2 4 4 3 12 4 2 1 3 11 10 8 11 11 8 |
           rows B single 4 5 6 7; A single 7 8 9 10; B triple 3 6 9 12; C double 5 7 9 11; C triple 2 5 8 P11;
           A triple 3 6 9 12; B match 1 1 1 1; A double 6 8 10 12""",
        {},
    ),
    "a short way that promised little": (
        """A:4,4,8,9,10,10,11,12,P B:5,5,6,7,9,12 C:3 | turn A table | pile 6 11 12 10 11 8 7 |
           rows C triple 2 5 8 11; B single 1 2 3 4; C double 2 4 6 8 10; A triple 3 6 9 12; C single 2 3 4 5;
           A double 2 4 6 8 10; B double 1 3 5 7; C match 9 9 9 P9 P9; A match 1 1 1 P1""",
        {},
    ),
    "a missing Match out of tiles that rows may give away": (
        """A:4,4,5,8,11,P B:1 | turn A table took 8 | rows B single 8 9 10 11 12; A double 4 6 8 10; B triple 2 5 8 11;
           B double 1 P3 5 7 9; A match 3 3 3 P3; A single P6 7 8 9; B match 6 6 6 P6""",
        {"early_add": True, "free_removal": True},
    ),
    "three rows in a turn from a hand of eleven": (
        """A:3,12,12,12,12 B:2,3,3,4,5,7,7,7 C:2,2,4,6,6,9,9,10,10,11,12 | turn C table took 4 |
           rows C double 1 3 5 P7 9; C single 4 P5 6 7 8 9 10; C match 1 1 1 1; A single 7 8 9 10; A match 11 11 11 P11;
           C triple 2 5 8 11; C double 4 6 8 10; B match 4 4 P4 P4; B double 3 5 7 9; A double 6 8 10 12;
           A triple 2 5 8 11; A single 1 2 3 P4 5 6""",
        {"early_add": True, "free_removal": True},
    ),
    "five PLYTs to be gathered first": (
        """A:1,1,2,2,3,4,6,10,11 B:1,1,1,4,4,5,9,10,12,12 C:4,6,7,7,9,10,11,11 | turn A table took 6 |
           rows C single P9 10 11 12; A double 5 P7 9 11; B single P5 6 7 8; A triple P3 6 9 12; C double 6 8 10 12;
           A match 5 5 P5 P5; A single 6 7 8 9""",
        {},
    ),
    "ten exchanges, a row and two additions": (
        """A:1,4,5,5,10,12 B:1,1,6,6,8,9,10 | round 1 start B scores 0,0 idle 49 | turn B table took 9 |
           rows A single 2 3 P4 5; B match 4 4 4 P4; A double 6 8 10 12; A triple 3 6 9 12; B double P5 7 9 11;
           B single 8 9 P10 11 | pile 12 11 8 11 2 2 8 12 1 6 2 3 3 10 4 P 10 7""",
        {"one_sequence_per_turn": True, "min_naturals": 2},
    ),
    "a number that has to go round before it buys a PLYT": (
        """A:2,2,3,3,3,9 B:5,5,6,7,12,12,12 | round 3 start A scores 54,54 | turn B table | rows B single 8 9 10 11;
           B triple 1 4 P7 10; A single 4 5 6 7; B double 3 5 7 9; A double 4 6 8 10 | pile 2 12 4 2 12 1 6 3""",
        {"early_add": True, "free_removal": True},
    ),
    "a hand of seventeen at four seats": (
        """A:1,2,2,6,7,8,8,9,11,11,12 B:1,2,4,4,6,8,8,10,10,10,10,11,11,11,11,12,12 C:2,12
           D:1,1,1,2,3,3,3,3,4,6,6,7,8,10,11,12 | turn B table took 11 | rows D double 1 P3 5 7; C double 1 3 P5 7;
           A double 4 6 8 10 12; C triple 3 6 9 12; D single 4 5 6 7; B match 5 5 5 5; B single 4 P5 P6 P7;
           C single 3 4 5 6 7 8 9; C match 2 2 2 P2; B double 3 5 7 9; D match 9 9 9 9; A single P7 8 P9 10 11 12;
           A triple 1 4 7 10""",
        {},
    ),
    "a way of two exchanges that seems far": (
        """A:2,5 B:2,3,7,11,12,P C:5,7,8,11,11,P D:5,5,7,8,11,12,P | round 3 start A scores 0,137,130,0 |
           turn D table took 11 | rows D triple 3 6 9 12; A single 2 3 4 5; C triple 3 6 9 12; A triple 1 4 7 10;
           B single 7 8 9 10; C double 1 3 5 7; D single 9 10 11 12; A double 2 4 6 8; B match 8 8 8 8;
           D match 4 4 4 4; A match 9 9 P9 P9; C match 6 6 6 P6 | pile 3 1 1 10 2 11 12 9 3 1 2 9 7 2""",
        {"one_sequence_per_turn": True, "min_naturals": 2},
    ),
    "a first Match among fourteen rows": (
        """A:1,5,8,9,10,P B:1,1,3,3,12,P C:2,3,4,4,7,7,10 D:4,6,7,10,P,P E:9,12,P,P,P,P |
           round 2 start C scores 0,0,191,0,0 idle 1 | turn C table | rows E triple 2 5 8 11; B triple 1 4 7 10;
           C single 4 5 6 7; D double 2 4 6 8; E double 1 3 5 7; B single 9 10 11 12; C double 1 3 5 7;
           D triple 3 6 9 12; E single 4 5 6 7; A double 6 8 10 12; B double 4 6 8 10; C triple 3 6 9 12;
           D match 11 11 P11 P11; A single 8 9 10 11 | pile 11 2 3 9 1 12 11 1 2 11 2 9 9 11 4 2 5""",
        {"one_sequence_per_turn": True, "min_naturals": 2},
    ),
}
"""Ways out that some level 4 did not find, by what they took."""


def after(text: str, options: dict[str, Any]) -> tuple[bool, bool]:
    """Whether level 4 lays a row in a position, and whether it goes out."""
    state = read(" ".join(text.split()), seats=text.count(":"), **options)
    return played(state, bots.find(GAME, "4"), random.Random(1))


@pytest.mark.parametrize("name", MISSED_ONCE)
def test_a_way_out_once_missed_is_found(name: str) -> None:
    assert after(*MISSED_ONCE[name])[1]


def test_a_hand_that_goes_down_whole_is_laid() -> None:
    """Laying the last tiles ends the turn, after which nothing in the position says that a row was laid (Q-RB-10)."""
    text = """A:7,7,10,12 B:12 C:1,3,6,11 D:1,2,2,4,4,7,9 | turn C table took 1 | rows A single 6 7 8 9 10 11 12;
        A triple 1 4 7 10; D match 9 9 P9 P9; D single 1 2 3 4 5 6 7 8 9 10; B double 1 3 P5 7 9 11; A double 6 8 10 12;
        B single 1 2 3 4 5 6; B triple 3 6 9 12; D double 2 4 6 P8 10 12; A match 5 5 5 5 5; A match 11 11 11 11;
        C triple 2 5 8 11; B match 8 8 8 P8; A double P6 8 10 12; C single P1 2 3 4; B triple 3 6 9 12;
        B triple 1 P4 7 10; A single 1 2 3 4"""
    assert after(text, {"one_sequence_per_turn": True, "min_naturals": 2}) == (True, False)
    text = """A:5,6,7,10 B:1,1,2,4,8,8,10,11,11 | turn A table | rows B triple P3 6 P9 12; B single P7 8 9 10;
        A triple 3 6 9 P12; B double 2 4 P6 8"""
    assert after(text, {"early_add": True, "free_removal": True}) == (True, False)


def test_a_row_at_the_end_of_eight_exchanges_is_laid() -> None:
    """Found after some two thousand tables, once the tables on the way out are counted as seen for it too."""
    text = """A:4 B:2,2,3,11,11,12,P | round 2 start A scores 0,36 | turn B table | rows A single 8 9 10 11;
        B single 6 7 8 9; A double 3 5 7 9 11; B double 1 3 5 7; A triple 2 5 8 11; B triple 3 6 P9 12;
        A match 10 10 10 P10 | pile 1 1 1 12 6 4"""
    assert after(text, {"one_sequence_per_turn": True, "min_naturals": 2}) == (True, False)


def test_rows_that_have_exchanged_what_is_fresh_in_them_are_another_table() -> None:
    """Sums of hashes of tuples were the same for both, in some processes: bots chose differently for one seed."""
    plain, wild = row_of("single", (9, 10, 11, 12)), row_of("single", (9, -10, 11, 12))
    for bit in range(1, 13):
        one = number_of(wild, 1 << bit) + number_of(plain, 4608)
        other = number_of(plain, 0) + number_of(wild, 4608 + (1 << bit))
        assert one != other


def test_a_way_to_lay_is_the_shortest_and_leads_there() -> None:
    state = read(
        "A:2,6,6,7,10,11 B:1,3,4,4,7,8,12 | turn B table | rows B single 8 9 10 11; A single 7 8 P9 10; "
        "A triple 3 P6 9 12; A double 1 3 5 P7; B triple 1 4 P7 P10 | pile 12 11"
    )
    way = Turn(state, 1).way_to_lay(40_000)
    assert way
    for move in way:
        assert not any(GAME.write_move(one).startswith("lay") for one in state.moves(1))
        assert move in state.moves(1)
        state.play(1, move)
    assert any(GAME.write_move(one).startswith("lay") for one in state.moves(1))


def test_the_work_is_bounded_by_positions() -> None:
    state = read(
        "A:1,4,5,8,9,P B:2,2,3 | turn A table | rows B match 11 11 11 11; B double 2 4 6 8; B triple 3 P6 9 12; "
        "A double P6 8 10 12; A single 9 10 11 12; B single 3 4 5 6; A match 7 7 P7 P7"
    )
    asked = 0

    def judge(_state: RumbugzState) -> float:
        nonlocal asked
        asked += 1
        return 1.0

    found = reachable(state, 0, judge, Look(300, 1000))
    most_moves = 200
    assert 300 <= len(found) == asked <= 300 + most_moves
    assert Turn(read("A:2,2 B:2 | turn A table | rows A match 1 1 1 1"), 0).way_to_lay(100) is None
    assert Turn(state, 0).way_out(3_000) is None
