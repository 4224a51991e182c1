"""Walking from table to table within a turn, the most promising first, each table once.

A table is made when its turn comes, not when it is seen: most are never looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from hoodwink.games.rumbugz.pieces import RumbugzMove
from hoodwink.games.rumbugz.thinking.spots import Spot, Step, counts_in

Way = tuple[RumbugzMove, ...]


class Table(NamedTuple):
    """A table on the way, and the hand with it."""

    hand: int
    spots: tuple[Spot, ...]
    number: int
    """The rows as one number: in one turn, the same rows mean the same hand, and the same types made."""
    shape: int
    """The ends of the rows as one number."""
    made: int
    laid: int
    moves: Way

    def after(self, step: Step) -> Table:
        """The table after a change of a row."""
        hand, spots, number, shape, made, laid, moves = self
        _, gains, new, move, more, wider = step
        spots = (*spots[: new.place], new, *spots[new.place + 1 :])
        return Table(hand + gains, spots, number + more, shape + wider, made, laid, (*moves, move))


class Walk:
    """The tables that were seen, and those of them still to be looked at, the most promising first."""

    def __init__(self, away: Callable[[Table], int], *, gifts: bool = False) -> None:
        self._away, self._gifts = away, gifts
        self._known: dict[tuple[int, int, int], int] = {}
        self.seen: set[int] = set()
        self.queue: list[tuple[int, int, Table, Step | None]] = []

    def note(self, table: Table) -> None:
        """Put a table into the queue, unless it was seen."""
        if table.number not in self.seen:
            self.seen.add(table.number)
            heappush(self.queue, (len(table.moves) + self._away(table), -len(self.seen), table, None))

    def next(self) -> Table | None:
        """The most promising table, with all gifts taken; None if that is one that was seen."""
        _, _, table, step = heappop(self.queue)
        if step is not None:
            table = table.after(step)
        given = _with_gifts(table) if self._gifts else table
        if given is not table:
            if given.number in self.seen:
                return None
            self.seen.add(given.number)
        return given

    def note_changes(self, table: Table) -> None:
        """Put all that a change makes of a table into the queue; those tables are made when their turn comes."""
        hand, spots, number, shape, made, _, moves = table
        if not made:  # RB-24
            return
        _, bits = counts_in(hand)
        known, seen, queue, depth = self._known, self.seen, self.queue, len(moves) + 1
        for old in spots:
            for step in old.steps_with(bits):
                _, gains, _, _, more, wider = step
                if number + more in seen or not hand + gains:
                    continue
                seen.add(number + more)
                look = (hand + gains, shape + wider, made)
                away = known.get(look)
                if away is None:
                    away = known[look] = self._away(table.after(step))
                heappush(queue, (depth + away, -len(seen), table, step))


def _with_gifts(table: Table) -> Table:
    """The table after all changes that hardly ever cost anything."""
    while table.made and (gift := _gift(table)):
        table = table.after(gift)
    return table


def _gift(table: Table) -> Step | None:
    _, bits = counts_in(table.hand)
    for one in table.spots:
        for step in one.gifts:
            if step.bit & bits:
                return step
    return None
