"""Walking from table to table within a turn, the most promising first, each table once.

A table is made when its turn comes, not when it is seen: most are never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import cycle
from typing import NamedTuple

from hoodwink.games.rumbugz.changes import change_at
from hoodwink.games.rumbugz.pieces import RumbugzMove
from hoodwink.games.rumbugz.thinking.spots import Reach, Spot, Step, counts_in

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

    def after(self, place: int, step: Step) -> Table:
        """The table after a change of the row in a place."""
        hand, spots, number, shape, made, laid, moves = self
        _, gains, new, move, more, wider = step
        spots = (*spots[:place], new, *spots[place + 1 :])
        moves = (*moves, change_at(place + 1, move))
        return Table(hand + gains, spots, number + more, shape + wider, made, laid, moves)


class Walk:
    """The tables that were seen, and those of them still to be looked at, the most promising first.

    What is promising is how far away the goal seems, plus the moves made. Hastes say how much more a move to go
    counts than one made; with several, each has its say in turn: to make straight for the goal finds what lies far,
    and to mind the moves finds what lies near but seems far.
    """

    def __init__(
        self, away: Callable[[int, int, Reach], int], hastes: Sequence[int] = (1,), *, gifts: bool = False
    ) -> None:
        self._away, self._gifts = away, gifts
        self._known: dict[tuple[int, int, int], int] = {}
        self._reaches: dict[int, Reach] = {}
        self.seen: set[int] = set()
        self.waiting: dict[int, tuple[Table, int, Step | None]] = {}
        """A table, or one with a place and the change that makes it, by how many had been seen then."""
        self._queues: list[tuple[int, list[tuple[int, int]]]] = [(haste, []) for haste in hastes]
        self._turns = cycle(queue for _, queue in self._queues)

    def note(self, table: Table) -> None:
        """Let a table wait, unless it was seen."""
        if table.number not in self.seen:
            self.seen.add(table.number)
            away = self._away(table.hand, table.made, self._reach(table))
            self._wait(len(table.moves), away, (table, 0, None))

    def _wait(self, made: int, away: int, one: tuple[Table, int, Step | None]) -> None:
        number = len(self.seen)
        self.waiting[number] = one
        for haste, queue in self._queues:
            heappush(queue, (made + haste * away, -number))

    def _reach(self, table: Table) -> Reach:
        found = self._reaches[table.shape] = Reach(table.spots)
        return found

    def next(self) -> Table | None:
        """The most promising table, with all gifts taken; None if that is one that was seen."""
        queue = next(self._turns)
        while (found := self.waiting.pop(-heappop(queue)[1], None)) is None:
            pass
        table, place, step = found
        if step is not None:
            table = table.after(place, step)
        given = _with_gifts(table) if self._gifts else table
        if given is not table:
            if given.number in self.seen:
                return None
            self.seen.add(given.number)
        return given

    def note_changes(self, table: Table) -> None:
        """Let all that a change makes of a table wait; those tables are made when their turn comes."""
        hand, spots, number, shape, made, _, moves = table
        if not made:  # RB-24
            return
        _, bits = counts_in(hand)
        known, seen, depth = self._known, self.seen, len(moves) + 1
        for place, old in enumerate(spots):
            for step in old.steps_with(bits):
                _, gains, _, _, more, wider = step
                if number + more in seen or not hand + gains:
                    continue
                seen.add(number + more)
                look = (hand + gains, shape + wider, made)
                away = known.get(look)
                if away is None:
                    reach = self._reaches.get(shape + wider) or self._reach(table.after(place, step))
                    away = known[look] = self._away(hand + gains, made, reach)
                self._wait(depth, away, (table, place, step))


def _with_gifts(table: Table) -> Table:
    """The table after all changes that hardly ever cost anything."""
    while table.made and (gift := _gift(table)):
        table = table.after(*gift)
    return table


def _gift(table: Table) -> tuple[int, Step] | None:
    _, bits = counts_in(table.hand)
    for place, one in enumerate(table.spots):
        for step in one.gifts:
            if step.bit & bits:
                return place, step
    return None
