"""Views as arrays and moves as numbers: what a game's `encoding.py` offers to those who learn and search with arrays.

Nothing here imports numpy; only a game's own `encoding.py` does, and `games.encoding(key)` imports that when asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hoodwink.engine.contract import Options, Said
from hoodwink.engine.words import message

Floats = Any
"""A numpy vector of 32-bit floats, every number from 0 to 1."""


class Missing(Said, ImportError):
    """A library that only some of us need is not installed."""


def missing(room: str, error: ImportError) -> Missing:
    """The sentence that says which library a room needs and how to get it.

    >>> print(missing("hoodwink.research.x", ImportError(name="numpy")))
    hoodwink.research.x needs numpy, which is not installed: pip install "hoodwink[research]"
    """
    library = (error.name or str(error)).partition(".")[0]
    return Missing(message("research.missing", room=room, library=library))


@dataclass(frozen=True)
class Slice:
    """Numbers of an array that belong together: where they stand and what they mean."""

    name: str
    start: int
    size: int
    meaning: str

    @property
    def stop(self) -> int:
        """Where the next slice begins."""
        return self.start + self.size


def lay_out(*slices: tuple[str, int, str]) -> tuple[Slice, ...]:
    """Slices one after the other, from their names, sizes and meanings."""
    laid: list[Slice] = []
    for name, size, meaning in slices:
        laid.append(Slice(name, laid[-1].stop if laid else 0, size, meaning))
    return tuple(laid)


@dataclass(frozen=True)
class Encoding:
    """How one game is written in numbers. Ids of moves hold for all seats and options of an edition."""

    actions: Callable[[int, Any], int]
    """How many ids a table with these seats and options needs: its moves have the ids below this number."""
    most_chances: Callable[[int, Any], int]
    """At least as many as the outcomes that chance has anywhere in a game with these seats and options."""
    id_of: Callable[[Any], int]
    """The number of a move."""
    move_of: Callable[[int], Any]
    """The move of a number, the same object whenever it is asked for."""
    layout: Callable[[int, Any], tuple[Slice, ...]]
    """What the numbers of an array mean, in order and without gaps."""
    encode: Callable[[Any], Floats]
    """The array of a view; never of a state, so that nothing is in it but what the viewer may know."""
    menus_recur: bool = False
    """Whether many moves that are legal together are so again and again, which makes their ids worth keeping."""

    def size(self, seats: int, options: Options) -> int:
        """How many numbers a view has at a table."""
        return self.layout(seats, options)[-1].stop

    def ids(self, moves: Sequence[Any]) -> list[int]:
        """The numbers of some moves, ascending."""
        return sorted(map(self.id_of, moves))
