"""Rows as text: `single 3 4 P5 6`; shorter where only one row can be meant, a question with the choices where not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from hoodwink.engine.contract import Unreadable
from hoodwink.engine.words import message
from hoodwink.games.rumbugz.rows import KINDS, PLYT, STEPS, TOP, Kind, Row, fault, row_of

_SLOT = re.compile(r"(P?)(\d{1,3})", re.IGNORECASE)
LONGEST = 64
"""No row has more tiles than this, whatever is typed."""


def write_tile(tile: int) -> str:
    """A tile as it is typed."""
    return "P" if tile == PLYT else str(tile)


def write_slot(slot: int) -> str:
    """A tile in a row, a PLYT with its number."""
    return str(slot) if slot > 0 else f"P{-slot}"


def write_row(row: Row) -> str:
    """A row with its type."""
    return " ".join([row.kind, *map(write_slot, row.slots)])


def read_slot(text: str) -> int:
    """A tile in a row: `5`, or `P5` for a PLYT that stands for five."""
    slot = _SLOT.fullmatch(text)
    if slot is None:
        raise Unreadable(message("rumbugz.no-such-tile", text=text))
    return -int(slot[2]) if slot[1] else int(slot[2])


def read_kind(text: str) -> Kind | None:
    """A type by its name or the beginning of it."""
    return next((kind for kind in KINDS if text and kind.startswith(text.lower())), None)


def read_row(text: str) -> Row:
    """The row a text stands for, sound or not; `Unreadable` lists the choices where several can be meant.

    >>> read_row("P 9 6 3")
    Row(kind='triple', slots=(3, 6, 9, -12))
    """
    words = text.replace(",", " ").split()
    declared = read_kind(words[0]) if words and words[0][0].isalpha() and words[0].upper()[0] != "P" else None
    typed = words[1:] if declared else words
    if not typed or len(typed) > LONGEST:
        raise Unreadable(message("rumbugz.no-such-row", text=text))
    slots = [None if word.upper() == "P" else read_slot(word) for word in typed]
    kinds = KINDS if declared is None else (declared,)
    choices = [row for kind in kinds for row in _meant(kind, slots)]
    in_order = [row for row in choices if _in_order(row, slots)]
    if len(in_order) == 1:
        return in_order[0]
    if len(choices) > 1:
        raise Unreadable(message("rumbugz.which-row", text=text, choices=", ".join(map(write_row, choices))))
    return choices[0] if choices else _unsound(declared, slots)


def _meant(kind: Kind, slots: Sequence[int | None]) -> list[Row]:
    """Every sound row of a type that uses exactly these tiles, those PLYTs without a number standing for any."""
    fixed = [slot for slot in slots if slot is not None]
    bare, step = len(slots) - len(fixed), STEPS[kind]
    rows = []
    for low in range(1, TOP + 1):
        missing = [low + step * place for place in range(len(slots))]
        try:
            for slot in fixed:
                missing.remove(abs(slot))
        except ValueError:
            continue
        row = row_of(kind, (*fixed, *(-number for number in missing)))
        if len(missing) == bare and fault(row) is None:
            rows.append(row)
    return rows


def _in_order(row: Row, slots: Sequence[int | None]) -> bool:
    """Whether the tiles were typed as they lie, from either end."""
    bare = [slot if slot in slots else None for slot in row.slots]
    return list(slots) in (bare, bare[::-1])


def _unsound(declared: Kind | None, slots: Sequence[int | None]) -> Row:
    """What was typed, although no sound row can be meant: the rules will say what is wrong with it.

    A PLYT without a number goes on from its neighbour; without a type, the first gap decides it.
    """
    numbers = [None if slot is None else abs(slot) for slot in slots]
    gaps = [abs(high - low) for low, high in pairwise(number for number in numbers if number is not None)]
    kind = declared or _kind_of_gap(gaps[0] if gaps else 1)
    known = [place for place, number in enumerate(numbers) if number is not None]
    first = known[0] if known else 0
    base = numbers[first] or 1
    filled: list[int] = []
    for place, slot in enumerate(slots):
        last = abs(filled[-1]) if filled else base - STEPS[kind] * (first + 1)
        filled.append(-max(0, last + STEPS[kind]) if slot is None else slots[place] or 0)
    return row_of(kind, tuple(filled))


def _kind_of_gap(gap: int) -> Kind:
    return next((kind for kind in KINDS if STEPS[kind] == gap), "single")
