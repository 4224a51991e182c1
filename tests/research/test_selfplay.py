"""`hoodwink selfplay`: what the file holds, that it can be repeated, and what is said when it cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from hoodwink import bots, games
from hoodwink.cli import app
from hoodwink.engine.contract import AnyGame
from hoodwink.research import selfplay
from tests.encodings import encoded_games
from tests.tables import table_name

every_game = pytest.mark.parametrize("game", encoded_games(), ids=table_name)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["selfplay", *map(str, arguments), "--lang", "en"])


@every_game
def test_one_row_a_decision_with_view_move_and_result(game: AnyGame, tmp_path: Path) -> None:
    out, encoding = tmp_path / "deep" / "games.parquet", games.encoding(game.info.key)
    done = run(game.info.key, "--games", "6", "--out", out, "--seats", "3", "--seed", "4", "--bot", "random")
    assert done.exit_code == 0, done.output
    assert f"written to {out}" in done.stdout
    table = parquet.read_table(out)
    about = msgspec.json.decode(table.schema.metadata[b"hoodwink"])
    assert (about["game"], about["seats"], about["seed"], about["bots"]) == (game.info.key, 3, 4, ["random"] * 3)
    assert about["view"][-1][1] + about["view"][-1][2] == encoding.size(3, game.info.options())
    rows: list[dict[str, Any]] = table.to_pylist()
    assert {row["game"] for row in rows} == set(range(6))
    for row in rows:
        assert row["action"] in row["legal"] == sorted(row["legal"])
        assert game.read_move(row["move"]) == encoding.move_of(row["action"])
        assert (row["worth"] > 0) == (row["seat"] in row["winners"]) or len(row["winners"]) == 3
        assert np.array(row["view"], np.float32).shape == (encoding.size(3, game.info.options()),)
    assert [row["decision"] for row in rows if row["game"] == 5] == list(range(sum(row["game"] == 5 for row in rows)))
    assert list(out.parent.iterdir()) == [out], "something was left behind"


@every_game
def test_the_same_seed_gives_the_same_rows_with_any_number_of_processes(game: AnyGame, tmp_path: Path) -> None:
    plan = selfplay.plan(game.info.key, seed=9)
    tables = []
    for processes in (1, 2):
        path = tmp_path / f"{processes}.parquet"
        selfplay.write(plan, 5, path, processes=processes, progress=lambda _: None)
        tables.append(parquet.read_table(path))
    assert tables[0].equals(tables[1])


def test_bots_go_round_the_seats_and_the_best_one_plays_alone() -> None:
    assert selfplay.plan("dudo", seats=3, names=("random", "greedy")).bots == ("random", "greedy", "random")
    assert selfplay.plan("dudo").bots == (bots.best(games.find("dudo")),) * 2
    assert selfplay.plan("dudo", names=("random",) * 4).seats == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "There is no game «chess»"),
        (["dudo", "--seats", "0"], "This game is for 2 to 6 players, not 0."),
        (["dudo", "--bot", "nobody"], "There is no bot nobody for dudo"),
        (["dudo", "--seats", "2", *["--bot", "random"] * 3], "3 bots do not fit on 2 seats."),
        (["dudo", "--preset", "mine"], "There is no preset «mine»"),
        (["dudo", "--option", "dice"], "«dice» sets nothing"),
        (["dudo", "--option", "dice=9"], "The option dice cannot be «9»"),
        (["dudo", "--option", "first_player=F"], "Seat F cannot open"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = run(*arguments, "--games", "1", "--out", tmp_path / "x.parquet")
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert said in done.stderr


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = run("dudo", "--games", "1", "--out", tmp_path / "file" / "x.parquet")
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


def test_leaving_in_the_middle_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(selfplay, "play", interrupted)
    done = run("dudo", "--games", "1", "--out", tmp_path / "x.parquet")
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert "Stopped. Nothing was written" in done.stderr
