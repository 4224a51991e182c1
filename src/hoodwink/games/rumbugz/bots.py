"""RumBugz bots, each deciding from a view alone: the anchor `greedy`, and four characters, level 1 first.

A lower level knows less or looks less far; none of them plays worse on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from hoodwink.engine.contract import Bot, Random
from hoodwink.games.rumbugz.greedy import LAYING, PROMISE, Greedy
from hoodwink.games.rumbugz.pieces import Exchange, Remove, RumbugzMove
from hoodwink.games.rumbugz.sight import RumbugzView, has_all_four
from hoodwink.games.rumbugz.thinking.thought import Thought, Traits


class Pillbug(Greedy):
    """Sees its own hand alone: never changes rows on the table, and takes a discard only to lay with it."""

    def _wants(self, view: RumbugzView, tile: int) -> bool:
        if has_all_four(view, view.viewer or 0):
            return super()._wants(view, tile)
        return self._gain(view, tile) >= PROMISE[-1] - PROMISE[-2]

    def worth(self, view: RumbugzView, move: RumbugzMove) -> float:
        return -LAYING if isinstance(move, Exchange | Remove) else super().worth(view, move)


class Racer:
    """Goes by the race table; its traits say how much else it looks at."""

    def __init__(self, traits: Traits) -> None:
        self.traits = traits

    def choose(self, view: RumbugzView, random: Random) -> RumbugzMove:
        """The move with the fewest turns to go."""
        return Thought(view, random, self.traits).choose()


CRICKET = Traits(changes=2, counts=False, caution=0.0, looks=40, thorough=0, outs=500, ahead=1)
EARWIG = Traits(counts=False, caution=0.0, looks=8, thorough=0, outs=500, ahead=8)
MANTIS = Traits()

BOTS: Mapping[str, Callable[[], Bot]] = {
    "greedy": Greedy,
    "pillbug": Pillbug,
    "cricket": partial(Racer, CRICKET),
    "earwig": partial(Racer, EARWIG),
    "mantis": partial(Racer, MANTIS),
}
LEVELS = ("pillbug", "cricket", "earwig", "mantis")
