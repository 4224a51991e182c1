"""Encodings: nothing in an array that the seat may not know, and enough in it to say what is legal."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator

import numpy as np
import pytest

from hoodwink import games
from hoodwink.engine.contract import AnyGame, Options
from hoodwink.engine.encoding import Encoding
from hoodwink.engine.table import Step
from tests.encodings import PAGE, encoded_games, page
from tests.tables import STRETCH, random_steps, table_name, under_way, variants, viewers

TABLES = [(game, seats) for game in encoded_games() for seats in game.info.seats]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=table_name)
every_game = pytest.mark.parametrize("game", encoded_games(), ids=table_name)

PINNED = {
    "dudab": (1, 389, "00b9247e"),
    "dudo": (1, 361, "7669fe42"),
    "rumbugz": (1, 36096, "bf0e0976"),
}
"""Of each game the edition, how many ids there are in all, and a digest of their moves in order."""


def encoding_of(game: AnyGame) -> Encoding:
    return games.encoding(game.info.key)


def stretch(game: AnyGame, seats: int, options: Options, source: random.Random) -> Iterator[Step]:
    """A random game; of a long one so many steps, somewhere in it."""
    start = under_way(game.info.key, seats, options, f"encoding {seats}")
    return random_steps(game, start.copy(), source, STRETCH)


@every_table
def test_what_a_seat_cannot_tell_apart_is_encoded_alike(game: AnyGame, seats: int) -> None:
    encode = encoding_of(game).encode
    for name, options in variants(game, seats).items():
        source = random.Random(f"{game.info.key} {seats} {name}")
        for step in stretch(game, seats, options, source):
            for viewer in source.sample(viewers(seats), 2):
                view = game.view(step.after, viewer)
                twin = game.view(game.imagine(view, source), viewer)
                assert encode(view).tobytes() == encode(twin).tobytes()


@every_table
def test_an_array_has_the_size_of_its_table_and_numbers_from_0_to_1(game: AnyGame, seats: int) -> None:
    encoding = encoding_of(game)
    for name, options in variants(game, seats).items():
        size, actions = encoding.size(seats, options), encoding.actions(seats, options)
        most = encoding.most_chances(seats, options)
        source = random.Random(f"{game.info.key} {seats} {name} size")
        for step in stretch(game, seats, options, source):
            assert len(step.before.chances()) <= most
            for viewer in viewers(seats):
                view = game.view(step.after, viewer)
                array = encoding.encode(view)
                assert (array.shape, array.dtype) == ((size,), np.float32)
                assert 0 <= array.min() <= array.max() <= 1
                assert all(0 <= number < actions for number in encoding.ids(view.moves))


@every_table
def test_the_array_determines_the_legal_moves(game: AnyGame, seats: int) -> None:
    encoding = encoding_of(game)
    for name, options in variants(game, seats).items():
        source = random.Random(f"{game.info.key} {seats} {name} legal")
        legal: dict[bytes, list[int]] = {}
        for _ in range(2):
            for step in stretch(game, seats, options, source):
                for viewer in viewers(seats):
                    view = game.view(step.after, viewer)
                    ids = encoding.ids(view.moves)
                    assert legal.setdefault(encoding.encode(view).tobytes(), ids) == ids


@every_table
def test_slices_follow_each_other_and_have_names_of_their_own(game: AnyGame, seats: int) -> None:
    encoding = encoding_of(game)
    for options in variants(game, seats).values():
        slices = encoding.layout(seats, options)
        assert [one.start for one in slices] == [0, *(one.stop for one in slices[:-1])]
        assert len({one.name for one in slices}) == len(slices)
        assert all(one.meaning and one.size > 0 for one in slices)


@every_table
def test_an_array_is_nobody_elses(game: AnyGame, seats: int) -> None:
    """Writing into one must not change the next."""
    encode = encoding_of(game).encode
    view = game.view(game.start(seats, game.info.options()), 0)
    before = encode(view).tobytes()
    encode(view).fill(7)
    assert encode(view).tobytes() == before


@every_game
def test_ids_are_those_that_were_pinned(game: AnyGame) -> None:
    """A change here breaks every policy that somebody has trained: it needs a new edition."""
    encoding = encoding_of(game)
    edition, count, digest = PINNED[game.info.key]
    moves = [encoding.move_of(number) for number in range(count)]
    assert [encoding.id_of(move) for move in moves] == list(range(count))
    written = " ".join(game.write_move(move) for move in moves)
    assert (game.info.edition, hashlib.sha256(written.encode()).hexdigest()[:8]) == (edition, digest)
    with pytest.raises(IndexError):
        encoding.move_of(count)


def test_dudo_ids_as_people_know_them() -> None:
    dudo, encoding = games.find("dudo"), games.encoding("dudo")
    shown = {number: dudo.write_move(encoding.move_of(number)) for number in (0, 1, 5, 6, 7, 60, 360)}
    assert shown == {0: "dudo", 1: "1x2", 5: "1x6", 6: "1*", 7: "2x2", 60: "10*", 360: "60*"}


def test_the_reference_page_is_what_the_encodings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python3 dev.py golden"


def test_a_game_without_an_encoding_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_there(name: str) -> object:
        raise ModuleNotFoundError(name=name)

    games.find("dudo")
    monkeypatch.setattr(games, "find", lambda _key: None)
    monkeypatch.setattr(games, "import_module", nothing_there)
    with pytest.raises(games.NoEncoding, match="The game dudo has no encoding"):
        games.encoding("dudo")
    monkeypatch.undo()
    with pytest.raises(games.UnknownGame):
        games.encoding("chess")
