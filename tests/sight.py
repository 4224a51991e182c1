"""The sight law, as a function that raises when a game breaks it."""

from __future__ import annotations

import random

import msgspec

from hoodwink.engine.contract import AnyGame, AnyState, Chanced, Event, Moved, Viewer
from tests.tables import apply, random_event

MOST_TRIED = 80


def assert_sight_holds(game: AnyGame, state: AnyState, viewer: Viewer, source: random.Random) -> int:
    """Play on from a state beside a twin that differs in what the viewer cannot see; return the steps compared.

    As long as both tell the viewer the same beats, both must show the viewer byte-identical views and moves.
    """
    twin = game.imagine(game.view(state, viewer), source)
    state, compared = state.copy(), 0
    while True:
        assert seen(game, state, viewer) == seen(game, twin, viewer)
        if state.result() is not None:
            return compared
        before, event = state.copy(), random_event(state, source)
        apply(state, event)
        other = follow(game, viewer, twin, event, told(game, before, event, state, viewer), source)
        if other is None:
            return compared
        apply(twin, other)
        compared += 1


def seen(game: AnyGame, state: AnyState, viewer: Viewer) -> bytes:
    """All that reaches a viewer of a position, as bytes."""
    return msgspec.json.encode(game.view(state, viewer))


def told(game: AnyGame, before: AnyState, event: Event, after: AnyState, viewer: Viewer) -> bytes:
    """All that reaches a viewer of an event, as bytes."""
    return msgspec.json.encode(game.tell(before, event, after, viewer))


def follow(
    game: AnyGame, viewer: Viewer, twin: AnyState, event: Event, beats: bytes, source: random.Random
) -> Event | None:
    """Some event that tells the viewer the same at the twin, another one than at the original where there is one."""
    candidates: list[Event]
    if isinstance(event, Chanced):
        candidates = [Chanced(chance) for chance, _ in twin.chances()]
    elif event.seat == viewer:
        assert event.move in twin.moves(event.seat), "the viewer's own move is legal in one twin only"
        candidates = [event]
    else:
        candidates = [Moved(event.seat, move) for move in twin.moves(event.seat)]
    source.shuffle(candidates)
    if event in candidates:
        candidates.remove(event)
        candidates.insert(MOST_TRIED - 1, event)
    for candidate in candidates[:MOST_TRIED]:
        after = twin.copy()
        apply(after, candidate)
        if told(game, twin, candidate, after, viewer) == beats:
            return candidate
    return None
