"""What can be under way at a Dudab Buba table: duties, tasks, and where shed cards go."""

from __future__ import annotations

NOBODY = -1

FREE, REQUESTED, ATTACKED = range(3)
"""What the seat on turn is obliged to."""

DEAL, START, OWN_DRAW, SHORT_HAND, FINE, BABY_DRAW, SPARE, FLIP, COVER = range(9)
"""Tasks that the next card of the draw pile does. Five of them draw to a hand: the turn's own draw, the one of a hand
below two, a penalty's, a Baby's, and the one in place of a Jungle."""
LAY_JUNGLE, LAY_BABY, SHED_ONE, SHED_TO_2, TRIM = range(9, 14)
"""Tasks that a seat decides."""
PASS_ON = 14
"""Q-JU-06: the turn passes when this is reached, without another card for a short hand."""

Task = tuple[int, int, int]
"""What, whose (of START: which column), and a number: cards to draw, the column to cover, where shed cards go."""

ANYWHERE, TO_DISCARD, TO_PILE = range(3)
"""DB-PICK-6: where the cards shed after a pick-up go, once the first has gone."""
FROM_HAND_DRAW = 1
"""Marks a Jungle that was drawn to the hand, not turned up."""
