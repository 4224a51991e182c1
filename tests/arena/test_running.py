"""The same seed, the same report: with any number of workers, after any interruption, whatever came first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import click
import msgspec
import pytest

from hoodwink.arena.journal import Journal
from hoodwink.arena.report import report
from hoodwink.arena.running import ALONE, Batch, Crew, Portions, play_deals, run, workers
from hoodwink.arena.setup import Setup, prepare
from hoodwink.arena.stopping import Rule, read_rule

FIXED = Rule("fixed")
DUDO = prepare("dudo", ["greedy", "random", "random"], seed=11)


def reported(setup: Setup, deals: int, rule: Rule = FIXED, crew: Crew = ALONE) -> bytes:
    return msgspec.json.encode(report(setup, rule, run(setup, deals, rule, crew=crew)))


def backwards(setup: Setup, tasks: Iterable[Sequence[int]]) -> Generator[Batch]:
    """The last first, as may happen with many workers."""
    for deals in reversed(list(tasks)):
        yield play_deals(setup, deals)


BACKWARDS = Crew(backwards, 2)


def test_any_number_of_workers_comes_to_the_same() -> None:
    alone = reported(DUDO, 20)
    with workers(3) as three:
        assert reported(DUDO, 20, crew=three) == alone
    assert reported(DUDO, 20, crew=BACKWARDS) == alone
    assert reported(msgspec.structs.replace(DUDO, seed=12), 20) != alone


def test_a_test_ends_at_the_same_deal_whatever_came_first() -> None:
    rule = read_rule("sprt:0.333:0.6")
    alone = report(DUDO, rule, run(DUDO, 60, rule))
    assert alone.ending is not None
    assert alone.ending.accepted == "H1"
    assert alone.deals < 60
    with workers(2) as two:
        for crew in (BACKWARDS, two):
            assert reported(DUDO, 60, rule, crew) == msgspec.json.encode(alone)


def test_a_test_that_does_not_end_says_so() -> None:
    setup = prepare("dudo", ["random", "random"], seed=1)
    rule = read_rule("sprt:0.499:0.501")
    made = report(setup, rule, run(setup, 30, rule))
    assert made.ending is not None
    assert made.ending.accepted is None
    assert made.deals == 30


def test_a_journal_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    played: list[int] = []

    def counting(setup: Setup, tasks: Iterable[Sequence[int]]) -> Generator[Batch]:
        for deals in tasks:
            played.extend(deals)
            yield play_deals(setup, deals)

    for deals in (5, 12):
        with Journal(path, DUDO) as journal:
            run(DUDO, deals, FIXED, crew=Crew(counting, 1), journal=journal)
    assert played == list(range(12))
    with Journal(path, DUDO) as journal:
        again = run(DUDO, 12, FIXED, crew=Crew(counting, 1), journal=journal)
    assert played == list(range(12))
    assert msgspec.json.encode(report(DUDO, FIXED, again)) == reported(DUDO, 12)


@pytest.mark.parametrize("cut", [1, 30, 150, 400])
def test_a_journal_that_was_cut_off_anywhere_is_mended(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "journal"
    with Journal(path, DUDO) as journal:
        run(DUDO, 6, FIXED, journal=journal)
    path.write_bytes(path.read_bytes()[:-cut])
    with Journal(path, DUDO) as journal:
        again = run(DUDO, 6, FIXED, journal=journal)
    assert msgspec.json.encode(report(DUDO, FIXED, again)) == reported(DUDO, 6)
    with Journal(path, DUDO) as journal:
        assert len(journal.deals(6)) == 6


def test_a_journal_of_other_matches_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, DUDO) as journal:
        run(DUDO, 2, FIXED, journal=journal)
    held = path.read_bytes()
    for name, other in (("seed", 99), ("bots", ("greedy", "greedy", "random")), ("code", "0" * 16)):
        with pytest.raises(click.UsageError, match=f"differ in {name}"):
            Journal(path, msgspec.structs.replace(DUDO, **{name: other}))
    assert path.read_bytes() == held
    path.write_text("Dear diary\n")
    with pytest.raises(click.UsageError, match="not a journal"):
        Journal(path, DUDO)
    assert path.read_text() == "Dear diary\n"
    with pytest.raises(click.UsageError, match="cannot be used"):
        Journal(tmp_path / "nowhere" / "journal", DUDO)


def test_portions_hold_every_deal_once_and_grow_with_the_speed() -> None:
    portions = Portions(range(1000), 4)
    given: list[int] = []
    sizes = []
    for deals in portions:
        given += deals
        sizes.append(len(deals))
        portions.learn(Batch([], {}, 0.0), DUDO)
    assert given == list(range(1000))
    assert (sizes[0], max(sizes), sizes[-1]) == (1, 50, 1)
    slow = Portions(range(1000), 4)
    next(iter(slow))
    slow.learn(Batch(play_deals(DUDO, [0]).matches, {}, 30.0), DUDO)
    assert len(next(iter(slow))) == 1


def test_ctrl_c_ends_a_run_with_a_sentence_and_keeps_what_is_finished(tmp_path: Path) -> None:
    command = ["arena", "dudab", "greedy", "greedy", "--games", "100000", "--workers", "2", "--resume", "journal"]
    running = subprocess.Popen(
        [sys.executable, "-m", "hoodwink", *command],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    journal = tmp_path / "journal"
    while running.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    out, said = running.communicate(timeout=100)
    assert running.returncode == 1
    assert "Stopped before the end. What is finished is in journal; the same command goes on from there." in said
    assert "Traceback" not in said
    assert out == ""


def arena(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = ["arena", "dudab", "greedy", "random", "--games", "40", "--workers", "2", "--seed", "4", *arguments]
    return subprocess.Popen(
        [sys.executable, "-m", "hoodwink", *command],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_until_all_left(group: int) -> None:
    """The workers of a run that was killed end by themselves; if they do not, the test's timeout says so."""
    with suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            time.sleep(0.02)


def test_a_run_that_is_killed_and_resumed_comes_to_the_same(tmp_path: Path) -> None:
    assert arena(tmp_path, "--json", "whole.json").wait(120) == 0
    journal, kills = tmp_path / "journal", 0
    for lines in (8, 20):
        running = arena(tmp_path, "--resume", "journal", "--json", "resumed.json")
        while running.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < lines):
            time.sleep(0.01)
        if running.poll() is None:
            running.kill()
            kills += 1
        running.wait()
        wait_until_all_left(running.pid)
    assert kills
    assert not (tmp_path / "resumed.json").exists()
    assert arena(tmp_path, "--resume", "journal", "--json", "resumed.json").wait(120) == 0
    assert (tmp_path / "resumed.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
