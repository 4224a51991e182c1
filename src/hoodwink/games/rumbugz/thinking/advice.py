"""What a good friend would whisper at a RumBugz table: three moves with reasons, and the tiles that would help."""

from __future__ import annotations

from hoodwink.engine.contract import Advice, Hint, Random
from hoodwink.engine.words import Message, message
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    FROM_BAG,
    FROM_PILE,
    GRANT,
    OFFER,
    ONE,
    Discard,
    Lay,
    RumbugzMove,
    Stop,
)
from hoodwink.games.rumbugz.saying import row_name, tile_name, tile_names
from hoodwink.games.rumbugz.sight import RumbugzView
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.thinking.search import Turn
from hoodwink.games.rumbugz.thinking.shedding import left_over
from hoodwink.games.rumbugz.thinking.thought import SHEDDING, Thought, Traits, Weighed

HINTS = 3
WORK = 3000
"""How much of it, in rows gone over, is taken for a way to lay with each tile that may come."""
NEEDED, WANTED = 0.6, 0.2
"""Turns that a discard spares the next player who probably needs it, and who may."""


def advise(view: RumbugzView, random: Random) -> Advice:
    """The three moves that bring a seat out soonest, and the odds as they stand; nothing for whom nothing is asked."""
    if not view.moves or view.viewer is None:
        return Advice((), ())
    thought = Thought(view, random, Traits())
    if view.phase == "table":
        weighed = thought.weigh()
        best = {one.first: one for one in reversed(weighed)}
        ranked = sorted(best.values(), key=lambda one: (one.value, len(one.way.moves)))[:HINTS]
        hints = [Hint(one.first, _why_end(thought, one)) for one in ranked]
        return Advice(tuple(hints), _odds(thought, ranked[0].turns, _left(thought, ranked[0])))
    values = thought.answers() if view.phase == "poll" else thought.draws()
    order = sorted(values, key=values.__getitem__)[:HINTS]
    hints = [Hint(move, _why_draw(thought, move, values)) for move in order]
    return Advice(tuple(hints), _odds(thought, values[order[0]], thought.state))


def turns_said(turns: float) -> Message:
    """A number of turns with one digit after the point, or the comma."""
    whole, tenth = divmod(round(10 * turns), 10)
    return message("rumbugz.turns", whole=whole, tenth=tenth)


def _why_end(thought: Thought, one: Weighed) -> Message:
    """Why to begin the end of the turn with its first move."""
    first, turns, lays = one.first, turns_said(one.turns), [move for move in one.way.moves if isinstance(move, Lay)]
    if not one.turns:
        return message("rumbugz.why.out", count=len(one.way.moves) + len(one.last))
    if len(thought.view.moves) == 1:
        return message("rumbugz.why.only", turns=turns)
    if isinstance(first, Lay):
        return message("rumbugz.why.lay", turns=turns)
    if lays:
        return message("rumbugz.why.to-lay", row=row_name(lays[0].row), turns=turns)
    if isinstance(first, Stop):
        return message("rumbugz.why.stop", turns=turns)
    if not isinstance(first, Discard):
        return message("rumbugz.why.change" if thought.missing else "rumbugz.why.shed", turns=turns)
    gain = thought.others.gain(first.tile)
    use = "much" if gain > NEEDED else "some" if gain > WANTED else "little"
    return message("rumbugz.why.throw", turns=turns, use=use)


def _why_draw(thought: Thought, move: RumbugzMove, values: dict[RumbugzMove, float]) -> Message:
    """Why to draw so, or to answer so out of turn."""
    turns, tile = turns_said(values[move]), tile_name(thought.view.pile[-1]) if thought.view.pile else ""
    if len(thought.view.moves) == 1:
        return message("rumbugz.why.only", turns=turns)
    if move is FROM_PILE:
        return message("rumbugz.why.take", tile=tile, turns=turns)
    if move is FROM_BAG:
        return message("rumbugz.why.bag", turns=turns)
    if move is GRANT:
        return message("rumbugz.why.grant", tile=tile, turns=turns)
    if not thought.missing:
        return message("rumbugz.why.offer-late" if move is OFFER else "rumbugz.why.pass-late")
    return message("rumbugz.why.offer" if move is OFFER else "rumbugz.why.pass", tile=tile, turns=turns)


def _left(thought: Thought, one: Weighed) -> RumbugzState:
    """The position at the end of the turn, before any replacements."""
    state = one.way.state.copy()
    for move in one.last:
        if isinstance(move, Discard):
            state.hands[thought.seat] -= ONE[move.tile]
    return state


def _odds(thought: Thought, turns: float, state: RumbugzState) -> tuple[Message, ...]:
    """How long it may take, and which tiles would help at once, unless there are unknown ones to come first."""
    if not turns:
        return ()
    missing = ALL_FOUR & ~state.made[thought.seat]
    said = [message("rumbugz.odds.turns", turns=turns_said(turns))]
    if missing:
        said.insert(0, message("rumbugz.odds.four", turns=turns_said(max(0.0, turns - SHEDDING))))
        if state.laid or state.owed:
            return tuple(said)
    helping = [tile for tile, count in enumerate(thought.unseen, 1) if count and _helps(thought, state, tile)]
    chance = round(100 * sum(thought.unseen[tile - 1] for tile in helping) / thought.spread)
    if not helping:
        return *said, message("rumbugz.odds.nothing")
    tiles = tile_names(helping)
    if missing:
        return *said, message("rumbugz.odds.lay", tiles=tiles, percent=chance)
    return *said, message("rumbugz.odds.out", tiles=tiles, percent=chance)


def _helps(thought: Thought, state: RumbugzState, tile: int) -> bool:
    """Whether with one tile more a row could be laid in the next turn or, with all four laid, one could go out."""
    seat, hand = thought.seat, state.hands[thought.seat] + ONE[tile]
    if state.made[seat] == ALL_FOUR:
        return left_over(hand, tuple(state.rows)) <= thought.view.options.discard_out
    state = state.copy()
    state.hands[seat], state.fresh = hand, [0] * len(state.rows)
    return Turn(state, seat).way_to_lay(WORK) is not None
