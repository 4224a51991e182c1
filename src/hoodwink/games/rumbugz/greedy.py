"""The bot called `greedy`: overlaps of its hand with rows, and nothing else. Fixed for ever as an anchor of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hoodwink.engine.contract import Random
from hoodwink.games.rumbugz.pieces import (
    FROM_BAG,
    FROM_PILE,
    GRANT,
    OFFER,
    PASS,
    Add,
    Begin,
    Discard,
    Exchange,
    Lay,
    Remove,
    RumbugzMove,
    tile_of,
    worth,
)
from hoodwink.games.rumbugz.rows import KINDS, PLYT, SHORTEST, STEPS, TOP, Kind
from hoodwink.games.rumbugz.sight import RumbugzView, has_all_four

PROMISE = (0.0, 1.0, 3.5, 10.0, 30.0)
"""What a row is worth of which so many tiles are there."""
LAYING, FINISHING = 1000.0, 500.0
"""Laying a row beats everything else at the table, and one that leaves no type missing any other."""
WILD_PROMISE = 6.0
"""What a PLYT kept in hand is worth beyond the rows it fills."""


@lru_cache(maxsize=1 << 16)
def promise(hand: tuple[int, ...], missing: tuple[Kind, ...]) -> float:
    """How near a hand is to the rows that are still missing: for each type the best overlap with one of its rows.

    Other overlaps count a little, for a hand that can turn out in several ways is better.
    """
    counts = [hand.count(tile) for tile in range(PLYT + 1)]
    wilds, total = counts[PLYT], WILD_PROMISE * counts[PLYT]
    for kind in missing:
        overlaps = sorted((min(SHORTEST, have + wilds) for have in _overlaps(kind, counts)), reverse=True)
        total += PROMISE[overlaps[0]] + 0.1 * sum(PROMISE[have] for have in overlaps[1:4])
    return total


def _overlaps(kind: Kind, counts: Sequence[int]) -> list[int]:
    """For every shortest row of a type, how many of its numbers the hand has."""
    if kind == "match":
        return list(counts[1:PLYT])
    step = STEPS[kind]
    reach = step * (SHORTEST - 1)
    return [sum(counts[low + step * place] > 0 for place in range(SHORTEST)) for low in range(1, TOP + 1 - reach)]


def without(hand: tuple[int, ...], *tiles: int) -> tuple[int, ...]:
    """A hand less some tiles."""
    rest = list(hand)
    for tile in tiles:
        rest.remove(tile)
    return tuple(rest)


class Greedy:
    """Builds the rows its hand overlaps with most, lays as soon as it can, and sheds what is left.

    It takes a discard that brings it nearer, and remembers nothing of what others took.
    """

    def choose(self, view: RumbugzView, random: Random) -> RumbugzMove:
        """The move that promises most, the first among equals."""
        if view.phase == "poll":
            return OFFER if self._wants_to_offer(view) else PASS
        if view.phase == "draw":
            return self._draw(view)
        return max(view.moves, key=lambda move: self.worth(view, move))

    def _missing(self, view: RumbugzView) -> tuple[Kind, ...]:
        made = view.made(view.viewer or 0)
        return tuple(kind for kind in KINDS if kind not in made)

    def _gain(self, view: RumbugzView, tile: int) -> float:
        """How much nearer one more tile brings the hand."""
        hand, missing = view.hand or (), self._missing(view)
        return promise(tuple(sorted((*hand, tile))), missing) - promise(hand, missing)

    def _wants_to_offer(self, view: RumbugzView) -> bool:
        """Two tiles for one answer: always good while rows are missing, never afterwards."""
        return bool(self._missing(view))

    def _draw(self, view: RumbugzView) -> RumbugzMove:
        if FROM_PILE in view.moves and self._wants(view, view.pile[-1]):
            return FROM_PILE
        if FROM_BAG in view.moves:
            return FROM_BAG
        return GRANT if GRANT in view.moves else view.moves[0]

    def _wants(self, view: RumbugzView, tile: int) -> bool:
        if has_all_four(view, view.viewer or 0):
            return any(_takes(placed.row.kind, placed.row.slots, tile) for placed in view.rows)
        return self._gain(view, tile) > self._expected(view)

    def _expected(self, view: RumbugzView) -> float:
        """What a tile from the bag may be expected to bring."""
        gains = [self._gain(view, tile) * count for tile, count in enumerate(view.tiles, 1)]
        return sum(gains) / sum(view.tiles)

    def worth(self, view: RumbugzView, move: RumbugzMove) -> float:
        """What the hand promises after a move at the table; laying and adding beat everything."""
        hand, missing = view.hand or (), self._missing(view)
        match move:
            case Lay():
                rest = without(hand, *map(tile_of, move.row.slots))
                left = tuple(kind for kind in missing if kind != move.row.kind)
                return LAYING + (promise(rest, left) if left else FINISHING - worth(rest, view.options))
            case Add():
                return -LAYING if missing else LAYING + FINISHING  # before that, a hand needs its tiles
            case Begin():
                return LAYING - sum(slot < 0 for slot in move.slots)
            case Exchange():
                after = tuple(sorted((*without(hand, move.put), move.take)))
                nearer = promise(after, missing) - promise(hand, missing)
                return nearer if nearer > 0.5 else -LAYING
            case Remove():
                nearer = self._gain(view, move.take) if missing else 0.0
                return nearer if nearer > 0.5 else -LAYING
            case Discard():
                if not missing:
                    return worth((move.tile,), view.options) / 100 - 1
                return promise(without(hand, move.tile), missing) - promise(hand, missing)
            case _:
                return -LAYING


def _takes(kind: Kind, slots: Sequence[int], tile: int) -> bool:
    """Whether a row can take one more tile of a number at an end."""
    if tile == PLYT:
        return True
    step = STEPS[kind]
    return tile in (abs(slots[0]) - step, abs(slots[-1]) + step)
