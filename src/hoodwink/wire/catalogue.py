"""Every type that crosses the wire, gathered from where it is defined: what the OpenAPI document, the TypeScript types
and the tests of docs/PROTOCOL.md go by. A message added to this room is found without being named here."""

from __future__ import annotations

import dataclasses
import inspect
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

import hoodwink.wire
from hoodwink import games
from hoodwink.engine.contract import AnyGame, Types
from hoodwink.engine.dispute import Moment

ALSO = (Moment,)
"""Structs of the engine that travel as they are."""


@cache
def structs() -> Sequence[type[Struct]]:
    """Every wire struct, in the order in which the modules define them."""
    names = [f"{hoodwink.wire.__name__}.{one.name}" for one in pkgutil.iter_modules(hoodwink.wire.__path__)]
    modules = [import_module(name) for name in names if not name.endswith(".typescript")]
    found = [
        thing
        for module in modules
        for thing in vars(module).values()
        if inspect.isclass(thing) and issubclass(thing, Struct) and thing.__module__ == module.__name__
    ]
    return [*found, *ALSO]


def game_types(game: AnyGame) -> Mapping[str, Any]:
    """What a game itself sends and is sent: its views and beats, its moves and options. Chances never leave a table."""
    types = {field.name.title(): getattr(game.info.types, field.name) for field in dataclasses.fields(Types)}
    del types["Chance"]
    return {name: kind for name, kind in types.items() if kind is not None} | {"Options": game.info.options}


RAW_FIELDS = {
    ("Packet", "view"): "View",
    ("Packet", "beats"): "Beat[]",
    ("Scene", "view"): "View",
    ("Scene", "beats"): "Beat[]",
    ("Glimpse", "view"): "View",
}
"""Fields that are encoded already when a message is made: by which of a game's types."""


def of_games(kind: str) -> Sequence[Any]:
    """One of the types of every game."""
    return [game_types(game)[kind] for game in games.every()]
