"""What a card of the draw pile does when it goes anywhere but plainly to a hand."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from hoodwink.engine.contract import Seat
from hoodwink.games.dudab.pieces import BABY, JUNGLE, SHAMAN, VALUE, Card, Column, module_cards
from hoodwink.games.dudab.tasks import BABY_DRAW, DEAL, FINE, FROM_HAND_DRAW, LAY_BABY, LAY_JUNGLE, START

if TYPE_CHECKING:
    from hoodwink.games.dudab.state import DudabState


def module_drawn(state: DudabState, seat: Seat, card: Card) -> None:
    """JU-2, BA-2: a Jungle or Baby drawn to a hand waits for its column, if there is one."""
    if card == BABY and state.pile:
        state.todo.append((LAY_BABY, seat, 0))
    elif card == JUNGLE and state.pile and None in state.below:
        state.todo.append((LAY_JUNGLE, seat, FROM_HAND_DRAW))
    else:
        state.discard.append(card)  # JU-8; Q-DB-46


def flip(state: DudabState, seat: Seat, card: Card) -> None:
    """DB-SHA-7, DB-SHA-8: turn cards up until one is a Number."""
    triggers = state.options.modules_trigger_on_flip and state.pile  # Q-DB-27
    if card < SHAMAN:
        state.todo[-1] = (FINE, seat, VALUE[card])
    elif triggers and card == BABY:
        state.todo.append((LAY_BABY, seat, 0))
        return
    elif triggers and card == JUNGLE and None in state.below:
        state.todo.append((LAY_JUNGLE, seat, 0))
        return
    state.discard.append(card)


def cover(state: DudabState, seat: Seat, column: Column, card: Card) -> None:
    """BA-4: the card that covers a Baby."""
    if card == JUNGLE:
        state.discard.append(card)  # Q-BA-03
    elif card == BABY:
        state.hidden[column] += (card,)  # Q-BA-04
    else:
        state.todo.pop()
        state.above[column] = (card,)
        state.fits[column] = state.tails[card]
        if card < SHAMAN:  # BA-5, Q-BA-01: everybody, the drawer first
            for away in reversed(range(state.seats)):
                state.todo.append((BABY_DRAW, (seat + away) % state.seats, VALUE[card]))


def deal(state: DudabState, card: Card) -> None:
    """One card of the set-up; after the last one the modules join the draw pile and the opener is on turn."""
    task, seat, number = state.todo.pop()
    if task == START:
        state.above[seat] = (card,)  # DB-SETUP-4
        state.fits[seat] = state.tails[card]
    else:
        insort(state.hands[seat], card)
        if number > 1:
            state.todo.append((DEAL, seat, number - 1))
    if not state.todo:
        state.pile += module_cards(state.options)
        state.decider = state.turn
