"""The peers, each driven in the cheapest way we know that still plays its game at random from Python.

At OpenSpiel's chance nodes a legal action is picked evenly, which is right for the dice and decks used here and cheaper
than reading the outcomes with their probabilities: the comparison favours the peer. Ours always samples by weight.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pyspiel
import rlcard

from bench.pairs import Run, for_seconds


def open_spiel(name: str) -> Run:
    """Random play of an OpenSpiel game (C++), stepped from Python."""
    game, source = pyspiel.load_game(name), random.Random(0)

    def play_once() -> int:
        state, moves, uniform = game.new_initial_state(), 0, source.random
        while not state.is_terminal():
            if not state.is_chance_node():
                moves += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(uniform() * len(legal))])
        return moves

    return for_seconds(play_once)


def rl_card(name: str) -> Run:
    """Random play of an RLCard game (Python)."""
    environment: Any = rlcard.make(name, config={"seed": 0})
    source = random.Random(0)

    def play_once() -> int:
        state, _ = environment.reset()
        moves = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(source.random() * len(legal))])
            moves += 1
        return moves

    return for_seconds(play_once)


PEERS: dict[str, Callable[[], Run]] = {
    "OpenSpiel liars_dice(numdice=5)": lambda: open_spiel("liars_dice(numdice=5)"),
    "OpenSpiel crazy_eights(players=4)": lambda: open_spiel("crazy_eights(players=4)"),
    "OpenSpiel gin_rummy": lambda: open_spiel("gin_rummy"),
    "RLCard leduc-holdem": lambda: rl_card("leduc-holdem"),
    "RLCard uno": lambda: rl_card("uno"),
    "RLCard gin-rummy": lambda: rl_card("gin-rummy"),
}

VERSIONS = {"OpenSpiel": version("open_spiel"), "RLCard": version("rlcard")}
