"""On a Ray cluster the same seed comes to the same report; a cluster that is not there is said so at once."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoodwink.arena import cluster
from hoodwink.arena.setup import prepare
from hoodwink.cli import app
from tests.arena.bad_bots import LAST_MOVE, program

pytest.importorskip("ray", reason="hoodwink[cluster] is not installed")


def arena(folder: Path, *arguments: str) -> int:
    """Run an arena in a process of its own, and end whatever it has started."""
    command = [sys.executable, "-m", "hoodwink", "arena", "dudo", *arguments, "--games", "24", "--seed", "8"]
    running = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return running.wait(200)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)


def test_a_local_ray_comes_to_the_same(tmp_path: Path) -> None:
    bots = ["greedy", "random", program(tmp_path, LAST_MOVE)]
    assert arena(tmp_path, *bots, "--ray", "local", "--json", "cluster.json") == 0
    assert arena(tmp_path, *bots, "--workers", "1", "--json", "here.json") == 0
    assert (tmp_path / "cluster.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_a_cluster_that_is_not_there_is_said_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        for where in (address, f"ray://{address}", "127.0.0.1:70000", "nowhere.invalid:1"):
            done = CliRunner().invoke(app, ["arena", "dudo", "greedy", "random", "--games", "2", "--ray", where])
            assert done.exit_code == 2
            assert f"There is no Ray cluster at {where}" in done.stderr


def test_a_machine_with_other_code_does_not_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = prepare("dudo", ["random", "random"])
    monkeypatch.setattr(cluster, "code_digest", lambda: "0" * 16)
    with pytest.raises(cluster.OtherCode, match="0000000000000000"):
        cluster.play_there(setup, [0])
