"""Ways through a turn to a goal: to a row that can be laid, or out.

Whatever a turn does, it can do in this order: first the exchanges and the takings, which bring tiles to hand; then new
rows; then additions. An addition gives the hand nothing, and where one seems to open the way for an exchange in its
row, that exchange can be made with the added tile and the addition with the other one. So only tables after exchanges
and takings are walked, the nearest to the goal first, and each is asked whether its hand can lay a row, or be placed
whole (placing.py). Two things do open ways and are walked too: a seat's first row (RB-24), and additions and rows
where rows must keep some numbers (Q-RB-15).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hoodwink.engine.contract import Seat
from hoodwink.games.rumbugz.changes import ADDING
from hoodwink.games.rumbugz.pieces import ALL_FOUR, Begin, Lay, RumbugzMove, tiles_of
from hoodwink.games.rumbugz.plan import begins
from hoodwink.games.rumbugz.rows import KIND_BITS, SHORTEST, Row, all_fresh
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.thinking.nearness import Wanted, from_laying, from_placing
from hoodwink.games.rumbugz.thinking.placing import Placing, shortest_lays
from hoodwink.games.rumbugz.thinking.spots import Reach, Spot, counts_in, ends_of, spot
from hoodwink.games.rumbugz.thinking.walk import Table, Walk, Way

A_LOOK, A_PLACING = 18, 40
"""Work is counted in rows gone over: those of a table that is seen, and so many when it is looked at or placed on."""
HASTES = 6, 2
"""How much more than a move made a move to go counts, in turn, where any way out will do."""


class Turn:
    """What a seat can do from a position at the table until its discard; it takes so much work at most."""

    def __init__(self, state: RumbugzState, seat: Seat) -> None:
        self._state, self._seat = state, seat
        self._naturals, self._spare = state.options.min_naturals, int(state.options.discard_out)
        self._once = state.options.one_sequence_per_turn
        self._kinds = _bits(state.kinds_to_lay(seat))
        self._hopeless: set[tuple[int, int, int]] = set()
        self._layable: Way | None = None
        """How to come to a row to lay, if the way out led past one."""
        self._walked = False
        """Whether the way out led past every table there is."""
        self._work, self._rows = 0, len(state.rows)

    def way_out(self, most: int) -> Way | None:
        """Moves after which nothing is left in hand, or one tile that may be thrown to go out."""
        # with gifts taken there are far fewer tables, and hardly a way is lost; none are where rows must keep numbers
        for gifts in (False,) if self._naturals else (True, False):
            walk = Walk(self._from_out, HASTES, gifts=gifts)
            way = self._search(walk, self._placed, most)
            self._walked = not walk.waiting
            self._work += self._rows * len(walk.seen)
            if way is not None:
                return way
        return None

    def way_to_lay(self, most: int) -> Way | None:
        """Exchanges and takings after which a row can be laid: the fewest, where no way out was sought before.

        The work done for the way out counts.
        """
        counts, _ = counts_in(self._state.hands[self._seat])
        enough = sum(counts) >= SHORTEST or self._state.options.free_removal
        if not self._kinds or not enough or self._state.span is not None:
            return None
        if self._layable is not None or self._walked:
            return None if self._layable is None else self._spelled(self._layable)
        return self._search(Walk(self._from_laying), self._at_a_row, most)

    def _from_laying(self, hand: int, _made: int, _reach: Reach) -> int:
        """How far from a row to lay a hand is."""
        return from_laying(*counts_in(hand), sum(self._kinds), self._naturals)

    def _at_a_row(self, table: Table) -> Way | None:
        """Nothing more to do, where a row can be laid."""
        return () if self._lays_now(table) else None

    def _lays_now(self, table: Table) -> bool:
        counts, bits = counts_in(table.hand)
        near = not from_laying(counts, bits, sum(self._kinds), self._naturals)
        return near and any(shortest_lays(counts, bit, self._naturals) for bit in self._kinds)

    def _search(self, walk: Walk, end: Callable[[Table], Way | None], most: int) -> Way | None:
        """Walk from table to table until one has an end, there are no more, or they are too many."""
        for table in self._first():
            walk.note(table)
        while walk.waiting and self._work + self._rows * len(walk.seen) < most:
            next_one = walk.next()
            if next_one is None:
                continue
            self._work += A_LOOK
            last = end(next_one)
            if last is not None:
                return self._spelled((*next_one.moves, *last))
            walk.note_changes(next_one)
            for lay in self._lays(next_one):
                walk.note(lay)
        return None

    def _first(self) -> list[Table]:
        """The table as it lies or, where a span is named, after each row that can follow."""
        state, made = self._state, self._state.made[self._seat]
        spots = self._spots(zip(state.rows, state.fresh, strict=True), made)
        table = Table(state.hands[self._seat], spots, 0, 0, made, state.laid, ())
        if state.span is None:
            return [table]
        state, found, spans = state.copy(), list[Table](), [state.span]
        for span in spans:
            state.span = span
            for move in state.moves(self._seat):
                if isinstance(move, Begin):
                    spans.append(move)
                elif isinstance(move, Lay):
                    found.append(self._laying(table, move))
        return found

    def _spots(self, rows: Iterable[tuple[Row, int]], made: int) -> tuple[Spot, ...]:
        freedom = self._state.freedom(made)
        if made != ALL_FOUR or not self._naturals:
            freedom &= ~ADDING
        return tuple(spot(row, fresh, freedom) for row, fresh in rows)

    def _lays(self, table: Table) -> Iterator[Table]:
        """The tables after those rows that open ways."""
        missing = ALL_FOUR & ~table.made
        if (self._naturals or not table.made) and self._may_lay(missing, table.laid):
            counts, _ = counts_in(table.hand)
            for bit in _bits(missing):
                for lay in shortest_lays(counts, bit, self._naturals):
                    if tiles_of(lay.row) != table.hand:
                        yield self._laying(table, lay)

    def _may_lay(self, missing: int, laid: int) -> bool:
        """Q-RB-11: whether all missing types may still be laid in this turn."""
        return not self._once or missing.bit_count() + laid <= 1

    def _laying(self, table: Table, lay: Lay) -> Table:
        hand, spots, number, shape, made, laid, moves = table
        made |= KIND_BITS[lay.row.kind]
        rows = [(one.row, one.fresh) for one in spots]
        spots = self._spots((*rows, (lay.row, all_fresh(lay.row))), made)
        new = spots[-1]
        hand -= tiles_of(lay.row)
        return Table(hand, spots, number + new.number, shape + new.shape, made, laid + 1, (*moves, lay))

    def _from_out(self, hand: int, made: int, reach: Reach) -> int:
        """How far from going out a hand seems."""
        counts, bits = counts_in(hand)
        wanted = Wanted(ALL_FOUR & ~made, self._spare, self._naturals)
        return from_placing(counts, bits, reach.taken(bits, counts[-1]), wanted)

    def _placed(self, table: Table) -> Way | None:
        """The rows and additions with which a hand is placed whole, all but the last discard."""
        if self._layable is None and table.laid == self._state.laid and self._lays_now(table):
            self._layable = table.moves
        missing, key = ALL_FOUR & ~table.made, (table.hand, table.shape, table.made)
        counts, bits = counts_in(table.hand)
        if key in self._hopeless or any(from_laying(counts, bits, bit, 0) for bit in _bits(missing)):
            return None
        placed = None
        if not missing or self._may_lay(missing, table.laid):
            ends = ends_of(table.spots)
            placing = Placing(self._naturals)
            placed = placing.lay_missing(counts, ends, missing, self._spare)
            self._work += A_PLACING * (1 + placing.taken)
        if placed is None:
            self._hopeless.add(key)
            return None
        return tuple(placed)

    def _spelled(self, moves: Way) -> Way:
        """The same moves, with the spans that a hand has to name first which could lay very many rows."""
        state, spelled = self._state.copy(), list[RumbugzMove]()
        for move in moves:
            while isinstance(move, Lay) and move not in (legal := state.moves(self._seat)):
                spelled.append(next(one for one in legal if isinstance(one, Begin) and begins(one, move.row)))
                state.play(self._seat, spelled[-1])
            spelled.append(move)
            state.play(self._seat, move)
        return tuple(spelled)


def _bits(kinds: int) -> list[int]:
    """Each type of some, as a bit."""
    return [bit for bit in KIND_BITS.values() if bit & kinds]
