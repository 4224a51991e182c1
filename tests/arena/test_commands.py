"""The commands: what they write and where, and that bad input is a sentence, a status of 2 and nothing written."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from hoodwink import games
from hoodwink.arena import progress as showing
from hoodwink.arena.lab import LabReport
from hoodwink.arena.progress import Lines
from hoodwink.arena.report import Report
from hoodwink.arena.standings import contestants, pairings
from hoodwink.cli import app
from hoodwink.engine.contract import AnyGame


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOODWINK_LANG", "en")
    monkeypatch.chdir(tmp_path)


def hoodwink(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--workers", "1"])


def test_an_arena_prints_a_table_and_writes_json_and_a_page(tmp_path: Path) -> None:
    done = hoodwink("arena", "dudo", "greedy", "random", "--games", "5", "--json", "a.json", "--html", "a.html")
    assert done.exit_code == 0, done.stderr
    assert "3 deals, each played in 2 seatings: 6 matches; seed 0" in done.stdout
    made = msgspec.json.decode((tmp_path / "a.json").read_bytes(), type=Report)
    assert (made.deals, made.matches, made.setup.seed) == (3, 6, 0)
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "Thinking, a decision: " in done.stderr


def test_json_on_standard_output_stands_alone() -> None:
    arguments = ["arena", "dudo", "greedy", "random", "--option", "dice=2", "--games", "2", "--json", "-"]
    made = msgspec.json.decode(hoodwink(*arguments).stdout, type=Report)
    assert made.setup.options == {"dice": 2}
    again = msgspec.json.decode(hoodwink(*arguments).stdout, type=Report)
    assert made == again


def test_the_stop_rule_is_told_with_the_hypotheses() -> None:
    done = hoodwink("arena", "dudo", "greedy", "random", "--games", "80", "--stop", "sprt:0.5:0.8:0.01:0.1")
    assert "H0 0.5 against H1 0.8, alpha 0.01, beta 0.1" in done.stdout
    assert "It ended with H1 accepted" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["arena", "dudo", "greedy", "deep"], "There is no bot deep"),
        (["arena", "dudo", "greedy", "9"], "There is no bot 9"),
        (["arena", "dudo", "greedy"], "2 to 6"),
        (["arena", "dudo", *["greedy"] * 7], "2 to 6"),
        (["arena", "chess", "greedy", "random"], "chess"),
        (["arena", "dudo"], "Missing argument"),
        (["arena", "dudo", "greedy", "random", "--option", "dice=many"], "many"),
        (["arena", "dudo", "greedy", "random", "--option", "dice"], "dice"),
        (["arena", "dudo", "greedy", "random", "--option", "luck=1"], "luck"),
        (["arena", "dudo", "greedy", "random", "--option", "max_bid=board"], "board"),
        (["arena", "dudo", "greedy", "random", "--preset", "odd"], "odd"),
        (["arena", "dudo", "greedy", "random", "--games", "0"], "--games"),
        (["arena", "dudo", "greedy", "random", "--stop", "soon"], "no stop rule"),
        (["arena", "dudo", "greedy", "random", "--time-limit", "0"], "--time-limit"),
        (["arena", "dudo", "greedy", "cmd:/nowhere/at-all"], "cannot be started"),
        (["arena", "dudo", "greedy", "cmd:'unclosed"], "cannot be started"),
        (["arena", "dudo", "greedy", "cmd:"], "cannot be started"),
        (["arena", "dudo", "greedy", "random", "--html", "nowhere/a.html"], "cannot be written"),
        (["lab", "dudo", "--vary", "dice"], "dice"),
        (["lab", "dudo", "--vary", "luck=1,2"], "luck"),
        (["lab", "dudo", "--bot", "deep"], "There is no bot deep"),
        (["lab", "dudo", "--seats", "9"], "2 to 6"),
        (["ladder", "chess"], "chess"),
    ],
)
def test_bad_input_is_a_sentence_and_nothing_is_written(arguments: list[str], said: str, tmp_path: Path) -> None:
    extra = [] if arguments[0] == "ladder" or "--html" in arguments else ["--json", "out.json", "--html", "out.html"]
    extra += ["--resume", "journal"] if arguments[0] == "arena" else []
    done = hoodwink(*arguments, *extra)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.output
    assert list(tmp_path.iterdir()) == []


def test_a_lab_writes_all_three(tmp_path: Path) -> None:
    done = hoodwink("lab", "dudo", "--vary", "dice=1,2", "--games", "4", "--json", "l.json", "--html", "l.html")
    assert done.exit_code == 0, done.stderr
    made = msgspec.json.decode((tmp_path / "l.json").read_bytes(), type=LabReport)
    assert [variant.name for variant in made.variants] == ["base", "dice=1", "dice=2"]
    assert "dice=1" in done.stdout
    assert "the lab" in (tmp_path / "l.html").read_text(encoding="utf-8")


def test_the_ladder_page_names_every_bot_with_machine_commit_number_and_interval(tmp_path: Path) -> None:
    assert hoodwink("ladder", "dudo", "--games", "4", "--out", "ladder.md", "--resume", "kept").exit_code == 0
    page = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    for name in contestants(games.find("dudo")):
        assert f"| {name} " in page
    assert "Measured on " in page
    assert " cores, " in page
    assert ", at commit " in page
    assert " to " in page
    assert "hoodwink ladder --games 4" in page
    assert "Every share is of 4 matches" in page
    assert hoodwink("ladder", "dudo", "--games", "4", "--resume", "kept").stdout == page


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.info.key)
def test_everybody_on_the_ladder_meets_greedy(game: AnyGame) -> None:
    names = contestants(game)
    assert names[0] == "random"
    assert set(game.levels) <= set(names)
    assert {pair[0] for pair in pairings(game) if pair[1] == "greedy"} == set(names) - {"greedy"}


def test_progress_without_a_terminal_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr("hoodwink.arena.progress.time.monotonic", lambda: now[0])
    lines = Lines(100, "dudo")
    for _ in range(3):
        now[0] += 6
        lines.update(10)
    assert capsys.readouterr().err == "dudo: 20 of 100, about 48 s left\n"


def test_progress_on_a_terminal_is_a_bar_with_the_time_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with showing.progress(10, "dudo") as update:
        update(5)
        update(5)
    shown = capsys.readouterr()
    assert "10/10" in shown.err
    assert shown.out == ""
