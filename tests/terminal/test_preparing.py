"""What takes seconds before a game: done once, for bots and hints that need it, under a bar where somebody looks."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from hoodwink import games
from hoodwink.cli import app
from hoodwink.engine.contract import AnyGame
from hoodwink.engine.record import Sitter, new_record
from hoodwink.engine.words import Voice
from hoodwink.terminal.console import Console
from hoodwink.terminal.sitting import Sitting

Prepared = list[tuple[int, Any]]


@pytest.fixture
def prepared() -> Prepared:
    """For how many seats and with which options the game got ready."""
    return []


@pytest.fixture
def slow(prepared: Prepared) -> AnyGame:
    """A game whose bots need something beforehand."""

    def prepare(seats: int, options: Any, progress: Callable[[float], None]) -> None:
        progress(0.5)
        progress(1.0)
        prepared.append((seats, options))

    return dataclasses.replace(games.find("dudo"), prepare=prepare)


def sitting(game: AnyGame, *names: str) -> Sitting:
    sitters = [Sitter(f"Player {place}", name) for place, name in enumerate(names)]
    return Sitting(game, new_record(game, sitters, game.info.options()), Console(Voice()), lambda _record: None)


@pytest.mark.parametrize(("names", "times"), [(("greedy", "random"), 0), (("greedy", "1"), 1), (("pip", "odette"), 1)])
def test_a_game_gets_ready_for_bots_of_a_level(
    slow: AnyGame, prepared: Prepared, names: tuple[str, ...], times: int
) -> None:
    sitting(slow, *names).play()
    assert prepared == [(2, slow.info.options())] * times


def test_a_game_gets_ready_for_hints(slow: AnyGame, prepared: Prepared) -> None:
    table = sitting(slow, "greedy", "random")
    table._deal()
    table._hint(table.state.to_move()[0])
    assert prepared == [(2, slow.info.options())]


class Screen(io.StringIO):
    """A terminal that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("screen", "shown"), [(Screen(), True), (io.StringIO(), False)])
def test_a_bar_is_drawn_where_somebody_looks_and_something_happens(
    monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, shown: bool
) -> None:
    monkeypatch.setattr("sys.stderr", screen)
    console = Console(Voice())
    with console.bar("play.preparing"):
        pass
    assert not screen.getvalue(), "what is ready at once needs no bar"
    with console.bar("play.preparing") as progress:
        progress(0.25)
        progress(1.0)
    assert ("The bots get ready" in screen.getvalue()) == ("100%" in screen.getvalue()) == shown


@pytest.mark.parametrize(("names", "times"), [(("greedy", "random"), 0), (("1", "greedy"), 1)])
def test_the_arena_gets_ready_for_bots_of_a_level(
    slow: AnyGame, prepared: Prepared, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], times: int
) -> None:
    monkeypatch.setattr("hoodwink.games.find", lambda _key: slow)
    done = CliRunner().invoke(app, ["arena", "dudo", *names, "--games", "2", "--workers", "1"])
    assert done.exit_code == 0, done.stderr
    assert prepared == [(2, slow.info.options())] * times
