"""Dudab Buba's bots: the anchor that never changes, four levels at every table, and what they and the advice go by."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations

import pytest

from hoodwink import bots
from hoodwink.bots.chance import Chancer
from hoodwink.engine.words import LANGUAGES, Message, Voice
from hoodwink.games.dudab import GAME
from hoodwink.games.dudab.bots import LEVELS, Foxy, Granny
from hoodwink.games.dudab.columns import MEETING
from hoodwink.games.dudab.greedy import Greedy
from hoodwink.games.dudab.pieces import DUDAB, KINDS, DudabOptions, Place
from hoodwink.games.dudab.positions import read_position
from hoodwink.games.dudab.rounds import start
from hoodwink.games.dudab.scoring import score
from hoodwink.games.dudab.sight import DudabView, imagine, view
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.thinking.deals import Dealer
from hoodwink.games.dudab.thinking.habits import Habits, weights_for
from hoodwink.games.dudab.thinking.judging import Judge
from hoodwink.games.dudab.thinking.odds import chance_of_none, lacking, stuck_by
from hoodwink.games.dudab.thinking.piles import bundle, known_points, points
from hoodwink.games.dudab.thinking.search import Effort, Search
from tests.tables import variants

BOTH = DudabOptions(jungle=True, baby=True)
MUST_ASK = DudabOptions(request_mandatory=True)
LITTLE = Effort(work=24, moves=2, deals=3)


def positions(options: DudabOptions, seats: int, seed: int, every: int = 1) -> Iterator[tuple[DudabState, DudabView]]:
    """Some decisions of a game that the greedy bot plays with itself, and what the seat to move sees."""
    chance, greedy = random.Random(seed), Greedy()
    state, count = start(seats, options), 0
    while state.result() is None:
        if not state.to_move():
            state.resolve(state.sample(chance))
            continue
        seen = view(state, state.decider)
        count += 1
        if count % every == 0:
            yield state, seen
        state.play(state.decider, greedy.choose(seen, chance))


# The anchor -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats", "pinned"),
    [(DudabOptions(), 2, "4ee77f237e045d7c"), (BOTH, 2, "b31e64005b08a908"), (BOTH, 4, "f2639f817c9474bd")],
)
def test_greedy_is_fixed_for_ever(options: DudabOptions, seats: int, pinned: str) -> None:
    """Every rating is measured from it: whoever changes its choices spoils all of them."""
    chance, state, choices = random.Random(7), start(seats, options), []
    while state.result() is None:
        if not state.to_move():
            state.resolve(state.sample(chance))
            continue
        seen = view(state, state.decider)
        choices.append(GAME.write_move(Greedy().choose(seen, chance)))
        state.play(state.decider, Chancer().choose(seen, chance))  # random play, so that it sees strange positions too
    assert sha256("\n".join(choices).encode()).hexdigest()[:16] == pinned


# Levels ---------------------------------------------------------------------------------------------------------------


def test_there_are_four_levels_and_no_character_has_the_name_of_a_chair() -> None:
    assert [bots.find(GAME, str(level)).__class__ for level in range(1, 5)] == list(LEVELS.values())
    assert not {name.lower() for name in bots.SITTING_NAMES} & set(LEVELS)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_every_level_plays_every_option_to_the_end(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for searcher in (Foxy, Granny):
        monkeypatch.setattr(searcher, "effort", LITTLE)
    chance = random.Random(seats)
    characters = [character() for character in LEVELS.values()]
    shares = len(GAME.info.seats)  # every option is played, at one seat count or another
    for turn, options in enumerate(list(variants(GAME, seats).values())[2 * seats % shares :: shares]):
        assert isinstance(options, DudabOptions)
        state = start(seats, options)
        while state.result() is None:
            if not state.to_move():
                state.resolve(state.sample(chance))
                continue
            seat = state.decider
            seen = view(state, seat)
            move = characters[(seat + turn) % len(characters)].choose(seen, chance)
            assert move in seen.moves, options
            state.play(seat, move)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_chance_give_the_same_move(level: str) -> None:
    bot = LEVELS[level]()
    for _, seen in positions(BOTH, 3, seed=5, every=60):
        assert bot.choose(seen, random.Random(1)) == bot.choose(seen, random.Random(1))


@pytest.mark.parametrize("options", [DudabOptions(), BOTH])
def test_habits_look_at_nothing_the_seat_cannot_know(options: DudabOptions) -> None:
    chance = random.Random(3)
    for state, seen in positions(options, 3, seed=4):
        habits = Habits(options, weights_for(options), stuck_by(seen, Dealer(seen, chance).unseen))
        chosen = habits.choose(state.copy(), state.decider)
        assert habits.choose(imagine(seen, chance), state.decider) == chosen


TAKING_IS_DEAR = (
    "open A turn A | A: Y-hand-2 G-club-3 | B: Y-hide-1 Y-hide-2 | 1: R-hide-4 B-hand-3 R-club-4 B-mam-3 R-hide-3 "
    "| 2: B-club-1 | deck 70"
)


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_takes_a_dear_column_when_a_free_one_is_there(level: str) -> None:
    state = read_position(TAKING_IS_DEAR, 2, DudabOptions())
    seen = view(state, 0)
    takes = [move for move in seen.moves if isinstance(move, Place) and move.column == 0]
    assert takes
    assert LEVELS[level]().choose(seen, random.Random(1)) not in takes


# What they go by ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [DudabOptions(), BOTH, DudabOptions(jungle=True, dudab_pairing="highest_first", surplus_jungle_shamans="one_each")],
)
def test_bundles_are_scored_as_piles_are(options: DudabOptions) -> None:
    chance, known = random.Random(2), known_points(options)
    for _ in range(300):
        pile = chance.choices(KINDS, k=chance.randrange(12)) + [DUDAB] * chance.randrange(4)
        if pile.count(70) <= 8:
            assert points(bundle(pile), known, options) == score((), pile, options)


@pytest.mark.parametrize(("matching", "unseen", "hidden"), [(0, 5, 2), (1, 5, 2), (3, 7, 3), (5, 6, 2), (6, 6, 1)])
def test_the_chance_of_none_agrees_with_counting_hands(matching: int, unseen: int, hidden: int) -> None:
    hands = list(combinations(range(unseen), hidden))
    without = [hand for hand in hands if min(hand) >= matching]
    assert chance_of_none(matching, unseen, hidden) == len(without) / len(hands)


def test_a_shown_card_that_meets_a_request_leaves_no_doubt() -> None:
    seen = view(
        read_position(
            "open A turn A | A: D Y-hand-1 | B: R-hand-2* Y-hide-2 | 1: S:B | 2: S:G | deck 74", 2, DudabOptions()
        ),
        0,
    )
    unseen = Dealer(seen, random.Random(1)).unseen
    assert lacking(seen, unseen, MEETING[0]) == 0
    assert 0 < lacking(seen, unseen, MEETING[1]) < 1


@pytest.mark.parametrize("options", [DudabOptions(), BOTH, DudabOptions(jungle=True, hidden_own_piles=True)])
def test_a_deal_looks_to_the_viewer_as_the_truth_does(options: DudabOptions) -> None:
    chance = random.Random(9)
    for _, seen in positions(options, 3, seed=6, every=7):
        deal = Dealer(seen, chance).deal()
        assert view(deal.state, seen.viewer) == seen
        assert sorted(deal.drawn(at) for at in reversed(range(seen.draw_pile))) == deal.state.pile


def test_a_lead_is_worth_more_the_nearer_the_end() -> None:
    """Five points ahead in the last round: with fewer cards to draw they win more surely."""
    worths = {}
    for state, seen in positions(DudabOptions(rounds=1), 2, seed=8):
        judge = Judge(seen, match=True)
        worths[seen.draw_pile] = judge.worth(state, [0.0, 5.0] if judge.me == 0 else [5.0, 0.0])
    by_deck = [worth for _, worth in sorted(worths.items(), reverse=True)]
    assert len(by_deck) > 20
    assert by_deck == sorted(by_deck)
    assert 0.5 < by_deck[0] < 0.6 < 0.7 < by_deck[-1] < 1


def test_chances_to_win_of_all_seats_add_up_to_one() -> None:
    _, seen = next(positions(BOTH, 4, seed=1, every=30))
    deal, total = Dealer(seen, random.Random(1)).deal(), 0.0
    for seat in range(4):
        judge = Judge(seen, match=True)
        judge.me = seat
        total += judge.worth(deal.state, judge.scores(deal.state))
    assert total == pytest.approx(1)


def test_work_is_bounded_whatever_the_position() -> None:
    """A try may take forty decisions, where shedding goes on and on, or none: it is these that are counted."""
    effort = Effort(work=700, moves=5, deals=40)
    for seats in (2, 6):
        for _, seen in positions(BOTH, seats, seed=2, every=13):
            search = Search(seen, random.Random(1), effort, match=True)
            ranked = search.ranked()
            tries = [len(prospect.worths) for prospect in ranked]
            assert max(tries) <= effort.deals
            assert sum(tries) <= search.done <= 1.2 * effort.work
            assert tries == sorted(tries, reverse=True)


# Advice ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), [(DudabOptions(), 2), (BOTH, 4), (MUST_ASK, 3)])
def test_advice_can_be_followed_and_is_said_in_every_language(options: DudabOptions, seats: int) -> None:
    assert GAME.advise is not None
    ids = set()
    for _, seen in positions(options, seats, seed=3, every=21):
        advice = GAME.advise(seen, random.Random(1))
        moves = [hint.move for hint in advice.hints]
        assert 1 <= len(moves) == len(set(moves)) <= 3
        assert set(moves) <= set(seen.moves)
        for said in (*(hint.why for hint in advice.hints), *advice.odds):
            assert all(Voice(lang)(said) for lang in LANGUAGES)
        ids |= {reason.id for hint in advice.hints if isinstance(reason := hint.why.values["reason"], Message)}
    assert len(ids) > 4


def test_advice_tells_whether_the_next_player_can_meet_the_request() -> None:
    seen = view(
        read_position(
            "open A turn A | A: R-hand-1 R-hand-2 | B: B-hand-2* B-hide-2* Y-hide-3* | 1: D | 2: S:G | deck 73 "
            "| request hide on 1 by B",
            2,
            DudabOptions(),
        ),
        0,
    )
    assert GAME.advise is not None
    advice = GAME.advise(seen, random.Random(1))
    assert [Voice()(odds) for odds in advice.odds] == ["B can meet the request for a hide with 100 %."]
    assert [hint.move for hint in advice.hints] == [*seen.moves]


def test_nothing_is_whispered_to_whom_nothing_is_asked() -> None:
    state, _ = next(positions(DudabOptions(), 2, seed=1))
    assert GAME.advise is not None
    for viewer in (None, 1 - state.decider):
        advice = GAME.advise(view(state, viewer), random.Random(1))
        assert (advice.hints, advice.odds) == ((), ())
