"""Finished games with promises, for the page to check: web/src/games/*/records.json, one record a line.

Every preset, every value of every option in some mixture, and games that go on from a position in the middle of one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hoodwink import bots
from hoodwink.engine.contract import AnyGame, AnyState, Event, Options
from hoodwink.engine.fair import Dealer, commitment
from hoodwink.engine.options import opening, option_kinds
from hoodwink.engine.record import Fairness, Record, Sitter, add, begin, new_record, read_events
from hoodwink.engine.table import act, deal, steps
from tests.makers import open_rounds
from tests.tables import playable, values

PAGES = Path(__file__).parents[1] / "web/src/games"
SHORT = {"rounds": 2, "stall_limit": 2}
"""Two rounds, because the second is drawn from another stream, and few idle turns."""


def promised_records(game: AnyGame) -> tuple[Path, str]:
    """A game's file, and what it should hold."""
    return PAGES / game.info.key / "records.json", "[\n" + ",\n".join(map(_line, _records(game))) + "\n]\n"


def _line(record: Record) -> str:
    return msgspec.json.encode(msgspec.json.decode(record.to_json())).decode()


def _records(game: AnyGame) -> Iterator[Record]:
    source = random.Random(game.info.key)
    tables = [(3, _short(options)) for options in game.info.presets.values()]
    tables += _mixtures(game, source)
    for seats, options in tables:
        yield (record := _played(game, _promised(game, seats, options, source), source))
    for _ in range(2):
        states = [step.before for step in steps(game, begin(game, record), read_events(game, record))]
        middle = source.choice([state for state in states if state.to_move()])
        position = game.write_position(middle)
        yield _played(game, _promised(game, seats, options, source, position), source)


def _short(options: Options) -> Options:
    return msgspec.structs.replace(options, **{name: few for name, few in SHORT.items() if hasattr(options, name)})


def _mixtures(game: AnyGame, source: random.Random) -> list[tuple[int, Options]]:
    """Random mixtures at random tables, each with something not seen before, until every value has been."""
    kinds = {name: values(kind) for name, kind in option_kinds(game.info.options).items() if name not in SHORT}
    missing = {(name, value) for name, possible in kinds.items() for value in possible}
    found = []
    while missing:
        chosen: dict[str, Any] = {name: source.choice(possible) for name, possible in kinds.items()}
        seats, options = source.choice(game.info.seats), _short(game.info.options(**chosen))
        if missing & chosen.items() and playable(game, seats, options):
            missing -= chosen.items()
            found.append((seats, options))
    return found


def _promised(
    game: AnyGame, seats: int, options: Options, source: random.Random, position: str | None = None
) -> tuple[Record, Dealer]:
    nonces = [source.randbytes(16) for _ in range(seats)]
    dealer = Dealer(source.randbytes(32), nonces)
    promise = Fairness(
        anchor=dealer.anchor.hex(),
        commitments=tuple(commitment(nonce).hex() for nonce in nonces),
        nonces=tuple(nonce.hex() for nonce in nonces),
    )
    sitters = [Sitter(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")[:seats]]
    record = new_record(game, sitters, options, promise)
    return msgspec.structs.replace(record, position=position), dealer


def _played(game: AnyGame, promised: tuple[Record, Dealer], source: random.Random) -> Record:
    """The game played out, well for the most part, and at times by chance."""
    record, dealer = promised
    state: AnyState = opening(game, len(record.seats), record.options, record.position)
    events: list[Event] = []
    while state.result() is None:
        if deciders := state.to_move():
            seat = source.choice(deciders)
            bot = bots.find(game, "greedy" if source.random() < 0.9 else "random")
            events.append(act(game, state, seat, bot.choose(game.view(state, seat), source)))
        else:
            events.append(next(deal(state, dealer)))
    return open_rounds(game, add(record, game, events, state), dealer)
