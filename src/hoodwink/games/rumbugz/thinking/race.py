"""The race table of a box of tiles, at hand: looked up in memory, kept on disk, computed where there is none yet.

Values are own turns to go until all four types are laid, as if nobody else were at the table.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import tempfile
import zlib
from array import array
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from hoodwink.games.rumbugz.pieces import ALL_FOUR, DEALT, ONE, REPLACED, RumbugzOptions, box, pack, unpack
from hoodwink.games.rumbugz.rows import PLYT, SHORTEST
from hoodwink.games.rumbugz.thinking.hands import how_many, places
from hoodwink.games.rumbugz.thinking.nearness import MATCH, WINDOWS
from hoodwink.games.rumbugz.thinking.spots import counts_in

VERSION = 1
"""One more whenever the numbers in a file would be others."""
SCALE = 256
"""Parts of a turn that a file tells apart."""
SMALLEST = SHORTEST - 1
"""The smallest hand that can become a row in a turn."""
HOPELESS = 99.0
"""Turns to go of a hand from which no row can come."""
LARGER = 0.88
"""What a tile more than the table knows leaves of the turns to go."""
SHAPES = tuple((size, kept) for size in range(DEALT, SMALLEST - 1, -1) for kept in range(size + 2))

Progress = Callable[[float], None]
log = logging.getLogger(__name__)


class Race:
    """The turns to go of every hand, for one box of tiles."""

    def __init__(self, numbers: array[int], *, refill: bool) -> None:
        self._refill = refill
        self._places = [places(kept) for kept in range(DEALT + 2)]
        self._parts: dict[tuple[int, int], list[memoryview[int]]] = {}
        whole, start = memoryview(numbers), 0
        for size, kept in SHAPES:
            step = how_many(kept)
            self._parts[size, kept] = [
                whole[start + step * bits : start + step * (bits + 1)] for bits in range(ALL_FOUR + 1)
            ]
            start += step * (ALL_FOUR + 1)

    def _at(self, missing: int, hand: int, size: int, kept: int) -> float:
        return self._parts[size, kept][missing][self._places[kept][hand]] / SCALE

    def to_go(self, missing: int, hand: int, held: int) -> float:
        """Turns to go between two turns."""
        return self.after_drawing(missing, hand, held, held)

    def after_laying(self, missing: int, hand: int, held: int, laid: int) -> float:
        """Turns to go when the replacements for so many rows are still to come (RB-13, Q-RB-09)."""
        size = held + REPLACED * laid
        return self.after_drawing(missing, hand, held, max(held, DEALT) if self._refill and laid else size)

    def after_drawing(self, missing: int, hand: int, held: int, size: int) -> float:
        """Turns to go of a hand that will be drawn up to a size."""
        if not missing:
            return 0.0
        if size < SMALLEST:
            return HOPELESS
        if size <= DEALT:
            return self._at(missing, hand, size, held)
        if held <= DEALT:
            return self._at(missing, hand, DEALT, held) * LARGER ** (size - DEALT)
        return self._large(missing, hand, held, DEALT) * LARGER ** (size - held)

    def at_table(self, missing: int, hand: int, held: int) -> float:
        """Turns to go at one's turn once a tile was drawn: a row may be laid, and one tile will be thrown."""
        if not missing:
            return 0.0
        if held - 1 < SMALLEST:
            return HOPELESS
        if held - 1 <= DEALT:
            return self._at(missing, hand, held - 1, held)
        return self._large(missing, hand, held, DEALT + 1)

    @lru_cache(maxsize=1 << 14)  # noqa: B019 (there are few races, kept for ever)
    def _large(self, missing: int, hand: int, held: int, known: int) -> float:
        """A hand larger than the table knows: somewhat better than the best hand in it that is smaller."""
        if held <= known:
            return self._at(missing, hand, DEALT, held)
        if held > known + 1:
            kept = best_of(missing, hand, known + 1)
            return LARGER ** (held - known - 1) * self._large(missing, kept, known + 1, known)
        smaller = [hand - ONE[tile] for tile in dict.fromkeys(unpack(hand))]
        return LARGER * min(self._large(missing, rest, held - 1, known) for rest in smaller)


@lru_cache(maxsize=1 << 15)
def best_of(missing: int, hand: int, size: int) -> int:
    """The tiles of a large hand that matter most: PLYTs, then those with the most company in a missing row."""
    counts, bits = counts_in(hand)
    ranked = [(SHORTEST + 1, PLYT)] * counts[-1]
    windows = [window for kind, found in WINDOWS.items() if kind & missing for window, _ in found]
    for number, count in enumerate(counts[:-1], 1):
        alike = min(SHORTEST, count) if MATCH & missing else 0
        company = max([(window & bits).bit_count() for window in windows if window >> number & 1], default=0)
        ranked += [(max(alike, company), number)] * min(1, count) + [(alike, number)] * (count - 1)
    return pack(tile for _, tile in sorted(ranked, reverse=True)[:size])


class Kind(NamedTuple):
    """What a race table depends on."""

    tiles: tuple[int, ...]
    min_naturals: int
    refill: bool

    @property
    def path(self) -> Path:
        """Where the table is kept."""
        text = f"{VERSION} {','.join(map(str, self.tiles))} {self.min_naturals} {self.refill} {sys.byteorder}"
        return cache_folder() / f"race-{hashlib.sha256(text.encode()).hexdigest()[:16]}.bin"


_races: dict[Kind, Race] = {}


def race_of(seats: int, options: RumbugzOptions, progress: Progress | None = None) -> Race:
    """The race table for a table's box and rules; the first time ever it takes some seconds."""
    kind = Kind(box(seats, options), options.min_naturals, options.replacement == "refill_to_6")
    if kind not in _races:
        numbers = read_numbers(kind.path)
        if numbers is None:
            if progress is None:
                log.warning("computing the race table %s, which takes some seconds, once", kind.path)
            numbers = compute(kind, progress or (lambda _part: None))
            write_numbers(kind.path, numbers)
        _races[kind] = Race(numbers, refill=kind.refill)
    return _races[kind]


def prepare(seats: int, options: RumbugzOptions, progress: Progress) -> None:
    """Have the race table at hand, and on disk for other processes."""
    race_of(seats, options, progress)


def compute(kind: Kind, progress: Progress) -> array[int]:
    """Solve the race and round it to what a file holds."""
    solving = import_module("hoodwink.games.rumbugz.thinking.solving")  # numpy, for those who need it
    values = solving.Solver(kind.tiles, kind.min_naturals, refill=kind.refill).solve(progress)
    numbers = array("H")
    for shape in SHAPES:
        numbers.frombytes((values[shape] * SCALE).round().astype("uint16").tobytes())
    return numbers


def cache_folder() -> Path:
    """Where tables that can be computed again are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hoodwink" / "rumbugz"


def read_numbers(path: Path) -> array[int] | None:
    """The numbers in a file; None where there is no such file, or one that is damaged."""
    try:
        written = path.read_bytes()
        plain = zlib.decompress(written[:-4])
    except (OSError, zlib.error):
        return None
    if zlib.crc32(plain) != int.from_bytes(written[-4:], "little") or len(plain) % 2:
        return None
    numbers = array("H", plain)
    return numbers if len(numbers) == sum((ALL_FOUR + 1) * how_many(kept) for _, kept in SHAPES) else None


def write_numbers(path: Path, numbers: array[int]) -> None:
    """Keep numbers in a file, whole or not at all; where nothing can be written, they are computed again next time."""
    plain = numbers.tobytes()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(zlib.compress(plain, 3) + zlib.crc32(plain).to_bytes(4, "little"))
        Path(file.name).replace(path)
    except OSError as error:
        log.warning("the race table is not kept: %s", error)
