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

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TypeVar

import numpy as np

from hoodwink.engine.contract import Seat
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
    round_count,
)
from hoodwink.games.dudab.sight import DudabView
from hoodwink.games.dudab.tasks import FLIP, FROM_HAND_DRAW, LAY_JUNGLE, SHED_TO_2, START, TO_DISCARD, TO_PILE, Task

T = TypeVar("T")


def _shown_as(card: Card) -> bytes:
    """The numbers of a card in a column."""
    marks = [COLOUR[card] == colour for colour in range(4)] + [SYMBOL[card] == symbol for symbol in range(4)]
    return bytes([*marks, *(VALUE[card] == value for value in range(1, 5)), card in SHAMANS, card == DUDAB])


LOOKS = tuple(map(_shown_as, HOLDABLE))
EMPTY = tuple(bytes(CARD * (FULL_COLUMN - cards)) for cards in range(FULL_COLUMN + 1))
"""The empty places after so many cards."""
EMPTY_HEAP = bytes(len(KINDS))
MARKS = tuple(
    (*(bytes(place == at for place in range(size)) for at in range(size)), bytes(size)) for size in range(TASKS + 1)
)
"""For each size a 1 at each place, and last, where -1 finds it, no 1 at all."""
PHASE = {phase: MARKS[len(PHASES)][place] for place, phase in enumerate(PHASES)}
DUTY = MARKS[ATTACK + 1]
TASK_PLACES = {
    (SHED_TO_2, TO_DISCARD): MARKS[3][0],
    (SHED_TO_2, TO_PILE): MARKS[3][1],
    (LAY_JUNGLE, FROM_HAND_DRAW): MARKS[3][2],
}


def encode(view: DudabView) -> Floats:
    """The array of a view: small whole numbers one after the other, all divided at once, and the points."""
    seats, viewer, options = view.seats, view.viewer, view.options
    first = 0 if viewer is None else viewer
    mark = MARKS[seats]
    parts = [
        mark[-1 if viewer is None else viewer],
        mark[(view.to_move[0] - first) % seats if view.to_move else -1],
        mark[-1 if view.turn is None else (view.turn - first) % seats],
        mark[-1 if view.opener is None else (view.opener - first) % seats],
        PHASE[view.phase],
        *_duty(view, first),
        _tasks(view.todo, seats, first) if view.todo else _nothing_to_do(seats),
        bytes(_from(first, view.hand_sizes)),
        bytes((view.draw_pile, len(view.ledger))),
        _heap(view.hand or ()),
        _heap(view.discard),
        *map(_heap, _from(first, view.shown)),
        *map(_heap, _from(first, view.piles)),
    ]
    if options.hidden_own_piles:
        parts += (_heap(view.tucked or ()), bytes(_from(first, view.tucked_sizes)))
    for column in view.columns:
        parts += _row(column.above[::-1])
        if options.jungle:
            parts.append(b"\0" if column.below is None else b"\1")
            parts += _row(column.below or ())
        if options.baby:
            parts.append(_heap(column.hidden))
    parts.append(mark[-1])
    array: Floats = np.frombuffer(b"".join(parts), np.uint8) * _shares(seats, options)
    array[-seats:] = _points(view.ledger, seats, first, round_count(seats, options))
    return array


def _from(first: Seat, each: tuple[T, ...]) -> tuple[T, ...]:
    """What belongs to the seats, from one of them on."""
    return each[first:] + each[:first]


def _heap(cards: Sequence[Card]) -> bytes | bytearray:
    """How many there are of each kind."""
    if not cards:
        return EMPTY_HEAP
    counts = bytearray(len(KINDS))
    for card in cards:
        counts[card] += 1
    return counts


def _row(cards: tuple[Card, ...]) -> list[bytes]:
    """Cards one after the other, and the places that are left."""
    return [*(LOOKS[card] for card in cards), EMPTY[len(cards)]]


def _duty(view: DudabView, first: Seat) -> tuple[bytes, bytes, bytes]:
    seats, column, duty = MARKS[view.seats], MARKS[len(view.columns)], view.duty
    if duty is None:
        return DUTY[-1], column[-1], seats[-1]
    asked = DUTY[ATTACK if duty.request == NO_REQUEST else duty.request]
    return asked, column[duty.column], seats[-1 if duty.by is None else (duty.by - first) % view.seats]


def _tasks(todo: tuple[Task, ...], seats: int, first: Seat) -> bytes:
    """The uppermost task, the kinds below it, and what all of them give each seat to draw."""
    task, seat, number = todo[-1]
    waiting, due = bytearray(TASKS), bytearray(seats)
    for kind, _, _ in todo[:-1]:
        waiting[kind] = 1
    for kind, whose, count in todo:
        if kind < FLIP and kind != START:
            due[(whose - first) % seats] += count
    doer = MARKS[seats][-1 if task == START else (seat - first) % seats]
    return b"".join((MARKS[TASKS][task], doer, TASK_PLACES.get((task, number), MARKS[3][-1]), waiting, due))


@cache
def _nothing_to_do(seats: int) -> bytes:
    return bytes(TASKS + seats + 3 + TASKS + seats)


@cache
def _shares(seats: int, options: DudabOptions) -> Floats:
    """What a one is worth at each place."""
    hand, cards, box = 1 / most_in_hand(options), 1 / all_cards(options), [1 / copies for copies in COPIES]
    each = {"due": hand, "hand_sizes": hand, "draw_pile": cards, "tucked_sizes": cards}
    each["rounds"] = 1 / round_count(seats, options)
    shares: list[float] = []
    for one in layout(seats, options):
        shares += box if one.size == len(KINDS) else [each.get(one.name, 1.0)] * one.size
    return np.array(shares, np.float32)


@lru_cache(1024)
def _points(ledger: tuple[tuple[int, ...], ...], seats: int, first: Seat, rounds: int) -> Floats:
    totals = [sum(row[seat] for row in ledger) for seat in range(seats)]
    least, span = LEAST_POINTS * rounds, (MOST_POINTS - LEAST_POINTS) * rounds
    return np.array([(total - least) / span for total in totals[first:] + totals[:first]], np.float32)


ENCODING = Encoding(
    actions=actions,
    most_chances=most_chances,
    id_of=IDS.__getitem__,
    move_of=MOVES.__getitem__,
    layout=layout,
    encode=encode,
)
