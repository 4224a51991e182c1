"""The scripts of the research guide, run as a reader would, with small settings."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "docs/examples/research"


def run(script: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", str(EXAMPLES / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_agents() -> None:
    said = run("random_agents.py", "--games", "20", "--seats", "3")
    shares = [float(share) for share in re.findall(r"player_\d won ([\d.]+)%", said)]
    assert len(shares) == 3
    assert sum(shares) == pytest.approx(100, abs=0.2)


def test_cfr_on_small_dudo() -> None:
    said = run("cfr_small_dudo.py", "--iterations", "2")
    [(least, most)] = re.findall(r"after 2 iterations the first seat wins between ([\d.]+) and ([\d.]+)", said)
    assert float(least) < 193 / 324 < float(most)
    assert len(re.findall(r"^  [1-6]: ", said, flags=re.MULTILINE)) == 6


def test_a_policy_trained_for_seconds_beats_random() -> None:
    said = run("train_policy.py", "--games", "1500", "--trials", "300")
    [share] = re.findall(r"the policy wins ([\d.]+)% of its games against random", said)
    assert float(share) > 75


def test_every_script_is_run_here_and_shown_in_the_guide() -> None:
    guide = (EXAMPLES.parent.parent / "guides/research.md").read_text(encoding="utf-8")
    here = Path(__file__).read_text(encoding="utf-8")
    for script in EXAMPLES.glob("*.py"):
        assert script.name in guide
        assert f'"{script.name}"' in here
