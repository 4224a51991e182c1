"""What the benchmarks beside our peers share: runs taken in turn, their medians, and where they were taken.

Ours and the peers take turns run by run, so that a machine that is fast or slow for a while is so for all of them.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from hoodwink import games
from hoodwink.bench import run as run_moves

Run = Callable[[float], tuple[int, float]]
"""Plays for about so many processor seconds and returns the decisions made and the seconds spent."""


class Medians(NamedTuple):
    """A second of ours, a second of the peer's, and the median of the ratios of runs that followed each other."""

    ours: float
    peer: float
    ratio: float


class Report(Protocol):
    """What every report says of its circumstances."""

    @property
    def versions(self) -> dict[str, str]: ...
    @property
    def machine(self) -> str: ...
    @property
    def seconds(self) -> float: ...
    @property
    def repeats(self) -> int: ...


def for_seconds(play_once: Callable[[], int]) -> Run:
    """A run that plays again and again."""

    def run(seconds: float) -> tuple[int, float]:
        moves = 0
        begun = now = time.process_time()
        while now - begun < seconds:
            for _ in range(5):
                moves += play_once()
            now = time.process_time()
        return moves, now - begun

    return run


def moving(key: str, seats: int = 2, preset: str | None = None) -> Run:
    """Random play of one of our games through the contract; without a preset, as it is played out of the box."""
    game, source = games.find(key), random.Random(0)
    options = game.info.presets[preset or next(iter(game.info.presets))]

    def run(seconds: float) -> tuple[int, float]:
        moves, _, spent = run_moves(game, seats, options, source, seconds)
        return moves, spent

    return run


def in_turn(ours: Run, peer: Run, *, seconds: float, repeats: int) -> Medians:
    """Both measured run after run, after a run of each that is not counted.

    What the libraries of all peers have brought into memory is set aside: else whoever happens to be running when
    garbage is looked for pays for going over all of it.
    """
    ours(seconds)
    peer(seconds)
    gc.collect()
    gc.freeze()
    pairs = []
    for _ in range(repeats):
        (moves, spent), (peer_moves, peer_spent) = ours(seconds), peer(seconds)
        pairs.append((moves / spent, peer_moves / peer_spent))
    return Medians(
        ours=statistics.median(one for one, _ in pairs),
        peer=statistics.median(other for _, other in pairs),
        ratio=statistics.median(one / other for one, other in pairs),
    )


def heading(report: Report) -> list[str]:
    """What stands above a table of figures."""
    return [
        ", ".join(f"{name} {number}" for name, number in report.versions.items()),
        f"{report.machine}; medians of {report.repeats} runs of {report.seconds} s each, taken in turn",
        "",
    ]
