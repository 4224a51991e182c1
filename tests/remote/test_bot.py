"""`hoodwink bot`: a seat at a real server, played by our bots and by programs over stdin and stdout."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner, Result

from hoodwink.bots import program as programs
from hoodwink.cli import app
from hoodwink.remote import link
from tests.protocol import PAGE
from tests.server.served import Served, served

[LAST_MOVE] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
"""The program in docs/PROTOCOL.md."""
WRONG_FIRST = """
import json, sys
refused = set()
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "packet" and said["moves"]:
        print(said["moves"][-1] if said["seq"] in refused else "99x6", flush=True)
        refused.add(said["seq"])
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOODWINK_LANG", "en")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test writes the program that is to play; it runs with this Python."""
    monkeypatch.setattr(programs, "GRACE", 1.0)
    return tmp_path / "program.py"


def bot(server: Served, table: str, key: str, *arguments: str | Path) -> Result:
    command = ["bot", "--server", server.url, "--table", table, "--key-env", "SEAT_KEY", *map(str, arguments)]
    return CliRunner().invoke(app, command, env={"SEAT_KEY": key})


def executed(program: Path, code: str) -> tuple[str, str]:
    program.write_text(code, encoding="utf-8")
    return "--exec", f"{sys.executable} {program}"


def finished(server: Served, table: str) -> bool:
    return server.http.get(f"{server.url}/api/tables/{table}/record").is_success


@pytest.mark.parametrize("name", ["random", "greedy", "4"])
def test_one_of_our_bots_plays_a_whole_game(server: Served, name: str) -> None:
    table, [key] = server.begun()
    done = bot(server, table, key, "--bot", name)
    assert done.exit_code == 0, done.stderr
    assert done.output.startswith("The game is over. Won by ")
    assert finished(server, table)


def test_a_program_plays_a_whole_game(server: Served, program: Path) -> None:
    table, [key] = server.begun(seats=3)
    done = bot(server, table, key, *executed(program, LAST_MOVE))
    assert done.exit_code == 0, done.stderr
    assert finished(server, table)


def test_the_key_may_be_in_a_file(server: Served, tmp_path: Path) -> None:
    table, [key] = server.begun()
    (tmp_path / "key").write_text(f"{key}\n")
    done = CliRunner().invoke(
        app,
        ["bot", "--server", server.url, "--table", table, "--key-file", str(tmp_path / "key"), "--bot", "random"],
    )
    assert done.exit_code == 0, done.stderr


def test_a_program_never_gets_the_key(server: Served, program: Path, tmp_path: Path) -> None:
    table, [key] = server.begun()
    code = f"import os\nopen({str(tmp_path / 'seen')!r}, 'w').write(str(os.environ))\n{LAST_MOVE}"
    assert bot(server, table, key, *executed(program, code)).exit_code == 0
    assert key not in (tmp_path / "seen").read_text()


def test_a_refused_program_is_asked_again_once(server: Served, program: Path) -> None:
    table, [key] = server.begun()
    done = bot(server, table, key, *executed(program, WRONG_FIRST))
    assert done.exit_code == 0, done.stderr
    assert finished(server, table)


@pytest.mark.parametrize(
    ("answer", "said"),
    [("99x6", "was refused twice"), ("castle", "was refused twice"), ("", "was refused twice"), ("x" * 300, "refused")],
)
def test_a_program_that_is_refused_twice_leaves_with_a_sentence(
    server: Served, program: Path, answer: str, said: str
) -> None:
    table, keys = server.begun(people=2)
    code = LAST_MOVE.replace('said["moves"][-1]', repr(answer))
    mover = next(key for key in keys if packet(server, table, key)["moves"])
    before = server.log(table)
    done = bot(server, table, mover, *executed(program, code))
    assert done.exit_code == 2
    assert said in done.stderr
    assert server.log(table) == before


def packet(server: Served, table: str, key: str) -> dict[str, Any]:
    """The newest packet, by answering one that never was."""
    return move(server, table, key, 0, "1x2").json()["packet"]  # type: ignore[no-any-return]


def move(server: Served, table: str, key: str, seq: int, text: str) -> httpx2.Response:
    body, headers = {"seq": seq, "move": text}, {"Authorization": f"Bearer {key}"}
    return server.http.post(f"{server.url}/api/tables/{table}/moves", json=body, headers=headers)


def test_a_program_that_crashes_is_named_with_its_status(server: Served, program: Path) -> None:
    table, [key] = server.begun()
    for code in ("raise SystemExit(7)", "import sys\nsys.stdin.readline()\nraise SystemExit(7)"):
        done = bot(server, table, key, *executed(program, code))
        assert done.exit_code == 2
        assert "ended with status 7" in done.stderr


def test_a_program_that_says_nothing_is_left(server: Served, program: Path) -> None:
    table, keys = server.begun(people=2)
    mover = next(key for key in keys if packet(server, table, key)["moves"])
    done = bot(server, table, mover, *executed(program, "import sys\nsys.stdin.read()"), "--timeout", "1")
    assert done.exit_code == 2
    assert "gave no move within 1 second;" in done.stderr


def test_a_program_that_floods_is_left(server: Served, program: Path) -> None:
    table, keys = server.begun(people=2)
    mover = next(key for key in keys if packet(server, table, key)["moves"])
    done = bot(server, table, mover, *executed(program, "while True: print('x' * 99, end='')"))
    assert done.exit_code == 2
    assert "wrote more than it was asked for" in done.stderr


def test_a_program_that_cannot_be_started_is_said(server: Served) -> None:
    table, [key] = server.begun()
    for command in ("/nowhere/at-all", "'unclosed", ""):
        done = bot(server, table, key, "--exec", command)
        assert done.exit_code == 2
        assert "cannot be started" in done.stderr


def test_errors_before_the_game_are_sentences(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table, [key] = server.begun()
    assert "opens nothing" in bot(server, table, "x" * 22, "--bot", "random").stderr
    assert "There is no table" in bot(server, "nosuchtabl", key, "--bot", "random").stderr
    assert "There is no table" in bot(server, "?", key, "--bot", "random").stderr
    assert "There is no bot deep" in bot(server, table, key, "--bot", "deep").stderr
    wrong = bot(server, table, "not a key", "--bot", "random").stderr
    assert "not the key of a seat" in wrong
    assert "not a key" not in wrong
    assert "Exactly one of --bot" in bot(server, table, key).stderr
    nothing = ["bot", "--table", table, "--bot", "random"]
    assert "Exactly one of --key-env" in CliRunner().invoke(app, nothing).stderr
    assert "nothing in the environment" in CliRunner().invoke(app, [*nothing, "--key-env", "NOT_THERE"]).stderr
    monkeypatch.setattr(link, "MOST_TRIES", 2)
    monkeypatch.setattr(link, "FIRST_PAUSE", 0.01)
    for address, said in (("ftp://x", "not the address"), ("http://127.0.0.1:9", "no way to"), ("nonsense", "not the")):
        lost = CliRunner().invoke(
            app,
            ["bot", "--server", address, "--table", table, "--key-env", "K", "--bot", "random"],
            env={"K": key},
        )
        assert (lost.exit_code, said in lost.stderr) == (2, True), lost.stderr


def test_a_bot_comes_back_whenever_the_server_was_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, [key, own] = server.begun(people=2)
        command = f"-m hoodwink bot --server {server.url} --table {table} --key-env K --bot random"
        player = subprocess.Popen(
            [sys.executable, *command.split()],
            env=os.environ | {"K": key, "HOODWINK_LANG": "en"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        kills = 0
        try:
            while (newest := packet(server, table, own))["result"] is None:
                if newest["moves"] and kills < 2:  # the other one is in the middle of its game
                    kills += 1
                    server.stop(signal.SIGKILL)
                    server.start()
                if newest["moves"]:
                    assert move(server, table, own, newest["seq"], newest["moves"][0]).is_success
                time.sleep(0.02)
            out, said = player.communicate(timeout=60)
        finally:
            player.kill()
        assert player.returncode == 0, said
        assert kills
        assert out.startswith("The game is over.")
