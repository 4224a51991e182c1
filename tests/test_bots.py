"""What holds for every bot of every game: it decides from its view alone, legally, and the same from the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import AnyGame, AnyState, Move, Seat
from hoodwink.engine.words import LANGUAGES, Voice
from tests.sight import seen
from tests.tables import apply, quick, random_event, table_name

POSITIONS = 5
TABLES = [
    (game, seats, name)
    for game in games.every()
    for seats in sorted({game.info.seats[0], 3, game.info.seats[-1]})
    for name in bots.names(game)
]
every_bot = pytest.mark.parametrize(("game", "seats", "name"), TABLES, ids=table_name)
every_game = pytest.mark.parametrize("game", games.every(), ids=table_name)


def decisions(game: AnyGame, seats: int, source: random.Random) -> Iterator[tuple[AnyState, Seat]]:
    """Positions somewhere in games between random players, and a seat that has to decide there."""
    for _ in range(POSITIONS):
        state = game.start(seats, quick(game.info.options()))
        for _ in range(source.randrange(60)):
            after = state.copy()
            apply(after, random_event(after, source))
            if after.result() is not None:
                break
            state = after
        while not state.to_move():
            state.resolve(state.sample(source))
        yield state, source.choice(state.to_move())


def choice(game: AnyGame, name: str, state: AnyState, seat: Seat) -> Move:
    """What a bot plays, being new at the table."""
    move: Move = bots.find(game, name).choose(game.view(state, seat), random.Random(7))
    return move


@every_bot
def test_a_choice_does_not_change_with_what_the_bot_cannot_see(game: AnyGame, seats: int, name: str) -> None:
    source = random.Random(f"{seats} {name}")
    found = []
    for state, seat in decisions(game, seats, source):
        found.append((state, seat, choice(game, name, state, seat)))
        assert found[-1][-1] in state.moves(seat)
    for state, seat, move in reversed(found):  # whatever it has seen since changes nothing either
        twin = game.imagine(game.view(state, seat), source)
        assert seen(game, twin, seat) == seen(game, state, seat)
        assert choice(game, name, twin, seat) == move


@every_game
def test_levels_are_bots_with_names_of_their_own(game: AnyGame) -> None:
    assert "greedy" in game.bots
    assert len(set(game.levels)) == len(game.levels) in (0, 4, 5)
    assert set(game.levels) <= set(game.bots)
    assert not {name.lower() for name in game.bots} & {name.lower() for name in bots.SITTING_NAMES}
    for level, name in enumerate(game.levels, 1):
        assert (bots.named(game, str(level)), bots.level(game, name)) == (name, level)
    assert bots.best(game) == bots.names(game)[-1]
    for unknown in ("0", str(len(game.levels) + 1), "-1", "²", "nobody", ""):
        with pytest.raises(bots.UnknownBot):
            bots.find(game, unknown)


@every_game
def test_advice_is_legal_said_in_every_language_and_goes_by_the_view(game: AnyGame) -> None:
    if game.advise is None:
        pytest.skip("the game has no hints")
    source = random.Random(game.info.key)
    for state, seat in decisions(game, 3, source):
        advice = game.advise(game.view(state, seat), random.Random(7))
        moves = [hint.move for hint in advice.hints]
        assert 1 <= len(moves) <= 3
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(state.moves(seat))
        for lang in LANGUAGES:
            voice = Voice(lang, ["Ann", "Bob", "Cid"])
            assert all(map(voice, [*advice.odds, *(hint.why for hint in advice.hints)]))
        twin = game.imagine(game.view(state, seat), source)
        assert game.advise(game.view(twin, seat), random.Random(7)) == advice
