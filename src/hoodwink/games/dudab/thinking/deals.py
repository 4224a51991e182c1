"""Deals that fit a view: the hidden cards laid out one way, the draw pile in one order that every move meets alike."""

from __future__ import annotations

from hoodwink.engine.contract import Random, below
from hoodwink.games.dudab.pieces import DUDAB, Card
from hoodwink.games.dudab.sight import DudabView, set_public, unseen_cards
from hoodwink.games.dudab.state import DudabState


class Dealer:
    """Knows what a view tells, worked out once, and imagines the rest as often as asked."""

    def __init__(self, view: DudabView, random: Random) -> None:
        self.view = view
        self.random = random
        self.public = DudabState(view.seats, view.options)
        set_public(self.public, view)
        self.unseen = unseen_cards(self.public, view)

    def deal(self) -> Deal:
        """The hidden cards dealt out anew, each way as likely; hands keep what they have shown."""
        state, unseen = self.public.copy(), self.unseen.copy()
        holdable = sum(card <= DUDAB for card in unseen)  # Jungles and Babies sort last and are never in a hand
        for seat, size in enumerate(self.view.hand_sizes):
            if seat != self.view.viewer:
                hand, tucked = state.hands[seat], list[Card]()
                for heap, count in ((hand, size - len(hand)), (tucked, self.view.tucked_sizes[seat])):
                    for _ in range(count):
                        heap.append(unseen.pop(below(holdable, self.random)))
                        holdable -= 1
                hand.sort()
                state.tucked[seat] = tuple(tucked)
        state.pile = unseen
        return Deal(state, self.random)


class Deal:
    """A full state, and the order in which its draw pile comes, made up as far as somebody draws."""

    __slots__ = ("order", "random", "rest", "state")

    def __init__(self, state: DudabState, random: Random) -> None:
        self.state = state
        self.random = random
        self.rest = state.pile.copy()
        self.order: list[Card] = []

    def drawn(self, at: int) -> Card:
        """The card that is drawn after `at` others."""
        order, rest = self.order, self.rest
        while len(order) <= at:
            pick = below(len(rest), self.random)
            rest[pick], rest[-1] = rest[-1], rest[pick]
            order.append(rest.pop())
        return order[at]
