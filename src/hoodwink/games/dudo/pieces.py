"""What lies on a Dudo table: options, bids and their ladder, rolls; interned and looked up, never built in play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from hoodwink.engine.contract import SEAT_LETTERS, Chance, Move, Options, Random, Refused, Seat, below
from hoodwink.engine.words import message

JOKER = 1
"""DU-23: ones are jokers."""
FACES = range(2, 7)
"""Q-DU-06: the faces that may be bid on ordinary cells."""
BOX_DICE = 5
"""DU-1: what the box holds for each seat; fewer may be dealt out, the rest stays in the box."""


class DudoOptions(Options, frozen=True):
    """The table options of Dudo; each is named in the ruling that grants it."""

    dice: Annotated[int, Meta(ge=1, le=8)] = 5
    first_player: Literal["random", "A", "B", "C", "D", "E", "F"] = "random"
    one_die_losses: bool = False
    survivor_bonus_die: bool = False
    bonus_cap: Annotated[int, Meta(ge=1, le=13)] | None = None
    raise_face_same_quantity: bool = False
    max_bid: Literal["dice_in_play", "board"] = "dice_in_play"
    board_length: Annotated[int, Meta(ge=1, le=60)] | None = None
    bid_history: Literal["round", "last"] = "round"


OPTION_CLAUSES = {
    "dice": "DU-1",
    "first_player": "Q-DU-18",
    "one_die_losses": "Q-DU-20",
    "survivor_bonus_die": "Q-DU-21",
    "bonus_cap": "Q-DU-21",
    "raise_face_same_quantity": "Q-DU-03",
    "max_bid": "Q-DU-07",
    "board_length": "Q-DU-07",
    "bid_history": "Q-DU-23",
}


def contradiction(seats: int, options: DudoOptions) -> Refused | None:
    """Why these options cannot be played together at this many seats, or None."""
    if not 2 <= seats <= len(SEAT_LETTERS):
        return Refused("Q-DU-19", message("dudo.seats", seats=seats, most=len(SEAT_LETTERS)))
    if options.first_player != "random" and SEAT_LETTERS.index(options.first_player) >= seats:
        last = SEAT_LETTERS[seats - 1]
        return Refused("Q-DU-18", message("dudo.first-player-absent", seat=options.first_player, last=last))
    if options.bonus_cap is not None and not options.survivor_bonus_die:
        return Refused("Q-DU-21", message("dudo.cap-without-bonus", cap=options.bonus_cap))
    if options.board_length is not None and options.max_bid != "board":
        return Refused("Q-DU-07", message("dudo.length-without-board", length=options.board_length))
    if options.board_length is None and options.max_bid == "board":
        return Refused("Q-DU-07", message("dudo.board-without-length", length=options.dice * seats))
    return None


class Bid(Move, frozen=True, tag="bid"):
    """DU-11: at least `count` dice on the whole table show `face`, jokers included."""

    count: int
    face: int


class Jokers(Move, frozen=True, tag="jokers"):
    """DU-25: at least `count` jokers on the whole table; a bid on a starred cell."""

    count: int


class Doubt(Move, frozen=True, tag="doubt"):
    """DU-15: «Dudo!» All cups are lifted."""


Claim = Bid | Jokers
DudoMove = Bid | Jokers | Doubt

DOUBT = Doubt()


class Spoken(Struct, frozen=True, gc=False, cache_hash=True):
    """A bid and whose it is."""

    seat: Seat
    claim: Bid | Jokers


def rank(claim: Claim) -> int:
    """Where a bid's cell lies on the ladder (Q-DU-01): k★ between 2k-1 and 2k; a higher bid has a larger rank."""
    return 2 * claim.count if isinstance(claim, Bid) else 4 * claim.count - 1


@cache
def ladder(plain: int, starred: int) -> tuple[Claim, ...]:
    """Every bid up to so many ordinary and so many starred, lowest rank first, then by face."""
    claims: list[Claim] = [Bid(count, face) for count in range(1, plain + 1) for face in FACES]
    claims += [Jokers(count) for count in range(1, starred + 1)]
    return tuple(sorted(claims, key=rank))  # stable: faces stay in order


@cache
def limits(in_play: int, options: DudoOptions) -> tuple[int, int]:
    """Q-DU-07: the highest count for an ordinary and for a joker bid."""
    if options.board_length is not None:
        return options.board_length, options.board_length // 2
    return in_play, in_play


class Menu(dict[Claim | None, tuple[DudoMove, ...]]):
    """The legal moves over each standing bid with so many dice in play, worked out when first asked for."""

    def __init__(self, in_play: int, options: DudoOptions) -> None:
        super().__init__()
        self.plain, self.starred = limits(in_play, options)
        self.options = options

    def __missing__(self, standing: Claim | None) -> tuple[DudoMove, ...]:
        """Higher bids in ladder order, then the doubt; DU-10, Q-DU-10: any bid opens, and nothing is there to doubt."""
        claims = ladder(self.plain, self.starred)
        higher = claims if standing is None else [one for one in claims if is_raise(standing, one, self.options)]
        self[standing] = moves = (*higher,) if standing is None else (*higher, DOUBT)
        return moves


menu = cache(Menu)
"""One menu serves every game with the same options and dice."""


def is_raise(standing: Claim, claim: Claim, options: DudoOptions) -> bool:
    """DU-13, Q-DU-02: the marker must move forward on the ladder; Q-DU-03: or the face may rise, where agreed."""
    if step := rank(claim) - rank(standing):
        return step > 0
    return (
        options.raise_face_same_quantity
        and isinstance(claim, Bid)
        and isinstance(standing, Bid)
        and claim.face > standing.face
    )


def matching(claim: Claim, cups: Iterable[Sequence[int]]) -> int:
    """How many dice agree with a bid: DU-23, its face and the jokers; DU-26, of a joker bid only the ones."""
    found = 0
    if isinstance(claim, Bid):
        face = claim.face
        for dice in cups:
            found += dice.count(face) + dice.count(JOKER)
    else:
        for dice in cups:
            found += dice.count(JOKER)
    return found


class Roll(Chance, frozen=True, tag="roll"):
    """DU-9: what fell under a seat's cup, in ascending order."""

    seat: Seat
    dice: tuple[int, ...]


class Opener(Chance, frozen=True, tag="opener"):
    """Q-DU-18: the seat that opens the game."""

    seat: Seat


DudoChance = Roll | Opener


@cache
def rolls(seat: Seat, count: int) -> tuple[tuple[Roll, int], ...]:
    """Every roll of so many dice, with the number of ways it can fall."""
    outcomes = []
    for dice in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for face in range(1, 7):
            ways //= factorial(dice.count(face))
        outcomes.append((Roll(seat, dice), ways))
    return tuple(outcomes)


TABLED_DICE = 5
"""Rolls of up to this many dice are looked up whole: 6^5 entries a seat."""


class RollTables(dict[int, tuple[Roll, ...]]):
    """A seat's rolls by how many dice: the roll for each number below 6^count, built when first asked for."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, count: int) -> tuple[Roll, ...]:
        interned = {roll.dice: roll for roll, _ in rolls(self.seat, count)}
        self[count] = table = tuple(interned[_digits(number, count)] for number in range(6**count))
        return table


ROLL_TABLES = tuple(RollTables(seat) for seat in range(len(SEAT_LETTERS)))


def draw_roll(seat: Seat, count: int, random: Random) -> Roll:
    """A roll of so many dice: one number below 6^count, whose digits in base six, each plus one, are the dice."""
    if count > TABLED_DICE:
        return Roll(seat, _digits(below(6**count, random), count))
    table = ROLL_TABLES[seat][count]
    return table[below(len(table), random)]


def _digits(number: int, count: int) -> tuple[int, ...]:
    return tuple(sorted(number // 6**place % 6 + 1 for place in range(count)))
