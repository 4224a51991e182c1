"""A proof by brute force that RumBugz lists every legal row and change, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise, product
from math import comb

import pytest

from hoodwink.games.rumbugz.pieces import Add, Begin, Exchange, Lay, Remove, RumbugzMove, RumbugzOptions, pack
from hoodwink.games.rumbugz.rows import KINDS, PLYT, STEPS, Kind, Row, fresh_from, row_of
from hoodwink.games.rumbugz.state import RumbugzState, start
from hoodwink.games.rumbugz.turn import TABLE


def is_sound(kind: Kind, numbers: list[int]) -> bool:
    """The rulebook's own words (RB-3 to RB-7, Q-RB-16), written anew."""
    in_range = all(1 <= number <= 12 for number in numbers)
    steps = {high - low for low, high in pairwise(sorted(numbers))}
    return in_range and len(numbers) >= 4 and steps == {STEPS[kind]}


def sub_hands(hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of four or more tiles of a hand, once each."""
    counts = Counter(hand)
    for taken in product(*(range(count + 1) for count in counts.values())):
        if sum(taken) >= 4:
            yield tuple(tile for tile, count in zip(counts, taken, strict=True) for _ in range(count))


def brute_lays(hand: tuple[int, ...], min_naturals: int = 0) -> set[Row]:
    """Every row that can be made of a hand by trying all tiles with all numbers for the PLYTs."""
    found = set()
    for tiles in sub_hands(hand):
        plain = [tile for tile in tiles if tile != PLYT]
        if len(plain) < min_naturals:
            continue
        for wild in combinations_with_replacement(range(1, 13), len(tiles) - len(plain)):
            for kind in KINDS:
                if is_sound(kind, [*plain, *wild]):
                    found.add(row_of(kind, (*plain, *(-number for number in wild))))
    return found


def at_table(hand: tuple[int, ...], options: RumbugzOptions, rows: tuple[Row, ...] = ()) -> RumbugzState:
    state = start(2, options)
    state.phase, state.turn, state.starter = TABLE, 0, 0
    state.hands[0], state.held[0] = pack(hand), len(hand)
    state.rows, state.owners, state.fresh = list(rows), [1] * len(rows), [0] * len(rows)
    return state


def listed_lays(state: RumbugzState) -> list[Row]:
    """Every row in `moves`, through the spans where those come first."""
    found = []
    for move in state.moves(0):
        if isinstance(move, Lay):
            found.append(move.row)
        elif isinstance(move, Begin):
            narrowed = state.copy()
            narrowed.play(0, move)
            found += listed_lays(narrowed)
    return found


@pytest.mark.parametrize("size", [4, 5])
def test_every_row_of_every_small_hand_is_listed_once(size: int) -> None:
    state = at_table((), RumbugzOptions())
    for hand in combinations_with_replacement(range(1, PLYT + 1), size):
        state.hands[0], state.held[0] = pack(hand), size
        listed = listed_lays(state)
        assert len(listed) == len(set(listed)), hand
        assert set(listed) == brute_lays(hand), hand


@pytest.mark.parametrize("min_naturals", [0, 1, 2])
def test_every_row_of_large_hands_is_listed_through_its_span(min_naturals: int) -> None:
    source = random.Random(min_naturals)
    crowded = 0
    for wilds in (1, 2, 3, 3):
        hand = (*sorted(source.sample(range(1, 13), k=7)), *[PLYT] * wilds)
        state = at_table(hand, RumbugzOptions(min_naturals=min_naturals))
        listed = listed_lays(state)
        crowded += isinstance(state.moves(0)[0], Begin)
        assert len(listed) == len(set(listed)), hand
        assert set(listed) == brute_lays(hand, min_naturals), hand
    assert crowded, "no hand was large enough"


def test_a_span_with_very_many_rows_is_narrowed_further() -> None:
    """Ten numbers with up to four PLYTs among them: more rows than a list should hold, all of them reachable."""
    state = at_table((*range(1, 11), *[PLYT] * 4), RumbugzOptions())
    state.play(0, Begin("single", 1, 10))
    assert all(isinstance(move, Begin) and len(move.slots) == 4 for move in state.moves(0))
    rows = listed_lays(state)
    assert len(rows) == len(set(rows)) == sum(comb(10, wilds) for wilds in range(5))
    assert all(is_sound("single", [abs(slot) for slot in row.slots]) for row in rows)


def small_rows() -> list[Row]:
    """Every row of four to six tiles with up to two PLYTs."""
    found = []
    for kind, low, length in product(KINDS, range(1, 13), (4, 5, 6)):
        numbers = [low + STEPS[kind] * place for place in range(length)]
        if is_sound(kind, numbers):
            few = [signs for signs in product((1, -1), repeat=length) if signs.count(-1) <= 2]
            rows = [zip(signs, numbers, strict=True) for signs in few]
            found += [row_of(kind, tuple(sign * number for sign, number in row)) for row in rows]
    return sorted(set(found), key=lambda row: (row.kind, row.slots))


def after_change(row: Row, put: int | None, out: int | None) -> Row | None:
    """The row with one slot more and one less, or None where it is not sound or nothing changes."""
    slots = list(row.slots)
    if put == out:
        return None
    if out is not None:
        slots.remove(out)
    slots += [] if put is None else [put]
    return row_of(row.kind, tuple(slots)) if is_sound(row.kind, [abs(slot) for slot in slots]) else None


def brute_changes(row: Row, *, adding: bool, removing: bool) -> set[RumbugzMove]:
    """Every exchange, addition and removal, by trying all tiles in all places."""
    found: set[RumbugzMove] = set()
    puts = [*range(1, 13), *range(-12, 0)]
    for put, out in product([*puts, None], [*set(row.slots), None]):
        if after_change(row, put, out) is None:
            continue
        tile = PLYT if put is None or put < 0 else put
        take = PLYT if out is None or out < 0 else out
        if put is not None and out is not None:
            found.add(Exchange(1, tile, abs(put), take, abs(out)))
        elif put is not None and adding:
            found.add(Add(1, tile, abs(put)))
        elif out is not None and removing:
            found.add(Remove(1, take, abs(out)))
    return found


@pytest.mark.parametrize(("adding", "removing"), [(False, False), (True, False), (False, True), (True, True)])
def test_every_change_of_every_small_row_is_listed_once(*, adding: bool, removing: bool) -> None:
    options = RumbugzOptions(early_add=adding, free_removal=removing)
    hand = tuple(range(1, PLYT + 1))
    for row in small_rows():
        state = at_table(hand, options, (row,))
        state.made[0] = 1
        listed = [move for move in state.moves(0) if isinstance(move, Exchange | Add | Remove)]
        assert len(listed) == len(set(listed)), row
        assert set(listed) == brute_changes(row, adding=adding, removing=removing), row


def test_only_tiles_in_hand_are_put_in_and_fresh_ones_never_leave() -> None:
    source = random.Random(1)
    for row in source.sample(small_rows(), 200):
        hand = tuple(sorted(source.choices(range(1, PLYT + 1), k=3)))
        fresh = source.sample(range(len(row.slots)), source.randint(0, len(row.slots)))
        state = at_table(hand, RumbugzOptions(early_add=True), (row,))
        state.made[0], state.fresh = 1, [fresh_from(row, fresh)]
        old = Counter(slot for place, slot in enumerate(row.slots) if place not in fresh)
        expected = {
            move
            for move in brute_changes(row, adding=True, removing=False)
            if isinstance(move, Exchange | Add)
            and move.put in hand
            and (isinstance(move, Add) or old[-move.out if move.take == PLYT else move.out])
        }
        assert {move for move in state.moves(0) if isinstance(move, Exchange | Add)} == expected
