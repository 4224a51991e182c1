"""Dudab Buba as text.

Cards: `R-hide-3` (colour R B Y G; hand, club, hide, mam; value), `S:R` a red Shaman, `D` Dudab, `J` Jungle, `B!` Baby.
Moves: `R-hide-3>1` onto column 1, `D>2` a Dudab, `D>2:hide` with a request (`:R` a colour, `:3` a value), `draw`,
`penalty`, `tuck S:R` into the own pile, `toss S:R` onto the discard, `J>1` and `B!>1` for what was drawn.
Chances: `draw R-hide-3`, `opener B`. Positions: see `positions`.
"""

from __future__ import annotations

import re

from hoodwink.engine.contract import SEAT_LETTERS, Unreadable, letter, seat_of
from hoodwink.engine.words import message
from hoodwink.games.dudab.pieces import (
    ASK,
    BABY,
    COLOURS,
    DRAW,
    DRAWN,
    DUDAB,
    JUNGLE,
    KINDS,
    LAY,
    MOST_COLUMNS,
    PENALTY,
    PLACE,
    REQUESTS,
    SHAMAN,
    SYMBOLS,
    TOSS,
    TUCK,
    VALUE,
    Card,
    Column,
    Draw,
    Drawn,
    DudabChance,
    DudabMove,
    Lay,
    Opener,
    Penalty,
    Place,
    Request,
    Toss,
    Tuck,
)

CARD_TEXTS = tuple(
    f"{COLOURS[card // 16]}-{SYMBOLS[card // 4 % 4]}-{VALUE[card]}"
    if card < SHAMAN
    else f"S:{COLOURS[card - SHAMAN]}"
    if card < DUDAB
    else {DUDAB: "D", JUNGLE: "J", BABY: "B!"}[card]
    for card in KINDS
)
REQUEST_TEXTS = (*COLOURS, "1", "2", "3", "4", *SYMBOLS)
_CARDS = {text.lower(): card for card, text in enumerate(CARD_TEXTS)}
_REQUESTS = {text.lower(): request for request, text in enumerate(REQUEST_TEXTS)}
_PLACE = re.compile(r"(\S+?)\s*(?:>|\s+on\s+|\s+)\s*(\d)(?:\s*(?::|\s+for\s+|\s+)\s*(\S+))?")
_OPENER = re.compile(r"opener ([A-Z])")


def write_card(card: Card) -> str:
    """A card as it is typed."""
    return CARD_TEXTS[card]


def read_card(text: str) -> Card:
    """The card a text stands for.

    >>> [write_card(read_card(text)) for text in ("r-HIDE-3", "s:g", "D", "b!")]
    ['R-hide-3', 'S:G', 'D', 'B!']
    """
    card = _CARDS.get(text.strip().lower())
    if card is None:
        raise Unreadable(message("dudab.no-such-card", text=text.strip()))
    return card


def read_request(text: str) -> Request:
    """The request a text stands for: a colour's letter, a value, a symbol."""
    request = _REQUESTS.get(text.strip().lower())
    if request is None:
        raise Unreadable(message("dudab.no-such-request", text=text.strip()))
    return request


def read_column(text: str) -> Column:
    """The column a number stands for, from 1."""
    if text not in {str(number) for number in range(1, MOST_COLUMNS + 1)}:
        raise Unreadable(message("dudab.no-such-column", text=text, most=MOST_COLUMNS))
    return int(text) - 1


def write_move(move: DudabMove) -> str:
    """A move as it is typed."""
    match move:
        case Place():
            asked = f":{REQUEST_TEXTS[move.request]}" if move.request in REQUESTS else ""
            return f"{CARD_TEXTS[move.card]}>{move.column + 1}{asked}"
        case Draw():
            return "draw"
        case Penalty():
            return "penalty"
        case Tuck():
            return f"tuck {CARD_TEXTS[move.card]}"
        case Toss():
            return f"toss {CARD_TEXTS[move.card]}"
        case Lay():
            return f"{CARD_TEXTS[move.card]}>{move.column + 1}"


def read_move(text: str) -> DudabMove:
    """The move a text stands for.

    >>> read_move("D>2:hide"), read_move("tuck S:R"), read_move("R-hand-1 on 1")
    (Place(card=68, column=1, request=10), Tuck(card=64), Place(card=0, column=0, request=-1))
    """
    text = text.strip()
    word, _, rest = text.partition(" ")
    if text.lower() in ("draw", "penalty"):
        return DRAW if text.lower() == "draw" else PENALTY
    if word.lower() in ("tuck", "toss") and rest:
        return (TUCK if word.lower() == "tuck" else TOSS)[read_card(rest)]
    place = _PLACE.fullmatch(text)
    if place is None:
        raise Unreadable(message("dudab.no-such-move", text=text))
    card, column = read_card(place[1]), read_column(place[2])
    if place[3] is not None:
        request = read_request(place[3])
        return ASK[column][request] if card == DUDAB else Place(card, column, request)
    return LAY[card][column] if card in LAY else PLACE[column][card]


def write_chance(chance: DudabChance) -> str:
    """A draw, or who opens, as text."""
    return f"draw {CARD_TEXTS[chance.card]}" if isinstance(chance, Drawn) else f"opener {letter(chance.seat)}"


def read_chance(text: str) -> DudabChance:
    """The draw or opener a text stands for."""
    word, _, rest = text.strip().partition(" ")
    if word == "draw" and rest:
        return DRAWN[read_card(rest)]
    if opener := _OPENER.fullmatch(text.strip()):
        return Opener(seat_of(opener[1], len(SEAT_LETTERS)))
    raise Unreadable(message("dudab.no-such-chance", text=text.strip()))
