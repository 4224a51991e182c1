"""A game so small that a test can see through it: two seats bid at once, hidden from each other; the higher bid wins.

While bids are being asked for, nobody may see who has answered or what.
"""

from __future__ import annotations

from typing import Any, Self

from hoodwink.engine.contract import Move, Result, Seat


class Number(Move, frozen=True, tag="number"):
    """A bid."""

    value: int


BIDS = tuple(Number(value) for value in range(4))


class Auction:
    """Everybody who has not answered yet may do so; a bid of 3 ends it at once, and the others need not answer."""

    def __init__(self, seats: int = 3) -> None:
        self.bids: list[Number | None] = [None] * seats

    def to_move(self) -> tuple[Seat, ...]:
        over = any(bid is not None and bid.value == 3 for bid in self.bids)
        return () if over else tuple(seat for seat, bid in enumerate(self.bids) if bid is None)

    def moves(self, seat: Seat) -> tuple[Number, ...]:
        return BIDS if seat in self.to_move() else ()

    def play(self, seat: Seat, move: Number) -> None:
        self.bids[seat] = move

    def chances(self) -> tuple[Any, ...]:
        return ()

    def sample(self, random: Any) -> Any:
        raise AssertionError("nothing is left to chance")

    def resolve(self, chance: Any) -> None:
        raise AssertionError("nothing is left to chance")

    def result(self) -> Result | None:
        if self.to_move():
            return None
        values = tuple(-1 if bid is None else bid.value for bid in self.bids)
        winners = tuple(seat for seat, value in enumerate(values) if value == max(values))
        return Result(scores=values, winners=winners)

    def round(self) -> int:
        return 1

    def copy(self) -> Self:
        twin = type(self)(len(self.bids))
        twin.bids = self.bids.copy()
        return twin
