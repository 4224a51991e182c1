"""A bot that fails forfeits the match, whatever it did; the others share the win, the arena goes on and names it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from hoodwink import games
from hoodwink.arena.contenders import Failed, Watch
from hoodwink.arena.report import report
from hoodwink.arena.running import run
from hoodwink.arena.setup import Setup, prepare
from hoodwink.arena.stopping import Rule
from hoodwink.arena.text import as_text
from hoodwink.bots import program as programs
from tests.arena.bad_bots import FAILS, LAST_MOVE, OWN, PLAYS, program

FIXED = Rule("fixed")


@pytest.fixture(autouse=True)
def _planted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("dudo")
    monkeypatch.setattr(programs, "GRACE", 0.5)
    for name, bot in OWN.items():
        monkeypatch.setitem(game.bots, name, bot)


def forfeited(setup: Setup, deals: int = 2) -> dict[str, Any]:
    """What a report says of failures, checked to be scored as the guide says."""
    played = run(setup, deals, FIXED)
    assert len(played.matches) == deals * setup.seats
    for match in played.matches:
        if match.failure is not None:
            assert match.scores is None
            assert match.winners == tuple(seat for seat in range(setup.seats) if seat != match.failure.seat)
    made = report(setup, FIXED, played)
    text = as_text(made)
    for one in made.entrants:
        assert (f"{one.bot} forfeited matches" in text) == bool(one.forfeits.kinds)
    return {one.bot: one for one in made.entrants}


@pytest.mark.parametrize("name", list(OWN))
@pytest.mark.parametrize("seats", [2, 3])
def test_one_of_our_bots_that_fails_loses_and_is_named(name: str, seats: int) -> None:
    setup = prepare("dudo", [name, *["random"] * (seats - 1)], time_limit=0.3 if name == "sleeper" else 60.0)
    entrants = forfeited(setup, 1 if name == "sleeper" else 2)
    assert set(entrants[name].forfeits.kinds) == {FAILS[name]}
    assert entrants["random"].forfeits.kinds == {}
    if name != "crasher":  # it lives to win now and then
        assert entrants[name].wins.value == 0
        assert entrants["random"].wins.value == pytest.approx(1 / (seats - 1), abs=1e-6)
        assert entrants["random"].scores is None


def test_the_reason_of_a_crash_is_told() -> None:
    [example] = forfeited(prepare("dudo", ["crasher", "random"]), 5)["crasher"].forfeits.examples
    assert example == "crashed: ZeroDivisionError: a thought of nothing"


def test_an_alarm_of_somebody_else_goes_on() -> None:
    before = signal.getitimer(signal.ITIMER_REAL)
    signal.setitimer(signal.ITIMER_REAL, 100)
    try:
        forfeited(prepare("dudo", ["sleeper", "random"], time_limit=0.2), 1)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)


PROGRAMS = {
    "ends at once": ("raise SystemExit(7)", "crashed"),
    "ends when asked": (PLAYS.format(answer="raise SystemExit(7)"), "crashed"),
    "says nothing": ("import sys\nsys.stdin.read()", "late"),
    "does not read": ("import time\ntime.sleep(60)", "late"),
    "answers nonsense": (PLAYS.format(answer="print('castle', flush=True)"), "illegal"),
    "answers illegally": (PLAYS.format(answer="print('99x6', flush=True)"), "illegal"),
    "answers with nothing": (PLAYS.format(answer="print(flush=True)"), "illegal"),
    "writes no text": (PLAYS.format(answer="sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()"), "illegal"),
    "floods with lines": ("while True: print('1x2')", "flooded illegal"),  # some of it is read as answers first
    "floods one line": ("while True: print('x' * 99, end='')", "flooded"),
}


def test_an_alarm_that_comes_after_its_thought_stops_nobody() -> None:
    """It once came between two matches and ended the whole run."""
    with Watch(0.3) as watch:
        signal.raise_signal(signal.SIGALRM)
        assert watch.limit(lambda: "in time") == "in time"
        assert watch.limit(lambda: signal.raise_signal(signal.SIGALRM)) is None, "the alarm of an earlier thought"
        with pytest.raises(Failed, match="no move within"):
            watch.limit(lambda: time.sleep(30))
        signal.raise_signal(signal.SIGALRM)


@pytest.mark.parametrize("what", list(PROGRAMS))
def test_a_program_that_fails_loses_and_is_named(what: str, tmp_path: Path) -> None:
    code, kind = PROGRAMS[what]
    name = program(tmp_path, code)
    patience = 0.3 if kind == "late" else 20.0
    entrants = forfeited(prepare("dudo", [name, "greedy", "greedy"], time_limit=patience), 1)
    assert set(entrants[name].forfeits.kinds) <= set(kind.split())
    assert sum(entrants[name].forfeits.kinds.values()) == 3
    assert entrants[name].wins.value == 0


def test_a_program_that_plays_is_scored_like_anybody(tmp_path: Path) -> None:
    for key in games.KEYS:
        name = program(tmp_path, LAST_MOVE)
        played = run(prepare(key, [name, "random"], seed=1), 1, FIXED)
        assert [match.failure for match in played.matches] == [None, None]
        assert played.thinking[name].decisions > 0


def test_a_program_that_is_refused_once_may_try_again(tmp_path: Path) -> None:
    code = "seen = set()\n" + PLAYS.format(
        answer="print(said['moves'][0] if said['seq'] in seen else '99x6', flush=True); seen.add(said['seq'])"
    )
    played = run(prepare("dudo", [program(tmp_path, code), "random"]), 1, FIXED)
    assert [match.failure for match in played.matches] == [None, None]


def test_a_program_gets_another_seed_for_each_match_and_the_same_for_the_same(tmp_path: Path) -> None:
    code = f"import os\nopen({str(tmp_path / 'seeds')!r}, 'a').write(os.environ['HOODWINK_SEED'] + '\\n')\n{LAST_MOVE}"
    setup = prepare("dudo", [program(tmp_path, code), "random"])
    run(setup, 2, FIXED)
    run(setup, 2, FIXED)
    seeds = (tmp_path / "seeds").read_text().split()
    assert seeds[:4] == seeds[4:]
    assert len(set(seeds)) == 4


def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\nchild = subprocess.Popen(['sleep', '300'])\n"
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\nsys.stdin.read()\nchild.wait()"
    )
    forfeited(prepare("dudo", [program(tmp_path, code), "random"], time_limit=1.0), 1)
    pid = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not alive(pid):
            break
        time.sleep(0.02)
    assert not alive(pid)


def alive(pid: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
