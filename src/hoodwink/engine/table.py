"""Playing at a table: act, deal, replay. Everything that moves a state does it through here, except a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hoodwink.engine.contract import (
    AnyGame,
    AnyState,
    Beat,
    Chance,
    Chanced,
    Event,
    Move,
    Moved,
    Random,
    Refused,
    Said,
    Seat,
    Unreadable,
    letter,
    seat_of,
)
from hoodwink.engine.words import message

Source = Callable[[int], Random]
"""Where the chances of a round come from: at home the same generator for all, at a served table a stream each."""


class Step(NamedTuple):
    """An event with the states around it."""

    before: AnyState
    event: Event
    after: AnyState


class ImpossibleChance(Said):
    """A chance outcome that cannot come up now."""


def act(game: AnyGame, state: AnyState, seat: Seat, move: Move) -> Moved[Move]:
    """Check a move and make it; raises `Refused` and changes nothing when the rules forbid it."""
    refused: Refused | None = game.check(state, seat, move)
    if refused is not None:
        raise refused
    state.play(seat, move)
    return Moved(seat, move)


def settle(game: AnyGame, state: AnyState, chance: Chance) -> Chanced[Chance]:
    """Let a known chance happen; raises `ImpossibleChance` and changes nothing when it cannot."""
    if not any(chance == outcome for outcome, _ in state.chances()):
        raise ImpossibleChance(message("table.impossible-chance", chance=game.write_chance(chance)))
    state.resolve(chance)
    return Chanced(chance)


def deal(state: AnyState, source: Source) -> Iterator[Chanced[Chance]]:
    """Let chance act until somebody must decide or the game is over; each event is yielded once it has happened."""
    while not state.to_move() and state.result() is None:
        chance = state.sample(source(state.round()))
        state.resolve(chance)
        yield Chanced(chance)


def enact(game: AnyGame, state: AnyState, event: Event) -> None:
    """Make one recorded event happen, checked."""
    if isinstance(event, Moved):
        act(game, state, event.seat, event.move)
    else:
        settle(game, state, event.chance)


def steps(game: AnyGame, state: AnyState, events: Iterable[Event]) -> Iterator[Step]:
    """Replay events from a state, which is left as it was."""
    for event in events:
        before, state = state, state.copy()
        enact(game, state, event)
        yield Step(before, event, state)


def told(game: AnyGame, before: AnyState, event: Event, after: AnyState, seats: int) -> list[Sequence[Beat]]:
    """What an event tells each seat, then a watcher: the very same to all but the one that saw more of it."""
    everybody = [game.tell(before, event, after, None)] * (seats + 1)
    if (seat := game.insider(before, event)) is not None:
        everybody[seat] = game.tell(before, event, after, seat)
    return everybody


def write_event(game: AnyGame, event: Event) -> str:
    """An event on one line: `B 7x3` for a move, the game's own words for a chance."""
    if isinstance(event, Moved):
        return f"{letter(event.seat)} {game.write_move(event.move)}"
    return game.write_chance(event.chance)


def read_event(game: AnyGame, text: str, seats: int) -> Event:
    """The event a line stands for. Moves begin with a seat's letter alone, chances with a word."""
    who, _, what = text.strip().partition(" ")
    if len(who) != 1:
        return Chanced(game.read_chance(text))
    if not what:
        raise Unreadable(message("table.no-event", text=text))
    return Moved(seat_of(who, seats), game.read_move(what))
