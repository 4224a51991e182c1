"""Dudo in numbers: an id for every move, an array for every view.

Ids: 0 is the doubt; then six for every count, the bids on faces 2 to 6 and the bid on jokers, lowest count first. So a
table with fewer dice needs fewer ids, and an id means the same move at every table.

In a view the seats are counted from the viewer's own, clockwise; a watcher counts from seat A. Bids rise and go round
the table, so which were said and who must answer also tells in which order and by whom.
"""

from __future__ import annotations

from array import array
from functools import cache, lru_cache
from itertools import chain

import numpy as np

from hoodwink.engine.contract import Seat, Viewer
from hoodwink.engine.encoding import Encoding, Floats, Slice, lay_out
from hoodwink.games.dudo.pieces import (
    BOX_DICE,
    DOUBT,
    FACES,
    Bid,
    DudoMove,
    DudoOptions,
    Jokers,
    limits,
    rolls,
)
from hoodwink.games.dudo.sight import DudoView

HIGHEST_COUNT = 60
"""No table bids higher: six seats hold at most 48 dice, and no board is longer than 60 (Q-DU-07)."""
CELLS = len(FACES) + 1
"""The ids of one count: its faces, then jokers."""


def _of_count(count: int) -> tuple[DudoMove, ...]:
    return *(Bid(count, face) for face in FACES), Jokers(count)


MOVES: tuple[DudoMove, ...] = (DOUBT, *chain.from_iterable(map(_of_count, range(1, HIGHEST_COUNT + 1))))
"""All moves, each at its id."""
IDS = {move: number for number, move in enumerate(MOVES)}


def actions(seats: int, options: DudoOptions) -> int:
    """How many ids a table needs: the doubt, and six for every count that can be bid."""
    return 1 + CELLS * max(limits(most_dice(seats, options), options))


def most_dice(seats: int, options: DudoOptions) -> int:
    """Q-DU-21: bonus dice come from the box, so no more than it holds are ever in play."""
    return max(BOX_DICE, options.dice) * seats if options.survivor_bonus_die else options.dice * seats


def most_in_a_cup(seats: int, options: DudoOptions) -> int:
    """The most dice that one seat can hold: those it begins with, and one for each other seat that drops out."""
    return options.dice + (seats - 2 if options.survivor_bonus_die else 0)


def most_chances(seats: int, options: DudoOptions) -> int:
    """The outcomes of the largest roll, or the seats that may open."""
    return max(seats, len(rolls(0, most_in_a_cup(seats, options))))


@cache
def layout(seats: int, options: DudoOptions) -> tuple[Slice, ...]:
    """What the numbers mean, in order."""
    cup, bids = most_in_a_cup(seats, options), actions(seats, options) - 1
    return lay_out(
        ("seat", seats, "1 at the viewer's own seat, counted from A; all 0 for a watcher"),
        ("to_move", seats, "1 at the seat that must bid or doubt"),
        ("rolling", seats, "1 at the seat whose roll is due"),
        ("opener", seats, "1 at the seat that opens this round"),
        ("left", seats, f"the dice of each seat, divided by {cup}, the most a seat can hold"),
        ("dice", 6, f"how many of the viewer's own dice show 1, 2, … 6, divided by {cup}"),
        ("said", bids, "1 at every bid of this round that is shown: id 1 stands first"),
        ("standing", bids, "1 at the bid to raise or doubt: id 1 stands first"),
    )


def encode(view: DudoView) -> Floats:
    """The array of a view: what is known of the seats, then the viewer's dice and the bids where they belong."""
    seats, left, options = view.seats, view.left, view.options
    begun, cup, said, standing = _begun(view.viewer, view.to_move, view.rolling, view.opener, left, seats, options)
    numbers = begun[:]
    if view.dice is not None:
        numbers[5 * seats : 5 * seats + 6] = _faces(view.dice, cup)
    bids = view.bids
    if bids:
        for bid in bids:
            numbers[said + IDS[bid.claim]] = 1.0
        numbers[standing + IDS[bids[-1].claim]] = 1.0
    return np.frombuffer(numbers, np.float32)


@lru_cache(1 << 12)
def _begun(
    viewer: Viewer,
    to_move: tuple[Seat, ...],
    rolling: Seat | None,
    opener: Seat | None,
    left: tuple[int, ...],
    seats: int,
    options: DudoOptions,
) -> tuple[array[float], int, int, int]:
    """From the viewer's seat to the dice of each, then zeros; the fullest cup; what to add to a bid's id to find it.

    A bid is found among those said and as standing. The numbers are set in an `array`, which is cheaper than in one of
    numpy's, and wrapped in the end.
    """
    *_, said, standing = layout(seats, options)
    cup, first, numbers = most_in_a_cup(seats, options), viewer or 0, array("f", bytes(4 * standing.stop))
    if viewer is not None:
        numbers[viewer] = 1.0
    for place, seat in enumerate((to_move[0] if to_move else None, rolling, opener), 1):
        if seat is not None:
            numbers[place * seats + (seat - first) % seats] = 1.0
    numbers[4 * seats : 5 * seats] = array("f", [dice / cup for dice in left[first:] + left[:first]])
    return numbers, cup, said.start - 1, standing.start - 1


@cache
def _faces(dice: tuple[int, ...], cup: int) -> array[float]:
    return array("f", [dice.count(face) / cup for face in range(1, 7)])


ENCODING = Encoding(
    actions=actions,
    most_chances=most_chances,
    id_of=IDS.__getitem__,
    move_of=MOVES.__getitem__,
    layout=layout,
    encode=encode,
    menus_recur=True,  # what may be said depends on the last bid alone
)
