"""Dudo beyond its scenarios: the ladder, the rolls, texts that are no positions, and bots worth their name."""

from __future__ import annotations

import contextlib
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoodwink import bots, games
from hoodwink.engine.contract import Refused, Said, Unreadable, below, clauses
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.games.dudo.notation import read_move, write_move
from hoodwink.games.dudo.odds import chances_of, holds
from hoodwink.games.dudo.pieces import Bid, DudoOptions, Jokers, draw_roll, ladder, matching, rank, rolls

DUDO = games.find("dudo")


def test_the_rulebook_holds_all_clauses_and_rulings() -> None:
    expected = {f"DU-{number}" for number in range(1, 33)} | {f"Q-DU-{number:02}" for number in range(1, 27)}
    assert set(clauses(DUDO.info)) == expected


def test_the_ladder_runs_as_the_board_has_it() -> None:
    """T-DU-06."""
    cells = dict.fromkeys(write_move(claim).split("x")[0] for claim in ladder(12, 6))
    assert " ".join(cells) == "1 1* 2 3 2* 4 5 3* 6 7 4* 8 9 5* 10 11 6* 12"


@pytest.mark.parametrize("count", range(1, 31))
def test_the_lowest_raises_are_those_of_the_ruling(count: int) -> None:
    """Q-DU-01: over q the lowest joker raise is q // 2 + 1; over k jokers the lowest ordinary raise is 2k."""
    claims = ladder(70, 70)
    jokers = next(one for one in claims if isinstance(one, Jokers) and rank(one) > rank(Bid(count, 2)))
    assert jokers.count == count // 2 + 1
    plain = next(one for one in claims if isinstance(one, Bid) and rank(one) > rank(Jokers(count)))
    assert plain.count == 2 * count


@pytest.mark.parametrize("count", range(1, 7))
def test_rolls_are_weighed_by_the_ways_they_can_fall(count: int) -> None:
    ways: dict[tuple[int, ...], int] = {}
    for dice in product(range(1, 7), repeat=count):
        ways[tuple(sorted(dice))] = ways.get(tuple(sorted(dice)), 0) + 1
    assert {roll.dice: weight for roll, weight in rolls(0, count)} == ways


@pytest.mark.parametrize("count", [1, 5, 6, 12])
def test_a_roll_is_the_digits_of_one_number(count: int) -> None:
    """As docs/reference/fairness.md tells other programs."""
    for seed in range(50):
        number = below(6**count, random.Random(seed))
        dice = sorted(number // 6**place % 6 + 1 for place in range(count))
        assert list(draw_roll(2, count, random.Random(seed)).dice) == dice


def test_jokers_count_for_every_face_but_only_ones_for_jokers() -> None:
    cups = [(1, 1, 2, 5), (1, 5, 6), ()]
    assert [matching(Bid(1, face), cups) for face in range(2, 7)] == [4, 3, 3, 5, 4]
    assert matching(Jokers(1), cups) == 3


def test_the_box_always_has_the_bonus_dice() -> None:
    """Q-DU-21: with up to six players the bonus dice never outrun the box, however many dice are dealt out."""
    for seats, dice in product(DUDO.info.seats, range(1, 9)):
        source = random.Random(seats * 10 + dice)
        options = DudoOptions(dice=dice, survivor_bonus_die=True)
        for _ in range(20):
            state = DUDO.start(seats, options)
            while state.result() is None:
                if state.to_move():
                    seat = state.to_move()[0]
                    state.play(seat, source.choice(state.moves(seat)))
                else:
                    state.resolve(state.sample(source))
                assert DUDO.audit(state) is None


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"in_play": 3}, "dice in play, but the seats have"),
        ({"left": [40, 40], "in_play": 80}, "more than the box holds"),
        ({"left": [0, 0], "in_play": 0}, "impossible dice counts"),
        ({"dice": [(1,), (2, 2)]}, "do not hold"),
    ],
)
def test_the_audit_notices_what_cannot_be(broken: dict[str, object], said: str) -> None:
    state = DUDO.read_position("A:22 B:66 | open A", 2, DudoOptions())
    assert DUDO.audit(state) is None
    for name, value in broken.items():
        setattr(state, name, value)
    assert said in str(DUDO.audit(state))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "two or three fields"),
        ("A:22 B:66", "not 1"),
        ("A:22 B:66 | open A | A 1x2 | more", "not 4"),
        ("A:22 | open A", "The dice of 2 seats are needed, not of 1"),
        ("A:22 C:66 | open A", "«C:66» is not the cup of seat B"),
        ("A:27 B:66 | open A", "«A:27» is not the cup of seat A"),
        ("A:22 B:?? | open A", "«B:??» hides its dice"),
        ("A:22 B:66 | first A", "does not say who opens"),
        ("A:22 B:66 | open C", "is no seat"),
        ("A:- B:- | open A", "0 dice are in play"),
        ("A:222222 B:66666 | open A", "11 dice are in play"),
        ("A:.. B:66 | open A", "a cup is rolled before its turn"),
        ("A:22 B:.. | open ?", "a cup is rolled before its turn"),
        ("A:22 B:66 | open A | A dudo", "no bid that can stand here"),
        ("A:22 B:.. | open A | A 1x2", "no bid that can stand here"),
        ("A:22 B:66 | open A | A 1x2, A 2x2", "It is B's turn"),
        ("A:22 B:66 | open A | A 2x2, B 1x2", "is not above"),
        ("A:22 B:66 | open A | A five", "is no move"),
    ],
)
def test_what_is_no_position_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises((Unreadable, Refused)) as refused:
        DUDO.read_position(text, 2, DudoOptions())
    assert said in str(refused.value)
    assert all(refused.value.told(Voice(lang)) for lang in LANGUAGES)


def test_a_position_with_one_seat_left_is_over() -> None:
    state = DUDO.read_position("A:- B:66 | round 7 open A", 2, DudoOptions())
    assert state.result() is not None
    assert DUDO.write_position(state) == "A:- B:.. | round 7 open A"


def test_an_opener_without_dice_is_refused_while_others_play() -> None:
    with pytest.raises(Unreadable, match="Seat A has no dice and cannot open"):
        DUDO.read_position("A:- B:66 C:22 | open A", 3, DudoOptions())


@given(st.text(alphabet="AB:123456.?-| openround,x*dudo", max_size=40))
def test_no_text_breaks_the_readers(text: str) -> None:
    for read in (DUDO.read_move, DUDO.read_chance, lambda text: DUDO.read_position(text, 2, DudoOptions())):
        with contextlib.suppress(Said):
            read(text)


@given(st.integers(0, 999), st.integers(0, 9))
def test_every_bid_that_can_be_typed_is_read_as_typed(count: int, face: int) -> None:
    assert read_move(f"{count}x{face}") == read_move(f" {count} {face} ") == Bid(count, face)
    assert read_move(f"{count}*") == read_move(f"{count} ★") == Jokers(count)


@pytest.mark.parametrize("unseen", range(11))
def test_the_chances_add_up(unseen: int) -> None:
    for sixths in (1, 2):
        assert sum(chances_of(unseen, sixths)) == pytest.approx(1)
    assert holds(Bid(0, 2), unseen, 0) == pytest.approx(1)
    assert holds(Bid(unseen + 1, 2), unseen, 0) == 0


def test_a_bot_doubts_what_cannot_be_and_never_what_it_holds_itself() -> None:
    bot = bots.find(DUDO, "greedy")
    for text, doubts in (("A:22 B:66 | open A | A 4x3", True), ("A:22 B:66 | open A | A 1x6", False)):
        state = DUDO.read_position(text, 2, DudoOptions())
        move = bot.choose(DUDO.view(state, 1), random.Random(0))
        assert (write_move(move) == "dudo") is doubts


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_beats_random(seats: int) -> None:
    """One greedy bot among random ones wins far more than its fair share."""
    source, wins, played = random.Random(seats), 0, 120
    for number in range(played):
        state = DUDO.start(seats, DudoOptions())
        while state.result() is None:
            if not state.to_move():
                state.resolve(state.sample(source))
                continue
            seat = state.to_move()[0]
            name = "greedy" if seat == number % seats else "random"
            state.play(seat, bots.find(DUDO, name).choose(DUDO.view(state, seat), source))
        result = state.result()
        wins += result is not None and result.winners == (number % seats,)
    assert wins > played * 0.8
