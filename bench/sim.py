"""Random play through the public contract beside the peers: moves a second of processor time, medians, ratios."""

from __future__ import annotations

import platform
from collections.abc import Callable

from msgspec import Struct

from bench.pairs import heading, in_turn, moving
from bench.peers import PEERS, VERSIONS
from hoodwink import __version__, games

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
            found = in_turn(moving(key, seats, preset), PEERS[peer](), seconds=seconds, repeats=repeats)
            ratios.append(Ratio(key, seats, preset, found.ours, peer, found.peer, found.ratio, goal))
        most = games.find(key).info.seats[-1]
        progress(f"{key}, {seats} beside {most} seats …")
        found = in_turn(moving(key, seats, preset), moving(key, most, preset), seconds=seconds, repeats=repeats)
        growth.append(Growth(key, most, found.ratio))
    return Report(
        versions={"Hoodwink": __version__, "Python": platform.python_version(), **VERSIONS},
        machine=f"{platform.system()} {platform.machine()}, one core",
        seconds=seconds,
        repeats=repeats,
        ratios=tuple(ratios),
        growth=tuple(growth),
    )


def as_table(report: Report) -> str:
    """The ratios for people."""
    lines = [
        *heading(report),
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
