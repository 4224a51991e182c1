"""The race table: that its numbers are right, and that a file of them can be trusted."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hoodwink.games.rumbugz.pieces import KINDS_OF_TILE, ONE, TILES, RumbugzOptions, box, pack, unpack
from hoodwink.games.rumbugz.rows import KIND_BITS, KINDS
from hoodwink.games.rumbugz.thinking import race
from hoodwink.games.rumbugz.thinking.hands import hands, how_many, places, possible_kinds
from hoodwink.games.rumbugz.thinking.race import Kind, Race, race_of
from tests.games.test_rumbugz_moves import brute_lays

ROUNDING = 1.5 / race.SCALE
TABLES = {
    "standard": (2, RumbugzOptions()),
    "strict": (2, RumbugzOptions(min_naturals=2)),
    "refill": (2, RumbugzOptions(sets=3, wilds=6, replacement="refill_to_6")),
}


@pytest.fixture(params=TABLES, scope="module")
def table(request: pytest.FixtureRequest) -> tuple[Race, tuple[int, ...], RumbugzOptions]:
    """A race, its box and its options."""
    seats, options = TABLES[request.param]
    return race_of(seats, options), box(seats, options), options


def test_every_hand_has_its_place() -> None:
    for size in range(5):
        assert len(hands(size)) == len(set(hands(size))) == how_many(size)
        assert all(hands(size)[place] == hand for hand, place in places(size).items())
    assert [how_many(size) for size in (6, 7)] == [18_564, 50_388]


def some_hands(box: tuple[int, ...], size: int, count: int) -> list[int]:
    """Hands that a box can deal."""
    luck = random.Random(size)
    every = [tile for tile, copies in enumerate(box, 1) for _ in range(copies)]
    return [pack(luck.sample(every, size)) for _ in range(count)]


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_between_turns_a_hand_is_worth_a_turn_and_what_the_next_tile_brings(
    table: tuple[Race, tuple[int, ...], RumbugzOptions], size: int
) -> None:
    known, tiles, _ = table
    for hand in some_hands(tiles, size, 12):
        counts = hand.to_bytes(KINDS_OF_TILE, "little")
        for missing in (1, 6, 8, 15):
            total = sum(
                (tiles[tile - 1] - counts[tile - 1]) * known.at_table(missing, hand + ONE[tile], size + 1)
                for tile in TILES
                if tiles[tile - 1] > counts[tile - 1]
            )
            assert known.to_go(missing, hand, size) == pytest.approx(1 + total / (sum(tiles) - size), abs=ROUNDING)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_at_the_table_the_best_row_or_discard_counts(
    table: tuple[Race, tuple[int, ...], RumbugzOptions], size: int
) -> None:
    """Recomputed from rows that are found by brute force, independent of the solver's own list."""
    known, tiles, options = table
    laid = 0
    for hand in some_hands(tiles, size + 1, 40):
        for missing in (1, 6, 15):
            ends = [known.to_go(missing, hand - ONE[tile], size) for tile in unpack(hand)]
            for row in brute_lays(unpack(hand), options.min_naturals):
                bit = KIND_BITS[row.kind]
                if bit & missing and len(row.slots) == 4:
                    laid += 1
                    rest = hand - pack(slot if slot > 0 else 13 for slot in row.slots)
                    after = missing & ~bit
                    ends += [known.after_laying(after, rest - ONE[tile], size - 4, 1) for tile in unpack(rest)]
            assert known.at_table(missing, hand, size + 1) == pytest.approx(min(ends), abs=ROUNDING)
    assert laid > 10


def test_replacements_are_drawn_one_after_another() -> None:
    known, tiles = race_of(2, RumbugzOptions()), box(2, RumbugzOptions())
    hand = pack([4, 13])
    for drawn in range(4):
        held = 2 + drawn
        counts = hand.to_bytes(KINDS_OF_TILE, "little")
        total = sum(
            (tiles[tile - 1] - counts[tile - 1]) * known.after_drawing(7, hand + ONE[tile], held + 1, 6)
            for tile in TILES
        )
        assert known.after_drawing(7, hand, held, 6) == pytest.approx(total / (sum(tiles) - held), abs=ROUNDING)
        hand += ONE[9]


def test_the_easiest_types_come_first_and_more_types_take_longer() -> None:
    known = race_of(2, RumbugzOptions())
    alone = [known.after_drawing(KIND_BITS[kind], 0, 0, 6) for kind in KINDS]
    assert alone == sorted(alone)
    assert max(alone) < known.after_drawing(15, 0, 0, 6) < sum(alone)
    assert known.after_drawing(15, 0, 0, 6) == pytest.approx(14.3, abs=0.1)


def test_larger_hands_are_better_and_small_ones_hopeless() -> None:
    known = race_of(2, RumbugzOptions())
    hand = pack([1, 4, 6, 9, 9, 12])
    assert known.to_go(15, hand + pack([2, 3]), 8) < known.to_go(15, hand + pack([2]), 7) < known.to_go(15, hand, 6)
    assert known.at_table(15, hand + pack([2, 3]), 8) < known.at_table(15, hand + pack([2]), 7)
    assert known.to_go(15, pack([1, 2]), 2) == race.HOPELESS
    assert known.to_go(0, pack([1, 2]), 2) == 0


def test_types_that_the_box_cannot_make_are_not_waited_for() -> None:
    """With three of each number and no PLYT there is no Match, and a bot still builds the others."""
    match = KIND_BITS["match"]
    assert possible_kinds((3,) * 12 + (0,), 0) == 15 & ~match
    assert possible_kinds((1,) * 12 + (3,), 0) == 15
    assert possible_kinds((1,) * 12 + (3,), 2) == 15 & ~match


# The file -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def numbers() -> array[int]:
    """As many numbers as a file holds, from nowhere in particular."""
    size = sum(16 * how_many(kept) for _, kept in race.SHAPES)
    return array("H", (place % 997 for place in range(size)))


def test_a_kept_table_is_read_again(numbers: array[int], tmp_path: Path) -> None:
    path = tmp_path / "new" / "race.bin"
    assert race.read_numbers(path) is None
    race.write_numbers(path, numbers)
    assert race.read_numbers(path) == numbers
    assert [file.name for file in path.parent.iterdir()] == ["race.bin"]


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "other"])
def test_a_damaged_table_is_not_believed(numbers: array[int], tmp_path: Path, damage: str) -> None:
    path = tmp_path / "race.bin"
    race.write_numbers(path, numbers[:-1] if damage == "other" else numbers)
    written = bytearray(path.read_bytes())
    if damage == "flipped":
        written[len(written) // 2] ^= 1
    path.write_bytes(written[:-9] if damage == "cut" else b"" if damage == "empty" else written)
    assert race.read_numbers(path) is None


def test_two_writers_never_leave_half_a_table(numbers: array[int], tmp_path: Path) -> None:
    path = tmp_path / "race.bin"
    with ThreadPoolExecutor(2) as pool:
        writing = [pool.submit(race.write_numbers, path, numbers) for _ in range(4)]
        found = [race.read_numbers(path) for _ in range(8)]
        for one in writing:
            one.result()
    assert all(one is None or one == numbers for one in found)
    assert race.read_numbers(path) == numbers


def test_a_folder_that_cannot_be_written_only_costs_time(
    numbers: array[int], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    race.write_numbers(tmp_path / "file" / "race.bin", numbers)
    assert "not kept" in caplog.text


def test_a_table_is_computed_once_and_again_when_damaged(
    numbers: array[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    computed: Counter[Kind] = Counter()

    def compute(kind: Kind, progress: race.Progress) -> array[int]:
        computed[kind] += 1
        progress(1.0)
        return numbers

    monkeypatch.setattr(race, "compute", compute)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    heard: list[float] = []
    for _ in range(2):
        monkeypatch.setattr(race, "_races", {})
        race.prepare(2, RumbugzOptions(), heard.append)
    (kind,) = computed
    assert computed[kind] == len(heard) == 1
    assert not caplog.text
    assert kind.path.is_relative_to(tmp_path)
    kind.path.write_bytes(b"broken")
    monkeypatch.setattr(race, "_races", {})
    race_of(2, RumbugzOptions())
    assert computed[kind] == 2
    assert "some seconds" in caplog.text, "nobody sees a bar, so the log says it"
    race_of(2, RumbugzOptions(min_naturals=1))
    race_of(3, RumbugzOptions())
    race_of(3, RumbugzOptions(rounds=1, early_add=True))
    assert list(computed.values()) == [2, 1, 1], "what a table does not depend on does not make another"


def test_progress_goes_from_nothing_to_all() -> None:
    heard: list[float] = []
    race.compute(Kind((1,) * 12 + (0,), 0, refill=False), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1
