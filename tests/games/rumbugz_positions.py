"""RumBugz positions for the tests, written as text."""

from __future__ import annotations

from typing import Any

from hoodwink import games
from hoodwink.games.rumbugz.pieces import RumbugzOptions
from hoodwink.games.rumbugz.state import RumbugzState

GAME = games.find("rumbugz")


def read(text: str, seats: int = 2, **options: Any) -> RumbugzState:
    """The position a text stands for."""
    state: RumbugzState = GAME.read_position(text, seats, RumbugzOptions(**options))
    return state


def played(text: str, *moves: str, seats: int = 2, **options: Any) -> RumbugzState:
    """A position after some moves, each by the first seat that decides."""
    state = read(text, seats, **options)
    for move in moves:
        state.play(state.to_move()[0], GAME.read_move(move))
    return state
