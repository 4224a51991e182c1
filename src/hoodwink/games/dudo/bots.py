"""Dudo bots, each deciding from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import comb

from hoodwink.engine.contract import Bot, Random
from hoodwink.games.dudo.pieces import Bid, Claim, Doubt, DudoMove, matching
from hoodwink.games.dudo.sight import DudoView


@cache
def chances_of(dice: int, sixths: int) -> tuple[float, ...]:
    """For so many unseen dice of which each agrees with a chance of `sixths` in six: how likely 0, 1, 2, … agree."""
    chance = sixths / 6
    return tuple(comb(dice, agree) * chance**agree * (1 - chance) ** (dice - agree) for agree in range(dice + 1))


def swing(claim: Claim, unseen: int, own: int, *, most_lost: int) -> float:
    """Dice a doubted bidder may expect to gain: one when the bid holds, minus what is missing when it does not."""
    spread = chances_of(unseen, 2 if isinstance(claim, Bid) else 1)
    need = claim.count - own
    return sum(chance * (1 if agree >= need else -min(need - agree, most_lost)) for agree, chance in enumerate(spread))


def holds(claim: Claim, unseen: int, own: int) -> float:
    """The chance that a bid stands when so many dice are unseen and `own` dice agree already."""
    return sum(chances_of(unseen, 2 if isinstance(claim, Bid) else 1)[max(0, claim.count - own) :])


class Greedy:
    """Weighs every bid by its odds: raises where being doubted would pay, doubts where that pays more.

    It takes all dice it cannot see for unknown, whatever was bid on them.
    """

    def choose(self, view: DudoView, random: Random) -> DudoMove:
        """The move with the best expected dice, the lowest bid among equals."""
        return max(view.moves, key=lambda move: self.worth(view, move))

    def worth(self, view: DudoView, move: DudoMove) -> float:
        """Expected dice ahead of the other side, were this move made."""
        dice = view.dice or ()
        unseen = view.in_play - len(dice)
        if isinstance(move, Doubt):
            bid = view.bids[-1]
            cost = self._most_lost(view, bid.seat)
            return -swing(bid.claim, unseen, matching(bid.claim, [dice]), most_lost=cost)
        doubted = 1 - holds(move, view.in_play, 0)  # what somebody who sees none of my dice would think
        cost = self._most_lost(view, view.to_move[0])
        return doubted * swing(move, unseen, matching(move, [dice]), most_lost=cost)

    def _most_lost(self, view: DudoView, seat: int) -> int:
        return 1 if view.options.one_die_losses else view.left[seat]


BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": Greedy}
