"""The games as cards for whoever sets a table up, in one language."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from hoodwink import bots, games
from hoodwink.engine.contract import AnyGame
from hoodwink.engine.options import option_kinds
from hoodwink.engine.words import Voice
from hoodwink.wire.shelf import BotCard, GameCard, OptionCard, PresetCard


def cards(voice: Voice) -> list[GameCard]:
    """Every game."""
    return [card(game, voice) for game in games.every()]


def card(game: AnyGame, voice: Voice) -> GameCard:
    """All that is said of a game before anybody sits down."""
    info = game.info
    return GameCard(
        key=info.key,
        title=voice(f"{info.key}.title"),
        tagline=voice(f"{info.key}.tagline"),
        edition=info.edition,
        seats=tuple(info.seats),
        presets=tuple(
            PresetCard(name, voice(f"{info.key}.preset.{name}"), msgspec.to_builtins(options))
            for name, options in info.presets.items()
        ),
        options=tuple(_option(game, name, kind, voice) for name, kind in option_kinds(info.options).items()),
        bots=tuple(
            BotCard(name, name.capitalize(), voice(bots.words(game, name)), bots.level(game, name))
            for name in bots.names(game)
        ),
        hints=game.advise is not None,
    )


def _option(game: AnyGame, name: str, kind: inspect.Type, voice: Voice) -> OptionCard:
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    [set_to] = [one for one in kinds if not isinstance(one, inspect.NoneType)]
    default: bool | int | str | None = getattr(game.info.options(), name)
    return OptionCard(
        name=name,
        text=voice(f"{game.info.key}.option.{name}"),
        clause=game.info.option_clauses[name],
        default=default,
        optional=len(kinds) > 1,
        **_takes(set_to, default),
    )


def _takes(kind: inspect.Type, default: object) -> dict[str, Any]:
    """What an option can be set to, the default first among choices."""
    match kind:
        case inspect.BoolType():
            return {"kind": "bool", "low": None, "high": None, "choices": ()}
        case inspect.IntType():
            return {"kind": "int", "low": kind.ge, "high": kind.le, "choices": ()}
        case inspect.LiteralType():
            choices = sorted(map(str, kind.values), key=lambda value: value != default)
            return {"kind": "choice", "low": None, "high": None, "choices": tuple(choices)}
    raise TypeError(f"nobody can choose a {kind!r}")
