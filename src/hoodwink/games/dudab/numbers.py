"""The ids of the moves of Dudab Buba and the plan of its arrays: what `encoding` fills, and its page tells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

from hoodwink.engine.encoding import Slice, lay_out
from hoodwink.games.dudab.pieces import (
    ASK,
    BABY,
    COPIES,
    DRAW,
    FULL_COLUMN,
    JUNGLE,
    KINDS,
    LAY,
    MOST,
    MOST_COLUMNS,
    PENALTY,
    PLACE,
    REQUESTS,
    TOSS,
    TUCK,
    Column,
    DudabMove,
    DudabOptions,
    base_deck,
    column_count,
    module_cards,
    round_count,
)
from hoodwink.games.dudab.sight import Phase

HOLDABLE = range(JUNGLE)
"""The cards that a hand may hold."""


def _onto(column: Column) -> tuple[DudabMove, ...]:
    return *PLACE[column][: len(HOLDABLE)], *ASK[column], LAY[JUNGLE][column], LAY[BABY][column]


SHEDS: tuple[DudabMove, ...] = TUCK[: len(HOLDABLE)] + TOSS[: len(HOLDABLE)]
ONTO = tuple(map(_onto, range(MOST_COLUMNS)))
MOVES: tuple[DudabMove, ...] = (DRAW, PENALTY, *SHEDS, *(move for moves in ONTO for move in moves))
"""All moves, each at its id."""
IDS = {move: number for number, move in enumerate(MOVES)}

PHASES: tuple[Phase, ...] = get_args(Phase)
TASK_NAMES = (
    "deal a hand",
    "start a column",
    "the turn's draw",
    "the draw of a short hand",
    "a penalty's draws",
    "a Baby's draws",
    "the draw in place of a Jungle",
    "turn up a penalty",
    "cover a Baby",
    "lay a Jungle",
    "lay a Baby",
    "shed one",
    "shed to two",
    "trim",
    "pass the turn on",
)
"""Of what `tasks` lists, in its order."""
TASKS = len(TASK_NAMES)
ATTACK = len(REQUESTS)
"""Where an attack stands, after the requests."""
CARD = 14
"""How many numbers show a card of a column."""
LEAST_POINTS, MOST_POINTS = -120, 240
"""No round scores less (eight Babies, eight Dudabs on fours) or more (all Numbers, Shamans and Dudabs)."""


def actions(seats: int, options: DudabOptions) -> int:
    """How many ids a table needs: it has two columns or three."""
    return 2 + len(SHEDS) + column_count(seats, options) * len(ONTO[0])


def most_chances(seats: int, options: DudabOptions) -> int:
    """The kinds of cards that can be drawn; there are never as many seats."""
    return len(HOLDABLE) + options.jungle + options.baby


def most_in_hand(options: DudabOptions) -> int:
    """Before it is trimmed a hand may take a penalty of four, and four more for every Baby."""
    return MOST + 4 + (4 * COPIES[BABY] if options.baby else 0)


@cache
def layout(seats: int, options: DudabOptions) -> tuple[Slice, ...]:
    """What the numbers mean, in order."""
    hand, cards, columns = most_in_hand(options), all_cards(options), column_count(seats, options)
    return lay_out(
        ("seat", seats, "1 at the viewer's own seat, counted from A; all 0 for a watcher"),
        ("to_move", seats, "1 at the seat that must decide"),
        ("turn", seats, "1 at the seat whose turn it is"),
        ("opener", seats, "1 at the seat that opened this round"),
        ("phase", len(PHASES), f"1 at what is being decided: {', '.join(PHASES)}"),
        ("duty", ATTACK + 1, "1 at the request to meet (colours, values, symbols) or, last, at a Shaman's attack"),
        ("duty_column", columns, "1 at the column of that request or attack"),
        ("asker", seats, "1 at the seat whose request it is"),
        ("task", TASKS, f"1 at the task under way: {', '.join(TASK_NAMES)}"),
        ("task_seat", seats, "1 at the seat that does it"),
        ("task_place", 3, "of it: cards are shed to the discard, to the own pile; the Jungle was for a hand"),
        ("waiting", TASKS, "1 at every kind of task that is to be done after it"),
        ("due", seats, f"the cards each seat is still to draw for these tasks, divided by {hand}"),
        ("hand_sizes", seats, f"the cards of each hand, divided by {hand}, the most a hand can hold"),
        ("draw_pile", 1, f"the cards of the draw pile, divided by {cards}"),
        ("rounds", 1, f"the finished rounds, divided by {round_count(seats, options)}"),
        ("hand", len(KINDS), "the viewer's own hand, by kind"),
        ("discard", len(KINDS), "the common discard, by kind"),
        *_of_seats("shown", seats, "hand of seat {}: what all have seen of it and is still there, by kind"),
        *_of_seats("pile", seats, "own pile of seat {}: what all have seen of it, by kind"),
        *_tucked(seats, options),
        *(one for column in range(columns) for one in _of_column(column + 1, options)),
        ("points", seats, f"each seat's points so far: {LEAST_POINTS} a round would be 0, {MOST_POINTS} a round 1"),
    )


def all_cards(options: DudabOptions) -> int:
    """How many cards are played with."""
    return len(base_deck()) + len(module_cards(options))


def _of_seats(name: str, seats: int, meaning: str) -> Iterator[tuple[str, int, str]]:
    for away in range(seats):
        yield f"{name}_{away}", len(KINDS), meaning.format(f"{away}, the viewer's own" if away == 0 else away)


def _tucked(seats: int, options: DudabOptions) -> Iterator[tuple[str, int, str]]:
    if options.hidden_own_piles:
        yield "tucked", len(KINDS), "what the viewer has shed unseen into the own pile, by kind"
        yield "tucked_sizes", seats, f"how many cards each seat has shed so, divided by {all_cards(options)}"


def _of_column(number: int, options: DudabOptions) -> Iterator[tuple[str, int, str]]:
    yield f"above_{number}", FULL_COLUMN * CARD, f"column {number}: its cards, above the Jungle if any, newest first"
    if options.jungle:
        yield f"jungle_{number}", 1, f"column {number}: 1 where a Jungle lies"
        yield f"below_{number}", FULL_COLUMN * CARD, f"column {number}: those below the Jungle, the nearest first"
    if options.baby:
        yield f"hidden_{number}", len(KINDS), f"column {number}: what lies under a Baby, by kind"
