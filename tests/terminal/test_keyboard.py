"""Playing at a real terminal, as a person does: prompts, curtains, ctrl-C."""

from __future__ import annotations

import dataclasses
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from hoodwink import games
from hoodwink.engine.contract import Said
from hoodwink.engine.record import read_record
from hoodwink.engine.words import Voice
from hoodwink.terminal.console import Console
from hoodwink.terminal.sitting import Sitting
from tests.makers import ordinary_record

WIPED = "\x1b[2J\x1b[3J\x1b[H"
Terminal = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Starts `hoodwink` in a terminal of 100 by 40."""
    opened: list[pexpect.spawn[str]] = []

    def start(*arguments: str) -> pexpect.spawn[str]:
        environment = os.environ | {"HOODWINK_HOME": str(tmp_path), "HOODWINK_LANG": "en", "TERM": "xterm"}
        child = pexpect.spawn(
            sys.executable,
            ["-m", "hoodwink", *arguments],
            env=environment,
            encoding="utf-8",
            timeout=30,
            dimensions=(40, 100),
        )
        opened.append(child)
        return child

    yield start
    for child in opened:
        child.close(force=True)


def heard(child: pexpect.spawn[str]) -> str:
    """What the terminal showed since the last time."""
    return str(child.before)


def test_the_menu_leads_to_a_game_and_every_prompt_has_help(terminal: Terminal) -> None:
    child = terminal("play")
    child.expect("Which game")
    for answer, help_text, question in (
        ("1", "number or the name of a game", "How many players"),
        ("2", "Bots take the chairs", "How many of them are people"),
        ("1", "a curtain falls between", "Name of player 1"),
        ("Ann", "name of up to 40 letters", "Which bot"),
    ):
        child.sendline("?")
        child.expect(help_text)
        child.sendline("dudo" if question == "How many players" else answer)
        child.expect(question)
    child.sendline("greedy")  # people choose among the levels
    child.expect("none of the choices")
    child.sendline("1")
    child.expect("Ann, your move")
    child.sendline("?")
    child.expect("dudo doubts the last bid")
    child.expect("quit: leave")


def test_an_illegal_entry_says_why_and_asks_again(terminal: Terminal) -> None:
    child = terminal("play", "dudo", "--player", "Ann", "--player", "@greedy", "--option", "first_player=A")
    child.expect("your move")
    for entry, reason in (
        ("dudo", r"nothing to doubt.*\[Q-DU-10\]"),
        ("99x3", r"Only 10 dice are in play.*\[Q-DU-07\]"),
        ("3x1", r"Ones are jokers.*\[Q-DU-06\].*Legal as 3 jokers"),
        ("gibberish", "is no move"),
    ):
        child.sendline(entry)
        child.expect(reason)
        child.expect("your move")
    child.sendline("moves")
    child.expect("60 legal moves")
    child.sendline("rules DU-10")
    child.expect("The opener has to bid")
    child.sendline("rules DU-99")
    child.expect("no clause")
    child.sendline("table")
    child.expect("Your dice")


def test_a_hint_comes_with_its_reasons(terminal: Terminal) -> None:
    child = terminal("play", "dudo", "--player", "Ann", "--seats", "3", "--bots", "2", "--option", "first_player=A")
    child.expect("your move")
    child.sendline("hint")
    child.expect("15 dice are on the table")
    child.expect(r"1\. [^\r]* \[[^\r]*\]: (It|A bluff: it) holds with \d+ %")
    child.expect(r"3\. ")
    child.expect("your move")


def test_where_a_game_has_no_hints_it_says_so() -> None:
    deaf = dataclasses.replace(games.find("dudo"), advise=None)
    sitting = Sitting(deaf, ordinary_record(), Console(Voice()), lambda record: None)
    with pytest.raises(Said, match="no hints in this game"):
        sitting._hint(0)


def test_a_curtain_falls_between_two_people(terminal: Terminal) -> None:
    child = terminal("play", "dudo", "--player", "Ann", "--player", "Bob", "--option", "first_player=A")
    child.expect("The next decision is for Ann alone")
    assert "Your dice" not in heard(child)
    child.expect("press Enter")
    child.sendline("")
    child.expect("Ann, your move")
    assert "Your dice" in heard(child)
    child.sendline("1x2")
    for step in ("for Bob alone", "Bob, press Enter"):
        child.expect(step)
        assert "Ann bids" not in heard(child)
    child.sendline("")
    child.expect(re.escape(WIPED))  # the screen and its scroll-back, before Bob's own dice are shown
    child.expect("Bob, your move")
    assert "Ann rolls 5 dice" in heard(child)
    assert "Ann bids 1 two" in heard(child)


def test_the_screen_is_wiped_before_the_next_person_is_called(terminal: Terminal) -> None:
    child = terminal("play", "dudo", "--player", "Ann", "--player", "Bob", "--option", "first_player=A")
    child.expect("press Enter")
    child.sendline("")
    child.expect("Ann, your move")
    child.sendline("1x2")
    child.expect("for Bob alone")
    assert heard(child).rindex(WIPED) > heard(child).rindex("1x2")


@pytest.mark.parametrize("key", ["ctrl-C", "ctrl-D", "quit"])
def test_leaving_keeps_the_record_and_continuing_goes_on(terminal: Terminal, tmp_path: Path, key: str) -> None:
    child = terminal("play", "dudo", "--player", "Ann", "--player", "Bob", "--option", "first_player=A")
    child.expect("press Enter")
    child.sendline("")
    child.expect("your move")
    child.sendline("1x2")
    child.expect("press Enter")
    if key == "quit":  # the curtain takes any line; the prompt behind it takes the word
        child.sendline("")
        child.expect("Bob, your move")
        child.sendline("quit")
    else:
        child.sendcontrol(key[-1].lower())
    child.expect("The game waits for you in")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    [path] = tmp_path.glob("*.txt")
    assert read_record(path.read_text()).events[-1] == "A 1x2"
    child = terminal("play", "--continue", "last")
    child.expect("for Bob alone")
    child.expect("press Enter")
    child.sendline("")
    child.expect("Bob, your move")
    child.sendline("dudo")
    child.expect("Cups up")


def test_leaving_the_menu_begins_nothing(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("play")
    child.expect("Which game")
    child.sendintr()
    child.expect("Nothing was begun")
    child.expect(pexpect.EOF)
    assert list(tmp_path.iterdir()) == []


def test_a_whole_game_against_a_bot(terminal: Terminal, tmp_path: Path) -> None:
    """Ann bids the lowest she may, or doubts when little is left, until somebody has won."""
    child = terminal("play", "dudo", "--player", "Ann", "--player", "@greedy", "--option", "dice=2", "--seed", "4")
    while child.expect(["Ann, your move", r"(Ann|Barnaby) wins\."]) == 0:
        bids = re.findall(r"Bids: (.*)", heard(child))
        child.sendline("dudo" if bids else "1x2")
    child.expect("The record: ")
    child.expect(pexpect.EOF)
    [path] = tmp_path.glob("*.txt")
    assert read_record(path.read_text()).finished


def test_stepping_through_a_record(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(ordinary_record().to_text(), encoding="utf-8")
    child = terminal("replay", str(path), "--eyes", "A")
    child.expect("After event 0 of")
    child.sendline("")
    child.expect("After event 1 of")
    child.sendline("4")
    child.expect("After event 4 of .* seen by: A")
    child.sendline("eyes b")
    child.expect("seen by: B")
    child.sendline("p")
    child.expect("After event 3 of")
    child.sendline("9999")
    child.expect("There is no event 9999")
    child.sendline("jump")
    child.expect("is no command here")
    child.sendline("eyes open")
    child.expect("→ A:")
    child.sendline("end")
    child.expect("wins!")
    child.sendline("?")
    child.expect("whose eyes look")
    child.sendline("quit")
    child.expect(pexpect.EOF)
