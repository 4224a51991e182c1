"""Bots and programs that do not play as they should."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from hoodwink.engine.contract import Random, View

PLAYS = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "packet" and said["moves"]:
        {answer}
"""
LAST_MOVE = PLAYS.format(answer="print(said['moves'][-1], flush=True)")


def program(folder: Path, code: str) -> str:
    """The name of a bot that is this program."""
    path = folder / "program.py"
    path.write_text(code, encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


class Crasher:
    """Raises in its third decision."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, random: Random) -> Any:
        self.asked += 1
        if self.asked == 3:
            raise ZeroDivisionError("a thought of nothing")
        return view.moves[0]


class Sleeper:
    """Thinks for ever, and does not let itself be disturbed."""

    def choose(self, view: View, random: Random) -> Any:
        while True:
            try:
                time.sleep(60)
            except Exception:
                continue


class Cheat:
    """Plays what is not allowed."""

    def choose(self, view: View, random: Random) -> Any:
        return "the winning move"


class Stranger:
    """Answers with nothing at all."""

    def choose(self, view: View, random: Random) -> Any:
        return None


OWN = {"crasher": Crasher, "sleeper": Sleeper, "cheat": Cheat, "stranger": Stranger}
FAILS = {"crasher": "crashed", "sleeper": "late", "cheat": "illegal", "stranger": "illegal"}
