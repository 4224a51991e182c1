"""What an own pile comes to, looked up: scoring asks only how many cards of each kind there are.

A bundle is those numbers packed into one integer, five bits a kind, so that bundles of cards add up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hoodwink.games.dudab.pieces import BABY, DUDAB, JUNGLE, KINDS, SHAMAN, Card, DudabOptions
from hoodwink.games.dudab.scoring import score

Bundle = int

BITS = 5
ALIKE: tuple[Card, ...] = (0, 1, 2, 3, SHAMAN, DUDAB, JUNGLE, BABY)
"""One card of each kind that scoring tells apart: Numbers by value, Shamans, Dudabs, Jungles, Babies."""
KIND = tuple(card & 3 if card < SHAMAN else 4 + (card >= DUDAB) + (card >= JUNGLE) + (card == BABY) for card in KINDS)
ONE: tuple[Bundle, ...] = tuple(1 << BITS * kind for kind in KIND)
"""For each card, the bundle of it alone."""
ONE_OF_EACH: Bundle = sum(ONE[:4])
"""A Number of each value."""


def bundle(cards: Iterable[Card]) -> Bundle:
    """Cards as a bundle."""
    return sum(map(ONE.__getitem__, cards))


def known_points(options: DudabOptions) -> dict[Bundle, int]:
    """What was worked out so far under these options, of which only those about scoring matter here."""
    return _known(options.dudab_pairing, options.surplus_jungle_shamans)


@cache
def _known(_pairing: str, _shamans: str) -> dict[Bundle, int]:
    return {}


MOST_KNOWN = 50_000
"""More sums than these are forgotten again."""
A_SET = 6
"""For so many cards to draw, expect one Number of each value in an own pile at the end."""


def points(pile: Bundle, known: dict[Bundle, int], options: DudabOptions) -> int:
    """What a pile costs when the round ends, to the letter of the scoring rules."""
    found = known.get(pile)
    if found is None:
        if len(known) >= MOST_KNOWN:
            known.clear()
        cards = [card for kind, card in enumerate(ALIKE) for _ in range(pile >> BITS * kind & 31)]
        found = known[pile] = score((), cards, options)
    return found


def outlook(left: int, options: DudabOptions) -> Bundle:
    """What is yet to be collected, roughly: some Numbers of each value, without which a Jungle seems worth nothing."""
    return left // A_SET * ONE_OF_EACH if options.jungle else 0
