"""What a good friend would whisper at a table: three moves with reasons, and what the next player may hold."""

from __future__ import annotations

from math import sqrt

from hoodwink.engine.contract import Advice, Hint, Random
from hoodwink.engine.words import Message, Who, message
from hoodwink.games.dudab.pieces import (
    DUDAB,
    FULL_COLUMN,
    JUNGLE,
    KINDS,
    NO_REQUEST,
    REQUESTS,
    SHAMAN,
    VALUE,
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
from hoodwink.games.dudab.sight import DudabView
from hoodwink.games.dudab.thinking.odds import lacking
from hoodwink.games.dudab.thinking.piles import bundle, known_points, points
from hoodwink.games.dudab.thinking.search import Effort, Prospect, Search

EFFORT = Effort(work=1_500, moves=5, deals=72)
HINTS = 3
ASKS = 3
"""How many requests are told with their odds, those the next player is likeliest to lack."""
PARRIES = bytes(SHAMAN <= card <= DUDAB for card in KINDS)
"""What answers an attack."""


def advise(view: DudabView, random: Random) -> Advice:
    """The three moves that a search likes best, and the odds as they stand; nothing for whom nothing is asked."""
    if not view.moves:
        return Advice((), ())
    search = Search(view, random, EFFORT, match=True)
    hints = tuple(Hint(prospect.move, _hint(search, prospect)) for prospect in search.ranked()[:HINTS])
    return Advice(hints, _odds(search))


def _hint(search: Search, prospect: Prospect) -> Message:
    """The reason, and how far ahead one may expect to end the round, with a 95 % interval."""
    margins = prospect.margins
    mean = sum(margins) / len(margins)
    error = 1.96 * sqrt(sum((one - mean) ** 2 for one in margins) / max(1, len(margins) - 1) / len(margins))
    side = "level" if round(10 * mean) == 0 else "better" if mean > 0 else "worse"
    reason = _why(search, prospect.move)
    return message("dudab.hint", reason=reason, side=side, points=tenths(abs(mean)), error=tenths(error))


def tenths(number: float) -> Message:
    """A number that is not negative with one digit after the point, or the comma."""
    whole, tenth = divmod(round(10 * number), 10)
    return message("dudab.tenths", whole=whole, tenth=tenth)


def percent(chance: float) -> int:
    """A chance in whole percents."""
    return round(100 * chance)


def _why(search: Search, move: DudabMove) -> Message:
    view = search.view
    if len(view.moves) == 1:
        return message("dudab.why.only")
    match move:
        case Place():
            return _why_place(search, move)
        case Draw():
            return message("dudab.why.draw", count=view.hand_sizes[view.to_move[0]])
        case Penalty():
            return message("dudab.why.penalty")
        case Toss(card=card):
            return message("dudab.why.toss", card=say_card(card))
        case Tuck(card=card):
            return _with_cost("dudab.why.tuck", added(view, (card,)), card=say_card(card))
        case Lay(card=card, column=column):
            if card == JUNGLE:
                return message("dudab.why.jungle", count=len(view.columns[column].above))
            return message("dudab.why.baby", count=len(view.columns[column].cards()))


def _why_place(search: Search, move: Place) -> Message:
    view, column = search.view, search.view.columns[move.column]
    length, most = len(column.above), FULL_COLUMN
    if column.below is not None:
        length, most = len(column.below), length
    if length == most:
        cards = column.cards()
        return _with_cost("dudab.why.takes", added(view, cards), count=len(cards))
    if move.request != NO_REQUEST:
        return message("dudab.why.asks", percent=percent(search.stuck[move.request]))
    if move.card == DUDAB:
        return message("dudab.why.dudab")
    if move.card >= SHAMAN:
        return message("dudab.why.shaman", percent=percent(lacking(view, search.dealer.unseen, PARRIES)))
    if length == most - 1:
        return message("dudab.why.fills", value=VALUE[move.card])
    return message("dudab.why.number", value=VALUE[move.card])


def added(view: DudabView, cards: tuple[Card, ...]) -> int:
    """What cards would add to the own pile if the round ended now."""
    own = bundle(view.piles[view.to_move[0]]) + bundle(view.tucked or ())
    known = known_points(view.options)
    return points(own + bundle(cards), known, view.options) - points(own, known, view.options)


def _with_cost(id: str, cost: int, **values: Message | int) -> Message:  # noqa: A002
    """A reason that says what the own pile gains or loses."""
    return message(id, sign="more" if cost > 0 else "less" if cost < 0 else "same", cost=abs(cost), **values)


def _odds(search: Search) -> tuple[Message, ...]:
    """Whether the next player can meet the request that stands, or those one could make, or answer a Shaman."""
    view, stuck = search.view, search.stuck
    neighbour = Who((view.to_move[0] + 1) % view.seats)
    told: list[Message] = []
    if view.phase == "request" and view.duty is not None:
        asked = view.duty.request
        met = percent(1 - stuck[asked])
        told.append(message("dudab.odds.met", who=neighbour, request=say_request(asked), percent=met))
    if any(isinstance(move, Place) and move.request != NO_REQUEST for move in view.moves):
        for asked in sorted(REQUESTS, key=stuck.__getitem__, reverse=True)[:ASKS]:
            met = percent(1 - stuck[asked])
            told.append(message("dudab.odds.asking", who=neighbour, request=say_request(asked), percent=met))
    if any(isinstance(move, Place) and SHAMAN <= move.card < DUDAB for move in view.moves):
        parry = 1 - lacking(view, search.dealer.unseen, PARRIES)
        told.append(message("dudab.odds.parry", who=neighbour, percent=percent(parry)))
    return tuple(told)
