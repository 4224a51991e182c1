"""How people bid: a model of somebody who knows their own hand and has an outlook on everybody else's.

What a hand would do is a weight for each move; from it follows how much a bid tells of the hand behind it. A hand is
known by how many of its dice agree with each kind of bid: jokers, and each of the faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import exp

from msgspec import Struct

from hoodwink.engine.fair import Stream, mixture
from hoodwink.games.dudo.odds import chances_of
from hoodwink.games.dudo.pieces import (
    FACES,
    Bid,
    Claim,
    Doubt,
    DudoOptions,
    Jokers,
    draw_roll,
    matching,
    menu,
    rolls,
)

Hand = tuple[int, ...]
"""How many dice agree with a joker bid, then with a bid on each face."""
Spread = Sequence[float]
"""How likely 0, 1, 2, … of some dice agree with a kind of bid."""
Outlook = Sequence[Spread]
"""The spread of each kind of bid."""
KINDS: tuple[Claim, ...] = (Jokers(1), *(Bid(1, face) for face in FACES))

EAGERNESS = 8.0
"""How strongly people prefer what pays more, a die being one."""
WHIM = 0.08
"""How often somebody does anything at all."""
COUNTED_DICE = 5
SAMPLED_HANDS = 250
"""Hands of more dice than that are too many to go through; a sample has to do, always the same one."""


def kind_of(claim: Claim) -> int:
    """Where a hand has how many dice agree with a bid."""
    return claim.face - 1 if isinstance(claim, Bid) else 0


def hand_of(dice: Sequence[int]) -> Hand:
    """Dice as a hand."""
    return tuple(matching(kind, [dice]) for kind in KINDS)


@cache
def hands(dice: int) -> tuple[tuple[Hand, float], ...]:
    """The hands of so many dice, and how likely each is."""
    if dice <= COUNTED_DICE:
        return tuple((hand_of(roll.dice), ways / 6**dice) for roll, ways in rolls(0, dice))
    steady = Stream(b"hands", mixture(()), dice)
    return tuple((hand_of(draw_roll(0, dice, steady).dice), 1 / SAMPLED_HANDS) for _ in range(SAMPLED_HANDS))


@cache
def unknown(dice: int) -> Outlook:
    """The outlook on dice of which nobody has said anything."""
    return [chances_of(dice, 1), *[chances_of(dice, 2)] * len(FACES)]


class Spot(Struct, frozen=True):
    """Where somebody has to decide, as far as it matters to this model."""

    in_play: int
    dice: int
    """How many dice the one who decides has."""
    bidder: int
    """How many dice the one before has, whose bid stands."""
    standing: Claim | None
    options: DudoOptions


def paying(spread: Spread, most_lost: int) -> list[float]:
    """What a doubted bid gains or loses in dice, by how many of the dice of a spread it needs: 0, 1, 2, …"""
    below = [0.0, *accumulate(spread)]  # how likely fewer than so many agree
    return [
        1 - below[need] - sum(below[max(0, need - most_lost + 1) : need + 1])  # each die short costs, up to the most
        for need in range(len(below))
    ]


class Habit:
    """The weights of all moves at a spot, with an outlook on the others' dice."""

    def __init__(self, spot: Spot, outlook: Outlook) -> None:
        self.spot = spot
        moves = menu(spot.in_play, spot.options)[spot.standing]
        self.whim = WHIM / len(moves)
        owns = range(spot.dice + 1)
        self.bids: list[dict[int, list[float]]] = [{} for _ in KINDS]
        pays = [paying(spread, 1 if spot.options.one_die_losses else spot.dice) for spread in outlook]
        for move in moves:
            if not isinstance(move, Doubt):
                kind = kind_of(move)
                keen, paid = EAGERNESS * seems_false(spot.in_play, kind)[move.count], pays[kind]
                most = len(paid) - 1
                self.bids[kind][move.count] = [exp(keen * paid[min(max(0, move.count - own), most)]) for own in owns]
        columns = [list(zip(*weights.values(), strict=True)) or [(0.0,)] * len(owns) for weights in self.bids]
        self.totals = [[sum(column) for column in kind] for kind in columns]
        self.tops = [[max(column) for column in kind] for kind in columns]
        self.doubts = self._doubts(outlook)

    def _doubts(self, outlook: Outlook) -> list[float]:
        """The weight of the doubt, by how many own dice agree with what stands."""
        spot = self.spot
        if spot.standing is None:
            return []
        paid = paying(outlook[kind_of(spot.standing)], 1 if spot.options.one_die_losses else spot.bidder)
        needs = [min(max(0, spot.standing.count - own), len(paid) - 1) for own in range(spot.dice + 1)]
        return [exp(-EAGERNESS * paid[need]) for need in needs]

    def likelihood(self, claim: Claim) -> list[float]:
        """How likely each hand is to bid just so: on rather than to doubt, and this of all bids."""
        named, standing = kind_of(claim), self.spot.standing
        doubted = 0 if standing is None else kind_of(standing)
        weights, totals, tops, found = self.bids[named][claim.count], self.totals, self.tops, []
        for hand, _ in hands(self.spot.dice):
            bids = sum(total[own] for total, own in zip(totals, hand, strict=True))
            chance = weights[hand[named]] / bids
            if standing is not None:
                best = max(top[own] for top, own in zip(tops, hand, strict=True))
                chance *= best / (best + self.doubts[hand[doubted]])
            found.append(self.whim + (1 - WHIM) * chance)
        return found


@cache
def seems_false(in_play: int, kind: int) -> list[float]:
    """How likely a bid of each count fails, to somebody who sees no dice at all."""
    spread = chances_of(in_play, 2 if kind else 1)
    return [0.0, *accumulate(spread)] + [1.0] * 60  # a board may be longer than the dice go


@lru_cache(maxsize=2048)
def plain_habit(spot: Spot) -> Habit:
    """The habit of somebody who takes all dice but their own for unknown."""
    return Habit(spot, unknown(spot.in_play - spot.dice))
