"""Small things the tests need again and again: finished games, fair records, a place for records."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from hoodwink import bots, games
from hoodwink.engine.contract import AnyGame, Event
from hoodwink.engine.fair import Dealer, commitment
from hoodwink.engine.record import Fairness, Record, Sitter, add, begin, new_record, read_events
from hoodwink.engine.table import Source, act, deal, steps

SECRET = bytes(range(32))
NONCES = tuple(bytes([seat]) * 16 for seat in range(6))


def play_out(game: AnyGame, record: Record, source: Source, *, most: int = 10**6) -> Record:
    """Let the game's best bot play all seats, for at most so many events."""
    state = game.start(len(record.seats), game.info.options(**record.options))
    bot, chosen = bots.find(game, "greedy"), random.Random(1)
    events: list[Event] = []
    while state.result() is None and len(events) < most:
        if state.to_move():
            seat = state.to_move()[0]
            events.append(act(game, state, seat, bot.choose(game.view(state, seat), chosen)))
        else:
            events.append(next(deal(state, source)))
    return add(record, game, events, state)


@cache
def ordinary_record(key: str = "dudo", seats: int = 3, *, most: int = 10**6) -> Record:
    """A record whose chances came from an ordinary generator."""
    game, source = games.find(key), random.Random(7)
    sitters = [Sitter("Ann"), Sitter("Bob Brown"), Sitter("Corsica", "greedy"), *map(Sitter, "DEF")][:seats]
    return play_out(game, new_record(game, sitters, game.info.options()), lambda _round: source, most=most)


@cache
def fair_record(key: str = "dudo", seats: int = 3, *, most: int = 10**6) -> Record:
    """A record whose chances follow from promises, with the rounds opened that are over."""
    game, dealer = games.find(key), Dealer(SECRET, NONCES[:seats])
    promise = Fairness(
        anchor=dealer.anchor.hex(),
        commitments=tuple(commitment(nonce).hex() for nonce in NONCES[:seats]),
        nonces=tuple(nonce.hex() for nonce in NONCES[:seats]),
    )
    sitters = [Sitter(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")[:seats]]
    record = play_out(game, new_record(game, sitters, game.info.options(), promise), dealer, most=most)
    return open_rounds(game, record, dealer)


def open_rounds(game: AnyGame, record: Record, dealer: Dealer) -> Record:
    """Open the keys of all rounds that are over."""
    rounds = [step.after for step in steps(game, begin(game, record), read_events(game, record))][-1].round()
    opened = dealer.opened(rounds if record.finished else rounds - 1)
    assert record.fair is not None
    fair = msgspec.structs.replace(record.fair, opened=tuple(key.hex() for key in opened))
    return msgspec.structs.replace(record, fair=fair)
