"""From a wished-for table to the moves that get there, where a turn is several small moves; asking changes nothing."""

from __future__ import annotations

import msgspec

from hoodwink.engine.contract import Refused, Viewer
from hoodwink.engine.words import Voice
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import Plan, Planned, Refusal


def planned(table: Table, viewer: Viewer, wanted: Plan, voice: Voice) -> Planned:
    """Which moves lead to what a seat wishes for, or why none do; and what is wrong with each part as it stands.

    The seat's own view is all that is looked at, so the answer tells nothing else.
    """
    game = table.game
    if viewer is None:
        raise Declined("server.only-watching")
    if game.plan is None or game.faults is None or table.state is None:
        raise Declined("server.no-plan")
    view, wish = game.view(table.state, viewer), msgspec.convert(wanted.wish, game.info.types.wish)
    faults = tuple(None if fault is None else _refusal(fault, voice) for fault in game.faults(view, wish))
    try:
        moves = game.plan(view, wish)
    except Refused as refused:
        return Planned(wanted.seq, (), _refusal(refused, voice), faults)
    return Planned(wanted.seq, tuple(map(game.write_move, moves)), None, faults)


def _refusal(refused: Refused, voice: Voice) -> Refusal:
    return Refusal(refused.clause, refused.told(voice))
