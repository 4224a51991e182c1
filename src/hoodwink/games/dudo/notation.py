"""Dudo as text. Moves: `7x3` seven threes, `5*` five jokers, `dudo`. Rolls: `roll A:13356`; who opens: `opener B`.

A position is up to three fields, on lines of their own or parted by bars:

    A:13356 B:22456 C:- | round 2 open A | A 3x5, B 4x5

Each seat with its dice (`.` a die not rolled yet, `?` one the viewer cannot see, `-` a seat that is out), then the
round and who opened it (`open ?` while that is not drawn yet), then the bids so far. Whose turn it is follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from hoodwink.engine.contract import SEAT_LETTERS, Unreadable, letter, seat_of
from hoodwink.engine.words import message
from hoodwink.games.dudo.pieces import (
    BOX_DICE,
    DOUBT,
    Bid,
    Doubt,
    DudoChance,
    DudoMove,
    DudoOptions,
    Jokers,
    Opener,
    Roll,
    contradiction,
    menu,
)
from hoodwink.games.dudo.reasons import check
from hoodwink.games.dudo.sight import DudoView, rolled, view
from hoodwink.games.dudo.state import NOBODY, DudoState, ring

_BID = re.compile(r"(\d{1,3})\s*(?:[x×X]|\s)\s*(\d)")
_JOKERS = re.compile(r"(\d{1,3})\s*[*★]")
_DOUBTS = ("dudo", "dudo!", "doubt", "d", "!")
_ROLL = re.compile(r"roll ([A-Z]):([1-6]+)")
_OPENER = re.compile(r"opener ([A-Z])")
_CUP = re.compile(r"([A-Z]):([1-6]+|\.+|\?+|-)")
_ROUND = re.compile(r"(?:round (\d+) )?open ([A-Z?])")


def write_move(move: DudoMove) -> str:
    """A move as it is typed."""
    match move:
        case Bid():
            return f"{move.count}x{move.face}"
        case Jokers():
            return f"{move.count}*"
        case Doubt():
            return "dudo"


@lru_cache(maxsize=1_000)  # a server reads the same few bids all day
def read_move(text: str) -> DudoMove:
    """The move a text stands for.

    >>> read_move("7x3"), read_move("5 *"), read_move("Dudo!")
    (Bid(count=7, face=3), Jokers(count=5), Doubt())
    """
    text = text.strip()
    if text.lower() in _DOUBTS:
        return DOUBT
    if bid := _BID.fullmatch(text):
        return Bid(int(bid[1]), int(bid[2]))
    if jokers := _JOKERS.fullmatch(text):
        return Jokers(int(jokers[1]))
    raise Unreadable(message("dudo.no-such-move", text=text))


def write_chance(chance: DudoChance) -> str:
    """A roll or the draw of the opener as text."""
    if isinstance(chance, Roll):
        return f"roll {letter(chance.seat)}:{_digits(chance.dice)}"
    return f"opener {letter(chance.seat)}"


def read_chance(text: str) -> DudoChance:
    """The roll or opener a text stands for."""
    if roll := _ROLL.fullmatch(text.strip()):
        return Roll(seat_of(roll[1], len(SEAT_LETTERS)), _dice(roll[2]))
    if opener := _OPENER.fullmatch(text.strip()):
        return Opener(seat_of(opener[1], len(SEAT_LETTERS)))
    raise Unreadable(message("dudo.no-such-chance", text=text.strip()))


def write_position(position: DudoState | DudoView) -> str:
    """A position, or what a viewer sees of one, on one line."""
    if isinstance(position, DudoState):
        seen, bids = view(position, None), position.bids
        cups = [_digits(dice) for dice in position.dice]
    else:
        seen, bids = position, position.bids
        cups = ["?" * left if seat in rolled(seen) else "" for seat, left in enumerate(seen.left)]
        if seen.viewer is not None:
            cups[seen.viewer] = _digits(seen.dice or ())
    held = [cup or "." * left or "-" for cup, left in zip(cups, seen.left, strict=True)]
    fields = [
        " ".join(f"{letter(seat)}:{cup}" for seat, cup in enumerate(held)),
        f"round {seen.round} open {'?' if seen.opener is None else letter(seen.opener)}",
    ]
    if bids:
        fields.append(", ".join(f"{letter(bid.seat)} {write_move(bid.claim)}" for bid in bids))
    return " | ".join(fields)


def read_position(text: str, seats: int, options: DudoOptions) -> DudoState:
    """The position a text stands for; `Unreadable` or `Refused` says what is wrong with it."""
    if (refused := contradiction(seats, options)) is not None:
        raise refused
    fields = [field.strip() for field in re.split(r"[|\n]", text) if field.strip()]
    if len(fields) not in (2, 3):
        raise Unreadable(message("dudo.position-fields", count=len(fields)))
    state = DudoState(seats, options)
    cups = _read_cups(fields[0], seats)
    _read_opener(fields[1], state, cups)
    for bid in fields[2].split(",") if len(fields) == 3 else ():
        _read_bid(bid.strip(), state)
    return state


def _read_cups(text: str, seats: int) -> list[str]:
    words = text.split()
    if len(words) != seats:
        raise Unreadable(message("dudo.position-seats", count=len(words), seats=seats))
    cups = []
    for seat, word in enumerate(words):
        cup = _CUP.fullmatch(word)
        if cup is None or cup[1] != letter(seat):
            raise Unreadable(message("dudo.position-cup", text=word, seat=letter(seat)))
        if "?" in cup[2]:
            raise Unreadable(message("dudo.position-hidden", text=word))
        cups.append(cup[2].replace("-", ""))
    return cups


def _read_opener(text: str, state: DudoState, cups: list[str]) -> None:
    """Set the dice, the round and its opener, and find out whether a roll, a bid or nothing is due."""
    head = _ROUND.fullmatch(text)
    if head is None:
        raise Unreadable(message("dudo.position-round", text=text))
    state.left = [len(cup) for cup in cups]
    state.in_play = sum(state.left)
    box = max(BOX_DICE, state.options.dice) * state.seats
    if not 0 < state.in_play <= box:
        raise Unreadable(message("dudo.position-dice", count=state.in_play, most=box))
    state.menu = menu(state.in_play, state.options)
    state.left_of, state.right_of = ring(tuple(map(bool, state.left)))
    state.rounds = int(head[1] or 1)
    state.dice = [() if "." in cup else _dice(cup) for cup in cups]
    state.opener = state.turn = state.rolling = NOBODY
    if head[2] == "?":
        if any(state.dice):
            raise Unreadable(message("dudo.position-early-dice"))
        return
    state.opener = seat_of(head[2], state.seats)
    if state.left.count(0) < state.seats - 1:
        _whose_roll(state)
    else:
        state.dice = [()] * state.seats  # DU-22: it is over, and no cup holds a secret


def _whose_roll(state: DudoState) -> None:
    """Q-DU-17: the opener has dice; seats roll from the opener on, so the cups still to roll come last."""
    if not state.left[state.opener]:
        raise Unreadable(message("dudo.position-opener", seat=letter(state.opener)))
    seat = state.opener
    order = [seat]
    while (seat := state.left_of[seat]) != state.opener:
        order.append(seat)
    waiting = [seat for seat in order if not state.dice[seat]]
    if waiting != order[len(order) - len(waiting) :]:
        raise Unreadable(message("dudo.position-early-dice"))
    if waiting:
        state.rolling = waiting[0]
    else:
        state.turn = state.opener


def _read_bid(text: str, state: DudoState) -> None:
    """Say one bid. The first may be anybody's, for earlier ones may be forgotten; the others follow in turn."""
    who, _, said = text.partition(" ")
    seat, claim = seat_of(who, state.seats), read_move(said)
    if isinstance(claim, Doubt) or state.turn == NOBODY:
        raise Unreadable(message("dudo.position-bid", text=text))
    if not state.bids and state.left[seat]:
        state.turn = seat
    if (refused := check(state, seat, claim)) is not None:
        raise refused
    state.play(seat, claim)


def _digits(dice: Iterable[int]) -> str:
    return "".join(map(str, dice))


def _dice(digits: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, digits)))
