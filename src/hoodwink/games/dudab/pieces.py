"""What lies on a Dudab Buba table: cards, requests, options, moves and draws; interned and looked up.

A card is a small number. 0 to 63 are the Numbers (colour times 16, symbol times 4, value less one), 64 to 67 the
Shamans by colour, then Dudab, Jungle and Baby. Cards that look alike are one number: nobody can tell them apart.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from hoodwink.engine.contract import SEAT_LETTERS, Chance, Move, Options, Refused, Seat
from hoodwink.engine.words import message

Card = Annotated[int, Meta(ge=0, le=70)]
Column = Annotated[int, Meta(ge=0, le=2)]
Request = Annotated[int, Meta(ge=-1, le=11)]

COLOURS = "RBYG"
SYMBOLS = ("hand", "club", "hide", "mam")
NUMBERS = range(64)
SHAMANS = range(64, 68)
SHAMAN = 64
DUDAB = 68
JUNGLE = 69
BABY = 70
KINDS = range(71)
COPIES = (1,) * 64 + (2,) * 4 + (8, 8, 8)
"""DB-CON-1 to DB-CON-5: how many of each card the box holds."""

COLOUR = tuple(card // 16 for card in NUMBERS) + tuple(range(4)) + (-1, -1, -1)
SYMBOL = tuple(card // 4 % 4 for card in NUMBERS) + (-1,) * 7
VALUE = tuple(card % 4 + 1 for card in NUMBERS) + (0,) * 7

NO_REQUEST = -1
REQUESTS = range(12)
"""Q-DB-34: 0 to 3 ask for a colour, 4 to 7 for a value 1 to 4, 8 to 11 for a symbol."""

DEALT = 3
"""DB-SETUP-2."""
FEWEST, MOST = 2, 5
"""DB-HAND-1: what a hand may hold when a turn begins."""
FULL_COLUMN = 5
"""DB-PICK-1: the card after these takes them."""


class DudabOptions(Options, frozen=True):
    """The table options of Dudab Buba; each is named in the ruling that grants it."""

    jungle: bool = False
    baby: bool = False
    columns_for_4: Annotated[int, Meta(ge=2, le=3)] = 3
    first_player: Literal["random", "A", "B", "C", "D", "E", "F"] = "random"
    rounds: Annotated[int, Meta(ge=1, le=6)] | None = None
    free_dudab_accepts_shaman: bool = False
    request_mandatory: bool = False
    reaction_any_column: bool = False
    dudab_any_column_under_obligation: bool = False
    modules_trigger_on_flip: bool = False
    end_trim: bool = True
    hidden_own_piles: bool = False
    dudab_pairing: Literal["optimal", "highest_first"] = "optimal"
    surplus_jungle_shamans: Literal["all", "one_each"] = "all"
    jungle_redraw_2015: bool = False
    jungle_replacement_draw: bool = False
    protect_request_column: bool = False
    jungle_pickup_sheds: bool = True


OPTION_CLAUSES = {
    "jungle": "Q-DB-07",
    "baby": "Q-DB-07",
    "columns_for_4": "Q-DB-01",
    "first_player": "Q-DB-05",
    "rounds": "Q-DB-06",
    "free_dudab_accepts_shaman": "Q-DB-04",
    "request_mandatory": "Q-DB-33",
    "reaction_any_column": "Q-DB-20",
    "dudab_any_column_under_obligation": "Q-DB-21",
    "modules_trigger_on_flip": "Q-DB-27",
    "end_trim": "Q-DB-44",
    "hidden_own_piles": "Q-DB-08",
    "dudab_pairing": "Q-SC-02",
    "surplus_jungle_shamans": "Q-SC-06",
    "jungle_redraw_2015": "Q-JU-06",
    "jungle_replacement_draw": "Q-JU-07",
    "protect_request_column": "Q-JU-05",
    "jungle_pickup_sheds": "Q-JU-10",
}


def contradiction(seats: int, options: DudabOptions) -> Refused | None:
    """Why these options cannot be played together at this many seats, or None."""
    if not 2 <= seats <= len(SEAT_LETTERS):
        return Refused("DB-CON-6", message("dudab.seats", seats=seats, most=len(SEAT_LETTERS)))
    if options.first_player != "random" and SEAT_LETTERS.index(options.first_player) >= seats:
        last = SEAT_LETTERS[seats - 1]
        return Refused("Q-DB-05", message("dudab.first-player-absent", seat=options.first_player, last=last))
    if not options.jungle and (lone := _needs_the_jungle(options)) is not None:
        return Refused(OPTION_CLAUSES[lone], message("dudab.option-without-jungle", option=lone))
    if not options.jungle and not options.baby and (lone := _needs_a_module(options)) is not None:
        return Refused(OPTION_CLAUSES[lone], message("dudab.option-without-module", option=lone))
    return None


def _needs_the_jungle(options: DudabOptions) -> str | None:
    plain = DudabOptions()
    lonely = ("jungle_redraw_2015", "jungle_replacement_draw", "jungle_pickup_sheds", "surplus_jungle_shamans")
    return next((name for name in lonely if getattr(options, name) != getattr(plain, name)), None)


def _needs_a_module(options: DudabOptions) -> str | None:
    return next(
        (name for name in ("modules_trigger_on_flip", "protect_request_column") if getattr(options, name)), None
    )


class Place(Move, frozen=True, tag="place"):
    """DB-PLACE-1: a hand card onto a column; DB-DUD-2: of a Dudab, perhaps with a request."""

    card: Card
    column: Column
    request: Request = NO_REQUEST


class Draw(Move, frozen=True, tag="draw"):
    """DB-DRAW-1: one card from the draw pile instead of placing."""


class Penalty(Move, frozen=True, tag="penalty"):
    """DB-SHA-7: turn up a Number and draw as many cards."""


class Tuck(Move, frozen=True, tag="tuck"):
    """A hand card into the own pile."""

    card: Card


class Toss(Move, frozen=True, tag="toss"):
    """DB-PICK-5: a hand card onto the common discard."""

    card: Card


class Lay(Move, frozen=True, tag="lay"):
    """JU-2, BA-2: a Jungle or Baby that was drawn goes onto a column."""

    card: Card
    column: Column


DudabMove = Place | Draw | Penalty | Tuck | Toss | Lay

DRAW = Draw()
PENALTY = Penalty()
MOST_COLUMNS = 3
PLACE = tuple(tuple(Place(card, column) for card in KINDS) for column in range(MOST_COLUMNS))
ASK = tuple(tuple(Place(DUDAB, column, request) for request in REQUESTS) for column in range(MOST_COLUMNS))
TUCK = tuple(Tuck(card) for card in KINDS)
TOSS = tuple(Toss(card) for card in KINDS)
LAY = {card: tuple(Lay(card, column) for column in range(MOST_COLUMNS)) for card in (JUNGLE, BABY)}


PLAIN_DUDAB = tuple((place[DUDAB],) for place in PLACE)
"""JU-14: below a Jungle a Dudab asks for nothing."""
DUDAB_PLAYS = {
    False: tuple((place[DUDAB], *asking) for place, asking in zip(PLACE, ASK, strict=True)),
    True: ASK,
}
"""Every way to place a Dudab on a column without Jungle; Q-DB-33: perhaps a request is mandatory."""


class Drawn(Chance, frozen=True, tag="drawn"):
    """The next card of the shuffled draw pile."""

    card: Card


class Opener(Chance, frozen=True, tag="opener"):
    """Q-DB-05: the seat that opens round 1."""

    seat: Seat


DudabChance = Drawn | Opener

DRAWN = tuple(Drawn(card) for card in KINDS)


@cache
def base_deck() -> tuple[Card, ...]:
    """The 80 cards of the base game, sorted: what hands and columns are dealt from (Q-DB-02)."""
    return tuple(card for card in range(JUNGLE) for _ in range(COPIES[card]))


@cache
def module_cards(options: DudabOptions) -> tuple[Card, ...]:
    """What the modules in play add to the draw pile."""
    return (JUNGLE,) * (COPIES[JUNGLE] * options.jungle) + (BABY,) * (COPIES[BABY] * options.baby)


def column_count(seats: int, options: DudabOptions) -> int:
    """DB-SETUP-3, Q-DB-01: how many columns so many players have."""
    return options.columns_for_4 if seats == 4 else 2 + (seats > 4)


def round_count(seats: int, options: DudabOptions) -> int:
    """DB-SETUP-1, Q-DB-06: as many rounds as players, unless agreed otherwise."""
    return seats if options.rounds is None else options.rounds


def meets(card: Card, request: Request) -> bool:
    """Q-DB-35: a colour is met by Numbers and Shamans, a value or symbol by Numbers; a Dudab never meets anything."""
    if request < 4:
        return COLOUR[card] == request
    return VALUE[card] == request - 3 if request < 8 else SYMBOL[card] == request - 8
