"""What each RumBugz move does, and what follows by itself: replacements, the next turn, the next round.

Functions over the state rather than methods, so that state.py stays a page about what a position is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hoodwink.engine.contract import Seat
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    DEALT,
    ONE,
    REPLACED,
    Add,
    Begin,
    Discard,
    Exchange,
    FromBag,
    FromPile,
    Grant,
    Lay,
    Offer,
    Pass,
    Remove,
    Skip,
    Stop,
    counts_of,
    tiles_of,
    unpack,
    worth,
)
from hoodwink.games.rumbugz.rows import KIND_BITS, PLYT, all_fresh, changed

if TYPE_CHECKING:
    from hoodwink.games.rumbugz.state import RumbugzState

NOBODY = -1
STARTER, DEAL, POLL, DRAW, DRAWING, GRANTED, TABLE, REPLACE, OVER = range(9)
"""What is going on: chance picks the starter; hands are dealt; offers are asked for; the turn's seat decides where to
draw; it draws; an offering seat draws; rows are laid and changed until a discard; replacements are drawn; all is over.
"""


def _discard(state: RumbugzState, seat: Seat, move: Discard) -> None:
    tile = move.tile
    state.hands[seat] -= ONE[tile]
    state.held[seat] -= 1
    state.pile.append(tile)
    if not state.held[seat] and state.made[seat] == ALL_FOUR:
        _win(state, seat)  # Q-RB-27
    else:
        state.threw = True
        _replace(state, seat)


def _stop(state: RumbugzState, seat: Seat, move: Stop) -> None:
    state.threw = False
    _replace(state, seat)


def _lay(state: RumbugzState, seat: Seat, move: Lay) -> None:
    row = move.row
    state.hands[seat] -= tiles_of(row)
    state.held[seat] -= len(row.slots)
    state.rows.append(row)
    state.owners.append(seat)
    state.fresh.append(all_fresh(row))
    state.made[seat] |= KIND_BITS[row.kind]
    state.laid += 1
    state.span = None
    state.idle = -1
    if state.taken in row.slots or (state.taken == PLYT and min(row.slots) < 0):
        state.taken = 0
    _grown(state)
    _after_placing(state, seat)


def _begin(state: RumbugzState, seat: Seat, move: Begin) -> None:
    state.span = move


def _exchange(state: RumbugzState, seat: Seat, move: Exchange) -> None:
    out = move.out if move.take != PLYT else -move.out
    _change(state, move.row, move.at if move.put != PLYT else -move.at, out)
    state.hands[seat] += ONE[move.take] - ONE[move.put]
    if move.put == state.taken:
        state.taken = 0


def _add(state: RumbugzState, seat: Seat, move: Add) -> None:
    _change(state, move.row, move.at if move.put != PLYT else -move.at, None)
    state.hands[seat] -= ONE[move.put]
    state.held[seat] -= 1
    if move.put == state.taken:
        state.taken = 0
    if _grown(state):
        state.idle = -1
    _after_placing(state, seat)


def _remove(state: RumbugzState, seat: Seat, move: Remove) -> None:
    _change(state, move.row, None, move.out if move.take != PLYT else -move.out)
    state.hands[seat] += ONE[move.take]
    state.held[seat] += 1


def _change(state: RumbugzState, number: int, put: int | None, out: int | None) -> None:
    place = number - 1
    state.rows[place], state.fresh[place] = changed(state.rows[place], state.fresh[place], put, out)


def _grown(state: RumbugzState) -> bool:
    """Whether the table is fuller than ever this round: where taking is free, putting back is no progress."""
    placed = sum(len(row.slots) for row in state.rows)
    if placed <= state.peak:
        return False
    state.peak = placed
    return True


def _after_placing(state: RumbugzState, seat: Seat) -> None:
    if state.held[seat]:
        return
    if state.made[seat] == ALL_FOUR:
        _win(state, seat)  # Q-RB-28, Q-RB-46
    else:
        state.threw = False  # Q-RB-10
        _replace(state, seat)


def _from_bag(state: RumbugzState, seat: Seat, move: FromBag) -> None:
    state.offers = 0
    if not state.bag_count and state.options.empty_bag == "draw_round":
        _next_round(state, NOBODY)  # Q-RB-34
    else:
        _owe(state, seat, 1, DRAWING)


def _from_pile(state: RumbugzState, seat: Seat, move: FromPile) -> None:
    state.offers = 0
    state.taken = state.pile.pop()
    state.hands[seat] += ONE[state.taken]
    state.held[seat] += 1
    state.phase = TABLE


def _grant(state: RumbugzState, seat: Seat, move: Grant) -> None:
    """RB-22: the discard, then one from the bag."""
    offering = state.best_offer()
    state.offers = 0
    state.hands[offering] += ONE[state.pile.pop()]
    state.held[offering] += 1
    _owe(state, offering, 1, GRANTED)


def _skip(state: RumbugzState, seat: Seat, move: Skip) -> None:
    _drawn(state)


def _answer(state: RumbugzState, seat: Seat, move: Offer | Pass) -> None:
    state.pending &= ~(1 << seat)
    if type(move) is Offer:
        state.offers |= 1 << seat
    if not state.pending:
        state.phase = DRAW


def _owe(state: RumbugzState, seat: Seat, count: int, phase: int) -> None:
    """Let a seat draw so many from the bag, or what there is (Q-RB-34, Q-RB-42)."""
    state.drawer, state.owed, state.phase = seat, count, phase
    if count and not state.bag_count:
        _recycle(state)
    if not count or not state.bag_count:
        _drawn(state)


def _recycle(state: RumbugzState) -> None:
    """Q-RB-34: all discards but the top one go back into the bag."""
    if len(state.pile) > 1 and state.options.empty_bag == "recycle":
        state.bag = counts_of(state.pile[:-1])
        state.bag_count = len(state.pile) - 1
        state.pile = state.pile[-1:]


def _drawn(state: RumbugzState) -> None:
    """Go on after the last tile that was owed."""
    state.drawer, state.owed = NOBODY, 0
    phase = state.phase
    if phase == REPLACE:
        _end_turn(state)
    elif phase == GRANTED:
        state.phase = DRAW  # RB-23, Q-RB-40
    elif state.held[state.turn]:
        state.phase = TABLE
    else:
        state.threw = False
        _replace(state, state.turn)


def _replace(state: RumbugzState, seat: Seat) -> None:
    """RB-13, Q-RB-09, Q-RB-11, Q-RB-30: after the discard, four for each row laid this turn; none after the four."""
    laid, state.laid, state.taken = state.laid, 0, 0
    if any(state.fresh):
        state.fresh = [0] * len(state.rows)  # Q-RB-23
    if not laid or state.made[seat] == ALL_FOUR:
        _end_turn(state)
    elif state.options.replacement == "four":
        _owe(state, seat, REPLACED * laid, REPLACE)
    else:
        _owe(state, seat, max(0, DEALT - state.held[seat]), REPLACE)


def _end_turn(state: RumbugzState) -> None:
    state.idle += 1
    if state.idle >= state.options.stall_limit * state.seats:
        _next_round(state, NOBODY)  # Q-RB-36
        return
    discarder, seats = state.turn, state.seats
    state.turn = (discarder + 1) % seats  # RB-15
    if state.threw and seats > 2:  # RB-21, Q-RB-37
        state.pending = (1 << seats) - 1 & ~(1 << discarder) & ~(1 << state.turn)
        state.phase = POLL
    else:
        state.phase = DRAW
    state.threw = False


def _win(state: RumbugzState, seat: Seat) -> None:
    """RB-18, RB-19, Q-RB-33."""
    state.scores[seat] += sum(worth(unpack(hand), state.options) for hand in state.hands)
    _next_round(state, seat)


def _next_round(state: RumbugzState, winner: Seat) -> None:
    if state.rounds == state.options.rounds:
        _close(state)  # RB-20
        return
    starter, rule = state.starter, state.options.next_starter
    state.rounds += 1
    state.clear()
    if rule == "rotate":  # Q-RB-04
        deal_from(state, (starter + 1) % state.seats)
    elif rule == "winner" and winner != NOBODY:
        deal_from(state, winner)


def _close(state: RumbugzState) -> None:
    """The table stays as it lies, and nothing is under way any more."""
    state.phase = OVER
    state.turn = NOBODY
    state.fresh = [0] * len(state.rows)
    state.taken = state.laid = state.idle = state.offers = 0
    state.threw = False


def deal_from(state: RumbugzState, starter: Seat) -> None:
    """RB-10: six for everybody, the starter first."""
    state.starter = state.drawer = starter
    state.owed = DEALT
    state.phase = DEAL


def take_in(state: RumbugzState, tile: int) -> None:
    """Give a tile from the bag to the seat that is drawing."""
    seat = state.drawer
    state.bag[tile - 1] -= 1
    state.bag_count -= 1
    state.hands[seat] += ONE[tile]
    state.held[seat] += 1
    state.owed -= 1
    if state.owed:
        if not state.bag_count:
            _owe(state, seat, state.owed, state.phase)
    elif state.phase == DEAL:
        _dealt(state, seat)
    else:
        _drawn(state)


def _dealt(state: RumbugzState, seat: Seat) -> None:
    following = (seat + 1) % state.seats
    if following != state.starter:
        state.drawer, state.owed = following, DEALT
    else:
        state.drawer = NOBODY
        state.turn = state.starter
        state.phase = DRAW  # RB-11


PLAYS: Mapping[type, Callable[[RumbugzState, Seat, Any], None]] = {
    Discard: _discard,
    Stop: _stop,
    Lay: _lay,
    Begin: _begin,
    Exchange: _exchange,
    Add: _add,
    Remove: _remove,
    FromBag: _from_bag,
    FromPile: _from_pile,
    Grant: _grant,
    Skip: _skip,
    Offer: _answer,
    Pass: _answer,
}
