"""What can happen at a Dudo table, as a viewer saw it; each beat names the clauses it rests on."""

from __future__ import annotations

from typing import ClassVar

from hoodwink.engine.contract import Beat, Seat
from hoodwink.games.dudo.pieces import Bid, Jokers


class OpenerDrawn(Beat, frozen=True, kw_only=True, tag="opener"):
    """Who opens the game."""

    seat: Seat
    clauses: tuple[str, ...] = ("DU-8", "Q-DU-18")


class Rolled(Beat, frozen=True, kw_only=True, tag="rolled"):
    """A seat rolled; only its owner sees the dice."""

    seat: Seat
    count: int
    dice: tuple[int, ...] | None
    clauses: tuple[str, ...] = ("DU-9",)


class Bade(Beat, frozen=True, kw_only=True, tag="bade"):
    """A seat opened or raised."""

    seat: Seat
    claim: Bid | Jokers
    clauses: tuple[str, ...]


class Doubted(Beat, frozen=True, kw_only=True, tag="doubted"):
    """«Dudo!»: all cups were lifted."""

    seat: Seat
    bidder: Seat
    claim: Bid | Jokers
    clauses: tuple[str, ...] = ("DU-15",)


class Revealed(Beat, frozen=True, kw_only=True, tag="revealed"):
    """Everybody's dice, and how many of them agree with the bid."""

    recurs: ClassVar[bool] = False
    cups: tuple[tuple[int, ...], ...]
    claim: Bid | Jokers
    found: int
    clauses: tuple[str, ...]


class Lost(Beat, frozen=True, kw_only=True, tag="lost"):
    """Somebody paid in dice."""

    seat: Seat
    dice: int
    left: int
    clauses: tuple[str, ...]


class Out(Beat, frozen=True, kw_only=True, tag="out"):
    """A seat has no dice left."""

    seat: Seat
    clauses: tuple[str, ...] = ("DU-2",)


class Gained(Beat, frozen=True, kw_only=True, tag="gained"):
    """A seat received a bonus die."""

    seat: Seat
    left: int
    clauses: tuple[str, ...] = ("DU-31", "Q-DU-21")


class RoundOpened(Beat, frozen=True, kw_only=True, tag="round"):
    """A new round begins."""

    round: int
    opener: Seat
    clauses: tuple[str, ...] = ("DU-21", "Q-DU-17")


class Won(Beat, frozen=True, kw_only=True, tag="won"):
    """One seat alone has dice."""

    seat: Seat
    clauses: tuple[str, ...] = ("DU-22",)


DudoBeat = OpenerDrawn | Rolled | Bade | Doubted | Revealed | Lost | Out | Gained | RoundOpened | Won
