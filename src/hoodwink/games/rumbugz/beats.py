"""What can happen at a RumBugz table, as a viewer saw it; each beat names the clauses it rests on."""

from __future__ import annotations

from typing import Literal

from hoodwink.engine.contract import Beat, Seat
from hoodwink.games.rumbugz.pieces import Begin
from hoodwink.games.rumbugz.rows import Row


class StarterDrawn(Beat, frozen=True, kw_only=True, tag="starter"):
    """Who starts the round."""

    seat: Seat
    clauses: tuple[str, ...] = ("RB-9", "Q-RB-03")


class Reached(Beat, frozen=True, kw_only=True, tag="reached"):
    """A seat chose to draw from the bag."""

    seat: Seat
    clauses: tuple[str, ...] = ("RB-15",)


class Drew(Beat, frozen=True, kw_only=True, tag="drew"):
    """A tile came from the bag; only its owner sees it."""

    seat: Seat
    tile: int | None
    clauses: tuple[str, ...]


class Recycled(Beat, frozen=True, kw_only=True, tag="recycled"):
    """The bag was empty, and the discards went back into it."""

    count: int
    clauses: tuple[str, ...] = ("Q-RB-34",)


class Took(Beat, frozen=True, kw_only=True, tag="took"):
    """A seat took the last discard."""

    seat: Seat
    tile: int
    clauses: tuple[str, ...] = ("RB-15",)


class Skipped(Beat, frozen=True, kw_only=True, tag="skipped"):
    """There was nothing to draw anywhere."""

    seat: Seat
    clauses: tuple[str, ...] = ("Q-RB-34",)


class Answered(Beat, frozen=True, kw_only=True, tag="answered"):
    """A seat said whether it wants the discard; it alone is told so until all have answered."""

    seat: Seat
    offers: bool
    clauses: tuple[str, ...] = ("RB-21", "Q-RB-37")


class Offered(Beat, frozen=True, kw_only=True, tag="offered"):
    """All have answered: these seats offer, nearest first."""

    seats: tuple[Seat, ...]
    tile: int
    clauses: tuple[str, ...] = ("RB-21", "Q-RB-38")


class Granted(Beat, frozen=True, kw_only=True, tag="granted"):
    """An offering seat received the discard."""

    seat: Seat
    to: Seat
    tile: int
    clauses: tuple[str, ...] = ("RB-22",)


class Declined(Beat, frozen=True, kw_only=True, tag="declined"):
    """The next player drew from the bag and left the offer unanswered."""

    seat: Seat
    clauses: tuple[str, ...] = ("Q-RB-39",)


class Began(Beat, frozen=True, kw_only=True, tag="began"):
    """A seat named the type and span of the row it is laying."""

    seat: Seat
    span: Begin
    clauses: tuple[str, ...] = ("Q-RB-14",)


class Laid(Beat, frozen=True, kw_only=True, tag="laid"):
    """A seat laid a row."""

    seat: Seat
    number: int
    row: Row
    clauses: tuple[str, ...]


class Changed(Beat, frozen=True, kw_only=True, tag="changed"):
    """A seat exchanged a tile in a row, added one or took one."""

    seat: Seat
    number: int
    put: int | None
    take: int | None
    row: Row
    """The row as it is now."""
    clauses: tuple[str, ...]


class Threw(Beat, frozen=True, kw_only=True, tag="threw"):
    """A seat discarded."""

    seat: Seat
    tile: int
    clauses: tuple[str, ...]


class Stopped(Beat, frozen=True, kw_only=True, tag="stopped"):
    """A seat ended the turn without a discard."""

    seat: Seat
    clauses: tuple[str, ...]


class RoundWon(Beat, frozen=True, kw_only=True, tag="won"):
    """A seat has all four rows and an empty hand; the others show theirs."""

    seat: Seat
    hands: tuple[tuple[int, ...], ...]
    points: int
    clauses: tuple[str, ...] = ("RB-18", "RB-19")


class RoundVoid(Beat, frozen=True, kw_only=True, tag="void"):
    """A round without a winner."""

    cause: Literal["stall", "bag"]
    turns: int
    clauses: tuple[str, ...]


class RoundOpened(Beat, frozen=True, kw_only=True, tag="round"):
    """A new round begins."""

    round: int
    scores: tuple[int, ...]
    starter: Seat | None
    """Who starts it, where that needs no draw."""
    clauses: tuple[str, ...] = ("RB-20", "Q-RB-04")


class GameWon(Beat, frozen=True, kw_only=True, tag="over"):
    """The last round is over."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    clauses: tuple[str, ...] = ("RB-20",)


RumbugzBeat = (
    StarterDrawn
    | Reached
    | Drew
    | Recycled
    | Took
    | Skipped
    | Answered
    | Offered
    | Granted
    | Declined
    | Began
    | Laid
    | Changed
    | Threw
    | Stopped
    | RoundWon
    | RoundVoid
    | RoundOpened
    | GameWon
)
