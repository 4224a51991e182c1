"""The command line as a user types it: what it prints, and the status it leaves."""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from hoodwink import games
from hoodwink.cli import app
from hoodwink.descriptors import hold_as_many_as_allowed
from hoodwink.engine.contract import AnyGame, clauses
from hoodwink.engine.record import read_record
from hoodwink.engine.words import LANGUAGES
from hoodwink.load.generator import Program
from hoodwink.load.served import Hoodwink, Served, apart, served
from tests.makers import fair_record, ordinary_record
from tests.tables import table_name

every_game = pytest.mark.parametrize("game", games.every(), ids=table_name)


@pytest.fixture(autouse=True)
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for records and an environment that speaks English."""
    monkeypatch.setenv("HOODWINK_HOME", str(tmp_path))
    monkeypatch.setenv("HOODWINK_LANG", "en")
    return tmp_path


def hoodwink(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments], input=typed)


def test_help_names_every_command() -> None:
    shown = hoodwink("--help").output
    assert all(name in shown for name in ("play", "rules", "replay", "check", "verify", "games", "selfplay", "bench"))
    for command in app.commands:
        assert hoodwink(command, "--help").exit_code == 0


def test_games_are_listed() -> None:
    shown = hoodwink("games")
    assert shown.exit_code == 0
    assert len(shown.output.splitlines()) == len(games.every())


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rulebook_prints_every_clause(game: AnyGame, lang: str) -> None:
    shown = hoodwink("rules", game.info.key, "--lang", lang)
    assert shown.exit_code == 0
    heads = {line.split()[0] for line in shown.output.splitlines() if line and line[0] != " "}
    assert set(clauses(game.info)) <= heads
    assert set(game.info.option_clauses) <= heads


def test_one_clause_is_printed_with_its_rulings() -> None:
    shown = hoodwink("rules", "dudo", "du-13").output
    assert shown.startswith("DU-13  A raise must name a larger number")
    assert all(ruling in shown for ruling in ("Q-DU-02", "Q-DU-03", "Q-DU-04"))
    assert "DU-21" not in shown
    assert "DU-13" in hoodwink("rules", "dudo", "Q-DU-03").output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rules", "chess"), "There is no game «chess»; there are"),
        (("rules", "dudo", "DU-99"), "no clause «DU-99»"),
        (("play", "chess"), "There is no game «chess»"),
        (("play", "dudo", "--option", "dice=9"), "The option dice cannot be «9»; it takes 1–8."),
        (("play", "dudo", "--option", "dice"), "«dice» sets nothing"),
        (("play", "dudo", "--option", "bonus_cap=5"), "A cap of 5 on bonus dice means nothing"),
        (("play", "dudo", "--preset", "wild"), "There is no preset «wild»"),
        (("play", "dudo", "--seats", "9"), "This game is for 2 to 6 players, not 9."),
        (
            ("play", "dudo", "--seats", "2", *("--player", "A") * 1, "--player", "B", "--player", "C"),
            "3 players do not fit",
        ),
        (("play", "dudo", "--player", "A", "--player", "A"), "called A already"),
        (("play", "dudo", "--player", "@deep"), "There is no bot deep for dudo"),
        (("play", "dudo", "--player", " "), "cannot be a name"),
        (("play", "--continue", "nowhere.txt"), "cannot be read: No such file"),
        (("play", "--continue", "last"), "There is no unfinished game"),
        (("replay", "nowhere.txt"), "cannot be read: No such file"),
        (("verify", "nowhere.txt"), "cannot be read: No such file"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(arguments: tuple[str, ...], said: str, records: Path) -> None:
    shown = hoodwink(*arguments)
    assert shown.exit_code == 2
    assert said in shown.stderr
    assert list(records.iterdir()) == []


def test_bots_alone_play_a_whole_game_and_leave_a_record(records: Path) -> None:
    shown = hoodwink("play", "dudo", "--player", "@greedy", "--player", "@random", "--seed", "1")
    assert shown.exit_code == 0
    assert "wins!" in shown.output
    [path] = records.iterdir()
    assert read_record(path.read_text()).finished
    again = hoodwink("play", "--continue", str(path))
    assert again.exit_code == 2
    assert "is over" in again.stderr


def test_leaving_keeps_a_record_that_can_be_continued(records: Path) -> None:
    first = hoodwink("play", "dudo", "--player", "Ann", "--seats", "2", "--seed", "3", typed="nonsense\n1x2\nquit\n")
    assert first.exit_code == 0
    assert "«nonsense» is no move." in first.output
    assert "hoodwink play --continue last" in first.output
    [path] = records.iterdir()
    left = read_record(path.read_text())
    assert not left.finished
    assert "A 1x2" in left.events
    more = hoodwink("play", "--continue", "last", typed="log\nquit\n")
    assert "Ann bids 1 two." in more.output
    assert read_record(path.read_text()).events == left.events


def test_a_record_may_be_kept_as_json_where_one_wishes(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.json"
    assert hoodwink("play", "dudo", "--player", "@greedy", "--player", "@greedy", "--record", path).exit_code == 0
    assert msgspec.json.decode(path.read_bytes())["game"] == "dudo"
    assert read_record(path.read_text()).finished


def test_a_record_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shown = hoodwink("play", "dudo", "--player", "@greedy", "--record", tmp_path / "file" / "game.txt")
    assert shown.exit_code == 2
    assert "cannot be written" in shown.stderr


def test_replay_prints_what_the_eyes_may_see(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(ordinary_record().to_text(), encoding="utf-8")
    own, public, everything = (hoodwink("replay", path, "--eyes", eyes).output for eyes in ("a", "watcher", "open"))
    assert "Ann rolls 1, " in own
    assert "Ann rolls 5 dice." in public
    assert "→ A:" in everything
    assert hoodwink("replay", path, "--eyes", "Q").exit_code == 2
    assert "There is no event 999" in hoodwink("replay", path, "--at", "999").stderr
    assert hoodwink("replay", path, "--as", "text").output == ordinary_record().to_text()
    assert hoodwink("replay", path, "--as", "json").output == ordinary_record().to_json().decode()


def test_a_damaged_record_is_refused_by_replay_and_verify(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(fair_record().to_text()[:-80], encoding="utf-8")
    for command in ("replay", "verify"):
        shown = hoodwink(command, path)
        assert shown.exit_code == 2
        assert "cut short" in shown.stderr
    path.write_bytes(b"\xff\xfe\x00")
    assert "is not text" in hoodwink("replay", path).stderr


def test_verify_proves_a_fair_record_and_names_the_event_of_a_false_one(tmp_path: Path) -> None:
    path, record = tmp_path / "game.txt", fair_record()
    path.write_text(record.to_text(), encoding="utf-8")
    proved = hoodwink("verify", path)
    assert proved.exit_code == 0
    assert "follow from what was promised" in proved.output
    lie = record.events[1][:7] + ("11111" if record.events[1][7:] != "11111" else "22222")
    false = msgspec.structs.replace(record, events=(record.events[0], lie), finished=False)
    path.write_text(false.to_text(), encoding="utf-8")
    shown = hoodwink("verify", path)
    assert shown.exit_code == 1
    assert f"Event 2 fails: it says «{lie}»" in shown.stderr
    path.write_text(ordinary_record().to_text(), encoding="utf-8")
    assert hoodwink("verify", path).exit_code == 1


@every_game
def test_check_runs_the_scenarios_of_every_game(game: AnyGame) -> None:
    shown = hoodwink("check", game.info.folder / "scenarios.toml")
    assert shown.exit_code == 0
    assert "all hold" in shown.output


def test_check_prints_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    good = (games.find("dudo").info.folder / "scenarios.toml").read_text(encoding="utf-8")
    path.write_text(good.replace("count.A = 60", "count.A = 61"), encoding="utf-8")
    shown = hoodwink("check", path)
    assert shown.exit_code == 1
    assert "count A: expected «61», found «60»" in shown.output
    assert "1 does not hold" in shown.output


def test_check_names_the_line_of_a_broken_file_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text('game = "dudo"\n\n[[scenario]]\nname = 7\n')
    good = games.find("dudo").info.folder / "scenarios.toml"
    shown = hoodwink("check", path, good, tmp_path / "none.toml")
    assert shown.exit_code == 2
    assert f"{path}: Line 4: Expected `str`, got `int`" in shown.stderr
    assert "all hold" in shown.output
    assert "cannot be read" in shown.stderr


def test_bench_prints_our_figures_alone() -> None:
    shown = hoodwink("bench", "sim", "--json", "--seconds", "0.01", "--repeats", "1")
    assert shown.exit_code == 0
    figures = msgspec.json.decode(shown.stdout)["figures"]
    assert {figure["game"] for figure in figures} == {game.info.key for game in games.every()}
    assert all(figure["moves_per_second"] > 0 for figure in figures)
    table = hoodwink("bench", "sim", "--seconds", "0.01", "--repeats", "1")
    assert "moves/s" in table.stdout


def test_the_environment_decides_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOODWINK_LANG")
    for name, lang in (("LANG", "xx_YY.UTF-8"), ("LC_ALL", "ru_RU.UTF-8"), ("HOODWINK_LANG", "it")):
        monkeypatch.setenv(name, lang)
        expected = {"LANG": "en", "LC_ALL": "ru", "HOODWINK_LANG": "it"}[name]
        assert hoodwink("games").output == hoodwink("games", "--lang", expected).output


def test_a_standing_answer_is_kept_at_the_keyboard() -> None:
    key = next(game.info.key for game in games.every() if game.answer is not None)
    shown = hoodwink(
        "play", key, "--player", "Ann", "--seats", "3", "--seed", "5", typed="standing pass\nstanding\nquit\n"
    )
    assert "The table answers for you from now on." in shown.output
    assert "You are asked again." in shown.output
    wrong = hoodwink("play", key, "--player", "Ann", "--seats", "3", "--seed", "5", typed="standing offer 99\nquit\n")
    assert "! " in wrong.output
    none = hoodwink("play", "dudo", "--player", "Ann", "--seats", "2", "--seed", "3", typed="standing pass\nquit\n")
    assert "no answer can be left with the table" in none.output


def test_server_and_load_have_a_core_each_while_there_are_two() -> None:
    """Both shared one: which cores there are was asked again after the load had kept to some of them."""
    before = os.sched_getaffinity(0)
    with apart(), served(None) as server:
        ours, load = os.sched_getaffinity(0), os.sched_getaffinity(server.pid)
        assert (ours | load) == before
        assert not ours & load or len(before) == 1
    assert os.sched_getaffinity(0) == before


def test_a_load_that_holds_more_than_a_thousand_files_can_open_another_table() -> None:
    """It asked by `select` whether its connection was still there, which knows the first 1,024 files alone."""
    hold_as_many_as_allowed()
    with contextlib.ExitStack() as stack, served(None) as server, contextlib.closing(Hoodwink(server, "dudo")) as wire:
        for _ in range(1_024):
            stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
        wire.seated()  # the second request is on the connection of the first


def test_a_load_at_dudo_doubts_too() -> None:
    """It picked among the lowest bids alone, so that rounds went on until the ladder's end."""
    packet = b'{"type":"packet","moves":["1x2","1x3","1x4","1x5","1x6","1*","2x2","2x3","2x4","dudo"]}'
    program: Program = Program.__new__(Program)  # which sits nowhere, and need not
    wire, source = Hoodwink(Served(0, 0), "dudo"), random.Random(0)
    seen = wire.hear(program, packet)
    assert seen is not None
    picked = {msgspec.json.decode(wire.move(program, seen, source))["move"] for _ in range(200)}
    assert picked == {"1x2", "1x3", "1x4", "1x5", "1x6", "1*", "2x2", "dudo"}


def test_bench_puts_a_server_of_its_own_under_load() -> None:
    shown = hoodwink("bench", "server", "--tables", "2", "--seconds", "1", "--json")
    assert shown.exit_code == 0
    [load] = msgspec.json.decode(shown.stdout)
    for figures in (load["full"], load["half"]):
        assert figures["moves_per_second"] > 0
        assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]
    table = hoodwink("bench", "server", "--tables", "1,2", "--seconds", "0.5")
    assert "moves/s" in table.stdout
    assert len(table.stdout.splitlines()) == 3
    assert hoodwink("bench", "server", "--tables", "many").exit_code == 2
    assert hoodwink("bench", "server", "--game", "chess").exit_code == 2
