"""Who may know what at a RumBugz table (Q-RB-43): here and in telling.py alone a state turns into what leaves it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from hoodwink.engine.contract import SEAT_LETTERS, Random, Seat, View, Viewer, below
from hoodwink.games.rumbugz.lays import numbers_of
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    Begin,
    RumbugzMove,
    RumbugzOptions,
    counts_of,
    pack,
    tile_of,
    tiles_of,
    unpack,
)
from hoodwink.games.rumbugz.rows import KIND_BITS, KINDS, PLYT, SHORTEST, Kind, Row, fresh_from, fresh_places
from hoodwink.games.rumbugz.state import SEATS_OF, RumbugzState
from hoodwink.games.rumbugz.turn import NOBODY, OVER, POLL

Phase = Literal["starter", "deal", "poll", "draw", "drawing", "granted", "table", "replace", "over"]
PHASES: tuple[Phase, ...] = ("starter", "deal", "poll", "draw", "drawing", "granted", "table", "replace", "over")


class Placed(Struct, frozen=True, gc=False, cache_hash=True):
    """A row on the table, whose it is, and where in it the tiles lie that were placed this turn."""

    owner: Seat
    row: Row
    fresh: tuple[int, ...] = ()


@lru_cache(1 << 14)
def placed(owner: Seat, row: Row, fresh: int) -> Placed:
    """A row as everybody sees it: the same object again, as views come often."""
    return Placed(owner, row, fresh_places(row, fresh))


class RumbugzView(View, frozen=True, tag="rumbugz"):
    """All that one viewer may know of a RumBugz position."""

    options: RumbugzOptions
    moves: tuple[RumbugzMove, ...]
    phase: Phase
    turn: Seat | None
    """Whose turn it is or, while offers are asked for, whose is next."""
    starter: Seat | None
    scores: tuple[int, ...]
    hand: tuple[int, ...] | None
    """The viewer's own tiles; None for a watcher."""
    held: tuple[int, ...]
    """How many tiles everybody holds."""
    rows: tuple[Placed, ...]
    """In the order they were laid; moves name them by number, from 1."""
    pile: tuple[int, ...]
    """The discards, the top one last."""
    bag: int
    tiles: tuple[int, ...]
    """How many of each tile the whole game has, the PLYTs last."""
    drawer: Seat | None
    owed: int
    """Who is drawing from the bag, and how many are still to come."""
    taken: int | None
    """The tile taken from the pile this turn and not played since (Q-RB-35)."""
    laid: int
    """Rows laid this turn."""
    threw: bool
    """Whether the turn that is ending had a discard."""
    span: Begin | None
    """The row being laid, where the hand could lay very many."""
    answer: bool | None
    """Whether the viewer offered; None before the answer and for those not asked."""
    offers: tuple[Seat, ...]
    """Once all have answered: who offers."""
    idle: int
    """Turns since a row was laid or added to; -1 in the turn that did so (Q-RB-36)."""
    peak: int
    """The most tiles that lay in rows this round."""

    def made(self, seat: Seat) -> tuple[Kind, ...]:
        """The types of row that a seat has laid."""
        return tuple(kind for kind in KINDS if any(one.owner == seat and one.row.kind == kind for one in self.rows))


def view(state: RumbugzState, viewer: Viewer) -> RumbugzView:
    """All that a viewer may know, gathered from what is public and from the viewer's own hand."""
    asking, over = state.phase == POLL, state.phase == OVER
    return RumbugzView(  # by place, as naming so many fields takes longer than gathering them
        viewer,
        state.seats,
        state.options,
        state.rounds,
        being_asked(state, viewer) if asking else state.to_move(),
        () if viewer is None else tuple(state.moves(viewer)),
        state.result() if over else None,
        PHASES[state.phase],
        KNOWN[state.turn],
        KNOWN[state.starter],
        tuple(state.scores),
        None if viewer is None else unpack(state.hands[viewer]),
        tuple(state.held),
        tuple(map(placed, state.owners, state.rows, state.fresh)),
        tuple(state.pile),
        state.bag_count,
        state.tiles,
        KNOWN[state.drawer],
        state.owed,
        state.taken or None,
        state.laid,
        state.threw,
        state.span,
        own_answer(state, viewer) if asking else None,
        () if asking else SEATS_OF[state.offers],
        state.idle,
        state.peak,
    )


KNOWN = (*range(len(SEAT_LETTERS)), None)
"""Every seat, and None where NOBODY, -1, finds it."""


def eligible(seats: int, following: Seat) -> int:
    """Q-RB-37: the bits of the seats that are asked: all but the discarder and the next player."""
    return (1 << seats) - 1 & ~(1 << following) & ~(1 << (following - 1) % seats)


def own_answer(state: RumbugzState, viewer: Viewer) -> bool | None:
    """What the viewer said to the last discard, while others may still be answering."""
    if viewer is None or not eligible(state.seats, state.turn) & ~state.pending & 1 << viewer:
        return None
    return bool(state.offers >> viewer & 1)


def being_asked(state: RumbugzState, viewer: Viewer) -> tuple[Seat, ...]:
    """Who is asked, for all the viewer knows: nobody learns which of the others have answered before all have."""
    asked = eligible(state.seats, state.turn)
    mine = viewer is not None and not state.pending >> viewer & 1
    return tuple(seat for seat in range(state.seats) if asked >> seat & 1 and not (mine and seat == viewer))


def imagine(view: RumbugzView, random: Random) -> RumbugzState:
    """A full state that fits a view: the tiles it does not show are dealt anew, and no other seat has answered yet."""
    state = RumbugzState(view.seats, view.options)
    state.tiles = view.tiles
    state.rounds, state.scores = view.round, list(view.scores)
    state.phase = PHASES.index(view.phase)
    state.turn, state.starter, state.drawer = (
        NOBODY if seat is None else seat for seat in (view.turn, view.starter, view.drawer)
    )
    state.owed, state.taken, state.laid = view.owed, view.taken or 0, view.laid
    state.threw, state.span, state.idle, state.peak = view.threw, view.span, view.idle, view.peak
    for placed in view.rows:
        state.rows.append(placed.row)
        state.owners.append(placed.owner)
        state.fresh.append(fresh_from(placed.row, placed.fresh))
        state.made[placed.owner] |= KIND_BITS[placed.row.kind]
    state.pile = list(view.pile)
    state.offers = sum(1 << seat for seat in view.offers)
    if view.phase == "poll":
        state.pending = sum(1 << seat for seat in view.to_move)
        state.offers = 1 << view.viewer if view.answer and view.viewer is not None else 0
    _deal_unseen(view, state, random)
    return state


def _deal_unseen(view: RumbugzView, state: RumbugzState, random: Random) -> None:
    """Give every hidden hand its number of tiles; what the turn's seat has shown to hold comes first."""
    unseen = list(view.tiles)
    seen = [*view.pile, *(view.hand or ()), *(tile for row in state.rows for tile in unpack(tiles_of(row)))]
    for tile, count in enumerate(counts_of(seen)):
        unseen[tile] -= count
    certain = {view.turn: _shown(view, unseen)} if view.turn is not None and view.turn != view.viewer else {}
    for tiles in certain.values():
        for tile in tiles:
            unseen[tile - 1] -= 1
    pool = [tile for tile, count in enumerate(unseen, 1) for _ in range(count)]
    for seat, held in enumerate(view.held):
        state.held[seat] = held
        if seat == view.viewer and view.hand is not None:
            state.hands[seat] = pack(view.hand)
            continue
        tiles = certain.get(seat, [])
        state.hands[seat] = pack([*tiles, *(_pick(pool, random) for _ in range(held - len(tiles)))])
    state.bag = counts_of(pool)
    state.bag_count = len(pool)


def _pick(pool: list[int], random: Random) -> int:
    """Any tile out of the pool, whose order does not matter."""
    place = below(len(pool), random)
    pool[place], pool[-1] = pool[-1], pool[place]
    return pool.pop()


def _shown(view: RumbugzView, unseen: list[int]) -> list[int]:
    """Tiles the turn's seat is known to hold: the one just taken, and some that fill the span it named."""
    shown = [] if view.taken is None else [view.taken]
    if view.span is None:
        return shown
    free = list(unseen)
    row: list[int] = []
    if view.span.kind == "match":
        wanted = [view.span.low] * SHORTEST
    else:
        row = [tile_of(slot) for slot in view.span.slots]
        wanted = list(numbers_of(view.span)[len(row) :])
    for tile in row:
        free[tile - 1] -= 1
    for number in wanted:
        tile = number if free[number - 1] > 0 else PLYT
        free[tile - 1] -= 1
        row.append(tile)
    if view.taken is None or view.taken in row:
        return row
    if len(row) == view.held[view.turn or 0]:
        return [*row[:-1], view.taken]  # the PLYT just taken has to be in the row
    return shown + row


def has_all_four(view: RumbugzView, seat: Seat) -> bool:
    """RB-17: whether a seat is in the final stage."""
    return sum(KIND_BITS[kind] for kind in view.made(seat)) == ALL_FOUR
