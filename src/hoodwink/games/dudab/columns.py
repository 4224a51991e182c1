"""Which card fits a column: part 1.D of the rules, as tables that are worked out once and looked up ever after.

A table is a row of bytes, one a card: 1 where the card may lie there. Dudabs may lie everywhere (DB-DUD-1).
"""

from __future__ import annotations

from functools import cache

from hoodwink.games.dudab.pieces import (
    COLOUR,
    DUDAB,
    KINDS,
    NUMBERS,
    REQUESTS,
    SHAMANS,
    SYMBOL,
    VALUE,
    Card,
    meets,
)

NOTHING = -1
"""No card: nothing opposite, or only the Jungle before."""

Fits = bytes


def mirror_of(above: tuple[Card, ...], below: tuple[Card, ...]) -> Card:
    """JU-9: the card above the Jungle that lies as far from it as the next card below would; Q-JU-03: or nothing."""
    return above[-1 - len(below)] if len(below) < len(above) else NOTHING


def agrees(card: Card, mirror: Card) -> bool:
    """Whether a card below a Jungle may lie opposite another (JU-9, JU-12, JU-13, Q-JU-11, Q-JU-15)."""
    if mirror == NOTHING:
        return True
    if mirror == DUDAB:
        return False
    if mirror in SHAMANS:
        return card in SHAMANS
    return COLOUR[card] == COLOUR[mirror] or SYMBOL[card] == SYMBOL[mirror] or VALUE[card] == VALUE[mirror]


def follows(card: Card, before: Card, *, free_shaman: bool) -> bool:
    """Whether a card may lie on the one before it, nobody being obliged to anything."""
    if before == NOTHING:
        return True  # Q-JU-01: on the Jungle itself only the mirror counts
    if before == DUDAB:
        return card in NUMBERS or free_shaman  # DB-NUM-4; Q-DB-04, Q-JU-14
    if card in SHAMANS or before in SHAMANS:  # DB-NUM-3, DB-SHA-2; Q-DB-22
        return COLOUR[card] == COLOUR[before] and not (card in SHAMANS and before in SHAMANS)
    return (  # DB-NUM-2
        abs(VALUE[card] - VALUE[before]) == 1 and COLOUR[card] != COLOUR[before] and SYMBOL[card] != SYMBOL[before]
    )


@cache
def fitting(before: Card, mirror: Card, free_shaman: bool) -> Fits:  # noqa: FBT001 (a cached table is asked by place)
    """The cards that may be placed after `before` and opposite `mirror`."""
    return bytes(
        card == DUDAB or (card < DUDAB and agrees(card, mirror) and follows(card, before, free_shaman=free_shaman))
        for card in KINDS
    )


@cache
def parrying(before: Card, mirror: Card, free_shaman: bool) -> Fits:  # noqa: FBT001
    """The cards that answer an attack there: DB-SHA-5 lifts the ban of Shaman on Shaman, not the mirror (Q-JU-12)."""
    return bytes(
        card == DUDAB
        or (
            card in SHAMANS
            and agrees(card, mirror)
            and (before in SHAMANS or follows(card, before, free_shaman=free_shaman))
        )
        for card in KINDS
    )


MEETING: tuple[Fits, ...] = tuple(
    bytes(card < DUDAB and meets(card, request) for card in KINDS) for request in REQUESTS
)
"""For each request the cards that meet it; a Dudab does not, it replaces it."""
