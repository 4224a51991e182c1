"""Why a Dudo move is refused: the clause, the values at hand, and the nearest legal bid where there is one."""

from __future__ import annotations

from hoodwink.engine.contract import Refused, Seat
from hoodwink.engine.words import Message, Who, message
from hoodwink.games.dudo.pieces import JOKER, Bid, Claim, Doubt, DudoMove, Jokers, is_raise
from hoodwink.games.dudo.state import DudoState


def check(state: DudoState, seat: Seat, move: DudoMove) -> Refused | None:
    """None exactly for the seat's legal moves."""
    refused = _not_your_turn(state, seat, move)
    if refused is None:
        refused = _nothing_to_doubt(state) if isinstance(move, Doubt) else _no_such_bid(state, move)
    return refused


def _not_your_turn(state: DudoState, seat: Seat, move: DudoMove) -> Refused | None:
    if state.result() is not None:
        return Refused("DU-22", message("dudo.over"))
    if not state.to_move():
        return Refused("DU-9", message("dudo.still-rolling"))
    if not 0 <= seat < state.seats:
        return Refused("Q-DU-19", message("dudo.nobody-there", seats=state.seats))
    if not state.left[seat]:
        return Refused("DU-2", message("dudo.out-of-the-game", who=Who(seat)))
    if seat != state.turn:
        clause = "Q-DU-11" if isinstance(move, Doubt) else "DU-14"
        return Refused(clause, message("dudo.not-your-turn", who=Who(state.turn)))
    return None


def _nothing_to_doubt(state: DudoState) -> Refused | None:
    return None if state.bids else Refused("Q-DU-10", message("dudo.nothing-to-doubt"))


def _no_such_bid(state: DudoState, claim: Claim) -> Refused | None:
    if isinstance(claim, Bid) and claim.face == JOKER:
        starred = Jokers(claim.count)
        hint = None if _no_such_bid(state, starred) else message("dudo.legal-as", bid=describe(starred))
        return Refused("Q-DU-06", message("dudo.ones-need-a-star", count=claim.count), hint)
    if isinstance(claim, Bid) and not 1 <= claim.face <= 6:
        return Refused("DU-4", message("dudo.no-such-face", face=claim.face))
    if claim.count < 1:
        return Refused("Q-DU-09", message("dudo.at-least-one", count=claim.count), _nearest(state, claim))
    if claim.count > _most(state, claim):
        return _too_many(state, claim)
    if state.bids and not is_raise(state.bids[-1].claim, claim, state.options):
        return _not_higher(state.bids[-1].claim, claim, _nearest(state, claim))
    return None


def _too_many(state: DudoState, claim: Claim) -> Refused:
    if len(state.moves(state.turn)) == 1:
        return Refused("Q-DU-08", message("dudo.top-of-the-ladder", bid=describe(state.bids[-1].claim)))
    limit = "dudo.beyond-the-board" if state.options.max_bid == "board" else "dudo.beyond-the-dice"
    said = message(limit, count=claim.count, most=_most(state, claim), dice=state.in_play)
    return Refused("Q-DU-07", said, _nearest(state, claim))


def _not_higher(standing: Claim, claim: Claim, hint: Message | None) -> Refused:
    values = {"bid": describe(claim), "standing": describe(standing)}
    if isinstance(standing, Bid) and isinstance(claim, Bid):
        if claim.count == standing.count and claim.face > standing.face:
            return Refused("Q-DU-03", message("dudo.same-quantity", count=claim.count, **values), hint)
        return Refused("DU-13", message("dudo.quantity-must-rise", **values), hint)
    if isinstance(standing, Jokers) and isinstance(claim, Jokers):
        return Refused("Q-DU-04", message("dudo.jokers-must-rise", **values), hint)
    return Refused("Q-DU-02", message("dudo.lower-on-the-ladder", **values), hint)


def _most(state: DudoState, claim: Claim) -> int:
    """Q-DU-07: the highest count for a bid of this kind."""
    return state.menu.plain if isinstance(claim, Bid) else state.menu.starred


def _nearest(state: DudoState, claim: Claim) -> Message:
    """The nearest count that would make this kind of bid legal, or that there is none."""
    same_kind = [
        move.count
        for move in state.moves(state.turn)
        if type(move) is type(claim) and not isinstance(move, Doubt) and _face(move) == _face(claim)
    ]
    if not same_kind:
        return message("dudo.no-count-is-legal")
    if claim.count < same_kind[0]:
        return message("dudo.legal-from", count=same_kind[0])
    return message("dudo.legal-up-to", count=same_kind[-1])


def _face(claim: Claim) -> int:
    return claim.face if isinstance(claim, Bid) else JOKER


def describe(move: DudoMove) -> Message:
    """A move in words: «seven threes», «five jokers», «Dudo!»."""
    match move:
        case Bid():
            return message("dudo.bid", count=move.count, face=move.face)
        case Jokers():
            return message("dudo.jokers", count=move.count)
        case Doubt():
            return message("dudo.doubt")
