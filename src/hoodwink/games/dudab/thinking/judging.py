"""What a position is worth when a search looks no further: the scores to expect, and the chance to win the match."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pi, sqrt

from msgspec import Struct

from hoodwink.games.dudab.pieces import NUMBERS, VALUE, round_count
from hoodwink.games.dudab.sight import DudabView
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.thinking.piles import bundle, known_points, outlook, points

Scores = Sequence[float]


class Burdens(Struct, frozen=True):
    """What a card in hand will have cost at the end of the round, by linear regression over played rounds."""

    number: float
    value: float
    shaman: float
    dudab: float

    def table(self) -> tuple[float, ...]:
        """The same, card by card."""
        numbers = [self.number + self.value * VALUE[card] for card in NUMBERS]
        return (*numbers, *(self.shaman,) * 4, self.dudab)


EARLY = Burdens(number=1.6, value=0.25, shaman=1.7, dudab=-1.0).table()
END = Burdens(number=0.3, value=0.8, shaman=3.2, dudab=1.0).table()
NEAR_END = 8
"""With so few cards to draw, hands are about to be counted as they are."""
SPREAD, MODULE_SPREAD = 3.8, 6.0
"""How far scores stray a card still to be drawn: the standard deviation of a lead grows with the root of the cards."""
ROUND = 62
"""About so many cards are drawn in a round that has not begun."""
LOGISTIC = sqrt(3) / pi
"""A logistic curve with this scale spreads as far as a bell curve of one."""


class Judge:
    """Judges positions of the round that a view shows."""

    def __init__(self, view: DudabView, *, match: bool) -> None:
        self.me = view.viewer or 0
        self.match = match
        self.options = view.options
        self.known = known_points(view.options)
        self.totals = [sum(row[seat] for row in view.ledger) for seat in range(view.seats)]
        self.rounds = len(view.ledger)
        self.later = (round_count(view.seats, view.options) - self.rounds - 1) * ROUND
        spread = MODULE_SPREAD if view.options.jungle or view.options.baby else SPREAD
        self.scale = LOGISTIC * spread

    def scores(self, state: DudabState) -> Scores:
        """What each seat will have scored in this round, as far as can be told."""
        if len(state.ledger) > self.rounds:
            return state.ledger[-1]
        left, known, options = len(state.pile), self.known, self.options
        burdens, ahead = END if left <= NEAR_END else EARLY, outlook(left, options)
        return [
            points(bundle(pile) + bundle(tucked) + ahead, known, options) + sum([burdens[card] for card in hand])
            for hand, pile, tucked in zip(state.hands, state.piles, state.tucked, strict=True)
        ]

    def margin(self, scores: Scores) -> float:
        """By how many points the viewer is better off than the others are."""
        mine = scores[self.me]
        return (sum(scores) - mine) / (len(scores) - 1) - mine

    def worth(self, state: DudabState, scores: Scores) -> float:
        """What a search seeks: the chance to win the match, or the points of this round alone."""
        if not self.match:
            return self.margin(scores)
        left = len(state.pile) if len(state.ledger) == self.rounds else 0
        scale = self.scale * sqrt(left + self.later + 0.1)
        mine = self.totals[self.me] + scores[self.me]
        behind = [(mine - total - score) / scale for total, score in zip(self.totals, scores, strict=True)]
        return 1 / sum([exp(min(30.0, one)) for one in behind])
