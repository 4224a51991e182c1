"""The games, each a folder of its own; everybody else reaches one by `find(key)`, never by name."""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from hoodwink.engine import words
from hoodwink.engine.contract import AnyGame, Said
from hoodwink.engine.encoding import Encoding, missing
from hoodwink.engine.words import message

KEYS: Sequence[str] = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))

for key in KEYS:
    words.shelve(key, Path(__path__[0]) / key / "words")


class UnknownGame(Said):
    """There is no game of that name."""


class NoEncoding(Said):
    """A game that nobody has written in numbers yet."""


def find(key: str) -> AnyGame:
    """The game of that key.

    >>> find("dudo").info.seats
    range(2, 7)
    """
    if key not in KEYS:
        raise UnknownGame(message("games.unknown", key=key, keys=", ".join(KEYS)))
    game: AnyGame = import_module(f"{__name__}.{key}").GAME
    return game


def encoding(key: str) -> Encoding:
    """The encoding of a game, for those who learn and search with arrays; it needs numpy."""
    find(key)  # an unknown game is named
    name = f"{__name__}.{key}.encoding"
    try:
        found: Encoding = import_module(name).ENCODING
    except ModuleNotFoundError as error:
        if error.name == name:
            raise NoEncoding(message("games.no-encoding", key=key)) from error
        raise missing(name, error) from error
    return found


def every() -> Sequence[AnyGame]:
    """All games, by key."""
    return [find(key) for key in KEYS]
