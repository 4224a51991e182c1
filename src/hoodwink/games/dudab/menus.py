"""The legal moves of every decision state of part 1.D."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoodwink.engine.contract import Seat
from hoodwink.games.dudab.columns import MEETING, NOTHING
from hoodwink.games.dudab.pieces import (
    BABY,
    DRAW,
    DUDAB,
    JUNGLE,
    LAY,
    MOST,
    PENALTY,
    PLACE,
    PLAIN_DUDAB,
    SHAMAN,
    TOSS,
    TUCK,
    Card,
    Column,
    DudabMove,
    Place,
)
from hoodwink.games.dudab.tasks import ATTACKED, LAY_BABY, LAY_JUNGLE, SHED_TO_2, TO_DISCARD, TO_PILE

if TYPE_CHECKING:
    from hoodwink.games.dudab.state import DudabState


def free_moves(state: DudabState, hand: list[Card]) -> Sequence[DudabMove]:
    """Every card on every column it fits, then the draw where it is allowed; a sorted hand has its Dudabs last."""
    found: list[DudabMove] = []
    for column, fits in enumerate(state.fits):
        place, last = PLACE[column], NOTHING
        for card in hand:
            if fits[card]:
                if card < SHAMAN:
                    found.append(place[card])
                elif card == DUDAB:
                    found += plays_of_dudab(state, column)
                    break
                elif card != last:
                    found.append(place[card])
                    last = card
    if len(hand) < MOST or not found:  # DB-DRAW-1, DB-DRAW-2
        found.append(DRAW)
    return found


def plays_of_dudab(state: DudabState, column: Column) -> Sequence[Place]:
    """Every way to place a Dudab on a column."""
    return state.dudab_plays[column] if state.below[column] is None else PLAIN_DUDAB[column]


def duty_moves(state: DudabState, hand: list[Card]) -> Sequence[DudabMove]:
    """Q-DB-21: while a duty stands, its column alone may receive a card."""
    found = _reactions(state, hand) if state.duty == ATTACKED else _answers(state, hand)
    able, dudab = bool(found), DUDAB in hand
    if dudab:
        for column in range(len(state.above)):
            if column == state.duty_column or state.options.dudab_any_column_under_obligation:
                found += plays_of_dudab(state, column)
    if state.duty == ATTACKED:
        found.append(PENALTY)  # Q-DB-24: always open
    elif not able and not (dudab and len(hand) >= MOST):  # Q-DB-36, Q-DB-37
        found.append(DRAW)
    return found


def _answers(state: DudabState, hand: list[Card]) -> list[DudabMove]:
    """Q-DB-35: the cards that meet the request."""
    fits, place = MEETING[state.asked], PLACE[state.duty_column]
    found: list[DudabMove] = []
    last = NOTHING
    for card in hand:
        if fits[card] and card != last:
            found.append(place[card])
            last = card
    return found


def _reactions(state: DudabState, hand: list[Card]) -> list[DudabMove]:
    """DB-SHA-5: the Shamans that answer the attack; Q-DB-20: where agreed, also elsewhere."""
    shamans = sorted({card for card in hand if SHAMAN <= card < DUDAB})
    found: list[DudabMove] = []
    if not shamans:
        return found
    for column, ordinary in enumerate(state.fits):
        if column == state.duty_column or state.options.reaction_any_column:
            fits = state.parry() if column == state.duty_column else ordinary
            found += [PLACE[column][card] for card in shamans if fits[card]]
    return found


def chores(state: DudabState, seat: Seat) -> Sequence[DudabMove]:
    """What may be done about the uppermost task: lay a Jungle or Baby, shed a card."""
    task, _, place = state.todo[-1]
    if task == LAY_JUNGLE:
        return [LAY[JUNGLE][column] for column in state.open_to_jungle()]
    if task == LAY_BABY:
        return [LAY[BABY][column] for column in state.sheltered(range(len(state.above)))]
    held = list(dict.fromkeys(state.hands[seat]))
    if task == SHED_TO_2 and place != TO_PILE:
        tossing: list[DudabMove] = [TOSS[card] for card in held]
        return tossing if place == TO_DISCARD else [*tossing, *(TUCK[card] for card in held)]
    return [TUCK[card] for card in held]
