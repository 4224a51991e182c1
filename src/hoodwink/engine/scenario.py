"""Scenarios: given a position, when these moves are made, then this must hold. Written in TOML by people who know the
rules; docs/reference/scenarios.md tells the format.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from hoodwink.engine.contract import (
    AnyGame,
    AnyState,
    Event,
    Moved,
    Refused,
    Said,
    Viewer,
    letter,
    seat_of,
)
from hoodwink.engine.options import opening
from hoodwink.engine.table import act, read_event, settle, write_event
from hoodwink.engine.words import Message, Voice, message

Text = Annotated[str, Meta(min_length=1)]


class Then(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold at the end; everything left out is not asked."""

    legal: tuple[Text, ...] = ()
    refused: dict[Text, tuple[Text, ...]] = {}
    why: dict[Text, Text] = {}
    only: tuple[Text, ...] | None = None
    count: dict[Text, int] = {}
    table_refused: str | None = None
    position: Text | None = None
    sees: dict[Text, Text] = {}
    told: dict[Text, tuple[Text, ...]] = {}
    to_move: tuple[Text, ...] | None = None
    scores: dict[Text, int] = {}
    winners: tuple[Text, ...] | None = None


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """One case: a name, the clauses it shows, and given / when / then."""

    name: Text
    clauses: Annotated[tuple[Text, ...], Meta(min_length=1)]
    then: Then
    seats: int = 2
    options: dict[str, Any] = {}
    given: Text | None = None
    next: tuple[Text, ...] = ()
    moves: tuple[Text, ...] = ()


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True):
    """All scenarios of one file, which are of one game."""

    game: Text
    scenario: Annotated[tuple[Scenario, ...], Meta(min_length=1)]


class Malformed(Said):
    """A file that is no scenario file, with the line and the reason."""


def read_scenarios(text: str) -> ScenarioFile:
    """The scenarios of a file; `Malformed` names the line and what is wrong there."""
    try:
        return msgspec.convert(tomllib.loads(text), ScenarioFile)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = int(place[1]) if place else len(text.splitlines())
        raise Malformed(message("scenario.malformed", line=line, reason=str(error))) from error
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `")
        line = _line_of(text, path.rstrip("`"))
        raise Malformed(message("scenario.malformed", line=line, reason=f"{reason} ({path.rstrip('`')})")) from error


def _line_of(text: str, path: str) -> int:
    """The line a path like `$.scenario[2].then.legal` points at, as near as the file's text tells."""
    lines = text.splitlines()
    at = 0
    if found := re.search(r"scenario\[(\d+)\]", path):
        heads = [number for number, line in enumerate(lines) if re.match(r"\s*\[\[\s*scenario\s*\]\]", line)]
        at = heads[min(int(found[1]), len(heads) - 1)] if heads else 0
    for key in re.findall(r"\.(\w+)", re.sub(r"^\$(\.scenario\[\d+\])?", "", path)):
        pattern = re.compile(rf"\s*(\[[\w.]*\b{key}\b[\w.]*\]|\"?{key}\"?\s*(=|\.))")
        at = next((number for number in range(at, len(lines)) if pattern.match(lines[number])), at)
    return at + 1


def run(game: AnyGame, scenario: Scenario) -> list[Message]:
    """Play a scenario and say all that differs from what it expects; empty when everything holds."""
    try:
        return list(_run(game, scenario))
    except Said as error:
        return [message("scenario.cannot-read", reason=error.message)]


def _run(game: AnyGame, scenario: Scenario) -> Iterator[Message]:
    try:
        state = opening(game, scenario.seats, scenario.options, scenario.given)
    except Refused as refused:
        if scenario.then.table_refused != refused.clause:
            yield message("scenario.table-refused", clause=refused.clause, why=refused.message)
        return
    if scenario.then.table_refused is not None:
        yield message("scenario.table-not-refused", clause=scenario.then.table_refused)
        return
    chances = list(scenario.next)
    told: dict[str, list[str]] = {viewer: [] for viewer in scenario.then.told}
    _chance(game, state, chances, told)
    for text in scenario.moves:
        event = read_event(game, text, scenario.seats)
        if not isinstance(event, Moved):
            yield message("scenario.not-a-move", text=text)
            return
        before = state.copy()
        try:
            act(game, state, event.seat, event.move)
        except Refused as refused:
            yield message("scenario.move-refused", text=text, clause=refused.clause, why=refused.message)
            return
        _tell(game, before, event, state, told)
        _chance(game, state, chances, told)
    if chances:
        yield message("scenario.chances-left", chances=", ".join(chances))
    yield from _moves_differ(game, state, scenario)
    yield from _table_differs(game, state, scenario.then, told)


def _chance(game: AnyGame, state: AnyState, chances: list[str], told: dict[str, list[str]]) -> None:
    """Let the scenario's own chances happen, as long as chance is to act and some are left."""
    while chances and state.chances():
        before = state.copy()
        event = settle(game, state, game.read_chance(chances.pop(0)))
        _tell(game, before, event, state, told)


def _tell(game: AnyGame, before: AnyState, event: Event, after: AnyState, told: dict[str, list[str]]) -> None:
    for name, lines in told.items():
        viewer = _viewer(name, game, after)
        lines += [Voice()(game.report(beat)) for beat in game.tell(before, event, after, viewer)]


def _viewer(name: str, game: AnyGame, state: AnyState) -> Viewer:
    return None if name == "watcher" else seat_of(name, game.view(state, None).seats)


def _moves_differ(game: AnyGame, state: AnyState, scenario: Scenario) -> Iterator[Message]:
    then = scenario.then
    for text in then.legal:
        if (refused := _check(game, state, text, scenario.seats)) is not None:
            yield message("scenario.should-be-legal", text=text, clause=refused.clause, why=refused.message)
    for clause, texts in then.refused.items():
        for text in texts:
            yield from _not_refused_by(clause, text, _check(game, state, text, scenario.seats))
    for text, expected in then.why.items():
        refused = _check(game, state, text, scenario.seats)
        why = "" if refused is None else refused.why
        yield from _if_differs(f"why {text}", expected, expected if expected in why else why)
    listed = _listed(game, state)
    if then.only is not None:
        yield from _if_differs("only", ", ".join(sorted(then.only)), ", ".join(sorted(listed)))
    for who, count in then.count.items():
        found = sum(text.startswith(f"{who} ") for text in listed)
        yield from _if_differs(f"count {who}", str(count), str(found))


def _not_refused_by(clause: str, text: str, refused: Refused | None) -> Iterator[Message]:
    if refused is None:
        yield message("scenario.should-be-refused", text=text, clause=clause)
    elif refused.clause != clause:
        yield message("scenario.other-clause", text=text, clause=clause, found=refused.clause, why=refused.message)


def _check(game: AnyGame, state: AnyState, text: str, seats: int) -> Refused | None:
    event = read_event(game, text, seats)
    if not isinstance(event, Moved):
        raise Malformed(message("scenario.not-a-move", text=text))
    return game.check(state, event.seat, event.move)


def _listed(game: AnyGame, state: AnyState) -> list[str]:
    return [write_event(game, Moved(seat, move)) for seat in state.to_move() for move in state.moves(seat)]


def _table_differs(game: AnyGame, state: AnyState, then: Then, told: dict[str, list[str]]) -> Iterator[Message]:
    if then.position is not None:
        yield from _if_differs("position", _one_line(then.position), game.write_position(state))
    for name, expected in then.sees.items():
        seen = game.write_position(game.view(state, _viewer(name, game, state)))
        yield from _if_differs(f"sees {name}", _one_line(expected), seen)
    for name, lines in then.told.items():
        yield from _if_differs(f"told {name}", "\n".join(lines), "\n".join(told[name]))
    if then.to_move is not None:
        yield from _if_differs("to_move", " ".join(then.to_move), " ".join(map(letter, state.to_move())))
    result = state.result()
    for name, score in then.scores.items():
        found = None if result is None else result.scores[seat_of(name, len(result.scores))]
        yield from _if_differs(f"scores {name}", str(score), str(found))
    if then.winners is not None:
        winners = [] if result is None else [letter(seat) for seat in result.winners]
        yield from _if_differs("winners", " ".join(then.winners), " ".join(winners))


def _one_line(text: str) -> str:
    return " | ".join(line.strip() for line in re.split(r"[|\n]", text) if line.strip())


def _if_differs(what: str, expected: str, found: str) -> Sequence[Message]:
    return [] if expected == found else [message("scenario.differs", what=what, expected=expected, found=found)]
