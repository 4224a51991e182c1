"""Why a RumBugz move is refused: whose turn it is, drawing and discarding. Rows are in `rowreasons`."""

from __future__ import annotations

from hoodwink.engine.contract import Refused, Seat
from hoodwink.engine.words import Message, Who, message
from hoodwink.games.rumbugz.pieces import (
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
    RumbugzMove,
    Skip,
    Stop,
    unpack,
)
from hoodwink.games.rumbugz.rowreasons import no_such_begin, no_such_change, no_such_lay
from hoodwink.games.rumbugz.saying import describe, tile_name, tile_names
from hoodwink.games.rumbugz.sight import eligible
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import DEAL, DRAW, OVER, POLL, STARTER

__all__ = ["check", "describe"]


def check(state: RumbugzState, seat: Seat, move: RumbugzMove) -> Refused | None:
    """None exactly for the seat's legal moves."""
    if 0 <= seat < state.seats and move in state.moves(seat):
        return None
    refused = _not_now(state, seat, move)
    if refused is None and state.phase == DRAW:
        refused = _no_such_draw(state, move)
    return refused or _no_such_table_move(state, seat, move)


def _not_now(state: RumbugzState, seat: Seat, move: RumbugzMove) -> Refused | None:
    if state.phase == OVER:
        return Refused("RB-20", message("rumbugz.over"))
    if not 0 <= seat < state.seats:
        return Refused("RB-2", message("rumbugz.nobody-there", seats=state.seats))
    if state.phase in (STARTER, DEAL):
        return Refused("RB-10", message("rumbugz.still-dealing"))
    if not state.to_move():
        return Refused("Q-RB-07", message("rumbugz.still-drawing", who=Who(state.drawer)))
    if state.phase == POLL:
        return _not_asked(state, seat, move)
    if isinstance(move, Offer | Pass):
        return _no_offers_now(state)
    if seat != state.turn:
        return Refused("RB-15", message("rumbugz.not-your-turn", who=Who(state.turn)))
    return None


def _not_asked(state: RumbugzState, seat: Seat, move: RumbugzMove) -> Refused:
    """Q-RB-37: while offers are asked for, only those who are asked decide, and only that."""
    answering = isinstance(move, Offer | Pass)
    if state.pending >> seat & 1:
        return Refused("RB-21", message("rumbugz.answer-first", tile=tile_name(state.pile[-1])))
    if not eligible(state.seats, state.turn) >> seat & 1:
        if answering:
            return Refused("Q-RB-37", message("rumbugz.not-asked", next=Who(state.turn)))
        return Refused("RB-21", message("rumbugz.offers-first"))
    return Refused("RB-21", message("rumbugz.answered" if answering else "rumbugz.offers-first"))


def _no_offers_now(state: RumbugzState) -> Refused:
    if state.seats == 2:
        return Refused("RB-21", message("rumbugz.offers-need-three"))
    return Refused("Q-RB-37", message("rumbugz.window-closed"))


def _no_such_draw(state: RumbugzState, move: RumbugzMove) -> Refused:
    hint = message("rumbugz.legal-are", moves=tuple(describe(one) for one in state.moves(state.turn)))
    match move:
        case FromPile():
            return Refused("Q-RB-08", message("rumbugz.pile-empty"), hint)
        case Grant() if state.seats == 2:
            return Refused("RB-21", message("rumbugz.offers-need-three"), hint)
        case Grant():
            return Refused("RB-22", message("rumbugz.nobody-offers"), hint)
        case FromBag() if state.offers and state.options.offer_must_be_granted:
            return Refused("Q-RB-39", message("rumbugz.must-grant", who=Who(state.best_offer())), hint)
        case FromBag():
            return Refused("Q-RB-34", message("rumbugz.bag-empty"), hint)
        case Skip():
            return Refused("Q-RB-34", message("rumbugz.no-skipping"), hint)
        case _:
            return Refused("Q-RB-07", message("rumbugz.draw-first"), hint)


def _no_such_table_move(state: RumbugzState, seat: Seat, move: RumbugzMove) -> Refused:
    if state.span is not None:
        return Refused("Q-RB-14", message("rumbugz.finish-the-row", begun=describe(state.span)))
    match move:
        case Lay():
            return no_such_lay(state, seat, move.row)
        case Begin():
            return no_such_begin(state, move)
        case Exchange() | Add() | Remove():
            return no_such_change(state, seat, move)
        case Discard():
            return _no_such_discard(state, seat, move.tile)
        case Stop():
            return Refused("Q-RB-26", message("rumbugz.discard-to-end"), _discards(state))
        case _:
            return Refused("Q-RB-07", message("rumbugz.drawn-already"))


def _no_such_discard(state: RumbugzState, seat: Seat, tile: int) -> Refused:
    name = tile_name(tile)
    if tile not in unpack(state.hands[seat]):
        return Refused("RB-14", message("rumbugz.not-in-hand", tile=name), _discards(state))
    if tile == state.taken and state.keeps_taken(seat):
        return Refused("Q-RB-35", message("rumbugz.just-taken", tile=name), _discards(state))
    return Refused("Q-RB-27", message("rumbugz.no-discard-out", tile=name))


def _discards(state: RumbugzState) -> Message | None:
    tiles = [move.tile for move in state.moves(state.turn) if isinstance(move, Discard)]
    return message("rumbugz.can-discard", tiles=tile_names(tiles)) if tiles else None
