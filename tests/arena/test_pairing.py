"""Paired deals: every bot has every chair of a deal once, with the same luck, and nothing else decides a match."""

from __future__ import annotations

from typing import Any

import pytest

from hoodwink import games
from hoodwink.arena.luck import Deal, Stream, own_luck
from hoodwink.arena.match import play
from hoodwink.arena.setup import prepare, seating
from hoodwink.engine.contract import AnyState, below
from hoodwink.engine.table import deal as dealing


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("deal", [0, 1, 7])
def test_everybody_has_every_chair_once_in_a_deal(seats: int, deal: int) -> None:
    orders = [seating(seats, deal, rotation) for rotation in range(seats)]
    assert all(sorted(order) == list(range(seats)) for order in orders)
    assert all(sorted(column) == list(range(seats)) for column in zip(*orders, strict=True))


def test_over_the_deals_everybody_sits_left_of_everybody() -> None:
    neighbours = {(order[0], order[1]) for deal in range(6) for order in [seating(4, deal, r) for r in range(4)]}
    assert len(neighbours) == 4 * 3


def opened(key: str, seed: int, number: int) -> str:
    """The position when the first decision comes, the whole truth."""
    game = games.find(key)
    state: AnyState = game.start(3, game.info.options())
    for _ in dealing(state, Deal(seed, number)):
        pass
    return game.write_position(state)


@pytest.mark.parametrize("key", games.KEYS)
def test_a_deal_begins_alike_whoever_sits_where_and_no_two_deals_do(key: str) -> None:
    assert opened(key, 5, 1) == opened(key, 5, 1)
    assert len({opened(key, seed, number) for seed in (5, 6) for number in (1, 2)}) == 4


def test_a_chance_that_needs_more_bits_does_not_shift_the_next_one() -> None:
    one, other = Deal(1, 1), Deal(1, 1)
    one(1).getrandbits(3)
    other(1).getrandbits(3000)
    assert one(1).getrandbits(64) == other(1).getrandbits(64)


def test_a_round_begins_alike_however_long_the_last_one_was() -> None:
    one, other = Deal(1, 1), Deal(1, 1)
    for _ in range(5):
        one(1)
    assert one(2).getrandbits(64) == other(2).getrandbits(64) != one(2).getrandbits(64)


def test_a_stream_is_even_in_every_bit_and_number() -> None:
    stream = Stream(b"key", b"name")
    counts = [0] * 6
    for _ in range(6000):
        counts[below(6, stream)] += 1
    assert max(abs(count - 1000) for count in counts) < 120  # four standard deviations


def test_everybody_tosses_coins_of_their_own() -> None:
    tossed = {own_luck(1, *where).getrandbits(64) for where in [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]}
    assert len(tossed) == 4


@pytest.mark.parametrize("key", games.KEYS)
def test_a_match_is_the_same_whenever_it_is_played(key: str) -> None:
    setup = prepare(key, ["greedy", "random"], seed=3)
    first = [play(setup, 4, rotation, {}) for rotation in (0, 1)]
    assert first == [play(setup, 4, rotation, {}) for rotation in (0, 1)]
    assert first[0].scores is not None
    assert first[0].winners
    assert first[0].first in (0, 1)


def test_those_who_decide_at_once_are_all_asked_before_anybody_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """RumBugz asks everybody for offers at once: no view that is asked may show another's answer of the same poll."""
    setup = prepare("rumbugz", ["random"] * 4, seed=2)
    game, _ = setup.table()
    asked: list[tuple[Any, ...]] = []
    real = game.view

    def watching(state: AnyState, viewer: int) -> Any:
        if len(state.to_move()) > 1:
            asked.append((state.to_move(), viewer, game.write_position(state)))
        return real(state, viewer)

    object.__setattr__(game, "view", watching)
    try:
        play(setup, 0, 0, {})
    finally:
        object.__setattr__(game, "view", real)
    polls = [asked[at] for at in range(len(asked)) if asked[at][1] == asked[at][0][0]]
    assert polls
    for seats, viewer, position in asked:
        assert (seats, position) in {(poll[0], poll[2]) for poll in polls}, f"seat {viewer} was asked later"
