"""What is to be played, checked before anything is: the game, its options, who sits down, and the seed."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import hoodwink
from hoodwink import bots, games
from hoodwink.engine.contract import AnyGame, Options, Said
from hoodwink.engine.options import agree, read_options
from hoodwink.engine.words import message

PROGRAM = "cmd:"
"""What a bot's name begins with when the rest is the command line of a program that plays over stdin and stdout."""
DECIDING_ROOMS = ("engine", "games", "bots", "arena")
"""The rooms whose code decides how a match goes."""


class Setup(Struct, frozen=True):
    """All that decides how matches go: the same setup gives the same matches, whoever plays them and in what order."""

    game: str
    edition: int
    options: dict[str, Any]
    """Those that are not as the game plays out of the box."""
    bots: tuple[str, ...]
    """One for each seat; where they sit changes from match to match."""
    seed: int
    time_limit: float
    """Seconds for a decision."""
    code: str
    """A digest of our own code."""
    clauses: bool = False
    """Whether each match counts the clauses that were told of."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.bots)

    @property
    def seatings(self) -> int:
        """How often a deal is played: once in each rotation, or once where everybody is the same bot."""
        return self.seats if len(set(self.bots)) > 1 else 1

    def table(self) -> tuple[AnyGame, Options]:
        """The game and its options, as the engine takes them."""
        game = games.find(self.game)
        return game, read_options(game, self.options)


def prepare(
    key: str,
    names: Sequence[str],
    *,
    seed: int = 0,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    time_limit: float = 60.0,
    clauses: bool = False,
) -> Setup:
    """A setup whose every part is checked; the sentence says what is wrong with it."""
    game = games.find(key)
    low, high = game.info.seats[0], game.info.seats[-1]
    if len(names) not in game.info.seats:
        raise Said(message("play.seats", seats=len(names), low=low, high=high))
    agreed = agree(game, preset, options or {})
    game.start(len(names), agreed)  # refuses options that contradict each other
    for name in dict.fromkeys(names):
        check_bot(game, name)
    return Setup(
        game=key,
        edition=game.info.edition,
        options=msgspec.to_builtins(agreed),
        bots=tuple(names),
        seed=seed,
        time_limit=time_limit,
        code=code_digest(),
        clauses=clauses,
    )


def check_bot(game: AnyGame, name: str) -> None:
    """Refuse a bot that the game does not have, or a program that is not there."""
    if not name.startswith(PROGRAM):
        bots.find(game, name)
        return
    command = name.removeprefix(PROGRAM)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Said(message("bot.cannot-start", program=command, reason=str(error))) from error
    if not words or shutil.which(words[0]) is None:
        reason = f"{words[0] if words else 'it'} is no program"
        raise Said(message("bot.cannot-start", program=command, reason=reason))


@cache
def code_digest() -> str:
    """A short digest of the code that decides how a match goes: a journal of other code is of other matches."""
    digest = hashlib.sha256()
    root = Path(hoodwink.__file__).parent
    for room in DECIDING_ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def circles(seats: int) -> tuple[tuple[int, ...], ...]:
    """Every order in which so many can sit round a table, the first one always named first."""
    return tuple((0, *others) for others in permutations(range(1, seats)))


def seating(seats: int, deal: int, rotation: int) -> tuple[int, ...]:
    """Which bot of the setup sits where: each deal has one circular order, and everybody has every chair once in it.

    >>> [seating(3, 0, rotation) for rotation in range(3)]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    >>> seating(3, 1, 0)
    (0, 2, 1)
    """
    order = circles(seats)[deal % len(circles(seats))]
    return order[rotation:] + order[:rotation]
