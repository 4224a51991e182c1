"""Table options as people state them: names and values in, the game's own `Options` out, or a sentence why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from hoodwink.engine.contract import AnyGame, AnyState, Options, Said
from hoodwink.engine.words import message


class BadOptions(Said):
    """Options that the game does not know, or values it does not take."""


def read_options(game: AnyGame, values: Mapping[str, Any]) -> Options:
    """The options of a game from their names and values, which may be typed texts such as `true`, `3` or `none`."""
    kinds = option_kinds(game.info.options)
    known: dict[str, Any] = {}
    for name, value in values.items():
        if name not in kinds:
            raise BadOptions(message("options.unknown", option=name, known=", ".join(kinds)))
        try:
            meant = None if value == "none" else value
            known[name] = getattr(msgspec.convert({name: meant}, game.info.options, strict=False), name)
        except msgspec.ValidationError as error:
            allowed = ", ".join(allowed_texts(kinds[name]))
            said = message("options.bad-value", option=name, value=str(value), allowed=allowed)
            raise BadOptions(said) from error
    return game.info.options(**known)


def read_settings(settings: Iterable[str]) -> Mapping[str, str]:
    """Names and values from texts like `dice=3`."""
    values = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadOptions(message("options.no-value", setting=setting))
        values[name] = value
    return values


def agree(game: AnyGame, preset: str | None, values: Mapping[str, Any]) -> Options:
    """The options of a table: a preset, the game's first one when none is named, and values on top of it."""
    presets = game.info.presets
    if preset is not None and preset not in presets:
        raise BadOptions(message("options.unknown-preset", preset=preset, known=", ".join(presets)))
    base = next(iter(presets.values())) if preset is None else presets[preset]
    return read_options(game, {**msgspec.to_builtins(base), **values})


def opening(game: AnyGame, seats: int, values: Mapping[str, Any], position: str | None = None) -> AnyState:
    """The state a table begins with: a new game, or a position in notation."""
    options = read_options(game, values)
    begun: AnyState = game.start(seats, options) if position is None else game.read_position(position, seats, options)
    return begun


@cache
def option_kinds(options: type[Options]) -> Mapping[str, inspect.Type]:
    """What kind of value each option takes."""
    kind = inspect.type_info(options)
    return {field.name: field.type for field in kind.fields} if isinstance(kind, inspect.StructType) else {}


def allowed_texts(kind: inspect.Type) -> list[str]:
    """What an option takes, as a person would type it."""
    match kind:
        case inspect.BoolType():
            return ["true", "false"]
        case inspect.LiteralType():
            return [str(value) for value in kind.values]
        case inspect.IntType():
            return [f"{kind.ge}–{kind.le}"]
        case inspect.UnionType():
            return [text for one in kind.types for text in allowed_texts(one)]
        case _:
            return ["none"]
