"""Lessons for the web table: `python -m hoodwink.lessons` plays each game's lesson.toml and writes what the learner
sees at every step, so that the page can teach without knowing a rule; a test tells when a file is old.

A lesson is scenes, each from a position, with steps. A step says something; where it asks for a move (`do`),
others may act after it (`then`, moves and chances as a record has them). The learner is seat A.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from hoodwink import games
from hoodwink.engine.contract import AnyGame, AnyState, Beat
from hoodwink.engine.options import opening
from hoodwink.engine.table import enact, read_event

LEARNER = 0
PAGES = Path(__file__).parents[2] / "web/src/games"


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to read, and perhaps to do."""

    say: str
    do: str | None = None
    then: tuple[str, ...] = ()


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what is learnt there."""

    given: str
    step: Annotated[tuple[Step, ...], Meta(min_length=1)]
    seats: int = 2
    options: dict[str, Any] = {}


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A game, taught by playing."""

    scene: Annotated[tuple[Scene, ...], Meta(min_length=1)]


class Shown(Struct, frozen=True):
    """A step as the page shows it: the table, what led to it, and the move that goes on."""

    say: str
    view: Raw
    beats: Raw
    moves: tuple[str, ...]
    do: str | None


def steps(game: AnyGame, lesson: Lesson) -> Iterator[Shown]:
    """Every step of a lesson, played by the engine: an impossible one is refused here, never in front of a learner."""
    for scene in lesson.scene:
        state, beats = opening(game, scene.seats, scene.options, scene.given), list[Beat]()
        for step in scene.step:
            view = game.view(state, LEARNER)
            moves = tuple(map(game.write_move, view.moves))
            if step.do is not None and step.do not in moves:
                raise ValueError(f"{step.say}: {step.do} cannot be played there")
            yield Shown(step.say, Raw(msgspec.json.encode(view)), Raw(msgspec.json.encode(beats)), moves, step.do)
            beats = _told(game, state, [f"A {step.do}", *step.then] if step.do else [*step.then], scene.seats)


def _told(game: AnyGame, state: AnyState, events: list[str], seats: int) -> list[Beat]:
    """Make events happen; what the learner is told of them."""
    beats = list[Beat]()
    for text in events:
        before, event = state.copy(), read_event(game, text, seats)
        enact(game, state, event)
        beats += game.tell(before, event, state, LEARNER)
    return beats


def files() -> dict[Path, str]:
    """Every game's lesson as the page reads it."""
    taught = (game for game in games.every() if (game.info.folder / "lesson.toml").exists())
    return {PAGES / game.info.key / "lesson.json": source(game) for game in taught}


def source(game: AnyGame) -> str:
    """One game's lesson, a step a line."""
    with (game.info.folder / "lesson.toml").open("rb") as file:
        lesson = msgspec.convert(tomllib.load(file), Lesson)
    lines = [msgspec.json.encode(step).decode() for step in steps(game, lesson)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
