"""Dudo's bots: greedy as it always was, bids read as evidence against a count of all hands, levels that climb."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import msgspec
import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import Bot
from hoodwink.engine.words import Voice
from hoodwink.games.dudo.advice import advise
from hoodwink.games.dudo.bots import LEVELS
from hoodwink.games.dudo.habits import Spot, hand_of, hands, paying, plain_habit
from hoodwink.games.dudo.odds import chances_of, swing
from hoodwink.games.dudo.pieces import Bid, Claim, Doubt, DudoOptions, Jokers, Spoken, menu
from hoodwink.games.dudo.reading import BLOCK, MOST_BIDS_READ, Reading
from hoodwink.games.dudo.sight import DudoView
from tests.tables import variants

DUDO = games.find("dudo")
PINNED = (Path(__file__).parent / "dudo_greedy.txt").read_text(encoding="utf-8").splitlines()


def view_of(text: str, seat: int, seats: int = 3, options: DudoOptions | None = None) -> DudoView:
    view: DudoView = DUDO.view(DUDO.read_position(text, seats, options or DudoOptions()), seat)
    return view


@pytest.mark.parametrize("line", PINNED)
def test_greedy_chooses_as_it_always_has(line: str) -> None:
    seats, options, position, move = line.split(" ; ")
    state = DUDO.read_position(position, int(seats), msgspec.json.decode(options, type=DudoOptions))
    view = DUDO.view(state, state.to_move()[0])
    assert DUDO.write_move(bots.find(DUDO, "greedy").choose(view, random.Random(0))) == move


@pytest.mark.parametrize("most", [1, 2, 5])
@pytest.mark.parametrize("claim", [Bid(3, 4), Bid(7, 2), Jokers(2)], ids=str)
def test_what_a_doubted_bid_pays_is_what_the_odds_say(claim: Claim, most: int) -> None:
    pays = paying(chances_of(6, 2 if isinstance(claim, Bid) else 1), most)
    for own in range(claim.count + 1):
        assert pays[claim.count - own] == pytest.approx(swing(claim, 6, own, most_lost=most))


def test_hands_are_all_there_and_as_likely_as_they_fall() -> None:
    for dice in (1, 2, 5, 9):
        assert sum(chance for _, chance in hands(dice)) == pytest.approx(1)
    assert dict(hands(2))[hand_of((1, 3))] == pytest.approx(2 / 36)
    assert hand_of((1, 1, 3)) == (2, 2, 3, 2, 2, 2)


def test_a_habit_shares_all_chance_among_the_moves() -> None:
    for standing in (None, Bid(2, 3), Jokers(1)):
        spot = Spot(in_play=4, dice=2, bidder=2, standing=standing, options=DudoOptions())
        moves = menu(4, DudoOptions())[standing]
        likely = [plain_habit(spot).likelihood(move) for move in moves if not isinstance(move, Doubt)]
        for by_hand in zip(*likely, strict=True):
            assert sum(by_hand) == pytest.approx(1) if standing is None else 0 < sum(by_hand) < 1


def test_reading_is_what_a_count_of_all_hands_gives() -> None:
    """Two dice each, one opening bid: the posterior by hand, over all 36 rolls of the other."""
    view = view_of("A:36 B:22 | open A | A 2x3", 1, seats=2)
    spot = Spot(in_play=4, dice=2, bidder=0, standing=None, options=DudoOptions())
    by_hand = dict(zip([hand for hand, _ in hands(2)], plain_habit(spot).likelihood(Bid(2, 3)), strict=True))
    weights = {roll: by_hand[hand_of(roll)] for roll in product(range(1, 7), repeat=2)}
    agreeing = sum(weight for roll, weight in weights.items() if all(face in (1, 3) for face in roll))
    assert Reading(view, wary=False).holds(Bid(2, 3)) == pytest.approx(agreeing / sum(weights.values()))


def test_a_bid_makes_itself_more_likely_and_deaf_ears_hear_nothing() -> None:
    view = view_of("A:12335 B:22446 C:13556 | open A | A 4x3", 1)
    quiet = view_of("A:12335 B:22446 C:13556 | open A | A 4x4", 1)
    for wary in (False, True):
        assert Reading(view, wary=wary).holds(Bid(5, 3)) > Reading(view, wary=False, deaf=True).holds(Bid(5, 3))
        assert Reading(quiet, wary=wary).holds(Bid(5, 3)) < Reading(quiet, wary=False, deaf=True).holds(Bid(5, 3))
    unheard = [Reading(one, wary=False, deaf=True).holds(Bid(5, 3)) for one in (view, quiet)]
    assert unheard[0] == unheard[1]


def test_long_bidding_is_read_from_a_late_bid_on() -> None:
    """Work ends: of many bids the latest are read, and older ones change nothing."""
    position = "A:12335 B:22446 C:13556 | open A"
    claims = [Bid(count, face) for count, face in zip(range(1, 15), [3, 5] * 7, strict=True)]
    bids = tuple(Spoken(at % 3, claim) for at, claim in enumerate(claims))
    view = msgspec.structs.replace(view_of(position, 0), bids=bids, to_move=(2,), viewer=2, dice=(1, 3, 5, 5, 6))
    older = tuple(msgspec.structs.replace(bid, claim=Bid(bid.claim.count, 6)) for bid in bids[:BLOCK])
    assert len(bids) > MOST_BIDS_READ
    other = msgspec.structs.replace(view, bids=older + bids[BLOCK:])
    assert Reading(view, wary=False).holds(Bid(6, 5)) == Reading(other, wary=False).holds(Bid(6, 5))


def wins(one: Bot, others: Bot, seats: int, games_played: int) -> float:
    """The share of games won by one bot among others, each seat in turn with the same dice."""
    won = 0
    for number in range(games_played):
        state, source = DUDO.start(seats, DudoOptions()), random.Random(number // seats)
        while state.result() is None:
            if not state.to_move():
                state.resolve(state.sample(source))
                continue
            seat = state.to_move()[0]
            bot = one if seat == number % seats else others
            state.play(seat, bot.choose(DUDO.view(state, seat), source))
        result = state.result()
        won += result is not None and result.winners == (number % seats,)
    return won / games_played


@pytest.mark.parametrize(("better", "worse"), [(2, 1), (3, 2), (4, 3)])
def test_every_level_beats_the_one_below(better: int, worse: int) -> None:
    assert wins(bots.find(DUDO, str(better)), bots.find(DUDO, str(worse)), 2, 60) > 0.6


@pytest.mark.parametrize("seats", [3, 5])
def test_listening_wins_more_than_a_fair_share(seats: int) -> None:
    played = 12 * seats
    assert wins(bots.find(DUDO, "4"), bots.find(DUDO, "greedy"), seats, played) > 1.5 / seats


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("seats", [2, 6])
def test_every_level_plays_with_every_option(name: str, seats: int) -> None:
    source, bot = random.Random(seats), bots.find(DUDO, name)
    for options in variants(DUDO, seats).values():
        state = DUDO.start(seats, options)
        for _ in range(4 * seats):
            while state.result() is None and not state.to_move():
                state.resolve(state.sample(source))
            if state.result() is not None:
                break
            seat = state.to_move()[0]
            move = bot.choose(DUDO.view(state, seat), source)
            assert move in state.moves(seat)
            state.play(seat, move)


def test_advice_tells_the_odds_with_and_without_the_bidding() -> None:
    view = view_of("A:12335 B:22446 C:13556 | open A | A 4x3, B 5x2", 2)
    advice = advise(view, random.Random(0))
    [odds] = advice.odds
    assert odds.values["alone"] == round(100 * Reading(view, wary=False, deaf=True).holds(Bid(5, 2)))
    assert odds.values["read"] == round(100 * Reading(view, wary=True).holds(Bid(5, 2)))
    assert advice.hints[0].move == bots.find(DUDO, "4").choose(view, random.Random(0))
    said = Voice("en", ["Ann", "Bob", "Cid"])(odds)
    assert said.startswith("5 twos: by your dice alone it holds with 44 %")


def test_advice_says_that_a_bluff_is_one_and_what_is_sure() -> None:
    view = view_of("A:22 B:66 | open A | A 4x3", 1, seats=2)
    [doubt, *_] = advise(view, random.Random(0)).hints
    assert isinstance(doubt.move, Doubt)
    assert doubt.why.values["fails"] == 100
    opening = advise(view_of("A:22 B:66 | open A", 0, seats=2), random.Random(0))
    assert [said.id for said in opening.odds] == ["dudo.odds.opening"]
    assert advise(view_of("A:22 B:66 | open A", 1, seats=2), random.Random(0)).hints == ()
