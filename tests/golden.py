"""Golden playthroughs, rulebooks and encodings: files that a change of the rules shows up in, read in review.

`python3 dev.py golden` rewrites them, and with them what follows from the wire (docs/PROTOCOL.md, web/src/wire.ts), the
lessons of the page and the records it is tested with; test_golden.py, test_protocol.py and test_wire.py compare.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec

from hoodwink import bots, games, lessons
from hoodwink.engine.contract import AnyGame, AnyState, Chanced, Event, Moved, Options, Viewer, letter
from hoodwink.engine.table import Step, write_event
from hoodwink.engine.words import Voice
from hoodwink.terminal.rules import rulebook
from hoodwink.wire import typescript
from tests import protocol
from tests.encodings import PAGE, page
from tests.promised import promised_records
from tests.tables import apply, viewers

FULL_EVENTS = 120
"""After so many events a playthrough goes on with what was told, and leaves out what everybody sees."""


def golden_files(game: AnyGame) -> dict[Path, str]:
    """Every golden file of a game with what it should hold."""
    seats = game.info.seats
    tables = [(3, preset) for preset in game.info.presets]
    first = next(iter(game.info.presets))
    tables += [(seats[0], first), (seats[-1], first)]
    files = {
        game.info.folder / "playthroughs" / f"{preset}-{count}.txt": playthrough(game, count, game.info.presets[preset])
        for count, preset in tables
    }
    return files | {game.info.folder / "rules.md": rulebook(game, Voice(), markdown=True)}


def playthrough(game: AnyGame, seats: int, options: Options) -> str:
    """A whole game of bots: each event, what it told everybody, and what everybody saw afterwards."""
    agreed = msgspec.json.encode(options).decode()
    lines = [f"{game.info.key}, edition {game.info.edition}, {seats} seats, options {agreed}", ""]
    state = game.start(seats, options)
    for number, step in enumerate(_bot_steps(game, state, random.Random(seats)), 1):
        lines.append(f"{number}. {write_event(game, step.event)}")
        lines += _grouped("told", {viewer: _told(game, step, viewer) for viewer in viewers(seats)})
        if number <= FULL_EVENTS:
            lines.append(f"   truth: {game.write_position(step.after)}")
            lines += _grouped("sees", {viewer: [_seen(game, step.after, viewer)] for viewer in viewers(seats)})
    lines += ["", f"result: {state.result()}"]
    return "\n".join(lines) + "\n"


def _bot_steps(game: AnyGame, state: AnyState, source: random.Random) -> Iterator[Step]:
    seated = bots.find(game, "greedy")
    while state.result() is None:
        before = state.copy()
        event: Event
        if state.to_move():
            seat = state.to_move()[0]
            event = Moved(seat, seated.choose(game.view(state, seat), source))
        else:
            event = Chanced(state.sample(source))
        apply(state, event)
        yield Step(before, event, state.copy())


def _told(game: AnyGame, step: Step, viewer: Viewer) -> list[str]:
    return [f"{Voice()(game.report(beat))} [{', '.join(beat.clauses)}]" for beat in game.tell(*step, viewer)]


def _seen(game: AnyGame, state: AnyState, viewer: Viewer) -> str:
    view = game.view(state, viewer)
    return f"{game.write_position(view)} ({len(view.moves)} moves)"


def _grouped(what: str, said: dict[Viewer, list[str]]) -> list[str]:
    """Lines for all viewers, those who got the same taken together."""
    together = groupby(sorted(said, key=lambda viewer: (said[viewer], letter(viewer))), key=lambda viewer: said[viewer])
    lines = []
    for texts, group in together:
        names = " ".join(letter(viewer) for viewer in group)
        lines += [f"   {what} {names}: {text}" for text in texts]
    return lines


def main() -> None:
    """Rewrite every golden file."""
    for game in games.every():
        for path, text in golden_files(game).items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: {len(text.splitlines())} lines")
    page_files = {
        typescript.TARGET: typescript.source(),
        **lessons.files(),
        **dict(map(promised_records, games.every())),
    }
    for path, text in {protocol.PAGE: protocol.whole_page(), **page_files}.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {len(text.splitlines())} lines")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
