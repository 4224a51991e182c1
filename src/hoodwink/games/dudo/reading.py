"""What the bidding tells of everybody's dice: for each seat, its hands weighted by how likely they were to bid so.

Two kinds of people may sit there: those who count only their own dice, and those who listen to the bids before theirs.
What they bid is public, so is what can be read from it; only one's own hand is added in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hoodwink.engine.contract import Seat
from hoodwink.games.dudo.habits import (
    KINDS,
    Habit,
    Hand,
    Outlook,
    Spot,
    Spread,
    hand_of,
    hands,
    kind_of,
    paying,
    plain_habit,
    unknown,
)
from hoodwink.games.dudo.odds import together
from hoodwink.games.dudo.pieces import Claim, DudoOptions, Spoken
from hoodwink.games.dudo.sight import DudoView

MOST_BIDS_READ, BLOCK = 8, 4
"""The latest bids tell the most, and a bot's work has to end; older ones are left out in blocks."""

BLUFFERS = 0.1
"""How likely a wary reader thinks it that a seat's bids have told nothing at all."""

Weights = tuple[float, ...]
Heard = dict[Seat, tuple[Weights, Weights]]
"""For each seat that has bid, the weights of its hands if it counts only its own dice, and if it listens."""


@lru_cache(maxsize=256)
def heard(left: tuple[int, ...], options: DudoOptions, bids: tuple[Spoken, ...]) -> Heard:
    """What a round's bids tell, each read once: those before the last are looked up."""
    if not bids:
        return {}
    known = heard(left, options, bids[:-1])
    seat, claim = bids[-1].seat, bids[-1].claim
    before = bids[-2] if len(bids) > 1 else None
    spot = Spot(
        in_play=sum(left),
        dice=left[seat],
        bidder=0 if before is None else left[before.seat],
        standing=None if before is None else before.claim,
        options=options,
    )
    outlook = _outlook(left, known, without=(seat,), listens=False)
    first = tuple(chance for _, chance in hands(left[seat]))
    counts, listens = known.get(seat, (first, first))
    counts = _times(counts, plain_habit(spot).likelihood(claim))
    listens = _times(listens, Habit(spot, outlook).likelihood(claim))
    total = sum(counts) + sum(listens)  # which of the two somebody seems to be is kept
    return known | {seat: (tuple(one / total for one in counts), tuple(one / total for one in listens))}


def _times(weights: Sequence[float], likely: Sequence[float]) -> Weights:
    return tuple(weight * one for weight, one in zip(weights, likely, strict=True))


def _seat_outlook(left: tuple[int, ...], known: Heard, seat: Seat, *, listens: bool) -> Outlook:
    """How likely 0, 1, 2, … of a seat's dice agree with each kind of bid."""
    if seat not in known:
        return unknown(left[seat])
    counting, listening = known[seat]
    weights = [sum(pair) for pair in zip(counting, listening, strict=True)] if listens else counting
    bluffs = BLUFFERS if listens else 0.0
    trust, spreads = (1 - bluffs) / sum(weights), [[0.0] * (left[seat] + 1) for _ in KINDS]
    for (hand, chance), weight in zip(hands(left[seat]), weights, strict=True):
        share = trust * weight + bluffs * chance
        for spread, agree in zip(spreads, hand, strict=True):
            spread[agree] += share
    return spreads


def _outlook(left: tuple[int, ...], known: Heard, without: Sequence[Seat], *, listens: bool) -> Outlook:
    """The dice of all seats but some together."""
    silent = sum(dice for seat, dice in enumerate(left) if seat not in known and seat not in without)
    spreads = list(unknown(silent))
    for seat in known:
        if seat not in without:
            more = _seat_outlook(left, known, seat, listens=listens)
            spreads = [together(spread, one) for spread, one in zip(spreads, more, strict=True)]
    return spreads


class Reading:
    """All dice on the table as one seat may judge them, from its own and from the bids of the others."""

    def __init__(self, view: DudoView, *, wary: bool, deaf: bool = False) -> None:
        """A wary reader reckons that others may listen as well, and bid accordingly; a deaf one reads nothing."""
        me = view.to_move[0]
        skipped = -(-max(0, len(view.bids) - MOST_BIDS_READ) // BLOCK) * BLOCK
        known = {} if deaf else heard(view.left, view.options, view.bids[skipped:])
        self._own: Hand = hand_of(view.dice or ())
        self._others = _outlook(view.left, known, without=(me,), listens=wary)
        self._pays: dict[tuple[int, int], list[float]] = {}

    def others(self, claim: Claim) -> Spread:
        """How likely 0, 1, 2, … of all dice but one's own agree with a bid."""
        return self._others[kind_of(claim)]

    def needs(self, claim: Claim) -> int:
        """How many of the others' dice a bid needs."""
        return max(0, claim.count - self._own[kind_of(claim)])

    def holds(self, claim: Claim) -> float:
        """How likely a bid holds."""
        return sum(self.others(claim)[self.needs(claim) :])

    def pays(self, claim: Claim, most_lost: int) -> float:
        """Dice that its bidder may expect to gain when a bid is doubted."""
        kind = (kind_of(claim), most_lost)
        if kind not in self._pays:
            self._pays[kind] = paying(self.others(claim), most_lost)
        return self._pays[kind][min(self.needs(claim), len(self._pays[kind]) - 1)]
