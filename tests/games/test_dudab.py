"""Dudab Buba: scoring against brute force, placing against the rules said once more, random play, and the bot."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

import pytest

from hoodwink.bots.chance import Chancer
from hoodwink.engine.contract import Bot, Refused
from hoodwink.games.dudab import GAME
from hoodwink.games.dudab.columns import NOTHING, fitting, parrying
from hoodwink.games.dudab.greedy import Greedy
from hoodwink.games.dudab.notation import CARD_TEXTS, REQUEST_TEXTS
from hoodwink.games.dudab.pieces import BABY, COPIES, DUDAB, JUNGLE, MOST, SHAMANS, Card, DudabOptions
from hoodwink.games.dudab.rounds import audit, start, turn_bound
from hoodwink.games.dudab.scoring import BABIES, reckon, score
from hoodwink.games.dudab.sight import view
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import ATTACKED, FREE, REQUESTED
from tests.tables import variants

Numbers = tuple[int, ...]


# Scoring --------------------------------------------------------------------------------------------------------------


def by_brute_force(numbers: Numbers, dudabs: int, shamans: int, jungles: int) -> int:
    """The least a pile of Numbers, Dudabs, Shamans and Jungles can come to, trying every partner for every Dudab."""
    coupled = min(dudabs, shamans)
    alone, left = dudabs - coupled, shamans - coupled
    return min(
        _hung([value for at, value in enumerate(numbers) if at not in taken], left, jungles)
        - sum(numbers[at] for at in taken)
        for taken in combinations(range(len(numbers)), min(alone, len(numbers)))
    )


def _hung(unmatched: Sequence[int], shamans: int, jungles: int) -> int:
    values = sorted(set(unmatched))
    points = sum(value for value in unmatched if value not in values[:jungles])
    return points + (0 if jungles > len(values) else 5 * shamans)


def pile_of(numbers: Numbers, dudabs: int, shamans: int, jungles: int) -> list[Card]:
    """Some cards with these values; no matter which, of their colours and symbols."""
    used = [0, 0, 0, 0]
    cards = []
    for value in numbers:
        cards.append(4 * used[value - 1] + value - 1)
        used[value - 1] += 1
    return [*cards, *[DUDAB] * dudabs, *[SHAMANS[at // 2] for at in range(shamans)], *[JUNGLE] * jungles]


def small_piles() -> Iterator[tuple[Numbers, int, int, int]]:
    for length in range(7):
        for numbers in combinations_with_replacement(range(1, 5), length):
            for dudabs, shamans, jungles in product(range(5), range(4), range(5)):
                yield numbers, dudabs, shamans, jungles


def test_pairing_is_the_owners_best_for_every_small_pile() -> None:
    options = DudabOptions(jungle=True)
    checked = 0
    for pile in small_piles():
        assert score((), pile_of(*pile), options) == by_brute_force(*pile), pile
        checked += 1
    assert checked == 21000


def test_pairing_is_the_owners_best_for_large_piles_too() -> None:
    source = random.Random(3)
    options = DudabOptions(jungle=True)
    for _ in range(300):
        numbers = tuple(source.choices(range(1, 5), k=source.randrange(7, 12)))
        pile = (numbers, source.randrange(9), source.randrange(3), source.randrange(5))
        assert score((), pile_of(*pile), options) == by_brute_force(*pile), pile


def test_highest_first_never_beats_the_best_and_is_as_good_without_jungles() -> None:
    best, highest = DudabOptions(jungle=True), DudabOptions(jungle=True, dudab_pairing="highest_first")
    for numbers, dudabs, shamans, jungles in small_piles():
        cards = pile_of(numbers, dudabs, shamans, jungles)
        ahead = score((), cards, highest) - score((), cards, best)
        assert ahead == 0 if not jungles else ahead >= 0


def test_a_sheet_accounts_for_every_card_and_its_total() -> None:
    source = random.Random(4)
    deck = [card for card, copies in enumerate(COPIES) for _ in range(copies)]
    for options in (DudabOptions(jungle=True), DudabOptions(jungle=True, surplus_jungle_shamans="one_each")):
        for _ in range(500):
            cards = source.sample(deck, source.randrange(40))
            hand = [card for card in cards[:5] if card <= DUDAB]
            pile = cards[5:]
            sheet = reckon(hand, pile, options)
            matched = len(sheet.couples) + len(sheet.negated)
            grouped = [card for group in sheet.groups for card in group.cards]
            told = [*sheet.couples, *sheet.negated, *grouped, *sheet.shamans, *sheet.numbers]
            told += [DUDAB] * (sheet.hand_dudabs + matched + sheet.idle_dudabs) + [BABY] * sheet.babies
            told += [JUNGLE] * (len(sheet.groups) + sheet.idle_jungles)
            assert sorted(told) == sorted(hand + pile)
            value = sum(card % 4 + 1 for card in sheet.numbers) - sum(card % 4 + 1 for card in sheet.negated)
            strays = sheet.hand_dudabs + len(sheet.shamans)
            assert sheet.total == value + 5 * strays - BABIES[sheet.babies]


# Placing --------------------------------------------------------------------------------------------------------------


def may_lie(card: str, before: str | None, mirror: str | None, *, attacked: bool) -> bool:
    """Part 1.D once more, on the cards as people write them: may `card` go after `before` and opposite `mirror`?"""
    if card == "D":
        return True
    if card in ("J", "B!"):
        return False
    if mirror == "D" or (mirror is not None and mirror[0] == "S" and card[0] != "S"):
        return False
    if mirror is not None and mirror[0] != "S" and not _attributes(card) & _attributes(mirror):
        return False
    if attacked and card[0] != "S":
        return False
    if before is None:
        return True
    if before == "D":
        return card[0] != "S"
    if before[0] == "S" and card[0] == "S":
        return attacked
    if before[0] == "S" or card[0] == "S":
        return bool({attribute for attribute in _attributes(card) & _attributes(before) if attribute in "RBYG"})
    apart = abs(int(card[-1]) - int(before[-1]))
    return apart == 1 and not _attributes(card) & _attributes(before)


def _attributes(card: str) -> set[str]:
    return {card[-1]} if card[0] == "S" else set(card.split("-"))


@pytest.mark.parametrize("attacked", [False, True])
def test_cards_fit_as_the_rules_said_once_more_have_it(attacked: bool) -> None:
    table = parrying if attacked else fitting
    seen = [NOTHING, *range(DUDAB + 1)]
    for before, mirror in product(seen, seen):
        fits = table(before, mirror, False)  # noqa: FBT003
        for card, text in enumerate(CARD_TEXTS):
            told = may_lie(
                text,
                None if before == NOTHING else CARD_TEXTS[before],
                None if mirror == NOTHING else CARD_TEXTS[mirror],
                attacked=attacked,
            )
            assert bool(fits[card]) == told, (text, before, mirror)


def test_no_number_could_be_first_below_a_jungle_if_both_rules_held() -> None:
    """Q-JU-01: why the first card below obeys the mirror alone."""
    assert not any(fitting(card, card, False)[other] for card in range(64) for other in range(64))  # noqa: FBT003
    assert {sum(fitting(NOTHING, card, False)[:64]) for card in range(64)} == {37}  # noqa: FBT003


# Play -----------------------------------------------------------------------------------------------------------------


def rounds_of_random_play(state: DudabState, source: random.Random) -> Iterator[tuple[DudabState, int]]:
    """Play to the end; yields the state at every turn's start with the number of turns in its round so far."""
    turns, rounds, pick = 0, 0, source.random
    while not state.over:
        if state.decider < 0:
            state.resolve(state.sample(source))
            continue
        if len(state.ledger) != rounds:
            turns, rounds = 0, len(state.ledger)
        if not state.todo:
            turns += 1
            yield state, turns
        moves = state.moves(state.decider)
        state.play(state.decider, moves[int(pick() * len(moves))])


def tables() -> list[tuple[int, DudabOptions]]:
    """Every preset and every option with every number of seats, as far as they can be played."""
    found: list[tuple[int, DudabOptions]] = []
    for seats in GAME.info.seats:
        chosen = {*variants(GAME, seats).values(), *GAME.info.presets.values()}
        found += [(seats, options) for options in sorted(chosen, key=repr) if isinstance(options, DudabOptions)]
    return found


def test_twenty_thousand_rounds_keep_all_cards_and_end_in_time() -> None:
    """Conservation, hands, columns and duties hold at the start of turns; part 1.D bounds the turns of a round."""
    source = random.Random(20000)
    played = 0
    every = tables()
    while played < 20000:
        for seats, options in every:
            bound = turn_bound(seats, options)
            state = start(seats, options)
            for now, turns in rounds_of_random_play(state, source):
                assert turns <= bound
                if turns % 24 == 1:
                    assert audit(now) is None
            played += len(state.ledger)


def moves_said_once_more(state: DudabState) -> set[str]:
    """The moves of the seat on turn by part 1.D, worked out on texts, with the default rulings."""
    hand = [CARD_TEXTS[card] for card in state.hands[state.decider]]
    moves = set()
    for column in range(len(state.above)):
        if state.duty != FREE and column != state.duty_column:
            continue
        over = [CARD_TEXTS[card] for card in state.above[column]]
        under = None if state.below[column] is None else [CARD_TEXTS[card] for card in state.below[column] or ()]
        for card in hand:
            if card == "D":
                requests = [] if under is not None else ["R", "B", "Y", "G", *"1234", "hand", "club", "hide", "mam"]
                moves |= {f"D>{column + 1}", *(f"D>{column + 1}:{request}" for request in requests)}
            elif state.duty == REQUESTED:
                if REQUEST_TEXTS[state.asked] in _attributes(card):
                    moves.add(f"{card}>{column + 1}")
            elif _lies_at_the_end(card, over, under, attacked=state.duty == ATTACKED):
                moves.add(f"{card}>{column + 1}")
    if state.duty == ATTACKED:
        return moves | {"penalty"}
    if state.duty == REQUESTED:
        able = any(move[0] != "D" for move in moves)
        return moves if able or (len(hand) == MOST and moves) else moves | {"draw"}
    return moves | {"draw"} if len(hand) < MOST or not moves else moves


def _lies_at_the_end(card: str, over: list[str], under: list[str] | None, *, attacked: bool) -> bool:
    if under is None:
        return may_lie(card, over[-1], None, attacked=attacked)
    mirror = over[-len(under) - 1] if len(under) < len(over) else None
    before = under[-1] if under and under[-1] != "D" else None  # JU-15: anything goes on a Dudab there
    return may_lie(card, before, mirror, attacked=attacked)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_every_turn_has_the_moves_of_the_rules_said_once_more(seats: int) -> None:
    source = random.Random(seats)
    state = start(seats, DudabOptions(jungle=True, baby=True))
    for now, _ in rounds_of_random_play(state, source):
        assert {GAME.write_move(move) for move in now.moves(now.decider)} == moves_said_once_more(now)


def test_a_five_card_hand_that_may_draw_has_nothing_to_play() -> None:
    """DB-DRAW-2, Q-DB-36: drawing and playing are alternatives only below five cards and without a request to meet."""
    source = random.Random(5)
    for _ in range(40):
        state = start(3, DudabOptions(jungle=True, baby=True, rounds=1))
        for now, _ in rounds_of_random_play(state, source):
            texts = {GAME.write_move(move) for move in now.moves(now.decider)}
            if len(now.hands[now.decider]) == MOST and "draw" in texts:
                assert texts == {"draw"}


# Bots -----------------------------------------------------------------------------------------------------------------


def duel(seated: Sequence[Bot], options: DudabOptions, source: random.Random) -> tuple[int, ...]:
    """The seats that win a match of bots."""
    state = start(len(seated), options)
    while state.result() is None:
        if state.decider < 0:
            state.resolve(state.sample(source))
        else:
            seat = state.decider
            state.play(seat, seated[seat].choose(view(state, seat), source))
    result = state.result()
    assert result is not None
    return result.winners


@pytest.mark.parametrize(
    ("options", "wins"), [(DudabOptions(), 38), (DudabOptions(jungle=True, baby=True), 32)], ids=["base", "both"]
)
def test_greedy_clearly_beats_random(options: DudabOptions, wins: int) -> None:
    source = random.Random(6)
    won = 0
    for game in range(40):
        mine = game % 2
        seated: list[Bot] = [Chancer(), Greedy()] if mine else [Greedy(), Chancer()]
        won += duel(seated, options, source) == (mine,)
    assert won >= wins


def test_contradictory_options_name_the_option() -> None:
    with pytest.raises(Refused, match="jungle_redraw_2015 means nothing without the Jungle module"):
        start(2, DudabOptions(jungle_redraw_2015=True))
