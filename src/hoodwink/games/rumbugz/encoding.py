"""RumBugz in numbers: an id for every move, an array for every view.

Ids come in levels, so that a table with a smaller box needs fewer and an id means the same move at every table. Level 0
is drawing, offering, stopping, the discards, the spans and the stepped rows without a PLYT; level n adds the stepped
rows with n PLYTs, the Matches with n of their number or of the PLYTs and no more of either, and the changes of the rows
that a box with n of every tile can have on the table beyond those of level n - 1: 360 for each row. The highest level
of a table is the count of the tile that its box has most of. Two players hold few tiles and lay few rows, unless types
may be doubled or tiles taken back; what they can do with their usual box comes first, so that they need fewest ids.

In a view the seats are counted from the viewer's own, clockwise; a watcher counts from seat A. Rows keep the numbers
that moves call them by.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, lru_cache
from struct import Struct

import numpy as np

from hoodwink.engine.contract import Seat
from hoodwink.engine.encoding import Encoding, Floats, Slice, lay_out
from hoodwink.games.rumbugz.numbering import IDS, MOVES, actions, level_of, most_rows
from hoodwink.games.rumbugz.pieces import KINDS_OF_TILE, Begin, RumbugzOptions, box, worth
from hoodwink.games.rumbugz.rows import KINDS, PLYT, TOP
from hoodwink.games.rumbugz.sight import PHASES, Phase, Placed, RumbugzView

SPAN_SIZE = len(KINDS) + 4 * TOP
"""Type, lowest number, length, numbers named, PLYTs named."""
FLOATS = np.dtype(np.float32)
KEPT = 1 << 14
"""Of how many different parts the bytes are kept."""
RECENT = 1 << 6
"""And of parts that stay for a few moves, and then hardly come again."""


class Shares(dict[int, bytes]):
    """Counts divided by the most there can be, as bytes, worked out when first asked for."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __missing__(self, count: int) -> bytes:
        self[count] = share = _bytes([count / self.most])
        return share


@dataclass(frozen=True, eq=False)
class Scale:
    """What the numbers of a table are divided by, and the room for its rows; one a table, to hash fast."""

    seats: int
    most: int
    """Tiles of one sort."""
    tiles: int
    rows: int
    row_size: int
    """Numbers."""
    points: int
    rounds: int
    turns: int
    """Without progress, until a round is called off; one more, as counting begins at -1."""
    of_turns: Shares
    of_rounds: Shares
    of_tiles: Shares
    known_rows: tuple[KnownRows, ...]
    """As each seat sees them."""


@cache
def scale(seats: int, options: RumbugzOptions) -> Scale:
    """The most there can be of everything, counted from the box."""
    there = box(seats, options)
    all_tiles = [tile for tile, count in enumerate(there, 1) for _ in range(count)]
    most, rows, turns = level_of(seats, options), most_rows(seats, options), options.stall_limit * seats + 1
    return Scale(
        seats=seats,
        most=most,
        tiles=len(all_tiles),
        rows=rows,
        row_size=seats + len(KINDS) + 4 * TOP,
        points=options.rounds * worth(all_tiles, options),
        rounds=options.rounds,
        turns=turns,
        of_turns=Shares(turns),
        of_rounds=Shares(options.rounds),
        of_tiles=Shares(len(all_tiles)),
        known_rows=tuple(KnownRows(first, seats, most) for first in range(seats)),
    )


def most_chances(seats: int, options: RumbugzOptions) -> int:
    """The tiles that a draw can bring, which are more than the seats that can start."""
    return max(seats, KINDS_OF_TILE)


@cache
def layout(seats: int, options: RumbugzOptions) -> tuple[Slice, ...]:
    """What the numbers mean, in order."""
    by = scale(seats, options)
    each, turns = f"divided by {by.tiles}, the tiles of the box", by.turns - 1
    in_a_row = (
        f"{seats} for the owner, 1 for each type {', '.join(KINDS)}, then for 1 to 12 how many lie in it, "
        f"how many PLYTs stand for it, and how many of either were placed this turn, divided by {by.most}"
    )
    return lay_out(
        ("seat", seats, "1 at the viewer's own seat, counted from A; all 0 for a watcher"),
        ("to_move", seats, "1 at every seat that must decide, for all the viewer knows"),
        ("turn", seats, "1 at the seat whose turn it is or, while offers are asked for, whose is next"),
        ("starter", seats, "1 at the seat that started the round"),
        ("drawer", seats, "1 at the seat that is drawing from the bag"),
        ("offers", seats, "once all have answered: 1 at every seat that offers"),
        ("answer", 2, "while offers are asked for: 1, 0 when the viewer has offered, 0, 1 when it has passed"),
        ("phase", len(PHASES), f"1 at what is going on: {', '.join(PHASES)}"),
        ("threw", 1, "1 when the turn that is ending had a discard"),
        ("laid", 1, f"rows laid this turn, divided by {by.rows}, the most there can be on the table"),
        ("idle", 1, f"turns without progress, and one more, divided by {by.turns}: at {turns} the round is called off"),
        ("round", 1, f"the number of the round, divided by {by.rounds}"),
        ("scores", seats, f"the points of each seat, divided by {by.points}, the most there can be"),
        ("held", seats, f"the tiles of each seat, {each}"),
        ("counts", 3, f"tiles in the bag, tiles still to be drawn, the most that lay in rows this round, {each}"),
        ("hand", KINDS_OF_TILE, f"how many 1, 2, … 12 and PLYTs the viewer holds, divided by {by.most}"),
        ("taken", KINDS_OF_TILE, "1 at the tile taken from the discards this turn and not played since"),
        ("span", SPAN_SIZE, "the row being begun: its type, its lowest number, its length, the tiles and PLYTs named"),
        ("top", KINDS_OF_TILE, "1 at the tile on top of the discards"),
        ("pile", by.tiles, "the discards from the top, each its number divided by 13, a PLYT 1; then 0"),
        ("made", 4 * seats, f"for each seat, 1 at every type it has laid: {', '.join(KINDS)}"),
        ("rows", by.rows * by.row_size, f"for each row, from number 1, {by.row_size}: {in_a_row}"),
    )


def encode(view: RumbugzView) -> Floats:
    """The array of a view: its parts as bytes, put together."""
    viewer = view.viewer
    first = viewer or 0
    by = scale(view.seats, view.options)
    of_tiles = by.of_tiles
    parts = [
        _who(viewer, view.to_move, view.turn, view.starter, view.drawer, view.offers, by.seats),
        _what(view.answer, view.phase, view.threw, view.laid, by),
        by.of_turns[view.idle + 1],
        by.of_rounds[view.round],
        _points(view.scores, first, by),
        _held(view.held, first, by),
        of_tiles[view.bag],
        of_tiles[view.owed],
        of_tiles[view.peak],
        _hand(view.hand or (), 1 / by.most),
        _TILES[view.taken or 0],
        _span(view.span) if view.span else _NO_SPAN,
        _pile(view.pile, by.tiles),
        _rows(view.rows, first, by),
    ]
    return np.frombuffer(bytearray().join(parts), FLOATS)


def _bytes(numbers: list[float]) -> bytes:
    return array("f", numbers).tobytes()


@cache
def _ones(size: int, *places: int) -> bytes:
    """Ones at these places; there are few such rows of numbers, so all are kept."""
    return _bytes([float(place in places) for place in range(size)])


@cache
def _bits(marked: int, size: int) -> bytes:
    """Ones at the places of these bits."""
    return _bytes([float(marked >> place & 1) for place in range(size)])


@cache
def _blank(size: int) -> bytes:
    return bytes(4 * size)


_TILES = [_ones(KINDS_OF_TILE, tile - 1) for tile in range(PLYT + 1)]
_PILED = [_bytes([tile / PLYT]) for tile in range(PLYT + 1)]
_NO_SPAN = _blank(SPAN_SIZE)
_TO_BYTES = Struct(f"{KINDS_OF_TILE}f").pack
_TOP_BYTES = len(_TILES[0])


@lru_cache(KEPT)
def _who(
    viewer: Seat | None,
    to_move: tuple[Seat, ...],
    turn: Seat | None,
    starter: Seat | None,
    drawer: Seat | None,
    offers: tuple[Seat, ...],
    seats: int,
) -> bytes:
    """From the seat to the offers."""
    first = viewer or 0
    marked = [to_move, *(() if seat is None else (seat,) for seat in (turn, starter, drawer)), offers]
    own = _ones(seats, *(() if viewer is None else (viewer,)))
    return own + b"".join(_ones(seats, *((seat - first) % seats for seat in which)) for which in marked)


@lru_cache(KEPT)
def _what(answer: bool | None, phase: Phase, threw: bool, laid: int, by: Scale) -> bytes:  # noqa: FBT001 (asked by place)
    """From the viewer's answer to the rows laid this turn."""
    said = _ones(2) if answer is None else _ones(2, 1 - answer)
    return said + _ones(len(PHASES), PHASES.index(phase)) + _bytes([threw, laid / by.rows])


@lru_cache(RECENT)
def _points(scores: tuple[int, ...], first: Seat, by: Scale) -> bytes:
    return _bytes([points / by.points for points in scores[first:] + scores[:first]])


@lru_cache(KEPT)
def _held(held: tuple[int, ...], first: Seat, by: Scale) -> bytes:
    return b"".join([by.of_tiles[count] for count in held[first:] + held[:first]])


def _hand(tiles: tuple[int, ...], share: float) -> bytes:
    """How many of each tile there are; hands are too many to keep."""
    shares = [0.0] * KINDS_OF_TILE
    for tile in tiles:
        shares[tile - 1] += share
    return _TO_BYTES(*shares)


@lru_cache(KEPT)
def _span(span: Begin) -> bytes:
    kind, low, length = _ones(4, KINDS.index(span.kind)), _ones(TOP, span.low - 1), _ones(TOP, span.length - 1)
    return kind + low + length + _slots(span.slots, 1)


@lru_cache(RECENT)
def _pile(pile: tuple[int, ...], size: int) -> bytes:
    """The top discard, then all of them from the top; all but that one were seen a moment ago."""
    if not pile:
        return _TILES[0] + _blank(size)
    top = pile[-1]
    return _TILES[top] + _PILED[top] + _pile(pile[:-1], size)[_TOP_BYTES:-4]


@lru_cache(RECENT)
def _rows(rows: tuple[Placed, ...], first: Seat, by: Scale) -> bytes:
    """The types that everybody has made, and the rows."""
    made, parts = 0, [b""]
    for one, row in map(by.known_rows[first].__getitem__, rows):
        made |= one
        parts.append(row)
    parts[0] = _bits(made, 4 * by.seats)
    parts.append(_blank((by.rows - len(rows)) * by.row_size))
    return b"".join(parts)


class KnownRows(dict[Placed, tuple[int, bytes]]):
    """Each row that was seen: a bit for its owner and type among those made, and its numbers."""

    def __init__(self, first: Seat, seats: int, most: int) -> None:
        super().__init__()
        self.first, self.seats, self.most = first, seats, most

    def __missing__(self, placed: Placed) -> tuple[int, bytes]:
        if len(self) >= KEPT:
            self.clear()  # simpler than to know which was seen last
        away, kind = (placed.owner - self.first) % self.seats, KINDS.index(placed.row.kind)
        slots = placed.row.slots
        fresh = tuple(slots[place] for place in placed.fresh)
        whose = _ones(self.seats, away) + _ones(4, kind)
        self[placed] = row = (
            1 << 4 * away + kind,
            whose + _slots(slots, self.most) + _slots(fresh, self.most),
        )
        return row


@lru_cache(KEPT)
def _slots(slots: tuple[int, ...], most: int) -> bytes:
    """How many of each number there are, then how many PLYTs stand for each."""
    counts = array("f", _blank(2 * TOP))
    for slot in slots:
        counts[slot - 1 if slot > 0 else TOP - 1 - slot] += 1 / most
    return counts.tobytes()


ENCODING = Encoding(
    actions=actions,
    most_chances=most_chances,
    id_of=IDS.__getitem__,
    move_of=MOVES.__getitem__,
    layout=layout,
    encode=encode,
)
