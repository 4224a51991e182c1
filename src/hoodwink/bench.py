"""How fast the engine is: random play through the public contract (moves, sample, play), on one core.

Figures are medians of repeated runs in processor time. Beside its peers the same loop runs in bench/.
"""

from __future__ import annotations

import platform
import random
import statistics
import time
from collections.abc import Callable

from msgspec import Struct

from hoodwink import __version__, games
from hoodwink.engine.contract import AnyGame, Options


class Figure(Struct, frozen=True):
    """One game with so many seats, measured."""

    game: str
    seats: int
    preset: str
    moves_per_second: float
    games_per_second: float
    copies_per_move: float
    """What a copy of the state costs, in random moves."""


class Report(Struct, frozen=True):
    """All figures of a run, and where they were taken."""

    hoodwink: str
    python: str
    machine: str
    seconds: float
    repeats: int
    figures: tuple[Figure, ...]


def sim(*, seconds: float = 0.5, repeats: int = 5, progress: Callable[[str], None] | None = None) -> Report:
    """Measure every game with 2 to its most seats out of the box, and its other presets with 2."""
    figures = []
    for game in games.every():
        first = next(iter(game.info.presets))
        tables = [(seats, first) for seats in game.info.seats] + [
            (2, name) for name in game.info.presets if name != first
        ]
        for seats, preset in tables:
            if progress is not None:
                progress(f"{game.info.key}, {seats} seats, {preset} …")
            figures.append(measure(game, seats, preset, seconds=seconds, repeats=repeats))
    return Report(
        hoodwink=__version__,
        python=platform.python_version(),
        machine=f"{platform.system()} {platform.machine()}",
        seconds=seconds,
        repeats=repeats,
        figures=tuple(figures),
    )


def measure(game: AnyGame, seats: int, preset: str, *, seconds: float, repeats: int) -> Figure:
    """The median of repeated runs of one table, after one run to warm the tables up."""
    options = game.info.presets[preset]
    source = random.Random(0)
    run(game, seats, options, source, seconds / 2)
    runs = [run(game, seats, options, source, seconds) for _ in range(repeats)]
    moves_per_second = statistics.median(moves / spent for moves, _, spent in runs)
    return Figure(
        game=game.info.key,
        seats=seats,
        preset=preset,
        moves_per_second=moves_per_second,
        games_per_second=statistics.median(played / spent for _, played, spent in runs),
        copies_per_move=copy_seconds(game, seats, options, source) * moves_per_second,
    )


def run(game: AnyGame, seats: int, options: Options, source: random.Random, seconds: float) -> tuple[int, int, float]:
    """Random games for about so many seconds: decisions made, games finished, processor seconds spent."""
    moves = played = 0
    begun = now = time.process_time()
    while now - begun < seconds:
        for _ in range(10):
            moves += random_game(game, seats, options, source)
            played += 1
        now = time.process_time()
    return moves, played, now - begun


def random_game(game: AnyGame, seats: int, options: Options, source: random.Random) -> int:
    """Play one game at random and count its decisions."""
    state = game.start(seats, options)
    uniform = source.random
    moves = 0
    while True:
        deciders = state.to_move()
        if deciders:
            seat = deciders[0]
            legal = state.moves(seat)
            state.play(seat, legal[int(uniform() * len(legal))])
            moves += 1
        elif state.result() is not None:
            return moves
        else:
            state.resolve(state.sample(source))


def copy_seconds(game: AnyGame, seats: int, options: Options, source: random.Random) -> float:
    """The median processor time of copying a state in the middle of a game."""
    state = game.start(seats, options)
    while not state.to_move():
        state.resolve(state.sample(source))
    times = []
    for _ in range(5):
        begun = time.process_time()
        for _ in range(2000):
            state.copy()
        times.append((time.process_time() - begun) / 2000)
    return statistics.median(times)


def as_table(report: Report) -> str:
    """The figures for people."""
    head = (
        f"Hoodwink {report.hoodwink}, Python {report.python}, {report.machine}; one core, "
        f"median of {report.repeats} runs of {report.seconds} s\n\n"
        f"{'game':<10}{'seats':>6}  {'preset':<12}{'moves/s':>12}{'games/s':>12}{'copy, in moves':>16}\n"
    )
    return head + "\n".join(
        f"{one.game:<10}{one.seats:>6}  {one.preset:<12}{one.moves_per_second:>12,.0f}{one.games_per_second:>12,.0f}"
        f"{one.copies_per_move:>16.2f}"
        for one in report.figures
    )
