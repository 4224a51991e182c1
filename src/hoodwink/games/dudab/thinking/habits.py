"""A quick way to play: each move is reckoned by a few weights, one glance ahead.

It reads an engine state because a search plays many imagined ones a little further; of that state it looks at what the
seat to move may know and at nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hoodwink.engine.contract import Seat
from hoodwink.games.dudab.pieces import (
    DUDAB,
    FEWEST,
    FULL_COLUMN,
    JUNGLE,
    NUMBERS,
    SHAMAN,
    VALUE,
    Column,
    Draw,
    DudabMove,
    DudabOptions,
    Lay,
    Place,
    Request,
    Toss,
    Tuck,
)
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import REQUESTED, SHED_TO_2
from hoodwink.games.dudab.thinking.piles import ONE, Bundle, bundle, known_points, outlook, points


class Weights(Struct, frozen=True):
    """What the habits go by, in points; found by playing against themselves with one weight changed."""

    number: float = 0.3
    """To be rid of a Number, whatever its value, and for each point of it."""
    value: float = 0.4
    shaman: float = 1.5
    dudab: float = -2.0
    late_dudab: float = 4.0
    """To be rid of a Dudab with no more than `late` cards to draw."""
    late: int = 14
    draws: tuple[float, float, float] = (1.2, 1.2, 1.2)
    """What a draw costs with two, three and four cards in hand."""
    penalty: float = 2.4
    attack: float = 1.8
    request: float = 1.6
    """What it is worth that the next player is stuck, and costs that he is not."""
    no_request: float = -0.6
    reach: tuple[float, float, float, float] = (0.0, 0.0, 0.0, -0.8)
    """What it is worth to bring a column to two, three, four and five cards."""
    below_jungle: float = 0.0
    taking: float = 1.0
    """For each point that a taken column adds."""
    relief: float = 1.0
    """For each point of burden that may be shed after it."""
    kept_request: float = 3.0
    """What it costs to cover one's own request."""


BASE = Weights()
MODULES = Weights(
    number=0.0,
    late_dudab=-2.0,
    draws=(1.2, 1.5, 1.7),
    penalty=3.2,
    request=0.8,
    no_request=0.0,
    reach=(0.0, 0.0, 0.0, 0.0),
    below_jungle=-0.4,
    taking=0.8,
)


def weights_for(options: DudabOptions) -> Weights:
    """The weights for the modules in play."""
    return MODULES if options.jungle or options.baby else BASE


class Habits:
    """Plays by weights."""

    def __init__(self, options: DudabOptions, weights: Weights, asks: Sequence[float]) -> None:
        self.options = options
        self.weights = weights
        self.known = known_points(options)
        numbers = [weights.number + weights.value * VALUE[card] for card in NUMBERS]
        self.early = (*numbers, *(weights.shaman,) * 4, weights.dudab)
        self.end = (*numbers, *(weights.shaman,) * 4, weights.late_dudab)
        two, three, four = weights.draws
        self.draws = (two, two, two, three, four, four)
        self.reach = (0.0, 0.0, *weights.reach)
        self.favourite: Request = max(range(len(asks)), key=asks.__getitem__)
        """The request the next player is likeliest to lack, and what it is worth to make it."""
        self.asking = weights.request * (2 * asks[self.favourite] - 1)

    def choose(self, state: DudabState, seat: Seat) -> DudabMove:
        """The move with the best worth, the first among equals."""
        moves = state.moves(seat)
        if len(moves) == 1:
            return moves[0]
        burdens = self.end if len(state.pile) <= self.weights.late else self.early
        if state.todo:
            return self._chore(state, seat, moves, burdens)
        lying: list[float | None] = [None] * len(state.above)
        attack = self.weights.attack
        best, most = moves[0], -1e9
        for move in moves:
            if isinstance(move, Place):
                card, request = move.card, move.request
                if request >= 0 and request != self.favourite:
                    continue
                worth = lying[move.column]
                if worth is None:
                    worth = lying[move.column] = self._lying(state, seat, move.column, burdens)
                worth += burdens[card]
                if card >= SHAMAN:
                    if card < DUDAB:
                        worth += attack
                    else:
                        worth += self.asking if request >= 0 else self.weights.no_request
            elif isinstance(move, Draw):
                worth = -self.draws[len(state.hands[seat])]
            else:
                worth = -self.weights.penalty
            if worth > most:
                best, most = move, worth
        return best

    def _lying(self, state: DudabState, seat: Seat, column: Column, burdens: Sequence[float]) -> float:
        """What it is worth to lay a card, whichever it is, on a column."""
        under, length = state.below[column], len(state.above[column])
        if under is None and length < FULL_COLUMN:
            return self.reach[length + 1]
        if under is not None and len(under) < length:
            return self.weights.below_jungle
        own = self._owned(state, seat)
        cost = points(own + bundle(state.whole_column(column)), self.known, self.options)
        cost -= points(own, self.known, self.options)
        spare = sorted([burdens[card] for card in state.hands[seat]])[FEWEST:-1]
        return self.weights.relief * sum(spare) - self.weights.taking * cost

    def _owned(self, state: DudabState, seat: Seat) -> Bundle:
        """The own pile as it may look when the round ends."""
        return bundle(state.piles[seat]) + bundle(state.tucked[seat]) + outlook(len(state.pile), self.options)

    def _chore(self, state: DudabState, seat: Seat, moves: Sequence[DudabMove], burdens: Sequence[float]) -> DudabMove:
        lays = [move for move in moves if isinstance(move, Lay)]
        if lays:
            return max(lays, key=lambda lay: self._laying(state, seat, lay))
        own = self._owned(state, seat)
        now = points(own, self.known, self.options)
        hand = state.hands[seat]
        tossing = {card: burdens[card] for card in hand}
        tucking = {card: burdens[card] + now - points(own + ONE[card], self.known, self.options) for card in hand}
        count = len(hand) - FEWEST if state.todo[-1][0] == SHED_TO_2 else 1
        tossed, tucked = (sum(sorted(map(worth.__getitem__, hand))[-count:]) for worth in (tossing, tucking))
        worth, way = (tossing, Toss) if tossed >= tucked else (tucking, Tuck)
        if not any(isinstance(move, way) for move in moves):  # DB-PICK-6: the first card has settled where they go
            worth, way = (tucking, Tuck) if way is Toss else (tossing, Toss)
        return max((move for move in moves if isinstance(move, way)), key=lambda move: worth[move.card])

    def _laying(self, state: DudabState, seat: Seat, lay: Lay) -> float:
        """A Jungle or Baby goes where much lies, so that nobody has to take it soon."""
        own_request = state.duty == REQUESTED and state.asker == seat and state.duty_column == lay.column
        stack = len(state.hidden[lay.column]) if lay.card == JUNGLE else 0
        return len(state.above[lay.column]) - 0.1 * stack - self.weights.kept_request * own_request
