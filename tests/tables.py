"""Tables for the tests: every game with every seat count and every option, and random play at them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from hoodwink import games
from hoodwink.engine.contract import AnyGame, AnyState, Chanced, Event, Moved, Options, Refused
from hoodwink.engine.options import option_kinds
from hoodwink.engine.table import Step

STRETCH = 80
"""Of a game with more events than this, a law that is costly to check looks at so many, somewhere in it."""


def variants(game: AnyGame, seats: int) -> dict[str, Options]:
    """The presets, and options in which every value of every option occurs that this many seats can play, by name.

    A value that contradicts the defaults is tried together with one other option.
    """
    kinds = option_kinds(game.info.options)
    single = [{name: value} for name, kind in kinds.items() for value in values(kind)]
    found: dict[str, Options] = {"default": game.info.options()}
    for one in single:
        for other in [{}, *single]:
            chosen = game.info.options(**(one | other | one))
            if chosen == game.info.options():
                break
            if playable(game, seats, chosen):
                found[_said(chosen)] = brief(chosen)
                break
    for preset in game.info.presets.values():
        if preset != game.info.options() and playable(game, seats, preset):
            found[_said(preset)] = brief(preset)
    return found


def brief(options: Options) -> Options:
    """One round where a game's length is an option that is left open: what another option changes shows in each."""
    return msgspec.structs.replace(options, rounds=1) if getattr(options, "rounds", 0) is None else options


def quick(options: Options) -> Options:
    """The same options with one round and little patience, where a game has such: for tests that play it out."""
    shortest = {"rounds": 1, "stall_limit": 3}
    return msgspec.structs.replace(options, **{name: few for name, few in shortest.items() if hasattr(options, name)})


def _said(options: Options) -> str:
    return ", ".join(f"{name}={value}" for name, value in msgspec.to_builtins(options).items())


def values(kind: inspect.Type) -> list[Any]:
    """All values an option takes; of a number, its ends and its middle."""
    match kind:
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.IntType():
            assert kind.ge is not None
            assert kind.le is not None
            return sorted({kind.ge, (kind.ge + kind.le) // 2, kind.le})
        case inspect.UnionType():
            return [value for one in kind.types for value in values(one)]
        case _:
            return [None]


def playable(game: AnyGame, seats: int, options: Options) -> bool:
    """Whether these options can be played together."""
    try:
        game.start(seats, options)
    except Refused:
        return False
    return True


@cache
def under_way(key: str, seats: int, options: Options, seed: str) -> AnyState:
    """A new game or, where random play is long, a position at a random point of it from which a stretch can follow."""
    game, source = games.find(key), random.Random(seed)
    state, events = game.start(seats, options), []
    while state.result() is None:
        events.append(random_event(state, source))
        apply(state, events[-1])
    begun: AnyState = game.start(seats, options)
    for event in events[: source.randrange(len(events) - STRETCH + 1) if len(events) > STRETCH else 0]:
        apply(begun, event)
    return begun


def random_steps(game: AnyGame, state: AnyState, source: random.Random, most: int = 10**9) -> Iterator[Step]:
    """Random play to the end or for so many events, each with copies of the states around it."""
    for _ in range(most):
        if state.result() is not None:
            return
        before = state.copy()
        event = random_event(state, source)
        apply(state, event)
        yield Step(before, event, state.copy())


def random_event(state: AnyState, source: random.Random) -> Event:
    """Some event that can happen now."""
    deciders = state.to_move()
    if not deciders:
        return Chanced(state.sample(source))
    seat = source.choice(deciders)
    return Moved(seat, source.choice(state.moves(seat)))


def apply(state: AnyState, event: Event) -> None:
    """Make an event happen, unchecked."""
    if isinstance(event, Moved):
        state.play(event.seat, event.move)
    else:
        state.resolve(event.chance)


def viewers(seats: int) -> list[int | None]:
    """Everybody who can look: each seat, and a watcher."""
    return [*range(seats), None]


def seat_counts() -> list[tuple[AnyGame, int]]:
    """Every game with every number of seats."""
    return [(game, seats) for game in games.every() for seats in game.info.seats]


def table_name(value: object) -> str | None:
    """How pytest shows a game in a test's name."""
    info = getattr(value, "info", None)
    return None if info is None else str(info.key)
