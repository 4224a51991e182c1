"""Why a Dudab Buba move is refused: the clause, the values at hand, and the nearest legal change where there is one."""

from __future__ import annotations

from hoodwink.engine.contract import Refused, Seat
from hoodwink.engine.words import Message, Who, message
from hoodwink.games.dudab import misfits
from hoodwink.games.dudab.pieces import (
    BABY,
    DUDAB,
    FEWEST,
    JUNGLE,
    MOST,
    NO_REQUEST,
    PLACE,
    SHAMANS,
    Card,
    Draw,
    DudabMove,
    Lay,
    Penalty,
    Place,
    Toss,
    Tuck,
)
from hoodwink.games.dudab.saying import say_card, say_request
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import (
    ATTACKED,
    LAY_BABY,
    LAY_JUNGLE,
    REQUESTED,
    SHED_ONE,
    SHED_TO_2,
    TO_DISCARD,
    TO_PILE,
)


def check(state: DudabState, seat: Seat, move: DudabMove) -> Refused | None:
    """None exactly for the seat's legal moves."""
    if (refused := _not_your_turn(state, seat)) is not None:
        return refused
    if move in state.moves(seat):
        return None
    if state.todo:
        return _other_task(state, seat, move)
    match move:
        case Place():
            return _no_such_play(state, seat, move)
        case Draw():
            return _no_draw(state, seat)
        case Penalty():
            return Refused("DB-SHA-7", message("dudab.no-attack"))
        case Lay(card=card):
            clause = "JU-2" if card == JUNGLE else "BA-2"
            return Refused(clause, message("dudab.nothing-to-lay", card=say_card(card)))
        case Tuck():
            return Refused("DB-HAND-3", message("dudab.nothing-to-shed"))
        case Toss():
            return Refused("DB-PICK-4", message("dudab.nothing-to-shed"))


def _not_your_turn(state: DudabState, seat: Seat) -> Refused | None:
    if state.over:
        return Refused("DB-SCORE-14", message("dudab.over"))
    if not 0 <= seat < state.seats:
        return Refused("DB-CON-6", message("dudab.nobody-there", seats=state.seats))
    if state.decider < 0:
        return Refused("DB-SETUP-5", message("dudab.card-is-due"))
    if seat != state.decider:
        return Refused("DB-TURN-2", message("dudab.not-your-turn", who=Who(state.decider)))
    return None


def _other_task(state: DudabState, seat: Seat, move: DudabMove) -> Refused:
    """Something else must be decided first: a Jungle or Baby laid, cards shed."""
    task, _, place = state.todo[-1]
    if task == LAY_JUNGLE:
        return _wrong_jungle(state, move)
    if task == LAY_BABY:
        return _wrong_baby(state, move)
    if isinstance(move, Tuck | Toss):
        return _wrong_shed(state, seat, move)
    if task == SHED_ONE:
        return Refused("Q-DB-11", message("dudab.shed-one-first"))
    if task == SHED_TO_2:
        to_go = len(state.hands[seat]) - FEWEST
        return Refused("DB-PICK-4", message("dudab.shed-first", count=to_go, settled=_settled(place)))
    return Refused("DB-HAND-1", message("dudab.trim-first", count=len(state.hands[seat]) - MOST))


def _wrong_shed(state: DudabState, seat: Seat, move: Tuck | Toss) -> Refused:
    task, _, place = state.todo[-1]
    if move.card not in state.hands[seat]:
        return Refused("DB-PLACE-1", message("dudab.not-in-hand", card=say_card(move.card)))
    hint = message("dudab.legal-as-tuck") if isinstance(move, Toss) else message("dudab.legal-as-toss")
    if task == SHED_ONE:
        return Refused("DB-DRAW-4", message("dudab.shed-one-to-pile"), hint)
    if task == SHED_TO_2:
        return Refused("DB-PICK-6", message("dudab.same-place", place=_settled(place)), hint)
    return Refused("DB-HAND-3", message("dudab.trim-to-pile"), hint)


def _settled(place: int) -> str:
    return {TO_DISCARD: "discard", TO_PILE: "pile"}.get(place, "open")


def _wrong_jungle(state: DudabState, move: DudabMove) -> Refused:
    if not isinstance(move, Lay) or move.card != JUNGLE:
        return Refused("Q-JU-08", message("dudab.jungle-first"))
    if move.column >= len(state.above):
        return _no_such_column(state, move.column)
    legal = message("dudab.legal-columns", columns=tuple(column + 1 for column in state.open_to_jungle()))
    if state.below[move.column] is not None:
        return Refused("JU-7", message("dudab.jungle-there", column=move.column + 1), legal)
    return Refused("Q-JU-05", message("dudab.protected", column=move.column + 1), legal)


def _wrong_baby(state: DudabState, move: DudabMove) -> Refused:
    if not isinstance(move, Lay) or move.card != BABY:
        return Refused("BA-2", message("dudab.baby-first"))
    if move.column >= len(state.above):
        return _no_such_column(state, move.column)
    return Refused("Q-BA-07", message("dudab.protected", column=move.column + 1))


def _no_such_column(state: DudabState, column: int) -> Refused:
    return Refused("DB-SETUP-3", message("dudab.column-absent", column=column + 1, columns=len(state.above)))


def _no_draw(state: DudabState, seat: Seat) -> Refused:
    hand = state.hands[seat]
    if state.duty == ATTACKED:
        return Refused("DB-SHA-4", message("dudab.react"), message("dudab.legal-as-penalty"))
    plays = tuple(say_card(card) for card in sorted(playable(state, seat)))
    if state.duty == REQUESTED and any(card != DUDAB for card in playable(state, seat)):
        asked = say_request(state.asked)
        return Refused("Q-DB-36", message("dudab.can-meet", request=asked, cards=plays))
    if state.duty == REQUESTED:
        return Refused("Q-DB-37", message("dudab.five-and-dudab", request=say_request(state.asked)))
    if DUDAB in hand:
        return Refused("Q-DB-10", message("dudab.dudab-always-fits", count=len(hand)))
    return Refused("DB-DRAW-2", message("dudab.five-and-playable", cards=plays))


def playable(state: DudabState, seat: Seat) -> set[Card]:
    """The cards of the seat that can be placed now."""
    return {move.card for move in state.moves(seat) if isinstance(move, Place)}


def _no_such_play(state: DudabState, seat: Seat, move: Place) -> Refused:
    card, column = move.card, move.column
    if column >= len(state.above):
        return _no_such_column(state, column)
    if card > DUDAB:
        return Refused("JU-2" if card == JUNGLE else "BA-2", message("dudab.nothing-to-lay", card=say_card(card)))
    if card not in state.hands[seat]:
        return Refused("DB-PLACE-1", message("dudab.not-in-hand", card=say_card(card)))
    hint = _where_else(state, seat, move)
    if card == DUDAB:
        return _bad_dudab(state, move, hint)
    if move.request != NO_REQUEST:
        return Refused("DB-DUD-2", message("dudab.only-dudab-asks", card=say_card(card)), hint)
    if state.duty == ATTACKED:
        return _no_reaction(state, move, hint)
    if state.duty == REQUESTED:
        return _request_unmet(state, move, hint)
    return misfits.misfit(state, card, column, hint)


def _where_else(state: DudabState, seat: Seat, move: Place) -> Message | None:
    """The columns on which the same card may lie instead."""
    columns = {one.column + 1 for one in state.moves(seat) if isinstance(one, Place) and one.card == move.card}
    if columns:
        return message("dudab.legal-columns", columns=tuple(sorted(columns)))
    return message("dudab.legal-as-penalty") if state.duty == ATTACKED else None


def _bad_dudab(state: DudabState, move: Place, hint: Message | None) -> Refused:
    at = state.duty_column
    if state.duty and move.column != at and not state.options.dudab_any_column_under_obligation:
        clause = "Q-DB-21" if state.duty == ATTACKED else "Q-DB-38"
        return Refused(clause, message("dudab.dudab-elsewhere", column=at + 1), hint)
    if move.request != NO_REQUEST and state.below[move.column] is not None:
        trigger = len(state.below[move.column] or ()) == len(state.above[move.column])
        legal = message("dudab.legal-plain")
        return Refused("Q-JU-13" if trigger else "JU-14", message("dudab.no-request-below"), legal)
    return Refused("Q-DB-33", message("dudab.must-ask"))


def _no_reaction(state: DudabState, move: Place, hint: Message | None) -> Refused:
    """DB-SHA-4: a Shaman calls for a Shaman, a Dudab or the penalty."""
    card, column, at = move.card, move.column, state.duty_column
    if card not in SHAMANS:
        clause = "Q-DB-23" if column == at else "DB-SHA-4"
        return Refused(clause, message("dudab.number-is-no-reaction", card=say_card(card), column=at + 1), hint)
    if column != at and not state.options.reaction_any_column:
        return Refused("Q-DB-20", message("dudab.react-there", column=at + 1), hint)
    return misfits.misfit(state, card, column, hint, reacting=column == at)


def _request_unmet(state: DudabState, move: Place, hint: Message | None) -> Refused:
    card, at, asked = move.card, state.duty_column, state.asked
    if move.column != at and PLACE[at][card] in state.moves(state.decider):
        return Refused("DB-DUD-4", message("dudab.request-column", column=at + 1), hint)
    if move.column != at:
        said = message("dudab.request-pending", request=say_request(asked), column=at + 1)
        return Refused("DB-DUD-3", said, hint)
    clause = "DB-NUM-5" if card not in SHAMANS else "DB-SHA-3" if asked < 4 else "Q-DB-30"
    return Refused(clause, message("dudab.not-requested", card=say_card(card), request=say_request(asked)), hint)


def describe(move: DudabMove) -> Message:
    """A move in words."""
    match move:
        case Place(request=-1):
            return message("dudab.move.place", card=say_card(move.card), column=move.column + 1)
        case Place():
            return message("dudab.move.ask", column=move.column + 1, request=say_request(move.request))
        case Draw():
            return message("dudab.move.draw")
        case Penalty():
            return message("dudab.move.penalty")
        case Tuck():
            return message("dudab.move.tuck", card=say_card(move.card))
        case Toss():
            return message("dudab.move.toss", card=say_card(move.card))
        case Lay():
            return message("dudab.move.lay", card=say_card(move.card), column=move.column + 1)
