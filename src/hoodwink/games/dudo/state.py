"""The whole truth of a Dudo position and how it moves on: rounds of rolls, bids and one doubt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Self

from hoodwink.engine.contract import SEAT_LETTERS, Random, Result, Seat, below
from hoodwink.games.dudo.pieces import (
    BOX_DICE,
    Doubt,
    DudoChance,
    DudoMove,
    DudoOptions,
    Opener,
    Roll,
    Spoken,
    contradiction,
    draw_roll,
    matching,
    menu,
    rolls,
)

NOBODY = -1
ALONE = tuple((seat,) for seat in range(len(SEAT_LETTERS)))
"""The tuples that `to_move` answers, built once."""


@cache
def ring(holding: tuple[bool, ...]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """For each seat, the nearest one clockwise that holds dice, and the nearest the other way (Q-DU-11, Q-DU-17)."""
    seats = len(holding)

    def nearest(seat: Seat, step: int) -> Seat:
        return next(other for away in range(1, seats + 1) if holding[other := (seat + step * away) % seats])

    return tuple(nearest(seat, 1) for seat in range(seats)), tuple(nearest(seat, -1) for seat in range(seats))


@cache
def won(seats: int, winner: Seat) -> Result:
    """DU-2, DU-22: the one seat that has dice wins, and nobody else counts."""
    return Result(scores=tuple(int(seat == winner) for seat in range(seats)), winners=(winner,))


class DudoState:
    """A position. Phases: the opener is drawn, each seat with dice rolls in turn, seats bid until one doubts."""

    __slots__ = (
        "bids",
        "dice",
        "in_play",
        "left",
        "left_of",
        "menu",
        "opener",
        "options",
        "right_of",
        "rolling",
        "rounds",
        "seats",
        "turn",
    )

    def __init__(self, seats: int, options: DudoOptions) -> None:
        self.seats = seats
        self.options = options
        self.left = [options.dice] * seats  # DU-1
        self.in_play = options.dice * seats
        self.menu = menu(self.in_play, options)
        self.left_of, self.right_of = ring((True,) * seats)
        self.dice: list[tuple[int, ...]] = [()] * seats
        self.bids: tuple[Spoken, ...] = ()
        self.rounds = 1
        self.turn = NOBODY
        self.rolling = NOBODY
        self.opener = NOBODY
        if options.first_player != "random":
            self.open_round(SEAT_LETTERS.index(options.first_player))

    def to_move(self) -> tuple[Seat, ...]:
        return ALONE[self.turn] if self.turn >= 0 else ()

    def moves(self, seat: Seat) -> Sequence[DudoMove]:
        if seat != self.turn:
            return ()
        return self.menu[self.bids[-1].claim if self.bids else None]

    def play(self, seat: Seat, move: DudoMove) -> None:
        if isinstance(move, Doubt):
            self._lift_cups()
        else:
            self.bids += (Spoken(seat, move),)
            self.turn = self.left_of[seat]  # DU-14

    def verdict(self) -> tuple[int, Seat, int]:
        """What a doubt now would show and cost: the dice found, who loses, and how many."""
        claim = self.bids[-1].claim
        found = matching(claim, self.dice)  # Q-DU-12: everybody's
        if found >= claim.count:
            return found, self.turn, 1  # DU-17, Q-DU-15, Q-DU-16
        loser = self.right_of[self.turn]
        missing = 1 if self.options.one_die_losses else claim.count - found  # DU-20; DU-18, Q-DU-14
        return found, loser, min(missing, self.left[loser])  # Q-DU-13

    def receivers(self, gone: Seat) -> list[Seat]:
        """DU-31, Q-DU-21: who receives a die because a seat drops out; nobody when that ends the game."""
        if not self.options.survivor_bonus_die:
            return []
        staying = [seat for seat, left in enumerate(self.left) if left and seat != gone]
        cap = self.options.bonus_cap
        return [seat for seat in staying if cap is None or self.left[seat] < cap] if len(staying) > 1 else []

    def _lift_cups(self) -> None:
        """DU-15 to DU-21: count, pay, and open the next round unless one seat alone has dice."""
        _, loser, loss = self.verdict()
        self.left[loser] -= loss
        self.in_play -= loss
        self.bids = ()
        self.dice = [()] * self.seats
        if not self.left[loser]:
            if self.left.count(0) == self.seats - 1:
                self.turn = NOBODY
                return  # DU-22
            self._drop_out(loser)
        self.rounds += 1
        self.menu = menu(self.in_play, self.options)
        self.open_round(self.left_of[self.opener])  # DU-21, Q-DU-17: never depends on who lost

    def _drop_out(self, gone: Seat) -> None:
        """DU-2: a seat has lost its last die, others play on."""
        for seat in self.receivers(gone):
            self.left[seat] += 1
            self.in_play += 1
        self.left_of, self.right_of = ring(tuple(map(bool, self.left)))

    def open_round(self, opener: Seat) -> None:
        """DU-9: everybody rolls, the opener first."""
        self.opener = opener
        self.rolling = opener
        self.turn = NOBODY

    def chances(self) -> Sequence[tuple[DudoChance, int]]:
        if self.rolling >= 0:
            return rolls(self.rolling, self.left[self.rolling])
        if self.opener < 0:
            return [(Opener(seat), 1) for seat in range(self.seats)]  # Q-DU-18
        return ()

    def sample(self, random: Random) -> DudoChance:
        seat = self.rolling
        if seat < 0:
            return Opener(below(self.seats, random))
        return draw_roll(seat, self.left[seat], random)

    def resolve(self, chance: DudoChance) -> None:
        if type(chance) is Roll:
            self.dice[chance.seat] = chance.dice
            seat = self.left_of[chance.seat]
            if seat == self.opener:
                self.rolling = NOBODY
                self.turn = seat  # DU-10
            else:
                self.rolling = seat
        else:
            self.open_round(chance.seat)

    def result(self) -> Result | None:
        if self.turn >= 0 or self.rolling >= 0 or self.opener < 0:
            return None
        return won(self.seats, self.left.index(max(self.left)))

    def round(self) -> int:
        return self.rounds

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.options = self.options
        twin.left = self.left.copy()
        twin.in_play = self.in_play
        twin.menu = self.menu
        twin.left_of = self.left_of
        twin.right_of = self.right_of
        twin.dice = self.dice.copy()
        twin.bids = self.bids
        twin.rounds = self.rounds
        twin.turn = self.turn
        twin.rolling = self.rolling
        twin.opener = self.opener
        return twin


def start(seats: int, options: DudoOptions) -> DudoState:
    """A new game, its options checked."""
    return _opening(seats, options).copy()


@cache
def _opening(seats: int, options: DudoOptions) -> DudoState:
    if (refused := contradiction(seats, options)) is not None:
        raise refused
    return DudoState(seats, options)


def audit(state: DudoState) -> str | None:
    """The invariants: no die from nowhere (Q-DU-21), cups as full as the counts say, somebody always left (Q-DU-22)."""
    if sum(state.left) != state.in_play:
        return f"{state.in_play} dice in play, but the seats have {state.left}"
    if state.in_play > max(BOX_DICE, state.options.dice) * state.seats:
        return f"{state.in_play} dice in play are more than the box holds"
    if min(state.left) < 0 or not any(state.left):
        return f"impossible dice counts {state.left}"
    if any(dice and len(dice) != left for dice, left in zip(state.dice, state.left, strict=True)):
        return f"cups {state.dice} do not hold {state.left} dice"
    return None


def bound(seats: int, options: DudoOptions) -> int:
    """Part 2.D: every round removes a die, bonus dice are finite, a round has at most one bid a ladder step."""
    dice = options.dice * seats + (sum(range(seats)) if options.survivor_bonus_die else 0)
    cells = len(menu(max(BOX_DICE, options.dice) * seats, options)[None])
    return 1 + dice * (seats + cells + 1)
