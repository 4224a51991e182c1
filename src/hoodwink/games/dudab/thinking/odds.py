"""What the next player may hold: exact, from all that lies open or was shown (Q-DB-12)."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from hoodwink.games.dudab.columns import MEETING, Fits
from hoodwink.games.dudab.pieces import DUDAB, REQUESTS, Card
from hoodwink.games.dudab.sight import DudabView


def chance_of_none(matching: int, unseen: int, hidden: int) -> float:
    """How likely `hidden` cards out of `unseen` hold none of the `matching` (the hypergeometric distribution).

    >>> chance_of_none(1, 4, 2)
    0.5
    """
    return comb(unseen - matching, hidden) / comb(unseen, hidden)


def lacking(view: DudabView, unseen: Sequence[Card], wanted: Fits) -> float:
    """How likely the player after the viewer holds none of the wanted cards."""
    neighbour = ((view.viewer or 0) + 1) % view.seats
    known = view.shown[neighbour]
    if any(wanted[card] for card in known):
        return 0.0
    holdable = [card for card in unseen if card <= DUDAB]  # Jungles and Babies are never in a hand
    matching = sum(wanted[card] for card in holdable)
    return chance_of_none(matching, len(holdable), view.hand_sizes[neighbour] - len(known))


def stuck_by(view: DudabView, unseen: Sequence[Card]) -> tuple[float, ...]:
    """For each request, how likely the player after the viewer cannot meet it."""
    return tuple(lacking(view, unseen, MEETING[request]) for request in REQUESTS)
