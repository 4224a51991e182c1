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

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from hoodwink.engine.contract import Seat
from hoodwink.engine.encoding import Encoding, Floats, Slice, lay_out
from hoodwink.games.rumbugz.numbering import IDS, MOVES, actions, level_of, most_rows
from hoodwink.games.rumbugz.pieces import KINDS_OF_TILE, Begin, RumbugzOptions, box, worth
from hoodwink.games.rumbugz.rows import KINDS, PLYT, TOP, Row
from hoodwink.games.rumbugz.sight import PHASES, Placed, RumbugzView

SPAN_SIZE = len(KINDS) + 4 * TOP
"""Type, lowest number, length, numbers named, PLYTs named."""
KEPT = 1 << 14


class Scale(NamedTuple):
    """What the numbers of a table are divided by, and the room for its rows."""

    seats: int
    most: int
    """Tiles of one sort."""
    tiles: int
    rows: int
    points: int
    rounds: int
    turns: int
    """Without progress, until a round is called off; one more, as counting begins at -1."""

    @property
    def row_size(self) -> int:
        """How many numbers a row takes."""
        return self.seats + len(KINDS) + 4 * TOP


@cache
def scale(seats: int, options: RumbugzOptions) -> Scale:
    """The most there can be of everything, counted from the box."""
    there = box(seats, options)
    all_tiles = [tile for tile, count in enumerate(there, 1) for _ in range(count)]
    return Scale(
        seats=seats,
        most=level_of(seats, options),
        tiles=len(all_tiles),
        rows=most_rows(seats, options),
        points=options.rounds * worth(all_tiles, options),
        rounds=options.rounds,
        turns=options.stall_limit * seats + 1,
    )


def most_chances(seats: int, options: RumbugzOptions) -> int:
    """The tiles that a draw can bring, which are more than the seats that can start."""
    return max(seats, KINDS_OF_TILE)


@cache
def layout(seats: int, options: RumbugzOptions) -> tuple[Slice, ...]:
    """What the numbers mean, in order."""
    by = scale(seats, options)
    each, turns = f"divided by {by.tiles}, the tiles of the box", by.turns - 1
    in_a_row = f"{seats} for the owner, 1 for each type {', '.join(KINDS)}, then for 1 to 12 how many of the number lie"
    return lay_out(
        ("seat", seats, "1 at the viewer's own seat, counted from A; all 0 for a watcher"),
        ("to_move", seats, "1 at every seat that must decide, for all the viewer knows"),
        ("turn", seats, "1 at the seat whose turn it is or, while offers are asked for, whose is next"),
        ("starter", seats, "1 at the seat that started the round"),
        ("drawer", seats, "1 at the seat that is drawing from the bag"),
        ("offers", seats, "once all have answered: 1 at every seat that offers"),
        ("made", 4 * seats, f"for each seat, 1 at every type it has laid: {', '.join(KINDS)}"),
        ("held", seats, f"the tiles of each seat, {each}"),
        ("scores", seats, f"the points of each seat, divided by {by.points}, the most there can be"),
        ("hand", KINDS_OF_TILE, f"how many 1, 2, … 12 and PLYTs the viewer holds, divided by {by.most}"),
        ("top", KINDS_OF_TILE, "1 at the tile on top of the discards"),
        ("pile", by.tiles, "the discards from the top, each its number divided by 13, a PLYT 1; then 0"),
        ("taken", KINDS_OF_TILE, "1 at the tile taken from the discards this turn and not played since"),
        ("phase", len(PHASES), f"1 at what is going on: {', '.join(PHASES)}"),
        ("answer", 2, "while offers are asked for: 1, 0 when the viewer has offered, 0, 1 when it has passed"),
        ("counts", 2, f"tiles in the bag and the most that lay in rows this round, {each}"),
        ("owed", 1, f"tiles still to be drawn, {each}"),
        ("laid", 1, f"rows laid this turn, divided by {by.rows}, the most there can be on the table"),
        ("threw", 1, "1 when the turn that is ending had a discard"),
        ("round", 1, f"the number of the round, divided by {by.rounds}"),
        ("idle", 1, f"turns without progress, and one more, divided by {by.turns}: at {turns} the round is called off"),
        ("span", SPAN_SIZE, "the row being begun: its type, its lowest number, its length, the tiles and PLYTs named"),
        (
            "rows",
            by.rows * by.row_size,
            f"for each row, from number 1, {by.row_size}: {in_a_row} in it, how many PLYTs stand for it, and how many "
            f"of either were placed this turn, divided by {by.most}",
        ),
    )


def encode(view: RumbugzView) -> Floats:
    """The array of a view: its parts, each kept as bytes once it was needed, put together."""
    by = scale(view.seats, view.options)
    first, pile = view.viewer or 0, view.pile
    rows = view.rows
    owners = tuple([(placed.owner, placed.row.kind) for placed in rows])
    parts = [
        _seats(() if view.viewer is None else (first,), 0, by.seats),
        _seats(view.to_move, first, by.seats),
        _seat(view.turn, first, by.seats),
        _seat(view.starter, first, by.seats),
        _seat(view.drawer, first, by.seats),
        _seats(view.offers, first, by.seats),
        _made(owners, first, by.seats),
        _turned(view.held, first, by.tiles),
        _turned(view.scores, first, by.points),
        _hand(view.hand or (), by.most),
        _TILES[pile[-1] if pile else 0],
        *[_PILED[tile] for tile in reversed(pile)],
        _zeros(by.tiles - len(pile)),
        _TILES[view.taken or 0],
        _PHASES[view.phase],
        _ANSWERS[view.answer],
        _turned((view.bag, view.peak, view.owed), 0, by.tiles),
        _few(view.laid, view.threw, view.round, view.idle, by),
        _span(view.span),
        *[_row(placed, first, by) for placed in rows],
        _zeros((by.rows - len(rows)) * by.row_size),
    ]
    return np.frombuffer(bytearray().join(parts), np.float32)


def _bytes(numbers: list[float]) -> bytes:
    return np.array(numbers, np.float32).tobytes()


def _ones(size: int, *places: int) -> bytes:
    return _bytes([float(place in places) for place in range(size)])


_TILES = [_ones(KINDS_OF_TILE, tile - 1) for tile in range(PLYT + 1)]
_PILED = [_bytes([tile / PLYT]) for tile in range(PLYT + 1)]
_PHASES = {phase: _ones(len(PHASES), place) for place, phase in enumerate(PHASES)}
_ANSWERS = {None: _ones(2), True: _ones(2, 0), False: _ones(2, 1)}


@lru_cache(KEPT)
def _zeros(size: int) -> bytes:
    return bytes(4 * size)


@lru_cache(KEPT)
def _seats(which: tuple[Seat, ...], first: Seat, seats: int) -> bytes:
    return _ones(seats, *((seat - first) % seats for seat in which))


@lru_cache(KEPT)
def _seat(which: Seat | None, first: Seat, seats: int) -> bytes:
    return _seats(() if which is None else (which,), first, seats)


@lru_cache(KEPT)
def _turned(counts: tuple[int, ...], first: Seat, most: int) -> bytes:
    return _bytes([count / most for count in counts[first:] + counts[:first]])


@lru_cache(KEPT)
def _made(rows: tuple[tuple[Seat, str], ...], first: Seat, seats: int) -> bytes:
    return _ones(4 * seats, *((owner - first) % seats * 4 + KINDS.index(kind) for owner, kind in rows))  # type: ignore[arg-type]


@lru_cache(KEPT)
def _hand(hand: tuple[int, ...], most: int) -> bytes:
    return _bytes([hand.count(tile) / most for tile in range(1, PLYT + 1)])


@lru_cache(KEPT)
def _few(laid: int, threw: bool, number: int, idle: int, by: Scale) -> bytes:
    return _bytes([laid / by.rows, threw, number / by.rounds, (idle + 1) / by.turns])


@lru_cache(KEPT)
def _span(span: Begin | None) -> bytes:
    if span is None:
        return bytes(4 * SPAN_SIZE)
    named = Row(span.kind, span.slots)
    return _ones(4, KINDS.index(span.kind)) + _ones(TOP, span.low - 1) + _ones(TOP, span.length - 1) + _slots(named, 1)


@lru_cache(KEPT)
def _row(placed: Placed, first: Seat, by: Scale) -> bytes:
    row = placed.row
    fresh = Row(row.kind, tuple(row.slots[place] for place in placed.fresh))
    owner = _seat(placed.owner, first, by.seats)
    return owner + _ones(4, KINDS.index(row.kind)) + _slots(row, by.most) + _slots(fresh, by.most)


def _slots(row: Row, most: int) -> bytes:
    """How many of each number lie in a row, then how many PLYTs stand for each."""
    slots, numbers = row.slots, range(1, TOP + 1)
    return _bytes([slots.count(sign * number) / most for sign in (1, -1) for number in numbers])


ENCODING = Encoding(
    actions=actions,
    most_chances=most_chances,
    id_of=IDS.__getitem__,
    move_of=MOVES.__getitem__,
    layout=layout,
    encode=encode,
)
