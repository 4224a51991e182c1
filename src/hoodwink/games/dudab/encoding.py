"""Dudab Buba in numbers: an id for every move, an array for every view.

Ids: 0 draws, 1 takes the penalty, 2 to 70 tuck a card and 71 to 139 toss it. Then 83 for every column: the cards placed
on it, a Dudab with each request, the Jungle and the Baby laid on it. So a table with two columns needs fewer ids, and
an id means the same move at every table. Cards have one order everywhere: red, blue, yellow and green Numbers, in a
colour hand, club, hide and mammoth, of these the values 1 to 4; then Shamans, Dudab, Jungle, Baby.

In a view the seats are counted from the viewer's own, clockwise; a watcher counts from seat A. Heaps are counted by
kind of card (71 numbers, each divided by the copies in the box). Cards of a column show one after the other, 14 numbers
each: four colours, four symbols, four values, Shaman, Dudab; an empty place is all 0. Those above begin with the newest
and those below with the one next to the Jungle, so that cards opposite each other have the same place. What only a
module or an option brings is left out where it is not played.
"""

from __future__ import annotations

from array import array
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

import numpy as np

from hoodwink.engine.contract import Seat, Viewer
from hoodwink.engine.encoding import Encoding, Floats
from hoodwink.games.dudab.numbers import (
    ATTACK,
    CARD,
    HOLDABLE,
    IDS,
    LEAST_POINTS,
    MOST_POINTS,
    MOVES,
    PHASES,
    TASKS,
    actions,
    all_cards,
    layout,
    most_chances,
    most_in_hand,
)
from hoodwink.games.dudab.pieces import (
    COLOUR,
    COPIES,
    DUDAB,
    FULL_COLUMN,
    KINDS,
    NO_REQUEST,
    SHAMANS,
    SYMBOL,
    VALUE,
    Card,
    DudabOptions,
    column_count,
    round_count,
)
from hoodwink.games.dudab.sight import DudabView, Duty
from hoodwink.games.dudab.tasks import FLIP, FROM_HAND_DRAW, LAY_JUNGLE, SHED_TO_2, START, TO_DISCARD, TO_PILE, Task

T = TypeVar("T")


def _piece(*numbers: float) -> bytes:
    """Numbers as they lie in the array. Most pieces are made once, so joining them is nearly all there is to do."""
    return array("f", numbers).tobytes()


def _shown_as(card: Card) -> bytes:
    """The numbers of a card in a column."""
    marks = [COLOUR[card] == colour for colour in range(4)] + [SYMBOL[card] == symbol for symbol in range(4)]
    return _piece(*marks, *(VALUE[card] == value for value in range(1, 5)), card in SHAMANS, card == DUDAB)


LOOKS = tuple(map(_shown_as, HOLDABLE))
EMPTY = tuple(_piece(*[0] * CARD * (FULL_COLUMN - cards)) for cards in range(FULL_COLUMN + 1))
"""The empty places after so many cards."""
SHARES = tuple(1 / copies for copies in COPIES)
EMPTY_HEAP = _piece(*[0] * len(KINDS))
BLANK_HEAP = array("f", EMPTY_HEAP)
MARKS = tuple(
    (*(_piece(*(place == at for place in range(size))) for at in range(size)), _piece(*[0] * size))
    for size in range(TASKS + 1)
)
"""For each size a 1 at each place, and last, where -1 finds it, no 1 at all."""
PHASE = {phase: MARKS[len(PHASES)][place] for place, phase in enumerate(PHASES)}
NO, YES = _piece(0), _piece(1)
TASK_PLACES = {
    (SHED_TO_2, TO_DISCARD): MARKS[3][0],
    (SHED_TO_2, TO_PILE): MARKS[3][1],
    (LAY_JUNGLE, FROM_HAND_DRAW): MARKS[3][2],
}


class Counts(NamedTuple):
    """Every count that a table knows, divided as the layout says; and what stands where something is absent."""

    in_hand: tuple[bytes, ...]
    in_pile: tuple[bytes, ...]
    rounds: tuple[bytes, ...]
    no_duty: bytes
    no_task: bytes
    nothing_shown: tuple[bytes, ...]


@cache
def _counts(seats: int, options: DudabOptions) -> Counts:
    most, whole, played = most_in_hand(options), all_cards(options), round_count(seats, options)
    hand = tuple(_piece(min(count / most, 1)) for count in range(whole + 1))  # positions by hand may hold more
    cards = tuple(_piece(count / whole) for count in range(whole + 1))
    rounds = tuple(_piece(count / played) for count in range(played + 1))
    duty, task = ATTACK + 1 + column_count(seats, options) + seats, TASKS + seats + 3 + TASKS + seats
    return Counts(hand, cards, rounds, NO * duty, NO * task, (EMPTY_HEAP,) * seats)


def encode(view: DudabView) -> Floats:
    """The array of a view: its pieces in the order of the layout."""
    seats, viewer, options = view.seats, view.viewer, view.options
    first = 0 if viewer is None else viewer
    counts = _counts(seats, options)
    pieces = [
        _who(viewer, view.to_move, view.turn, view.opener, seats),
        PHASE[view.phase],
        _duty(view.duty, seats, len(view.columns), first) if view.duty else counts.no_duty,
        _tasks(view.todo, seats, first, options) if view.todo else counts.no_task,
        *[counts.in_hand[size] for size in _from(first, view.hand_sizes)],
        counts.in_pile[view.draw_pile],
        counts.rounds[len(view.ledger)],
        _heap(view.hand or ()),
        _kept_heap(view.discard),
        *([_kept_heap(cards) for cards in _from(first, view.shown)] if any(view.shown) else counts.nothing_shown),
        *[_kept_heap(pile) for pile in _from(first, view.piles)],
    ]
    if options.hidden_own_piles:
        pieces += (_kept_heap(view.tucked or ()), *[counts.in_pile[size] for size in _from(first, view.tucked_sizes)])
    for column in view.columns:
        above = column.above
        pieces += [LOOKS[card] for card in reversed(above)]
        pieces.append(EMPTY[len(above)])
        if options.jungle:
            below = column.below or ()
            pieces += [NO if column.below is None else YES, *[LOOKS[card] for card in below], EMPTY[len(below)]]
        if options.baby:
            pieces.append(_kept_heap(column.hidden))
    pieces.append(_points(view.ledger, seats, first, len(counts.rounds) - 1))
    return np.frombuffer(bytearray().join(pieces), np.float32)


def _from(first: Seat, each: tuple[T, ...]) -> tuple[T, ...]:
    """What belongs to the seats, from one of them on."""
    return each[first:] + each[:first] if first else each


@cache
def _who(viewer: Viewer, to_move: tuple[Seat, ...], turn: Seat | None, opener: Seat | None, seats: int) -> bytes:
    """The viewer's own seat, who must decide, whose turn it is, who opened."""
    mark, first = MARKS[seats], viewer or 0
    others = (to_move[0] if to_move else None, turn, opener)
    away = [-1 if seat is None else (seat - first) % seats for seat in others]
    return mark[-1 if viewer is None else viewer] + b"".join(mark[place] for place in away)


def _heap(cards: tuple[Card, ...]) -> bytes:
    """How many there are of each kind, divided by those in the box."""
    counts = BLANK_HEAP[:]
    for card in cards:
        counts[card] += SHARES[card]
    return counts.tobytes()


_kept_heap = lru_cache(1024)(_heap)  # for heaps that lie for a while


def _duty(duty: Duty, seats: int, columns: int, first: Seat) -> bytes:
    asked = ATTACK if duty.request == NO_REQUEST else duty.request
    by = MARKS[seats][-1 if duty.by is None else (duty.by - first) % seats]
    return MARKS[ATTACK + 1][asked] + MARKS[columns][duty.column] + by


@lru_cache(1024)
def _tasks(todo: tuple[Task, ...], seats: int, first: Seat, options: DudabOptions) -> bytes:
    """The uppermost task, the kinds below it, and what all of them give each seat to draw."""
    in_hand = _counts(seats, options).in_hand
    task, seat, number = todo[-1]
    later, due = {kind for kind, _, _ in todo[:-1]}, [0] * seats
    for kind, whose, cards in todo:
        if kind < FLIP and kind != START:
            due[(whose - first) % seats] += cards
    doer = MARKS[seats][-1 if task == START else (seat - first) % seats]
    place = TASK_PLACES.get((task, number), MARKS[3][-1])
    waiting = [YES if kind in later else NO for kind in range(TASKS)]
    return b"".join((MARKS[TASKS][task], doer, place, *waiting, *[in_hand[cards] for cards in due]))


@lru_cache(1024)
def _points(ledger: tuple[tuple[int, ...], ...], seats: int, first: Seat, rounds: int) -> bytes:
    totals = _from(first, tuple(sum(row[seat] for row in ledger) for seat in range(seats)))
    return _piece(*((total / rounds - LEAST_POINTS) / (MOST_POINTS - LEAST_POINTS) for total in totals))


ENCODING = Encoding(
    actions=actions,
    most_chances=most_chances,
    id_of=IDS.__getitem__,
    move_of=MOVES.__getitem__,
    layout=layout,
    encode=encode,
)
