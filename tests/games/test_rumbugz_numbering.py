"""The ids of RumBugz: every move that can ever be legal has one, and none is higher than its table needs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import AnyState
from hoodwink.games.rumbugz.changes import ADDING, REMOVING, changes_of
from hoodwink.games.rumbugz.lays import NUMBERS, SPANS, within
from hoodwink.games.rumbugz.numbering import (
    ENDS,
    IDS,
    MOST_ROWS,
    MOST_SETS,
    MOST_WILDS,
    MOVES,
    PAIR_HAND,
    PAIR_LEVEL,
    PAIR_ROWS,
    are_pair,
)
from hoodwink.games.rumbugz.pieces import (
    KINDS_OF_TILE,
    Begin,
    Lay,
    RumbugzMove,
    RumbugzOptions,
    contradiction,
    tiles_of,
)
from hoodwink.games.rumbugz.rows import SHORTEST
from tests.tables import apply, random_event, variants

RUMBUGZ = games.find("rumbugz")
NUMBERED = games.encoding("rumbugz")
FULL_HAND = bytes([MOST_SETS] * 12 + [MOST_WILDS])
"""All tiles of the largest box in one hand: more than anybody can hold."""


def rows_of(span: Begin) -> Iterator[RumbugzMove]:
    """Everything that can follow the beginning of a row from the fullest hand."""
    for move in within(span, FULL_HAND, NUMBERS, 0):
        yield move
        if isinstance(move, Begin):
            yield from rows_of(move)


def level_needed(move: RumbugzMove) -> int:
    """How many of each tile a box must have at least for a move, counted another way."""
    match move:
        case Lay():
            return max(tiles_of(move.row).to_bytes(KINDS_OF_TILE, "little"))
        case Begin():
            return sum(slot < 0 for slot in move.slots)
        case _:
            return -(-SHORTEST * getattr(move, "row", 0) // KINDS_OF_TILE)


def test_every_row_that_can_be_laid_has_an_id() -> None:
    found = {move for spans in SPANS.values() for span in spans for move in (span, *rows_of(span))}
    assert found <= IDS.keys()
    assert found == {move for move in MOVES if isinstance(move, Lay | Begin)}, "and no id goes to a row that cannot be"


def test_every_change_of_every_row_has_an_id() -> None:
    for number in (1, MOST_ROWS):
        found = set()
        for row in (move.row for move in MOVES if isinstance(move, Lay)):
            menu = changes_of.__wrapped__(number, row, 0, ADDING | REMOVING)
            found |= {*menu.free, *(move for _, moves in menu.by_tile for move in moves)}
        assert found == {move for move in MOVES if getattr(move, "row", None) == number}


def test_ids_grow_with_the_box() -> None:
    for number, move in enumerate(MOVES):
        assert number < ENDS[max(level_needed(move), PAIR_LEVEL)]


def busy(state: AnyState, source: random.Random) -> None:
    """Play on: at random, but rather laying, changing and granting than not."""
    if state.to_move() and source.random() < 0.7:
        seat = source.choice(state.to_move())
        moves = [*state.moves(seat)]
        source.shuffle(moves)
        state.play(seat, min(moves, key=lambda move: _EAGER.get(type(move).__name__, 1)))
    else:
        apply(state, random_event(state, source))


_EAGER = {"Lay": 0, "Begin": 0, "Remove": 0, "Grant": 0, "Offer": 0, "Add": 0, "Exchange": 1, "Discard": 2, "Pass": 2}


def large_boxes(seats: int) -> dict[str, Any]:
    """Boxes in which rows grow long, and all options that let hands grow."""
    free = [RumbugzOptions(wilds=24, rounds=1, early_add=True, free_removal=removal) for removal in (False, True)]
    small = [RumbugzOptions(sets=sets, wilds=wilds, rounds=1) for sets in (1, 2, 3) for wilds in (0, 2, 24)]
    doubled = RumbugzOptions(wilds=24, rounds=1, duplicate_types_before_four=True)
    return {str(one): one for one in (*free, *small, doubled) if contradiction(seats, one) is None}


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_legal_move_of_long_play_has_an_id_of_its_table(seats: int) -> None:
    tables: dict[str, Any] = {**variants(RUMBUGZ, seats), **large_boxes(seats)}
    for name, options in tables.items():
        state, source = RUMBUGZ.start(seats, options), random.Random(f"{seats} {name}")
        most, pair = NUMBERED.actions(seats, options), are_pair(seats, options)
        for _ in range(1200):
            if state.result() is not None:
                break
            for seat in state.to_move():
                for move in state.moves(seat):
                    number = NUMBERED.id_of(move)
                    assert number < most
                    assert NUMBERED.move_of(number) == move
            assert not pair or (max(state.held) <= PAIR_HAND and len(state.rows) <= PAIR_ROWS)
            busy(state, source)


def test_games_of_good_players_stay_within_the_ids_of_two() -> None:
    greedy, source = bots.find(RUMBUGZ, bots.names(RUMBUGZ)[-1]), random.Random(1)
    state, most = RUMBUGZ.start(2, RUMBUGZ.info.options()), NUMBERED.actions(2, RUMBUGZ.info.options())
    rows = 0
    while state.result() is None:
        if state.to_move():
            seat = state.to_move()[0]
            assert max(map(NUMBERED.id_of, state.moves(seat))) < most
            state.play(seat, greedy.choose(RUMBUGZ.view(state, seat), source))
        else:
            state.resolve(state.sample(source))
        rows = max(rows, len(state.rows))
    assert SHORTEST <= rows <= PAIR_ROWS


def test_ids_as_people_know_them() -> None:
    shown = {number: RUMBUGZ.write_move(MOVES[number]) for number in (0, 6, 7, 19, 20, 66, 90, 4963)}
    assert shown == {
        0: "bag",
        6: "stop",
        7: "discard 1",
        19: "discard P",
        20: "begin single 1-4",
        66: "begin match 2",
        90: "lay single 5 6 7 8 9",
        4963: "lay match 12 12 12 12 12 P12 P12",
    }


def test_an_id_is_refused_exactly_where_its_move_is_not_listed() -> None:
    options, source = RumbugzOptions(rounds=1), random.Random(3)
    state, looked = RUMBUGZ.start(2, options), 0
    while state.result() is None and looked < 8:
        if state.to_move() and source.random() < 0.05:
            looked += 1
            [seat] = state.to_move()
            allowed = [
                number
                for number in range(NUMBERED.actions(2, options))
                if RUMBUGZ.check(state, seat, NUMBERED.move_of(number)) is None
            ]
            assert allowed == NUMBERED.ids(state.moves(seat))
        busy(state, source)
    assert looked
