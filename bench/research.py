"""The research faces beside their peers, in one run: steps a second of processor time, medians of paired runs, ratios.

Stacked wrappers cost more than a game does, so PettingZoo's face is measured four ways: each environment as its `env()`
gives it, both in our one-layer guard, both in PettingZoo's three stock wrappers, and both bare. What the wrappers leave
to any game of that length, an environment that does nothing shows.
"""

from __future__ import annotations

import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from typing import Any

import numpy as np
import pyspiel
from msgspec import Struct
from open_spiel.python.games import block_dominoes  # noqa: F401 (registers the peer)
from pettingzoo.utils import wrappers

from bench.nothing import Nothing
from bench.pairs import Run, for_seconds, heading, in_turn, moving
from hoodwink import __version__, games
from hoodwink.research import openspiel, pettingzoo, selfplay
from hoodwink.research.guard import Guard
from hoodwink.research.playing import Table

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

GOALS = {"dudo": 2.0, "dudab": 1.0, "rumbugz": 1.0}
"""How many times as fast as `leduc_holdem_v4` we mean to be, as both come out of the box."""
SELFPLAY_GAMES = 400
GAMES_SEEN = 30


class Row(Struct, frozen=True):
    """One of our faces beside a peer."""

    game: str
    what: str
    steps_per_second: float
    peer: str
    peer_steps_per_second: float
    ratio: float
    goal: float | None


class Report(Struct, frozen=True):
    """Everything measured in a run, and where."""

    versions: dict[str, str]
    machine: str
    seconds: float
    repeats: int
    rows: tuple[Row, ...]
    encoding_in_moves: dict[str, float]
    """What encoding a view costs, in random moves."""
    selfplay_growth: dict[str, float]
    """Games a second of the wall clock with two processes, against one."""


def compare(*, seconds: float, repeats: int, progress: Callable[[str], None]) -> Report:
    """Measure every game that has an encoding."""
    rows, costs, growth = [], {}, {}
    for key in games.KEYS:
        for what, ours, peer, theirs, goal in (*_pairs(key), *_ceilings(key)):
            progress(f"{key}, {what}, beside {peer} …")
            found = in_turn(ours, theirs, seconds=seconds, repeats=repeats)
            rows.append(Row(key, what, found.ours, peer, found.peer, found.ratio, goal))
    for key in games.KEYS:
        progress(f"{key}, encoding a view …")
        costs[key] = in_turn(moving(key), _encoding(key), seconds=seconds, repeats=repeats).ratio
        progress(f"{key}, self-play in one process and in two …")
        growth[key] = _selfplay_growth(key, repeats=max(1, repeats // 3))
    libraries = ("pettingzoo", "gymnasium", "open_spiel", "rlcard", "numpy")
    return Report(
        versions={"Hoodwink": __version__, "Python": platform.python_version()}
        | {library: version(library) for library in libraries},
        machine=f"{platform.system()} {platform.machine()}, one core, {os.cpu_count()} there",
        seconds=seconds,
        repeats=repeats,
        rows=tuple(rows),
        encoding_in_moves=costs,
        selfplay_growth=growth,
    )


Pair = tuple[str, Run, str, Run, float | None]
"""How we are measured, ours, the peer's name, the peer, and the goal."""
PEER = "leduc_holdem_v4"


def _ceilings(key: str) -> list[Pair]:
    """Doing nothing for as long as a game."""
    table, leduc = Table(key), _leduc()
    decisions = round(len(_views(table)) / GAMES_SEEN)

    def nothing() -> Nothing:
        return Nothing(decisions=decisions, size=table.size, actions=table.actions)

    return [
        ("nothing, both in our guard", _agents(Guard(nothing())), PEER, _agents(Guard(leduc.raw_env())), None),
        ("nothing, both in stock wrappers", _agents(_stock(nothing())), PEER, _agents(leduc.env()), None),
    ]


def _pairs(key: str) -> list[Pair]:
    leduc, raw = _leduc(), pettingzoo.raw_env
    dominoes = pyspiel.load_game("python_block_dominoes")
    return [
        ("PettingZoo, out of the box", _agents(pettingzoo.env(key)), PEER, _agents(leduc.env()), GOALS.get(key)),
        ("PettingZoo, both in our guard", _agents(Guard(raw(key))), PEER, _agents(Guard(leduc.raw_env())), None),
        ("PettingZoo, both in stock wrappers", _agents(_stock(raw(key))), PEER, _agents(leduc.env()), None),
        ("PettingZoo, both bare", _agents(raw(key)), PEER, _agents(leduc.raw_env()), None),
        ("OpenSpiel", _states(openspiel.load(key)), "python_block_dominoes", _states(dominoes), 1.0),
    ]


def _leduc() -> Any:
    from pettingzoo.classic import leduc_holdem_v4  # which greets the world unless told not to, see above

    return leduc_holdem_v4


def _stock(env: Any) -> Any:
    checked = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def _agents(env: Any) -> Run:
    """Random agents at a PettingZoo environment; the steps of agents that are done count, as the library counts."""
    uniform = random.Random(0).random

    def play_once() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            action = None
            if not (terminated or truncated):
                legal = np.flatnonzero(seen["action_mask"].view(bool))  # several times as fast as of small integers
                action = legal[int(uniform() * len(legal))]
            env.step(action)
            steps += 1
        return steps

    return for_seconds(play_once)


def _states(game: Any) -> Run:
    """Random play of an OpenSpiel game, chance by its probabilities."""
    source = random.Random(0)

    def play_once() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(outcomes, chances)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(source.random() * len(legal))])
                moves += 1
        return moves

    return for_seconds(play_once)


def _encoding(key: str) -> Run:
    """Encoding the views of random games, gathered beforehand."""
    table = Table(key)
    views, encode = _views(table), table.encode

    def encode_all() -> int:
        for view in views:
            encode(view)
        return len(views)

    return for_seconds(encode_all)


def _views(table: Table) -> list[Any]:
    """What the seats to move see in some random games."""
    source, views = random.Random(0), []
    for _ in range(GAMES_SEEN):
        play = table.begin()
        play.deal(source)
        while (seat := play.seat) is not None:
            view = table.view(play, seat)
            views.append(view)
            play.decide(source.choice(view.moves))
            play.deal(source)
    return views


def _selfplay_growth(key: str, *, repeats: int) -> float:
    """Two processes against one, each run in turn; the pools are warm before the clock starts."""
    made, ratios = selfplay.plan(key, names=("random",), seed=0), []
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as one,
        ProcessPoolExecutor(2, get_context("spawn")) as two,
    ):
        for pool in (one, two):
            list(pool.map(selfplay.play, [made] * 4, [range(20)] * 4))
        for _ in range(repeats):
            spent = []
            for pool in (one, two):
                parts = [range(first, first + 50) for first in range(0, SELFPLAY_GAMES, 50)]
                begun = time.perf_counter()
                list(pool.map(selfplay.play, [made] * len(parts), parts))
                spent.append(time.perf_counter() - begun)
            ratios.append(spent[0] / spent[1])
    return statistics.median(ratios)


def as_table(report: Report) -> str:
    """The figures for people."""
    lines = [
        *heading(report),
        f"{'face':<44}{'steps/s':>10}  {'peer':<24}{'steps/s':>10}{'ratio':>8}{'goal':>6}",
    ]
    lines += [
        f"{f'{one.game}: {one.what}':<44}{one.steps_per_second:>10,.0f}  {one.peer:<24}"
        f"{one.peer_steps_per_second:>10,.0f}{one.ratio:>8.2f}{one.goal or '':>6}"
        for one in report.rows
    ]
    lines += ["", "nothing: doing nothing for as long as a game, the most that can be reached in those wrappers"]
    lines += [
        f"{key}: encoding a view costs {cost:.2f} random moves (goal: < 3)"
        for key, cost in report.encoding_in_moves.items()
    ]
    lines += [
        f"{key}: two processes play {growth:.2f} times as many games a second as one"
        for key, growth in report.selfplay_growth.items()
    ]
    return "\n".join(lines)
