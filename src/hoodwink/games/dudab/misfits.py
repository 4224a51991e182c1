"""Every way in which a Number or Shaman can fail to fit a column, in words, with the card that stands against it."""

from __future__ import annotations

from hoodwink.engine.contract import Refused
from hoodwink.engine.words import Message, message
from hoodwink.games.dudab.columns import NOTHING, agrees
from hoodwink.games.dudab.pieces import COLOUR, DUDAB, SHAMANS, SYMBOL, VALUE, Card, Column
from hoodwink.games.dudab.saying import say_card, say_colour, say_symbol
from hoodwink.games.dudab.state import DudabState


def misfit(state: DudabState, card: Card, column: Column, hint: Message | None, *, reacting: bool = False) -> Refused:
    """Why a card does not fit the end of a column: the mirror of a Jungle first, then the card before."""
    before, mirror, _ = state.end_of(column)
    if not agrees(card, mirror):
        return _against_the_mirror(card, mirror, hint, reacting=reacting)
    if before == DUDAB:
        return Refused("Q-DB-04", message("dudab.shaman-on-free-dudab", card=say_card(card)), hint)
    if card in SHAMANS and before in SHAMANS:
        said = message("dudab.shaman-on-shaman", card=say_card(card), before=say_card(before))
        return Refused("Q-DB-22", said, hint)
    if card in SHAMANS:
        clause = "Q-DB-29" if reacting else "DB-SHA-2"
        return Refused(clause, _same_colour_needed(card, before), hint)
    if before in SHAMANS:
        return Refused("DB-NUM-3", _same_colour_needed(card, before), hint)
    return _number_on_number(card, before, hint, below=mirror != NOTHING)


def _same_colour_needed(card: Card, before: Card) -> Message:
    return message(
        "dudab.same-colour-needed", card=say_card(card), before=say_card(before), colour=say_colour(COLOUR[before])
    )


def _number_on_number(card: Card, before: Card, hint: Message | None, *, below: bool) -> Refused:
    """DB-NUM-2: value one apart, colour and symbol different; JU-11: also below a Jungle."""
    clause = "JU-11" if below else "DB-NUM-2"
    values = {"card": say_card(card), "before": say_card(before)}
    if abs(VALUE[card] - VALUE[before]) != 1:
        needed = tuple(value for value in (VALUE[before] - 1, VALUE[before] + 1) if 1 <= value <= 4)
        return Refused(clause, message("dudab.value-one-apart", **values, needed=needed), hint)
    if COLOUR[card] == COLOUR[before]:
        return Refused(clause, message("dudab.same-colour", **values, colour=say_colour(COLOUR[card])), hint)
    return Refused(clause, message("dudab.same-symbol", **values, symbol=say_symbol(SYMBOL[card])), hint)


def _against_the_mirror(card: Card, mirror: Card, hint: Message | None, *, reacting: bool) -> Refused:
    if mirror == DUDAB:
        return Refused("JU-13", message("dudab.opposite-dudab", card=say_card(card)), hint)
    if mirror in SHAMANS:
        said = message("dudab.opposite-shaman", card=say_card(card), mirror=say_card(mirror))
        return Refused("JU-12", said, hint)
    if card in SHAMANS:
        said = message("dudab.shaman-opposite-number", card=say_card(card), mirror=say_card(mirror))
        return Refused("Q-JU-12" if reacting else "Q-JU-11", said, hint)
    return Refused("JU-9", message("dudab.mirror", card=say_card(card), mirror=say_card(mirror)), hint)
