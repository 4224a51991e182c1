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


def find(game: AnyGame, name: str) -> Bot:
    """The bot of that name for a game, or of that level: "3" is the third of `Game.levels`."""
    if name == "random":
        return Chancer()
    if name.isdecimal() and 1 <= int(name) <= len(game.levels):
        name = game.levels[int(name) - 1]
    if name not in game.bots:
        raise UnknownBot(message("bots.unknown", name=name, game=game.info.key, known=", ".join(names(game))))
    return game.bots[name]()
