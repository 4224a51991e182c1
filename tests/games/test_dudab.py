"""Dudab Buba: scoring against brute force, placing against the rules said once more, random play, and the bot."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

import pytest

from hoodwink.bots.chance import Chancer
from hoodwink.engine.contract import AnyGame, Bot, Moved, Refused, Unreadable
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.games.dudab import GAME
from hoodwink.games.dudab.bots import Greedy
from hoodwink.games.dudab.columns import NOTHING, fitting, parrying
from hoodwink.games.dudab.notation import CARD_TEXTS
from hoodwink.games.dudab.pieces import BABY, COPIES, DUDAB, JUNGLE, MOST, SHAMANS, Card, DudabOptions
from hoodwink.games.dudab.rounds import audit, start, turn_bound
from hoodwink.games.dudab.scoring import BABIES, reckon, score
from hoodwink.games.dudab.sight import view
from hoodwink.games.dudab.state import DudabState
from tests.tables import random_steps, variants

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


def test_a_five_card_hand_that_may_draw_has_nothing_to_play() -> None:
    """DB-DRAW-2, Q-DB-36: drawing and playing are alternatives only below five cards and without a request to meet."""
    source = random.Random(5)
    for _ in range(40):
        state = start(3, DudabOptions(jungle=True, baby=True, rounds=1))
        for now, _ in rounds_of_random_play(state, source):
            texts = {GAME.write_move(move) for move in now.moves(now.decider)}
            if len(now.hands[now.decider]) == MOST and "draw" in texts:
                assert texts == {"draw"}


# Text -----------------------------------------------------------------------------------------------------------------

TABLE = "open A | A: R-hand-1 R-hand-2 | B: B-hand-1 B-hand-2 | 1: G-mam-4 | 2: Y-club-1"


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (TABLE + " | 3: D", "«3» is no column; they are numbered 1 to 2"),
        (TABLE + " | attack on 3", "«3» is no column; they are numbered 1 to 2"),
        (TABLE + " | due cover A", "«cover A» is nothing that can be due"),
        (TABLE + " | due cover A 3", "«3» is no column"),
        (TABLE + " | due nap A", "«nap A» is nothing that can be due"),
        (TABLE + " | C: D", "«C» is no seat"),
        (TABLE + " | nonsense", "«nonsense» is no part of a position"),
        (TABLE + " | discard R-hand-1", "R-hand-1 is there more often than the box holds it"),
        (TABLE + " | discard J", "J is there more often than the box holds it"),
        (TABLE + " | discard R-foot-1", "«R-foot-1» is no card"),
        (TABLE + " | deck 80", "The draw pile should hold 80 cards, but 74 are named nowhere else"),
        (TABLE + " | scores 1 2 3", "«1 2 3» are not the scores of 2 seats"),
        (TABLE + " | request red-ish on 1 by A", "«red-ish» cannot be asked for"),
        ("open A | A: ?? | B: B-hand-1 | 1: G-mam-4 | 2: D", "hides its cards"),
        ("open A | A: R-hand-1 | B: B-hand-1 | 1: G-mam-4", "Column 2 shows no card"),
    ],
)
def test_a_bad_position_is_refused_in_words(position: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.read_position(position, 2, DudabOptions())
    assert why in str(refused.value)


@pytest.mark.parametrize("text", ["", "R-hide-3", "R-hide-3>4", "X>1", "D>1:pink", "tuck", "toss Z", "draw R-hide-3"])
def test_a_bad_move_is_refused_in_words(text: str) -> None:
    with pytest.raises(Unreadable, match="«"):
        GAME.read_move(text)


def test_a_bad_draw_is_refused_in_words() -> None:
    with pytest.raises(Unreadable, match="is no draw"):
        GAME.read_chance("roll A:123")


def test_moves_may_be_typed_loosely() -> None:
    assert [GAME.write_move(GAME.read_move(text)) for text in ("r-HIDE-3 1", "d on 2 for hide", "Draw", "j > 1")] == [
        "R-hide-3>1",
        "D>2:hide",
        "draw",
        "J>1",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_beats_and_moves_are_said_in_every_language(lang: str) -> None:
    game: AnyGame = GAME
    voice, source = Voice(lang, ["Ann", "Bob", "Cid"]), random.Random(7)
    for step in random_steps(game, start(3, DudabOptions(jungle=True, baby=True)), source):
        for viewer in (0, None):
            assert all(voice(game.report(beat)) for beat in game.tell(*step, viewer))
            assert "Ann" in game.draw(game.view(step.after, viewer), voice)
        if isinstance(step.event, Moved):
            assert voice(game.describe(step.event.move))


def test_the_screen_shows_jungle_mirror_stack_and_duty_without_colour() -> None:
    drawn = GAME.draw(
        view(
            GAME.read_position(
                "open A turn B | A: R-hand-1 R-hand-2 + D | B: B-hand-1 B-hand-2 | 1: R-hide-3 B-club-2 =J= G-club-1"
                " | 2: [R-mam-1 J B!] Y-club-1 S:Y | attack on 2",
                2,
                DudabOptions(jungle=True, baby=True),
            ),
            1,
        ),
        Voice("en", ["Ann", "Bob"]),
    )
    assert drawn == SCREEN


SCREEN = """\
Round 1 of 2 · 82 cards to draw, 0 discarded

  A Ann  2 cards in hand, 1 in the own pile, opens
      Own pile: D
> B Bob  2 cards in hand, 0 in the own pile, you

Column 1      Column 2
R-hide-3      [3 under]
B-club-2      Y-club-1
==J=======    S:Y
G-club-1
~R-hide-3

==J== is a Jungle; ~ names the card that the next one below it lies opposite.

A Shaman on column 2: react with a Shaman, a Dudab or the penalty.

Your hand:  B-hand-1  B-hand-2"""


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
