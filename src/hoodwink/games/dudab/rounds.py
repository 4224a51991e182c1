"""Starting a game of Dudab Buba, and what every position of it must obey."""

from __future__ import annotations

from collections import Counter
from functools import cache

from hoodwink.games.dudab.pieces import (
    BABY,
    FEWEST,
    FULL_COLUMN,
    JUNGLE,
    MOST,
    Card,
    DudabOptions,
    base_deck,
    column_count,
    contradiction,
    module_cards,
    round_count,
)
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import COVER, DEAL, FREE, LAY_BABY, LAY_JUNGLE, NOBODY, REQUESTED, START


def start(seats: int, options: DudabOptions) -> DudabState:
    """A new game, its options checked."""
    return _opening(seats, options).copy()


@cache
def _opening(seats: int, options: DudabOptions) -> DudabState:
    if (refused := contradiction(seats, options)) is not None:
        raise refused
    return DudabState(seats, options)


def dealing(state: DudabState) -> bool:
    """Whether the modules still wait beside the draw pile (Q-DB-02)."""
    return state.todo[-1][0] in (DEAL, START) if state.todo else state.decider == NOBODY


def all_cards(options: DudabOptions, *, dealing: bool) -> list[Card]:
    """What the table's cards should come to, sorted: 80, 88 or 96; while dealing the base cards alone."""
    return sorted(base_deck() if dealing else base_deck() + module_cards(options))


def in_the_air(state: DudabState) -> list[Card]:
    """Jungles and Babies that were drawn and wait for their column."""
    cards = {LAY_JUNGLE: JUNGLE, LAY_BABY: BABY}
    return [cards[task] for task, _, _ in state.todo if task in cards]


def audit(state: DudabState) -> str | None:
    """The invariants of part 1.D: conservation, hands between two and five, at most one Jungle and one duty."""
    cards = [*state.pile, *state.discard, *in_the_air(state)]
    for heap in (*state.hands, *state.piles, *state.tucked, *map(state.whole_column, range(len(state.above)))):
        cards += heap
    if sorted(cards) != all_cards(state.options, dealing=dealing(state)):
        return f"{len(cards)} cards are not those of the box"
    if any(Counter(shown) - Counter(hand) for shown, hand in zip(state.shown, state.hands, strict=True)):
        return "a hand is said to hold a card that it does not"
    if state.pile != sorted(state.pile) or any(hand != sorted(hand) for hand in state.hands):
        return "a heap is out of order"
    if not state.pile:
        if state.decider == NOBODY or not state.todo:
            return "the draw pile is empty and the round goes on"  # Q-DB-42
        return None
    return _bad_columns(state) or _bad_turn(state)


def _bad_columns(state: DudabState) -> str | None:
    waiting = {number for task, _, number in state.todo if task == COVER}
    waiting |= {column for task, column, _ in state.todo if task == START}
    for column, over in enumerate(state.above):
        under = state.below[column]
        if not over and column not in waiting and state.decider >= 0:
            return f"column {column} shows no card"
        if len(over) > FULL_COLUMN or (under is not None and len(under) > len(over)):
            return f"column {column} is too long"
        if JUNGLE in over or BABY in over or (under is not None and {JUNGLE, BABY} & set(under)):
            return f"column {column} shows a card that cannot be followed"
        if state.hidden[column] and state.hidden[column][-1] != BABY:
            return f"no Baby lies on the stack of column {column}"
    return None


def _bad_turn(state: DudabState) -> str | None:
    if state.duty != FREE and state.duty_column not in range(len(state.above)):
        return "a duty without a column"
    if (state.duty == REQUESTED) != (state.asked >= 0) and state.duty != FREE:
        return "a request that asks for nothing"
    if state.todo or state.decider == NOBODY:
        return None
    fewest = 0 if state.options.jungle_redraw_2015 else FEWEST
    if any(not fewest <= len(hand) <= MOST for hand in state.hands):
        return f"hands of {[len(hand) for hand in state.hands]} cards at the start of a turn"
    return None


def turn_bound(seats: int, options: DudabOptions) -> int:
    """Part 1.D: every turn of a round takes a card from the draw pile or shortens a hand that is above its floor."""
    pile = len(base_deck()) + len(module_cards(options)) - 3 * seats - column_count(seats, options)
    return 2 * pile + (3 if options.jungle_redraw_2015 else 1) * seats


def bound(seats: int, options: DudabOptions) -> int:
    """Per round: every card is drawn once, shed or laid once after that, and the turns are bounded."""
    cards = len(base_deck()) + len(module_cards(options))
    return 1 + round_count(seats, options) * (2 * cards + turn_bound(seats, options))
