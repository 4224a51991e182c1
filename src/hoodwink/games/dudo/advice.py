"""What a good friend would whisper at a Dudo table: the best moves as the highest level sees them, and the odds."""

from __future__ import annotations

from hoodwink.engine.contract import Advice, Hint, Random
from hoodwink.engine.words import Message, Who, message
from hoodwink.games.dudo.bots import Schemer
from hoodwink.games.dudo.odds import holds
from hoodwink.games.dudo.pieces import Doubt, DudoMove
from hoodwink.games.dudo.reading import Reading
from hoodwink.games.dudo.reasons import describe
from hoodwink.games.dudo.sight import DudoView
from hoodwink.games.dudo.state import ring

HINTS = 3
LIKELY = 50
"""From this chance in percent on a bid is no bluff."""


def advise(view: DudoView, random: Random) -> Advice:
    """Up to three moves with reasons, and how likely the standing bid holds."""
    if not view.moves:
        return Advice((), ())
    friend, reading = Schemer(), Reading(view, wary=True)
    ranked = sorted(view.moves, key=lambda move: -friend.worth(view, reading, move))
    hints = tuple(Hint(move, _why(view, reading, move)) for move in ranked[:HINTS])
    return Advice(hints, (_odds(view, reading),))


def _why(view: DudoView, reading: Reading, move: DudoMove) -> Message:
    if isinstance(move, Doubt):
        bid, fails = view.bids[-1], 100 - holding(reading, view)
        return message("dudo.hint.doubt", bid=describe(bid.claim), who=Who(bid.seat), fails=fails)
    clockwise, _ = ring(tuple(map(bool, view.left)))
    chance, seems, who = percent(reading.holds(move)), percent(holds(move, view.in_play, 0)), clockwise[view.to_move[0]]
    if chance < LIKELY:
        return message("dudo.hint.bluff", holds=chance, who=Who(who), seems=seems)
    return message("dudo.hint.bid", holds=chance, who=Who(who), seems=seems)


def _odds(view: DudoView, reading: Reading) -> Message:
    """How likely the standing bid holds by one's dice alone, and with the bidding; before it, what to expect."""
    standing = view.standing
    if standing is None:
        plain, starred = round(view.in_play / 3), round(view.in_play / 6)
        return message("dudo.odds.opening", dice=view.in_play, plain=plain, starred=starred)
    alone = percent(Reading(view, wary=False, deaf=True).holds(standing))
    return message("dudo.odds.standing", bid=describe(standing), alone=alone, read=holding(reading, view))


def holding(reading: Reading, view: DudoView) -> int:
    """How likely the standing bid holds, in percent."""
    return percent(reading.holds(view.bids[-1].claim))


def percent(chance: float) -> int:
    """A chance as people say it; what is not quite certain is not called so."""
    return min(99, max(1, round(100 * chance))) if 1e-9 < chance < 1 - 1e-9 else round(100 * chance)
