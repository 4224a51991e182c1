"""A table's log: what happened so far as one viewer was told it, so that coming back finds it again.

It is told anew from the events with the viewer's own sight, and keeps what the game's log keeps (`Game.keeps`). Events
that told the viewer nothing are not counted while the game is on: a gap in the numbers would tell of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw

from hoodwink.engine.contract import AnyGame, AnyState, Beat, Options, Viewer
from hoodwink.engine.table import Step, read_event, steps
from hoodwink.engine.words import Voice
from hoodwink.server.table import Declined, Table
from hoodwink.wire.log import Chapter, Glimpse, LogLine, Rulebook, RuleClause, TableLog
from hoodwink.wire.messages import Said
from hoodwink.wire.packets import in_words


class Past(NamedTuple):
    """What a table's log is told from, as it is now: it takes its time, and the table may go on meanwhile."""

    game: AnyGame
    options: Options
    seats: int
    begun: AnyState | None
    events: tuple[str, ...]
    spoken: tuple[Said, ...]
    over: bool
    viewer: Viewer
    seq: int
    """The viewer's newest packet."""


def past(table: Table, viewer: Viewer) -> Past:
    """What there is to tell a viewer."""
    return Past(
        game=table.game,
        options=table.options,
        seats=table.opened.seats,
        begun=None if table.state is None else table.opening(),
        events=tuple(table.events),
        spoken=tuple(table.spoken),
        over=table.status == "over",
        viewer=viewer,
        seq=table.seqs[viewer],
    )


class Telling(NamedTuple):
    """An event that told a viewer something."""

    seq: int
    number: int
    step: Step
    beats: Sequence[Beat]


def log(past: Past, voice: Voice) -> TableLog:
    """What the table's log keeps for a viewer."""
    lines = [
        LogLine(
            seq=telling.seq,
            number=telling.number if past.over else None,
            kind=str(type(beat).__struct_config__.tag),
            text=voice(past.game.report(beat)),
            clauses=beat.clauses,
        )
        for telling in _tellings(past)
        for beat in telling.beats
        if past.game.keeps(past.options, beat)
    ]
    return TableLog(past.seq, tuple(lines), past.spoken)


def glimpse(past: Past, seq: int, voice: Voice) -> Glimpse:
    """The table as a viewer saw it with an earlier packet, where the log keeps something of it."""
    for telling in _tellings(past):
        told = in_words(past.game, past.options, telling.beats, voice)
        if telling.seq == seq and any(one.kept for one in told):
            view = msgspec.structs.replace(past.game.view(telling.step.after, past.viewer), moves=())
            return Glimpse(seq, Raw(msgspec.json.encode(view)), tuple(one for one in told if one.kept))
    raise Declined("server.no-such-line", seq=seq)


def _tellings(past: Past) -> Iterator[Telling]:
    if past.begun is None:
        return
    game, seq = past.game, 0
    events = (read_event(game, text, past.seats) for text in past.events)
    for number, step in enumerate(steps(game, past.begun, events), 1):
        beats = game.tell(*step, past.viewer)
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
