"""The bot called `greedy`: fixed for ever, because every rating is measured from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from hoodwink.engine.contract import Random
from hoodwink.games.dudab.pieces import (
    DUDAB,
    FEWEST,
    FULL_COLUMN,
    JUNGLE,
    NO_REQUEST,
    REQUESTS,
    SHAMAN,
    VALUE,
    Card,
    Draw,
    DudabMove,
    DudabOptions,
    Lay,
    Penalty,
    Place,
    Request,
    Toss,
    Tuck,
    base_deck,
    meets,
)
from hoodwink.games.dudab.scoring import score
from hoodwink.games.dudab.sight import DudabView

LATE = 14
"""With so few cards to draw, a Dudab in hand begins to threaten its five points."""
A_CARD = 1.2
"""What a card from the draw pile may be expected to cost."""
A_PENALTY = 2.4
AN_ATTACK = 1.8
A_STUCK_NEIGHBOUR = 1.6
OUTLOOK = 9
"""For so many cards to draw, expect one Number of each value in the own pile at the end."""


@cache
def burden(card: Card, *, late: bool) -> float:
    """What it costs to hold a card: Numbers by value, a Dudab nothing until the end draws near."""
    if card < SHAMAN:
        return 0.3 + 0.4 * VALUE[card]
    if card < DUDAB:
        return 1.5
    return 4.0 if late else -1.0


class Greedy:
    """Reckons what each move adds to its own pile by the scoring sheet, and what it rids the hand of."""

    def choose(self, view: DudabView, random: Random) -> DudabMove:
        """The move with the best worth, the first among equals."""
        if len(view.moves) == 1:
            return view.moves[0]
        asking = any(isinstance(move, Place) and move.request != NO_REQUEST for move in view.moves)
        lacking = neighbour_lacks(view) if asking else {}
        return max(view.moves, key=lambda move: self.worth(view, move, lacking))

    def worth(self, view: DudabView, move: DudabMove, lacking: Mapping[Request, float]) -> float:
        """Points one may expect to be better off."""
        late = view.draw_pile <= LATE
        match move:
            case Place():
                return self._placing(view, move, lacking, late=late)
            case Draw():
                return -A_CARD
            case Penalty():
                return -A_PENALTY
            case Tuck() | Toss():
                return self._shedding(view, move, late=late)
            case Lay():
                column = view.columns[move.column]
                kept = view.duty is not None and view.duty.by == view.viewer and view.duty.column == move.column
                return len(column.above) - 0.1 * len(column.hidden) * (move.card == JUNGLE) - 3 * kept

    def _placing(self, view: DudabView, move: Place, lacking: Mapping[Request, float], *, late: bool) -> float:
        worth = burden(move.card, late=late)
        column = view.columns[move.column]
        length = len(column.above) if column.below is None else len(column.below)
        most = FULL_COLUMN if column.below is None else len(column.above)
        if length == most:
            worth -= self._added(view, column.cards())
            spare = sorted(burden(card, late=late) for card in _without(view.hand or (), move.card))
            worth += sum(spare[FEWEST:])
        if SHAMAN <= move.card < DUDAB:
            worth += AN_ATTACK
        if move.request != NO_REQUEST:
            worth += A_STUCK_NEIGHBOUR * (2 * lacking[move.request] - 1)
        return worth

    def _shedding(self, view: DudabView, move: Tuck | Toss, *, late: bool) -> float:
        """What this card and the best others to go the same way are worth together (DB-PICK-6)."""
        hand = view.hand or ()
        others = sorted((self._shed(view, card, move, late=late) for card in _without(hand, move.card)), reverse=True)
        further = max(0, len(hand) - 1 - FEWEST) if len(hand) < FULL_COLUMN else 0
        return self._shed(view, move.card, move, late=late) + sum(others[:further])

    def _shed(self, view: DudabView, card: Card, move: Tuck | Toss, *, late: bool) -> float:
        gone = burden(card, late=late)
        return gone if isinstance(move, Toss) else gone - self._added(view, (card,))

    def _added(self, view: DudabView, cards: tuple[Card, ...]) -> int:
        """What cards would add to the viewer's own pile, as it may look when the round ends."""
        own = view.piles[view.to_move[0]] + (view.tucked or ()) + outlook(view)
        return _pile_score(tuple(sorted(own + cards)), view.options) - _pile_score(tuple(sorted(own)), view.options)


def outlook(view: DudabView) -> tuple[Card, ...]:
    """What is yet to be collected, roughly: some Numbers of each value, without which a Jungle seems worth nothing."""
    return tuple(range(4)) * (view.draw_pile // OUTLOOK) if view.options.jungle else ()


@cache
def _scores(options: DudabOptions) -> dict[tuple[Card, ...], int]:
    return {}


def _pile_score(pile: tuple[Card, ...], options: DudabOptions) -> int:
    known = _scores(options)
    if pile not in known:
        if len(known) > 5000:
            known.clear()
        known[pile] = score((), pile, options)
    return known[pile]


def _without(hand: tuple[Card, ...], card: Card) -> list[Card]:
    left = list(hand)
    left.remove(card)
    return left


def neighbour_lacks(view: DudabView) -> Mapping[Request, float]:
    """For each request, how likely the next player holds nothing that meets it."""
    unseen = Counter(base_deck())
    shown = [known for seat, known in enumerate(view.shown) if seat != view.viewer]
    for heap in (view.hand or (), *shown, view.discard, *view.piles, *(column.cards() for column in view.columns)):
        unseen.subtract(heap)
    cards = [card for card in unseen.elements() if card < DUDAB]
    neighbour = (view.to_move[0] + 1) % view.seats
    known = view.shown[neighbour]
    hidden = view.hand_sizes[neighbour] - len(known)
    return {
        request: 0.0
        if any(meets(card, request) for card in known)
        else (1 - sum(meets(card, request) for card in cards) / max(1, len(cards))) ** hidden
        for request in REQUESTS
    }
