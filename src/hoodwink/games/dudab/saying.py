"""Cards and requests in words."""

from __future__ import annotations

from collections.abc import Iterable

from hoodwink.engine.words import Message, message
from hoodwink.games.dudab.pieces import (
    BABY,
    COLOUR,
    COLOURS,
    DUDAB,
    JUNGLE,
    SHAMAN,
    SYMBOL,
    SYMBOLS,
    VALUE,
    Card,
    Request,
)


def say_card(card: Card) -> Message:
    """A card by name: «red hide 3», «green Shaman», «Dudab»."""
    if card < SHAMAN:
        return message(
            "dudab.card.number", colour=COLOURS[COLOUR[card]], symbol=SYMBOLS[SYMBOL[card]], value=VALUE[card]
        )
    if card < DUDAB:
        return message("dudab.card.shaman", colour=COLOURS[COLOUR[card]])
    return message("dudab.card.module", card={DUDAB: "dudab", JUNGLE: "jungle", BABY: "baby"}[card])


def say_cards(cards: Iterable[Card]) -> tuple[Message, ...]:
    """Cards by name, to stand in a sentence with commas."""
    return tuple(say_card(card) for card in cards)


def say_colour(colour: int) -> Message:
    """A colour's name."""
    return message("dudab.colour", colour=COLOURS[colour])


def say_symbol(symbol: int) -> Message:
    """A symbol's name."""
    return message("dudab.symbol", symbol=SYMBOLS[symbol])


def say_request(request: Request) -> Message:
    """What is asked for: a colour, a value or a symbol."""
    if request < 4:
        return message("dudab.asked.colour", colour=COLOURS[request])
    if request < 8:
        return message("dudab.asked.value", value=request - 3)
    return message("dudab.asked.symbol", symbol=SYMBOLS[request - 8])
