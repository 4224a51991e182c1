"""What the arena's pages say: every field of a report, every way to fail, and an example that plays."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from hoodwink.arena import lab, ladder, report, stopping
from hoodwink.arena.contenders import Kind
from hoodwink.arena.running import run
from hoodwink.arena.setup import Setup, prepare
from hoodwink.arena.stopping import FIXED
from hoodwink.bots.program import LONGEST_LINE, MOST_UNASKED

DOCS = Path(__file__).parents[2] / "docs"
STRUCTS: list[type[Struct]] = [
    *(report.Report, report.Entrant, report.Place, report.Spread, report.Bar, report.Forfeits),
    *(lab.LabReport, lab.Variant, lab.Firing, ladder.Rung, stopping.Rule, stopping.Ending, Setup),
]


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_field_of_a_report_is_documented(struct: type[Struct]) -> None:
    told = set(re.findall(r"`(\w+)`", (DOCS / "reference/reports.md").read_text(encoding="utf-8")))
    assert set(struct.__struct_fields__) <= told


def test_every_way_to_fail_is_in_the_guide() -> None:
    guide = (DOCS / "guides/arena.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", guide, flags=re.MULTILINE)) == set(get_args(Kind))
    assert f"more than {MOST_UNASKED} lines" in guide
    assert f"one of {LONGEST_LINE:,} characters" in guide


def test_the_example_plays_the_same_match_again() -> None:
    setup = prepare(
        "rumbugz", [f"cmd:{sys.executable} {DOCS / 'examples/line_bot.py'}", "random"], options={"rounds": 1}
    )
    first, again = (run(setup, 1, FIXED).matches for _ in range(2))
    assert first == again
    assert [match.failure for match in first] == [None, None]
