"""Without the libraries of the extras, the arena plays on, and what needs one says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDE = """
import importlib.util, sys
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == {library!r} else real(name, package)
sys.modules[{library!r}] = None
from hoodwink.cli import app
app({arguments!r})
"""


def hidden(library: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = HIDE.format(library=library, arguments=list(arguments))
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=100)


def test_without_openskill_there_is_a_report_but_no_rating() -> None:
    done = hidden("openskill", "arena", "dudo", "greedy", "random", "--games", "4", "--workers", "1", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert '"ladder": null' in done.stdout


@pytest.mark.parametrize(
    ("library", "extra", "arguments"),
    [
        ("openskill", "arena", ["ladder", "dudo", "--games", "2"]),
        ("ray", "cluster", ["arena", "dudo", "greedy", "random", "--games", "2", "--ray", "auto"]),
    ],
)
def test_what_needs_a_library_says_how_to_get_it(library: str, extra: str, arguments: list[str]) -> None:
    done = hidden(library, *arguments)
    assert done.returncode == 2
    assert f'pip install "hoodwink[{extra}]"' in done.stderr
    assert "Traceback" not in done.stderr
