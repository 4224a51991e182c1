"""Odds of Dudo: how likely so many dice agree with a bid, and what a doubt of it is worth in dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

from hoodwink.games.dudo.pieces import Bid, Claim


@cache
def chances_of(dice: int, sixths: int) -> tuple[float, ...]:
    """For so many unseen dice of which each agrees with a chance of `sixths` in six: how likely 0, 1, 2, … agree."""
    chance = sixths / 6
    return tuple(comb(dice, agree) * chance**agree * (1 - chance) ** (dice - agree) for agree in range(dice + 1))


def sixths_of(claim: Claim) -> int:
    """In how many of six ways a die agrees with a bid: its face and the joker, of a joker bid the joker alone."""
    return 2 if isinstance(claim, Bid) else 1


def swing(claim: Claim, unseen: int, own: int, *, most_lost: int) -> float:
    """Dice a doubted bidder may expect to gain: one when the bid holds, minus what is missing when it does not."""
    spread = chances_of(unseen, sixths_of(claim))
    need = claim.count - own
    return sum(chance * (1 if agree >= need else -min(need - agree, most_lost)) for agree, chance in enumerate(spread))


def holds(claim: Claim, unseen: int, own: int) -> float:
    """The chance that a bid stands when so many dice are unseen and `own` dice agree already."""
    return sum(chances_of(unseen, sixths_of(claim))[max(0, claim.count - own) :])


def together(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """How likely 0, 1, 2, … dice agree in two places together, from how likely they do in each."""
    both = [0.0] * (len(one) + len(other) - 1)
    for agree, chance in enumerate(one):
        for more, weight in enumerate(other):
            both[agree + more] += chance * weight
    return both
