"""A moment of a record laid open: the position before and after, the clauses it rests on, a scenario ready to check."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from hoodwink.engine.contract import AnyGame, Moved, Said
from hoodwink.engine.record import Record, begin, read_events
from hoodwink.engine.table import Step, steps, told, write_event
from hoodwink.engine.words import message


class Moment(Struct, frozen=True):
    """One event of a record, with all that was true around it."""

    number: int
    count: int
    event: str
    before: str
    after: str
    clauses: tuple[str, ...]
    scenario: str
    """A file for `hoodwink check`."""


def step_of(game: AnyGame, record: Record, number: int) -> Step:
    """The event of that number, counted from 1, with the states around it."""
    for place, step in enumerate(steps(game, begin(game, record), read_events(game, record)), 1):
        if place == number:
            return step
    raise Said(message("replay.no-such-event", number=number, most=len(record.events)))


def moment(game: AnyGame, record: Record, number: int) -> Moment:
    """Lay an event of a record open."""
    step = step_of(game, record, number)
    beats = chain.from_iterable(told(game, *step, len(record.seats)))
    cited = tuple(dict.fromkeys(clause for beat in beats for clause in beat.clauses))
    event, before, after = (
        write_event(game, step.event),
        game.write_position(step.before),
        game.write_position(step.after),
    )
    return Moment(
        number=number,
        count=len(record.events),
        event=event,
        before=before,
        after=after,
        clauses=cited,
        scenario=_scenario(
            record, step, event, before, after, cited or (next(iter(game.info.option_clauses.values())),)
        ),
    )


def _scenario(record: Record, step: Step, event: str, before: str, after: str, cited: tuple[str, ...]) -> str:
    happens = "moves" if isinstance(step.event, Moved) else "next"
    return "\n".join(
        [
            f"game = {_text(record.game)}",
            "",
            "[[scenario]]",
            f"name = {_text(f'what happened with {event}')}",
            f"clauses = [{', '.join(map(_text, cited))}]",
            f"seats = {len(record.seats)}",
            f"options = {_table(record.options)}",
            f"given = {_text(before)}",
            f"{happens} = [{_text(event)}]",
            "[scenario.then]",
            f"position = {_text(after)}",
            "",
        ]
    )


def _text(value: str) -> str:
    """A TOML string; JSON's are the same."""
    return json.dumps(value, ensure_ascii=False)


def _table(options: Mapping[str, Any]) -> str:
    inside = ", ".join(f"{name} = {json.dumps(value)}" for name, value in options.items() if value is not None)
    return f"{{ {inside} }}" if inside else "{}"
