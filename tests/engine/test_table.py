"""Acting at a table changes everything or nothing; options are read as people type them."""

from __future__ import annotations

import random

import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import Chanced, Moved, Refused, Unreadable, seat_of
from hoodwink.engine.options import BadOptions, read_options
from hoodwink.engine.table import ImpossibleChance, act, deal, read_event, settle, write_event
from hoodwink.games import UnknownGame
from tests.makers import fair_record

DUDO = games.find("dudo")


def test_a_refused_move_changes_nothing() -> None:
    state = DUDO.read_position("A:22 B:66 | open A | A 3x2", 2, DUDO.info.options())
    before = DUDO.write_position(state)
    with pytest.raises(Refused) as refused:
        act(DUDO, state, 1, DUDO.read_move("2x6"))
    assert refused.value.clause == "DU-13"
    assert str(refused.value).endswith("Legal if the count were at least 4. [DU-13]")
    assert DUDO.write_position(state) == before


def test_an_impossible_chance_changes_nothing() -> None:
    state = DUDO.start(2, read_options(DUDO, {"first_player": "A"}))
    before = DUDO.write_position(state)
    for text in ("roll B:11111", "roll A:1111", "opener A"):
        with pytest.raises(ImpossibleChance):
            settle(DUDO, state, DUDO.read_chance(text))
    assert DUDO.write_position(state) == before


def test_dealing_stops_where_somebody_decides() -> None:
    state, source = DUDO.start(3, DUDO.info.options()), random.Random(1)
    asked: list[int] = []

    def chance(number: int) -> random.Random:
        asked.append(number)
        return source

    assert [type(event) for event in deal(state, chance)] == [Chanced] * 4
    assert state.to_move()
    assert list(deal(state, chance)) == []
    assert asked == [1] * 4


def test_events_are_written_and_read() -> None:
    for text in fair_record().events:
        event = read_event(DUDO, text, 3)
        assert write_event(DUDO, event) == text
    assert read_event(DUDO, " b 7 x 3 ", 3) == Moved(1, DUDO.read_move("7x3"))
    for text in ("", "A", "A ", "Q 7x3", "D 7x3", "7x3", "roll", "roll A:7", "roll A:", "opener 3", "A 7y3"):
        with pytest.raises(Unreadable):
            read_event(DUDO, text, 3)


@pytest.mark.parametrize("text", ["", "AB", "7", "G", "é"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="the seats are A to C"):
        seat_of(text, 3)


def test_options_are_read_as_people_type_them() -> None:
    typed = {"dice": "3", "one_die_losses": "true", "bonus_cap": "none", "first_player": "B"}
    assert read_options(DUDO, typed) == DUDO.info.options(dice=3, one_die_losses=True, first_player="B")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("dice", "0", "it takes 1–8"),
        ("dice", "many", "it takes 1–8"),
        ("dice", 9, "cannot be «9»"),
        ("one_die_losses", "maybe", "it takes true, false"),
        ("max_bid", "sky", "it takes board, dice_in_play"),
        ("bonus_cap", "x", "it takes 1–13, none"),
        ("colour", "red", "There is no option «colour»; there are dice, first_player"),
    ],
)
def test_bad_options_are_refused_in_words(name: str, value: object, said: str) -> None:
    with pytest.raises(BadOptions, match=said):
        read_options(DUDO, {name: value})


def test_unknown_games_and_bots_are_named() -> None:
    with pytest.raises(UnknownGame, match=r"There is no game «chess»; there are .*dudo"):
        games.find("chess")
    with pytest.raises(bots.UnknownBot, match="no bot deep for dudo; there are random, greedy"):
        bots.find(DUDO, "deep")
