"""What is looked up before rows are searched for, against the search itself."""

from __future__ import annotations

import random

import pytest

from hoodwink import games
from hoodwink.games.rumbugz import encoding
from hoodwink.games.rumbugz.lays import NUMBERS, REACH, STEPPED, stepped_lays
from hoodwink.games.rumbugz.rows import KIND_BITS, SHORTEST

GAME = games.find("rumbugz")


def test_the_types_within_reach_are_those_of_which_a_row_can_be_laid() -> None:
    source = random.Random(1)
    for _ in range(400):
        held = source.getrandbits(13) & source.getrandbits(13) & NUMBERS
        for wilds in range(SHORTEST):
            found = [KIND_BITS[kind] for kind in STEPPED if stepped_lays(held, wilds, KIND_BITS[kind], 0) != ()]
            assert REACH[held][wilds] == sum(found)
        assert REACH[held][SHORTEST] == sum(KIND_BITS[kind] for kind in STEPPED), "four PLYTs are a row"


def test_rows_that_were_forgotten_are_written_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    table = encoding.scale(2, GAME.info.presets["standard"])
    state = GAME.start(2, GAME.info.presets["standard"])
    source = random.Random(4)
    monkeypatch.setattr(encoding, "KEPT", 2)
    many = 0
    while state.result() is None and many < 20:
        if not state.to_move():
            state.resolve(state.sample(source))
            continue
        view = GAME.view(state, 0)
        array = encoding.encode(view)
        table.known_rows[0].clear()
        assert (encoding.encode(view) == array).all()
        many += len(view.rows) > 2
        state.play(state.turn, source.choice(state.moves(state.turn)))
    assert many
