"""What can happen at a Dudab Buba table, as a viewer saw it; each beat names the clauses it rests on."""

from __future__ import annotations

from hoodwink.engine.contract import Beat, Seat
from hoodwink.games.dudab.pieces import Card, Column, Request
from hoodwink.games.dudab.scoring import Sheet


class OpenerDrawn(Beat, frozen=True, kw_only=True, tag="opener"):
    """Who opens the game."""

    seat: Seat
    clauses: tuple[str, ...] = ("DB-SETUP-8", "Q-DB-05")


class RoundOpened(Beat, frozen=True, kw_only=True, tag="round"):
    """A further round begins."""

    round: int
    opener: Seat
    clauses: tuple[str, ...] = ("DB-SETUP-9",)


class Dealt(Beat, frozen=True, kw_only=True, tag="dealt"):
    """A card of the deal; only its owner sees it."""

    seat: Seat
    card: Card | None
    clauses: tuple[str, ...] = ("DB-SETUP-2",)


class TurnedUp(Beat, frozen=True, kw_only=True, tag="turned-up"):
    """The first card of a column."""

    column: Column
    card: Card
    clauses: tuple[str, ...] = ("DB-SETUP-4",)


class Placed(Beat, frozen=True, kw_only=True, tag="placed"):
    """A card was placed, a Dudab perhaps with a request."""

    seat: Seat
    card: Card
    column: Column
    request: Request
    clauses: tuple[str, ...]


class PickedUp(Beat, frozen=True, kw_only=True, tag="picked-up"):
    """A whole column went into an own pile."""

    seat: Seat
    column: Column
    cards: tuple[Card, ...]
    clauses: tuple[str, ...]


class Attacked(Beat, frozen=True, kw_only=True, tag="attacked"):
    """Somebody must react to a Shaman."""

    seat: Seat
    column: Column
    clauses: tuple[str, ...] = ("DB-SHA-4",)


class Lapsed(Beat, frozen=True, kw_only=True, tag="lapsed"):
    """A request is gone: its Dudab was covered."""

    request: Request
    column: Column
    clauses: tuple[str, ...] = ("Q-DB-40",)


class HandShown(Beat, frozen=True, kw_only=True, tag="shown"):
    """A hand was shown to all, as proof that nothing in it can be played."""

    seat: Seat
    cards: tuple[Card, ...]
    clauses: tuple[str, ...]


class Drew(Beat, frozen=True, kw_only=True, tag="drew"):
    """A card from the draw pile; only its drawer sees it, unless it is a Jungle or Baby, which all see."""

    seat: Seat
    card: Card | None
    clauses: tuple[str, ...]


class Tucked(Beat, frozen=True, kw_only=True, tag="tucked"):
    """A hand card into the own pile; None where own piles are hidden."""

    seat: Seat
    card: Card | None
    clauses: tuple[str, ...]


class Tossed(Beat, frozen=True, kw_only=True, tag="tossed"):
    """A hand card onto the common discard."""

    seat: Seat
    card: Card
    clauses: tuple[str, ...] = ("DB-PICK-4", "DB-PICK-5")


class Yielded(Beat, frozen=True, kw_only=True, tag="yielded"):
    """An attacked player takes the penalty."""

    seat: Seat
    clauses: tuple[str, ...] = ("DB-SHA-7",)


class Flipped(Beat, frozen=True, kw_only=True, tag="flipped"):
    """A card turned up for a penalty."""

    seat: Seat
    card: Card
    clauses: tuple[str, ...]


class Discarded(Beat, frozen=True, kw_only=True, tag="discarded"):
    """A Jungle or Baby that cannot be laid went onto the discard."""

    card: Card
    clauses: tuple[str, ...]


class JungleLaid(Beat, frozen=True, kw_only=True, tag="jungle"):
    """A Jungle lies across a column, with so many cards above it."""

    seat: Seat
    column: Column
    above: int
    clauses: tuple[str, ...] = ("JU-2", "JU-4")


class BabyLaid(Beat, frozen=True, kw_only=True, tag="baby"):
    """A column was pushed together under a Baby, so many cards in all."""

    seat: Seat
    column: Column
    hidden: int
    clauses: tuple[str, ...] = ("BA-2", "BA-3")


class Covered(Beat, frozen=True, kw_only=True, tag="covered"):
    """A card from the draw pile covers a Baby; a Number makes everybody draw."""

    seat: Seat
    column: Column
    card: Card
    clauses: tuple[str, ...]


class RoundEnded(Beat, frozen=True, kw_only=True, tag="ended"):
    """The last card is drawn."""

    round: int
    clauses: tuple[str, ...] = ("DB-END-1",)


class Scored(Beat, frozen=True, kw_only=True, tag="scored"):
    """One player's scoring sheet, with the hand that was revealed."""

    seat: Seat
    hand: tuple[Card, ...]
    sheet: Sheet
    clauses: tuple[str, ...]


class Won(Beat, frozen=True, kw_only=True, tag="won"):
    """The game is over; the fewest points win, ties are shared."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    clauses: tuple[str, ...] = ("DB-SCORE-14", "DB-SCORE-15")


DudabBeat = (
    OpenerDrawn
    | RoundOpened
    | Dealt
    | TurnedUp
    | Placed
    | PickedUp
    | Attacked
    | Lapsed
    | HandShown
    | Drew
    | Tucked
    | Tossed
    | Yielded
    | Flipped
    | Discarded
    | JungleLaid
    | BabyLaid
    | Covered
    | RoundEnded
    | Scored
    | Won
)
