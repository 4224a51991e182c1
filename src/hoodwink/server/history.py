"""A table's log: what happened so far as one viewer was told it, so that coming back finds it again.

It is told anew from the events with the viewer's own sight, and keeps what the game's log keeps (`Game.keeps`). Events
that told the viewer nothing are not counted while the game is on: a gap in the numbers would tell of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw

from hoodwink.engine.contract import AnyGame, Beat, Viewer
from hoodwink.engine.table import Step, read_event, steps
from hoodwink.engine.words import Voice
from hoodwink.server.table import Declined, Table
from hoodwink.wire.log import Chapter, Glimpse, LogLine, Rulebook, RuleClause, TableLog
from hoodwink.wire.packets import in_words


class Telling(NamedTuple):
    """An event that told a viewer something."""

    seq: int
    number: int
    step: Step
    beats: Sequence[Beat]


def log(table: Table, viewer: Viewer, voice: Voice) -> TableLog:
    """What the table's log keeps for a viewer."""
    over = table.status == "over"
    lines = [
        LogLine(
            seq=telling.seq,
            number=telling.number if over else None,
            kind=str(type(beat).__struct_config__.tag),
            text=voice(table.game.report(beat)),
            clauses=beat.clauses,
        )
        for telling in _tellings(table, viewer)
        for beat in telling.beats
        if table.game.keeps(table.options, beat)
    ]
    return TableLog(table.seqs[viewer], tuple(lines), tuple(table.spoken))


def glimpse(table: Table, viewer: Viewer, seq: int, voice: Voice) -> Glimpse:
    """The table as a viewer saw it with an earlier packet, where the log keeps something of it."""
    for telling in _tellings(table, viewer):
        told = in_words(table.game, table.options, telling.beats, voice)
        if telling.seq == seq and any(one.kept for one in told):
            view = msgspec.structs.replace(table.game.view(telling.step.after, viewer), moves=())
            return Glimpse(seq, Raw(msgspec.json.encode(view)), tuple(one for one in told if one.kept))
    raise Declined("server.no-such-line", seq=seq)


def _tellings(table: Table, viewer: Viewer) -> Iterator[Telling]:
    if table.state is None:
        return
    game, seq = table.game, 0
    events = (read_event(game, text, table.opened.seats) for text in table.events)
    for number, step in enumerate(steps(game, table.opening(), events), 1):
        beats = game.tell(*step, viewer)
        if beats:
            seq += 1
            yield Telling(seq, number, step, beats)


def rulebook(game: AnyGame) -> Rulebook:
    """The chapters and clauses of a game in reading order."""
    return Rulebook(
        game.info.key,
        game.info.edition,
        tuple(
            Chapter(section.title, tuple(RuleClause(clause.id, clause.rules_on) for clause in section.clauses))
            for section in game.info.rulebook
        ),
    )
