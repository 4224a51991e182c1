"""The bots of RumBugz: that the anchor stays what it was, and that the levels see what is there."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any

import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import Bot
from hoodwink.engine.table import deal
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.games.rumbugz.pieces import FROM_BAG, FROM_PILE, GRANT, OFFER, PASS, RumbugzOptions, pack
from hoodwink.games.rumbugz.sight import RumbugzView
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.thinking.shedding import chance_to_go_out, left_over
from hoodwink.games.rumbugz.thinking.thought import Thought, Traits
from tests.games.rumbugz_positions import read

GAME = games.find("rumbugz")


def play(state: RumbugzState, seated: list[Bot], luck: random.Random, most: int = 10_000) -> Iterator[str]:
    """Play on, yielding every move made."""
    for _ in range(most):
        for _chance in deal(state, lambda _round: luck):
            pass
        if state.result() is not None:
            return
        seat = state.to_move()[0]
        move = seated[seat].choose(GAME.view(state, seat), luck)
        assert GAME.check(state, seat, move) is None
        state.play(seat, move)
        yield GAME.write_move(move)


def choice(text: str, level: str = "4", seats: int = 2, seat: int = 0, **options: Any) -> str:
    """What a bot plays in a position."""
    state = read(text, seats, **options)
    return GAME.write_move(bots.find(GAME, level).choose(GAME.view(state, seat), random.Random(1)))


# The anchor -----------------------------------------------------------------------------------------------------------


def greedy_choices() -> Iterator[str]:
    """What greedy would play on views out of games that it and random play together."""
    greedy, anybody = bots.find(GAME, "greedy"), bots.find(GAME, "random")
    for seats in (2, 3, 5):
        for options in GAME.info.presets.values():
            luck, state = random.Random(seats), GAME.start(seats, options)
            for number in range(150):
                for _ in deal(state, lambda _round, luck=luck: luck):  # type: ignore[misc]
                    pass
                if state.result() is not None:
                    break
                seat = state.to_move()[0]
                seen = GAME.view(state, seat)
                yield GAME.write_move(greedy.choose(seen, luck))
                state.play(seat, (greedy if number % 2 else anybody).choose(seen, luck))


def test_greedy_is_fixed_for_ever() -> None:
    choices = list(greedy_choices())
    digest = hashlib.sha256("\n".join(choices).encode()).hexdigest()
    assert len(choices) == 1744
    assert digest == "8bbcf8925133ff577458ac6d0474a8da7d635071876db3ff664edd6ada3f01e7", "ratings rest on this anchor"


# The levels -----------------------------------------------------------------------------------------------------------


def test_four_levels_with_names_of_their_own() -> None:
    assert len(GAME.levels) == 4
    assert set(GAME.levels) <= set(GAME.bots)
    assert not {name.casefold() for name in bots.SITTING_NAMES} & set(GAME.levels)


OTHER_RULES = (
    (2, RumbugzOptions(rounds=1, one_sequence_per_turn=True, early_add=True, discard_out=False, stall_limit=6)),
    (3, RumbugzOptions(rounds=1, offer_must_be_granted=True, free_removal=True, next_starter="winner")),
    (2, RumbugzOptions(rounds=2, next_starter="rotate", duplicate_types_before_four=True, empty_bag="draw_round")),
    (5, RumbugzOptions(rounds=1, sets=3, wilds=0, allow_rediscard=True, stall_limit=4)),
    (4, RumbugzOptions(rounds=1, sets=2, wilds=24, plyt_hand_value=50, stall_limit=3)),
    (6, RumbugzOptions(rounds=1, min_naturals=2, replacement="refill_to_6", plyt_hand_value=12, stall_limit=5)),
)


@pytest.mark.parametrize("number", range(len(OTHER_RULES)))
@pytest.mark.parametrize("level", GAME.levels)
def test_every_level_plays_by_any_rules_to_the_end(level: str, number: int) -> None:
    seats, options = OTHER_RULES[number]
    state = GAME.start(seats, options)
    moves = list(play(state, [bots.find(GAME, level)] * seats, random.Random(number)))
    assert state.result() is not None
    assert len(moves) > 10


@pytest.mark.parametrize("level", GAME.levels)
def test_a_seed_gives_the_same_game_again(level: str) -> None:
    games_played = [
        list(play(GAME.start(3, RumbugzOptions(rounds=1)), [bots.find(GAME, level)] * 3, random.Random(5)))
        for _ in range(2)
    ]
    assert games_played[0] == games_played[1]


def test_level_4_wins_most_rounds_against_greedy() -> None:
    points = [0, 0]
    for number in range(8):
        for seat in range(2):
            state = GAME.start(2, RumbugzOptions(rounds=1))
            seated = [bots.find(GAME, "4" if at == seat else "greedy") for at in range(2)]
            for _ in play(state, seated, random.Random(number)):
                pass
            points[0] += state.scores[seat]
            points[1] += state.scores[1 - seat]
    assert points[0] > points[1]


# Single decisions -----------------------------------------------------------------------------------------------------


def test_a_discard_that_makes_a_row_is_taken_and_others_are_left() -> None:
    hands = "A:2,3,4,9,9,11 B:1,6,7,8,10,12 | turn A draw | pile "
    assert choice(hands + "5") == "take"
    assert choice(hands + "7") == "bag"


def test_a_row_is_laid_from_numbers_rather_than_a_plyt() -> None:
    assert choice("A:2,3,4,5,9,11,P B:1,6,7,8,10,12 | turn A table") == "lay single 2 3 4 5"


def test_an_exchange_opens_the_way_to_a_row() -> None:
    position = "A:1,1,1,7,9,11,12 B:2,2,3,5,6,8 | turn A table | rows A double 2 4 6 8; B triple 3 6 9 P12"
    assert choice(position) == "swap 2 12 for P12"
    assert choice(position, level="2").startswith("discard")


def test_level_4_does_not_throw_what_lets_the_next_player_out() -> None:
    """B has all four and one tile: a seven or eleven fits the Single, a three nothing."""
    rows = "rows B single 7 8 9 10; B double 2 4 6 8; B triple 1 4 7 10; B match 5 5 5 5"
    position = f"A:3,11,12,12,12,1,6 B:9 | turn A table | {rows} | pile 2"
    assert choice(position) not in ("discard 11", "discard 6", "discard 12")


def test_an_offer_is_made_while_rows_are_missing_and_refused_to_others() -> None:
    hands = "A:2,3,4,9,9,11 B:1,6,7,8,10,12 C:1,2,2,7,8,10"
    view = GAME.view(read(f"{hands} | turn C poll | pile 5", 3), 0)
    assert view.moves == (OFFER, PASS)
    assert choice(f"{hands} | turn C poll | pile 5", seats=3) == "offer"
    state = read(f"{hands} | turn A draw offers B | pile 7", 3)
    assert set(state.moves(0)) == {FROM_BAG, FROM_PILE, GRANT}
    assert choice(f"{hands} | turn A draw offers B | pile 7", seats=3) == "bag"


def test_what_is_left_over_after_adding() -> None:
    rows = tuple(read("A:1 B:1 | turn A draw | rows A single 4 5 6 7; B match 10 10 10 10").rows)
    assert left_over(pack([8, 9, 10, 1]), rows) == 1
    assert left_over(pack([9, 1]), rows) == 2
    assert left_over(pack([13, 9]), rows) == 0
    unseen = [0] * 13
    unseen[7] = unseen[0] = 1
    assert chance_to_go_out(pack([9]), rows, unseen, discard_out=True) == 0.5
    assert chance_to_go_out(pack([9]), rows, unseen, discard_out=False) == 0.5
    assert chance_to_go_out(pack([12]), rows, unseen, discard_out=False) == 0


def test_tiles_that_are_gone_are_counted() -> None:
    state = read("A:9,9,9,1,2,3 B:1,2,3,4,5,6 | turn A draw | rows B match 8 8 8 8 | pile 9 9")
    seen: RumbugzView = GAME.view(state, 0)
    counted, uncounted = (Thought(seen, random.Random(1), Traits(counts=counts)).unseen for counts in (True, False))
    assert (counted[8], counted[7], counted[6]) == (0, 1, 5)
    assert (uncounted[8], uncounted[7], uncounted[6]) == (2, 5, 5)


# Advice ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "seats"), [("standard", 2), ("standard", 3), ("loose", 2)])
def test_advice_can_be_followed_and_is_said_in_every_language(preset: str, seats: int) -> None:
    assert GAME.advise is not None
    luck, state, ids = random.Random(seats), GAME.start(seats, GAME.info.presets[preset]), set()
    for number, _ in enumerate(play(state, [bots.find(GAME, "earwig")] * seats, luck, most=90)):
        if number % 3 or not state.to_move():
            continue
        seen = GAME.view(state, state.to_move()[0])
        advice = GAME.advise(seen, random.Random(1))
        moves = [hint.move for hint in advice.hints]
        assert 1 <= len(moves) == len(set(moves)) <= 3
        assert set(moves) <= set(seen.moves)
        for said in (*(hint.why for hint in advice.hints), *advice.odds):
            assert all(Voice(lang)(said) for lang in LANGUAGES)
            ids.add(said.id)
    assert len(ids) > 4


def advice(text: str, seats: int = 2, **options: Any) -> tuple[list[str], list[str]]:
    """The moves advised in a position with their reasons, and the odds, in English."""
    assert GAME.advise is not None
    found = GAME.advise(GAME.view(read(text, seats, **options), 0), random.Random(1))
    return [f"{GAME.write_move(one.move)}: {Voice()(one.why)}" for one in found.hints], [*map(Voice(), found.odds)]


def test_advice_names_the_tiles_that_help() -> None:
    hints, odds = advice("A:2,3,4,9,9,9 B:1,6,7,8,10,12 | turn A draw | pile 7")
    assert hints[0].startswith("bag: With a Bug from the bag you have about ")
    assert hints[1].startswith("take: With the 7 you have about ")
    assert odds[-1] == "29 % that the next Bug from the bag lets you lay a row: 1, 5, 9, PLYT."


def test_advice_goes_out_and_says_in_how_many_moves() -> None:
    rows = "rows A single 4 5 6 7; A double 2 4 6 8; A triple 1 4 7 10; A match 5 5 5 5"
    hints, odds = advice(f"A:8,1 B:9,9 | turn A table | {rows}")
    assert hints == ["add 1 8: With 2 moves from here you go out this turn."]
    assert not odds


def test_a_watcher_and_who_is_not_asked_get_no_advice() -> None:
    assert GAME.advise is not None
    state = read("A:2,3,4,9,9,11 B:1,6,7,8,10,12 | turn A draw | pile 7")
    for viewer in (1, None):
        assert not GAME.advise(GAME.view(state, viewer), random.Random(1)).hints
