"""The scenario runner notices everything that can differ, and a malformed file gets its line and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from hoodwink import games
from hoodwink.engine.scenario import Malformed, Scenario, Then, read_scenarios, run
from hoodwink.engine.words import LANGUAGES, Voice

DUDO = games.find("dudo")
GIVEN = "A:22 B:66 | open A | A 3x2"


def differences(then: dict[str, Any], **given: Any) -> list[str]:
    """What the runner says about a scenario with this outcome, in English; every language must be able to."""
    fields = {"given": GIVEN} | given
    found = run(DUDO, Scenario(name="a case", clauses=("DU-1",), then=Then(**then), **fields))
    assert all(Voice(lang)(said) for lang in LANGUAGES for said in found)
    return [Voice()(said) for said in found]


def test_a_scenario_that_holds_says_nothing() -> None:
    then = {
        "legal": ("B 4x2",),
        "refused": {"DU-13": ("B 3x2",)},
        "why": {"B 3x2": "at least 4"},
        "count": {"B": 9},
        "to_move": ("B",),
        "position": GIVEN.replace("open", "round 1 open"),
        "sees": {"A": "A:22 B:?? | round 1 open A | A 3x2"},
    }
    assert differences(then) == []


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ({"legal": ("B 3x2",)}, "B 3x2 should be legal, but DU-13 refuses it"),
        ({"refused": {"DU-13": ("B 4x2",)}}, "B 4x2 should be refused by DU-13, but it is legal"),
        ({"refused": {"DU-4": ("B 3x2",)}}, "should be refused by DU-4, but DU-13 refuses it"),
        ({"why": {"B 3x2": "at least 9"}}, "why B 3x2: expected «at least 9»"),
        ({"why": {"B 4x2": "at least 9"}}, "found «»"),
        ({"only": ("B dudo",)}, "only: expected «B dudo», found «B 2*"),
        ({"count": {"B": 7}}, "count B: expected «7», found «9»"),
        ({"table_refused": "Q-DU-19"}, "the table should be refused by Q-DU-19"),
        ({"position": "A:22 B:66 | round 2 open A | A 3x2"}, "position: expected"),
        ({"sees": {"A": "A:22 B:66 | round 1 open A | A 3x2"}}, "sees A: expected"),
        ({"sees": {"watcher": "A:22 B:?? | round 1 open A | A 3x2"}}, "sees watcher: expected"),
        ({"told": {"A": ("hello",)}}, "told A: expected «hello», found «»"),
        ({"to_move": ("A",)}, "to_move: expected «A», found «B»"),
        ({"scores": {"A": 1}}, "scores A: expected «1», found «None»"),
        ({"winners": ("A",)}, "winners: expected «A», found «»"),
        ({"sees": {"Q": "x"}}, "«Q» is no seat; the seats are A to B."),
        ({"legal": ("nonsense",)}, "«nonsense» is no roll"),
        ({"legal": ("B nonsense",)}, "«nonsense» is no move"),
        ({"legal": ("roll A:11",)}, "is not a move of a seat"),
    ],
)
def test_every_difference_is_said(then: dict[str, Any], said: str) -> None:
    found = differences(then)
    assert len(found) == 1
    assert said in found[0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"moves": ("B 3x2",)}, "the move B 3x2 is refused by DU-13"),
        ({"moves": ("roll A:11",)}, "is not a move of a seat"),
        ({"moves": ("B dudo",), "next": ("roll A:22",)}, "«roll A:22» cannot come up now"),
        ({"next": ("roll A:22",)}, "these chances never came up: roll A:22"),
        ({"given": "A:22 | open A"}, "The dice of 2 seats are needed, not of 1"),
        ({"given": "A:22 B:22 | open A | A 9x2"}, "the table itself is refused by Q-DU-07"),
        ({"options": {"dice": 77}}, "The option dice cannot be «77»; it takes 1–8."),
        ({"options": {"dices": 7}}, "There is no option «dices»"),
        ({"seats": 9, "given": None}, "the table itself is refused by Q-DU-19"),
    ],
)
def test_a_case_that_cannot_be_played_says_why(given: dict[str, Any], said: str) -> None:
    found = differences({"to_move": ("B",)}, **given)
    assert len(found) >= 1
    assert said in found[0]


GOOD = """game = "dudo"

[[scenario]]
name = "first"
clauses = ["DU-1"]
[scenario.then]
to_move = []

[[scenario]]
name = "second"
clauses = ["DU-1"]
seats = 3
[scenario.then]
legal = ["A 1x2"]
"""


def test_a_good_file_is_read() -> None:
    assert [scenario.name for scenario in read_scenarios(GOOD).scenario] == ["first", "second"]


@pytest.mark.parametrize(
    ("good", "bad", "line", "reason"),
    [
        ('name = "second"', "name = second", 10, "Invalid value"),
        ("seats = 3", 'seats = "three"', 12, "Expected `int`"),
        ("seats = 3", "chairs = 3", 9, "unknown field `chairs`"),
        ('legal = ["A 1x2"]', "legal = [7]", 14, "Expected `str`"),
        ('legal = ["A 1x2"]', "lawful = []", 13, "unknown field `lawful`"),
        ('game = "dudo"', 'gime = "dudo"', 1, "unknown field `gime`"),
        ('game = "dudo"', "", 1, "missing required field `game`"),
        ('clauses = ["DU-1"]\nseats', "clauses = []\nseats", 11, "length >= 1"),
        ("[scenario.then]\nlegal", "[scenario.when]\nlegal", 9, "field"),
    ],
)
def test_a_malformed_file_gets_the_line_and_the_reason(good: str, bad: str, line: int, reason: str) -> None:
    assert good in GOOD
    with pytest.raises(Malformed) as refused:
        read_scenarios(GOOD.replace(good, bad))
    said = str(refused.value)
    assert said.startswith(f"Line {line}: ")
    assert reason in said
