"""A bot that takes its process down with it forfeits that match, and all other matches are as if it had not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

PLANT = """
import os
from hoodwink import games

class Killer:
    def choose(self, view, random):
        if view.round == 2:
            os._exit(9)
        return view.moves[0]

games.find("dudo").bots["killer"] = Killer
"""
"""Every Python that finds this as sitecustomize knows a bot called killer, workers too."""


def arena(folder: Path, *arguments: str) -> Any:
    (folder / "sitecustomize.py").write_text(PLANT, encoding="utf-8")
    command = [sys.executable, "-m", "hoodwink", "arena", "dudo", *arguments, "--games", "6", "--json", "-"]
    environment = {**os.environ, "PYTHONPATH": str(folder), "HOODWINK_LANG": "en"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False, timeout=200)
    assert done.returncode == 0, done.stderr.decode()
    return msgspec.json.decode(done.stdout)


def test_a_bot_that_kills_its_process_forfeits_the_match(tmp_path: Path) -> None:
    made = arena(tmp_path, "killer", "greedy", "--workers", "2", "--resume", str(tmp_path / "journal"))
    assert made["matches"] == 6
    killer, greedy = made["entrants"]
    assert killer["forfeits"]["kinds"]["crashed"] > 0
    assert killer["forfeits"]["examples"] == ["crashed: its process ended with status 9"]
    assert greedy["forfeits"]["kinds"] == {}
    lines = (tmp_path / "journal").read_text().splitlines()[1:]
    assert len(lines) == 6
    assert sum("failure" in line for line in lines) == killer["forfeits"]["kinds"]["crashed"]
