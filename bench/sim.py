"""Random play through the public contract beside the peers: moves a second of processor time, medians, ratios.

Ours and the peers take turns run by run, so that a machine that is fast or slow for a while is so for all of them.
"""

from __future__ import annotations

import platform
import random
import statistics
from collections.abc import Callable

from msgspec import Struct

from bench.peers import PEERS, VERSIONS, Run
from hoodwink import __version__, games
from hoodwink.bench import run as run_ours

GOALS = {
    ("dudo", 2, "standard"): {"OpenSpiel liars_dice(numdice=5)": 2.0, "RLCard leduc-holdem": 5.0},
    ("dudab", 2, "both"): {"RLCard uno": 3.0, "OpenSpiel crazy_eights(players=4)": 1.0},
    ("rumbugz", 2, "standard"): {"OpenSpiel gin_rummy": 1.0, "RLCard gin-rummy": 2.0},
}
"""Which peer stands beside which of our tables, and how many times as fast we mean to be."""


class Ratio(Struct, frozen=True):
    """One of our tables beside one peer."""

    game: str
    seats: int
    preset: str
    moves_per_second: float
    peer: str
    peer_moves_per_second: float
    ratio: float
    """The median over the runs of ours divided by the peer's, each pair measured one after the other."""
    goal: float


class Growth(Struct, frozen=True):
    """What a move costs with the most seats, against two."""

    game: str
    seats: int
    cost_per_move: float


class Report(Struct, frozen=True):
    """Everything measured in a run, and where."""

    versions: dict[str, str]
    machine: str
    seconds: float
    repeats: int
    ratios: tuple[Ratio, ...]
    growth: tuple[Growth, ...]


def compare(*, seconds: float, repeats: int, progress: Callable[[str], None]) -> Report:
    """Run every table beside its peers."""
    ratios, growth = [], []
    for (key, seats, preset), peers in GOALS.items():
        if key not in games.KEYS:
            continue
        for peer, goal in peers.items():
            progress(f"{key} beside {peer} …")
            pairs = in_turn(_ours(key, seats, preset), PEERS[peer](), seconds=seconds, repeats=repeats)
            ratios.append(_ratio(key, seats, preset, peer, goal, pairs))
        most = games.find(key).info.seats[-1]
        progress(f"{key}, {seats} beside {most} seats …")
        pairs = in_turn(_ours(key, seats, preset), _ours(key, most, preset), seconds=seconds, repeats=repeats)
        growth.append(Growth(key, most, statistics.median(few / many for few, many in pairs)))
    return Report(
        versions={"Hoodwink": __version__, "Python": platform.python_version(), **VERSIONS},
        machine=f"{platform.system()} {platform.machine()}, one core",
        seconds=seconds,
        repeats=repeats,
        ratios=tuple(ratios),
        growth=tuple(growth),
    )


def _ours(key: str, seats: int, preset: str) -> Run:
    game, source = games.find(key), random.Random(0)

    def run(seconds: float) -> tuple[int, float]:
        moves, _, spent = run_ours(game, seats, game.info.presets[preset], source, seconds)
        return moves, spent

    return run


def in_turn(one: Run, other: Run, *, seconds: float, repeats: int) -> list[tuple[float, float]]:
    """Moves a second of both, run after run, after a run of each that is not counted."""
    one(seconds)
    other(seconds)
    pairs = []
    for _ in range(repeats):
        (moves, spent), (other_moves, other_spent) = one(seconds), other(seconds)
        pairs.append((moves / spent, other_moves / other_spent))
    return pairs


def _ratio(key: str, seats: int, preset: str, peer: str, goal: float, pairs: list[tuple[float, float]]) -> Ratio:
    return Ratio(
        game=key,
        seats=seats,
        preset=preset,
        moves_per_second=statistics.median(ours for ours, _ in pairs),
        peer=peer,
        peer_moves_per_second=statistics.median(theirs for _, theirs in pairs),
        ratio=statistics.median(ours / theirs for ours, theirs in pairs),
        goal=goal,
    )


def as_table(report: Report) -> str:
    """The ratios for people."""
    lines = [
        ", ".join(f"{name} {number}" for name, number in report.versions.items()),
        f"{report.machine}; medians of {report.repeats} runs of {report.seconds} s each, taken in turn",
        "",
        f"{'table':<28}{'moves/s':>10}  {'peer':<36}{'moves/s':>10}{'ratio':>8}{'goal':>6}",
    ]
    lines += [
        f"{f'{one.game}, {one.seats} seats, {one.preset}':<28}{one.moves_per_second:>10,.0f}  {one.peer:<36}"
        f"{one.peer_moves_per_second:>10,.0f}{one.ratio:>8.2f}{one.goal:>6.1f}"
        for one in report.ratios
    ]
    lines.append("")
    lines += [
        f"{one.game}: a move costs {one.cost_per_move:.2f} times as much with {one.seats} seats as with 2 (goal: < 2)"
        for one in report.growth
    ]
    return "\n".join(lines)
