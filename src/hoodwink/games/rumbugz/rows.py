"""Rows: the four types, when a row is sound, and what changing one tile makes of it.

A row's slots are numbers: 5 is a five, -5 a PLYT standing for five (Q-RB-14). They ascend (Q-RB-17), and in a Match
the PLYTs come last. What was placed this turn stays until the next (Q-RB-23), so a row on the table carries `fresh`:
for a Match the fresh numbers plus 256 for each fresh PLYT, for the others a bit for each number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct

PLYT = 13
"""RB-8: the tile that stands for any number."""
TOP = 12
"""Q-RB-16: numbers end here, and 1 does not follow."""
SHORTEST = 4
"""RB-7: a row has at least so many tiles."""
FRESH_PLYT = 256

Kind = Literal["single", "double", "triple", "match"]
KINDS: tuple[Kind, ...] = ("single", "double", "triple", "match")
STEPS: Mapping[Kind, int] = {"single": 1, "double": 2, "triple": 3, "match": 0}
"""RB-3 to RB-6: how far neighbours in a row lie apart."""
KIND_BITS: Mapping[Kind, int] = {kind: 1 << place for place, kind in enumerate(KINDS)}


class Row(Struct, frozen=True, gc=False, cache_hash=True):
    """A row of tiles: its declared type and its slots."""

    kind: Kind
    slots: tuple[int, ...]


class Fault(Struct, frozen=True):
    """What is wrong with a row: the clause, and the numbers it is about."""

    clause: str
    what: Literal["short", "outside", "step", "match", "naturals"]
    number: int = 0
    other: int = 0


@lru_cache(maxsize=1 << 16)
def row_of(kind: Kind, slots: tuple[int, ...]) -> Row:
    """The row, interned, its slots put in order (Q-RB-17)."""
    return Row(kind, tuple(sorted(slots, key=_order)))


def _order(slot: int) -> tuple[int, bool]:
    return abs(slot), slot <= 0


def naturals(row: Row) -> int:
    """How many tiles of a row are no PLYTs."""
    return sum(slot > 0 for slot in row.slots)


@lru_cache(maxsize=1 << 14)
def fault(row: Row, min_naturals: int = 0) -> Fault | None:
    """Q-RB-22: what keeps a row from being sound, or None."""
    numbers = [abs(slot) for slot in row.slots]
    step = STEPS[row.kind]
    for number in numbers:
        if not 1 <= number <= TOP:
            return Fault("Q-RB-16", "outside", number)
    for low, high in pairwise(numbers):
        if high - low != step:
            return Fault(_STEP_CLAUSES[row.kind], "step" if step else "match", low, high)
    if len(numbers) < SHORTEST:
        return Fault("RB-7", "short", len(numbers))
    if naturals(row) < min_naturals:
        return Fault("Q-RB-15", "naturals", naturals(row), min_naturals)
    return None


_STEP_CLAUSES: Mapping[Kind, str] = {"single": "RB-3", "double": "RB-4", "triple": "RB-5", "match": "RB-6"}


def all_fresh(row: Row) -> int:
    """`fresh` of a row that was laid this turn."""
    if row.kind == "match":
        wild = len(row.slots) - naturals(row)
        return naturals(row) + FRESH_PLYT * wild
    return sum(1 << abs(slot) for slot in row.slots)


@lru_cache(maxsize=1 << 14)
def fresh_places(row: Row, fresh: int) -> tuple[int, ...]:
    """Where in the row the tiles lie that were placed this turn; in a Match the last of their sort."""
    if row.kind != "match":
        return tuple(place for place, slot in enumerate(row.slots) if fresh >> abs(slot) & 1)
    wild, plain = divmod(fresh, FRESH_PLYT)
    first_wild, end = naturals(row), len(row.slots)
    return (*range(first_wild - plain, first_wild), *range(end - wild, end))


def fresh_from(row: Row, places: Iterable[int]) -> int:
    """`fresh` of a row from the places of its fresh tiles."""
    slots = [row.slots[place] for place in places]
    if row.kind == "match":
        return sum(1 if slot > 0 else FRESH_PLYT for slot in slots)
    return sum(1 << abs(slot) for slot in slots)


def can_leave(row: Row, fresh: int, slot: int) -> bool:
    """Q-RB-23: whether such a tile lies in the row and not since this turn only."""
    if row.kind != "match":
        return slot in row.slots and not fresh >> abs(slot) & 1
    wild, plain = divmod(fresh, FRESH_PLYT)
    return row.slots.count(slot) > (plain if slot > 0 else wild)


@lru_cache(maxsize=1 << 16)
def changed(row: Row, fresh: int, put: int | None, out: int | None) -> tuple[Row, int]:
    """The row and its `fresh` once the slot `put` came in and the slot `out` went; it need not be sound."""
    slots = list(row.slots)
    if out is not None:
        slots.remove(out)
    if put is not None:
        slots.append(put)
        if row.kind != "match":
            fresh |= 1 << abs(put)
        else:
            fresh += 1 if put > 0 else FRESH_PLYT
    return row_of(row.kind, tuple(slots)), fresh
