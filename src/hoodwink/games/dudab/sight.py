"""Who may know what at a Dudab Buba table: the only file that turns a state into something that leaves it.

Secret are the hands, as far as they were not shown, and the order of the draw pile; where the table agreed so, also
what was shed from hand into an own pile (Q-DB-08). All else lies or lay open, what is under a Baby too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from hoodwink.engine.contract import Random, Seat, View, Viewer, below
from hoodwink.games.dudab.columns import fitting
from hoodwink.games.dudab.pieces import (
    DUDAB,
    JUNGLE,
    NO_REQUEST,
    Card,
    Column,
    Draw,
    DudabOptions,
    Lay,
    Penalty,
    Place,
    Request,
    Toss,
    Tuck,
)
from hoodwink.games.dudab.rounds import all_cards, in_the_air
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import (
    ATTACKED,
    DEAL,
    FREE,
    LAY_BABY,
    LAY_JUNGLE,
    NOBODY,
    REQUESTED,
    SHED_ONE,
    SHED_TO_2,
    START,
    TRIM,
    Task,
)

Phase = Literal[
    "free", "request", "attack", "shed-one", "shed-to-2", "place-jungle", "place-baby", "trim", "draw", "over"
]
"""The decision states of part 1.D; `draw` while a card of the draw pile is due."""


class ColumnSeen(Struct, frozen=True, gc=False):
    """A column: the stack under a Baby, the cards above, and those below a Jungle where one lies."""

    hidden: tuple[Card, ...]
    above: tuple[Card, ...]
    below: tuple[Card, ...] | None

    def cards(self) -> tuple[Card, ...]:
        """Every card of it."""
        return self.hidden + self.above + (() if self.below is None else (JUNGLE, *self.below))


class Duty(Struct, frozen=True, gc=False):
    """What the seat on turn is obliged to: to meet a request (whose it is), or to react to a Shaman."""

    column: Column
    request: Request
    by: Seat | None


class DudabView(View, frozen=True, tag="dudab"):
    """What one viewer may know of a Dudab Buba position."""

    options: DudabOptions
    moves: tuple[Place | Draw | Penalty | Tuck | Toss | Lay, ...]
    phase: Phase
    opener: Seat | None
    turn: Seat | None
    hand: tuple[Card, ...] | None
    """The viewer's own cards; None for a watcher."""
    hand_sizes: tuple[int, ...]
    shown: tuple[tuple[Card, ...], ...]
    """Q-DB-12: of each hand, the cards that were shown to all and are certainly still there."""
    piles: tuple[tuple[Card, ...], ...]
    """DB-SETUP-7: the own piles, as far as all have seen them."""
    tucked: tuple[Card, ...] | None
    """Q-DB-08: the viewer's own cards that were shed unseen."""
    tucked_sizes: tuple[int, ...]
    columns: tuple[ColumnSeen, ...]
    discard: tuple[Card, ...]
    draw_pile: int
    """How many cards it still holds."""
    duty: Duty | None
    todo: tuple[Task, ...]
    """What is under way, the uppermost task last; see `state`."""
    ledger: tuple[tuple[int, ...], ...]
    """The scores of the finished rounds."""


def view(state: DudabState, viewer: Viewer) -> DudabView:
    """All that a viewer may know, gathered from what is public and from the viewer's own cards."""
    duty = None
    if state.duty != FREE:
        duty = Duty(state.duty_column, state.asked, state.asker if state.duty == REQUESTED else None)
    return DudabView(  # by place, as naming so many fields takes longer than gathering them
        viewer,
        state.seats,
        state.options,
        state.round(),
        state.to_move(),
        () if viewer is None else tuple(state.moves(viewer)),
        state.result(),
        phase(state),
        None if state.opener == NOBODY else state.opener,
        None if state.turn == NOBODY else state.turn,
        None if viewer is None else tuple(state.hands[viewer]),
        tuple(map(len, state.hands)),
        tuple(state.shown),
        tuple(map(_in_order, state.piles)),
        None if viewer is None else state.tucked[viewer] and _in_order(state.tucked[viewer]),
        tuple(map(len, state.tucked)),
        tuple(map(ColumnSeen, state.hidden, state.above, state.below)),
        tuple(sorted(state.discard)),
        len(state.pile),
        duty,
        tuple(state.todo),
        tuple(state.ledger),
    )


@lru_cache(1024)
def _in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A pile as it is shown; it lies for a while, and everybody looks at it every turn."""
    return tuple(sorted(cards))


def phase(state: DudabState) -> Phase:
    """What is being decided."""
    if state.over:
        return "over"
    if state.decider == NOBODY:
        return "draw"
    if state.todo:
        return CHORES[state.todo[-1][0]]
    return DUTIES[state.duty]


CHORES: Mapping[int, Phase] = {
    LAY_JUNGLE: "place-jungle",
    LAY_BABY: "place-baby",
    SHED_ONE: "shed-one",
    SHED_TO_2: "shed-to-2",
    TRIM: "trim",
}
DUTIES: Mapping[int, Phase] = {FREE: "free", REQUESTED: "request", ATTACKED: "attack"}


def imagine(view: DudabView, random: Random) -> DudabState:
    """A full state that fits a view: the cards nobody showed the viewer are dealt out anew."""
    state = DudabState(view.seats, view.options)
    set_public(state, view)
    unseen = unseen_cards(state, view)
    for seat in range(view.seats):
        if seat != view.viewer:
            known = view.shown[seat]
            state.hands[seat] = sorted([*known, *_pick(unseen, view.hand_sizes[seat] - len(known), random)])
            state.tucked[seat] = tuple(_pick(unseen, view.tucked_sizes[seat], random))
    state.pile = sorted(unseen)
    return state


def set_public(state: DudabState, view: DudabView) -> None:
    """Give a state all that a view tells: of the hands, the viewer's own and what the others have shown."""
    state.over = view.result is not None
    state.opener = NOBODY if view.opener is None else view.opener
    state.turn = NOBODY if view.turn is None else view.turn
    state.decider = view.to_move[0] if view.to_move else NOBODY
    state.shown = list(view.shown)
    state.hands = [list(known) for known in view.shown]
    state.tucked = [()] * view.seats
    if view.viewer is not None:
        state.hands[view.viewer] = list(view.hand or ())
        state.tucked[view.viewer] = view.tucked or ()
    state.piles = list(view.piles)
    state.discard = list(view.discard)
    state.todo = list(view.todo)
    state.ledger = list(view.ledger)
    set_columns(state, view.columns)
    if view.duty is not None:
        state.duty = ATTACKED if view.duty.request == NO_REQUEST else REQUESTED
        state.duty_column, state.asked = view.duty.column, view.duty.request
        state.asker = NOBODY if view.duty.by is None else view.duty.by


def set_columns(state: DudabState, columns: tuple[ColumnSeen, ...]) -> None:
    """Lay the columns of a state and work out what fits them."""
    state.hidden = [column.hidden for column in columns]
    state.above = [column.above for column in columns]
    state.below = [column.below for column in columns]
    state.fits = [fitting(*state.end_of(at)) if column.above else b"" for at, column in enumerate(columns)]


def unseen_cards(state: DudabState, view: DudabView) -> list[Card]:
    """What is neither open nor the viewer's, given a state that knows just that: hands of others and the draw pile."""
    early = bool(view.todo) and view.todo[-1][0] in (DEAL, START)
    unseen = Counter(all_cards(view.options, dealing=early or view.opener is None or view.result is not None))
    unseen.subtract([*state.discard, *in_the_air(state)])
    for heap in (*state.hands, *state.piles, *state.tucked, *(column.cards() for column in view.columns)):
        unseen.subtract(heap)
    return sorted(unseen.elements())


def _pick(unseen: list[Card], count: int, random: Random) -> list[Card]:
    """Take so many cards that a hand may hold, which Jungles and Babies never are; these sort last."""
    holdable = len(unseen)
    while holdable and unseen[holdable - 1] > DUDAB:
        holdable -= 1
    return [unseen.pop(below(holdable - taken, random)) for taken in range(count)]
