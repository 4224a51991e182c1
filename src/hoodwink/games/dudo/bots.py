"""Dudo bots, each deciding from a view alone. A lower level knows less or listens less; none moves at random.

`greedy` is an anchor that ratings are measured by: its choices are never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hoodwink.engine.contract import Bot, Random, Seat
from hoodwink.games.dudo.odds import holds, sixths_of, swing
from hoodwink.games.dudo.pieces import Claim, Doubt, DudoMove, matching
from hoodwink.games.dudo.reading import Reading
from hoodwink.games.dudo.sight import DudoView
from hoodwink.games.dudo.stakes import after_loss, winning
from hoodwink.games.dudo.state import ring


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
            cost = most_lost(view, bid.seat)
            return -swing(bid.claim, unseen, matching(bid.claim, [dice]), most_lost=cost)
        doubted = 1 - holds(move, view.in_play, 0)  # what somebody who sees none of my dice would think
        cost = most_lost(view, view.to_move[0])
        return doubted * swing(move, unseen, matching(move, [dice]), most_lost=cost)


def most_lost(view: DudoView, seat: int) -> int:
    """The most dice a failed bid can cost its bidder."""
    return 1 if view.options.one_die_losses else view.left[seat]


class Averager:
    """Level 1: goes by what would lie on the table on average, and by no odds at all."""

    def choose(self, view: DudoView, random: Random) -> DudoMove:
        """The bid with the most to spare below the average, or a doubt of what is further above it."""
        return max(view.moves, key=lambda move: self._spare(view, move))

    def _spare(self, view: DudoView, move: DudoMove) -> float:
        claim: Claim = view.bids[-1].claim if isinstance(move, Doubt) else move
        dice = view.dice or ()
        average = matching(claim, [dice]) + (view.in_play - len(dice)) * sixths_of(claim) / 6
        return claim.count - average if isinstance(move, Doubt) else average - claim.count


class Listener:
    """Level 3: weighs as greedy does, but every bid tells something of the hand behind it."""

    def choose(self, view: DudoView, random: Random) -> DudoMove:
        """The move with the best expected dice, the lowest bid among equals."""
        reading = Reading(view, wary=False)
        return max(view.moves, key=lambda move: self._worth(view, reading, move))

    def _worth(self, view: DudoView, reading: Reading, move: DudoMove) -> float:
        """Expected dice ahead of the other side, were this move made."""
        if isinstance(move, Doubt):
            bid = view.bids[-1]
            return -reading.pays(bid.claim, most_lost(view, bid.seat))
        return seems_false(view, move) * reading.pays(move, most_lost(view, view.to_move[0]))


class Schemer:
    """Level 4: reckons that the others listen as well, and plays for the match rather than for dice."""

    def choose(self, view: DudoView, random: Random) -> DudoMove:
        """The move with the best prospects, the lowest bid among equals."""
        reading = Reading(view, wary=True)
        return max(view.moves, key=lambda move: self.worth(view, reading, move))

    def worth(self, view: DudoView, reading: Reading, move: DudoMove) -> float:
        """What this move adds to the chance of winning the match."""
        me = view.to_move[0]
        if isinstance(move, Doubt):
            bid = view.bids[-1]
            return self._doubted(view, reading, bid.claim, bid.seat, me)
        clockwise, _ = ring(tuple(map(bool, view.left)))
        doubted = seems_false(view, move)
        strongest = max((seat for seat in range(view.seats) if seat != me), key=view.left.__getitem__)
        passed = PASSING * self._gain(view, strongest, 1)
        return doubted * self._doubted(view, reading, move, me, clockwise[me]) + (1 - doubted) * passed

    def _doubted(self, view: DudoView, reading: Reading, claim: Claim, bidder: Seat, doubter: Seat) -> float:
        """What a doubt of a bid adds to the chance of winning, over all that may lie under the others' cups."""
        need = reading.needs(claim)
        worth = reading.holds(claim) * self._gain(view, doubter, 1)
        for agree, chance in enumerate(reading.others(claim)[:need]):
            worth += chance * self._gain(view, bidder, need - agree)
        return worth

    def _gain(self, view: DudoView, loser: Seat, missing: int) -> float:
        """What somebody's loss adds to one's own chance of winning."""
        me = view.to_move[0]
        return winning(after_loss(view.left, loser, missing, view.options), me) - winning(view.left, me)


def seems_false(view: DudoView, claim: Claim) -> float:
    """How likely a bid fails to somebody who sees none of one's dice: about as likely it is doubted."""
    return 1 - holds(claim, view.in_play, 0)


PASSING = 0.4
"""What a bid that is let pass is worth, the loss of a die by the strongest of the others being one."""

BOTS: Mapping[str, Callable[[], Bot]] = {
    "greedy": Greedy,
    "pip": Averager,
    "odette": Greedy,
    "gaspar": Listener,
    "vixen": Schemer,
}
LEVELS = ("pip", "odette", "gaspar", "vixen")
"""The bots a player chooses among. A fifth, an equilibrium for two seats, has its place at the end."""
