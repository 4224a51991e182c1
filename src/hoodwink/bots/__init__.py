"""Bots for any game through the contract; a game's own bots live in its folder."""

from __future__ import annotations

from collections.abc import Sequence

from hoodwink.bots.chance import Chancer
from hoodwink.engine.contract import AnyGame, Bot, Said
from hoodwink.engine.words import message

SITTING_NAMES = ("Abigail", "Barnaby", "Corsica", "Dagger", "Esteban", "Fortuna")
"""What a bot is called at a table, after its seat's letter."""


class UnknownBot(Said):
    """The game has no bot of that name."""


def names(game: AnyGame) -> Sequence[str]:
    """The bots that can sit at a game, weakest first."""
    return ["random", *game.bots]


def best(game: AnyGame) -> str:
    """The bot that plays a game best: its highest level, where it has levels."""
    return game.levels[-1] if game.levels else names(game)[-1]


def level(game: AnyGame, name: str) -> int | None:
    """The level of a bot, from 1; None for one that people do not choose by level."""
    return game.levels.index(name) + 1 if name in game.levels else None


def named(game: AnyGame, wanted: str) -> str:
    """The bot that a name or a level means: "3" is the third of `Game.levels`."""
    if wanted.isdecimal() and 1 <= int(wanted) <= len(game.levels):
        return game.levels[int(wanted) - 1]
    if wanted not in names(game):
        raise UnknownBot(message("bots.unknown", name=wanted, game=game.info.key, known=", ".join(names(game))))
    return wanted


def find(game: AnyGame, wanted: str) -> Bot:
    """The bot of that name or level for a game."""
    name = named(game, wanted)
    return Chancer() if name == "random" else game.bots[name]()


def words(game: AnyGame, name: str) -> str:
    """The message id of a bot's description."""
    return f"{game.info.key}.bot.{name}" if name in game.bots else f"bots.{name}"
