"""RumBugz moves and chances as text.

Tiles are `1` to `12` and `P`; a PLYT that stands for a number is `P5`. Moves: `bag`, `take`, `grant`, `skip`; `offer`,
`pass`; `lay single 3 4 P5 6`; `swap 1 7 for 3` (into row 1 a seven, out of it the three), `swap 2 12 for P12`;
`add 1 8`, `remove 1 3`; `discard 7`, `stop`; and `begin single 3-9` to name a row's span before its tiles. A row may
be typed without its type, and a PLYT without its number, where only one row can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from hoodwink.engine.contract import SEAT_LETTERS, Unreadable, letter, seat_of
from hoodwink.engine.words import message
from hoodwink.games.rumbugz.pieces import (
    DISCARDS,
    DRAWS,
    FROM_BAG,
    FROM_PILE,
    GRANT,
    OFFER,
    PASS,
    SKIP,
    STARTERS,
    STOP,
    Add,
    Begin,
    Discard,
    Draw,
    Exchange,
    FromBag,
    FromPile,
    Grant,
    Lay,
    Offer,
    Pass,
    Remove,
    RumbugzChance,
    RumbugzMove,
    Skip,
    Stop,
)
from hoodwink.games.rumbugz.rows import PLYT, STEPS
from hoodwink.games.rumbugz.rowtext import read_kind, read_row, read_slot, write_row, write_slot, write_tile

_PLAIN: Mapping[str, RumbugzMove] = {
    "bag": FROM_BAG,
    "take": FROM_PILE,
    "grant": GRANT,
    "skip": SKIP,
    "offer": OFFER,
    "pass": PASS,
    "stop": STOP,
}
_SWAP = re.compile(r"(\d+)\s+(P?\d*)\s+for\s+(P?\d*)", re.IGNORECASE)
_ROW_AND_SLOT = re.compile(r"(\d+)\s+(P?\d*)", re.IGNORECASE)
_TILE = re.compile(r"(\d+)|P", re.IGNORECASE)
_SPAN = re.compile(r"(\w+)\s+(\d+)(?:-(\d+))?((?:\s+P?\d+)*)", re.IGNORECASE)


def write_move(move: RumbugzMove) -> str:
    """A move as it is typed."""
    match move:
        case FromBag() | FromPile() | Grant() | Skip() | Offer() | Pass() | Stop():
            return next(text for text, plain in _PLAIN.items() if plain == move)
        case Lay():
            return f"lay {write_row(move.row)}"
        case Begin():
            return f"begin {write_span(move)}"
        case Exchange():
            put, out = _slot(move.put, move.at), _slot(move.take, move.out)
            return f"swap {move.row} {write_slot(put)} for {write_slot(out)}"
        case Add():
            return f"add {move.row} {write_slot(_slot(move.put, move.at))}"
        case Remove():
            return f"remove {move.row} {write_slot(_slot(move.take, move.out))}"
        case Discard():
            return f"discard {write_tile(move.tile)}"


def _slot(tile: int, number: int) -> int:
    return -number if tile == PLYT else number


def read_move(text: str) -> RumbugzMove:
    """The move a text stands for.

    >>> read_move("lay 3 4 p 6")
    Lay(row=Row(kind='single', slots=(3, 4, -5, 6)))
    >>> read_move("swap 2 12 for P")
    Exchange(row=2, put=12, at=12, take=13, out=12)
    """
    text = text.strip()
    if text.lower() in _PLAIN:
        return _PLAIN[text.lower()]
    verb, _, rest = text.partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is not None and (move := reader(rest.strip())) is not None:
        return move
    raise Unreadable(message("rumbugz.no-such-move", text=text))


def _read_lay(text: str) -> RumbugzMove | None:
    return Lay(read_row(text))


def _read_begin(text: str) -> RumbugzMove | None:
    span = _SPAN.fullmatch(text)
    return None if span is None else _span(span[1], int(span[2]), span[3], span[4])


def _span(word: str, low: int, high: str | None, rest: str) -> Begin | None:
    kind = read_kind(word)
    if kind is None:
        return None
    if kind == "match":
        return Begin(kind, low, 0)
    if high is None:
        return None
    return Begin(kind, low, (int(high) - low) // STEPS[kind] + 1, tuple(map(read_slot, rest.split())))


def write_span(span: Begin) -> str:
    """The type and reach of a row that is being laid, and the tiles named so far."""
    if span.kind == "match":
        return f"match {span.low}"
    high = span.low + STEPS[span.kind] * (span.length - 1)
    return " ".join([span.kind, f"{span.low}-{high}", *map(write_slot, span.slots)])


def _read_swap(text: str) -> RumbugzMove | None:
    """A bare P that leaves stands for the number that comes; a bare P that comes must be asked about."""
    swap = _SWAP.fullmatch(text)
    if swap is None or not swap[2] or not swap[3]:
        return None
    if swap[2].upper() == "P":
        raise Unreadable(
            message("rumbugz.which-number", text=f"swap {text}", example=f"swap {swap[1]} P7 for {swap[3]}")
        )
    put = read_slot(swap[2])
    out = -abs(put) if swap[3].upper() == "P" else read_slot(swap[3])
    return Exchange(int(swap[1]), put=_tile(put), at=abs(put), take=_tile(out), out=abs(out))


def _tile(slot: int) -> int:
    return slot if slot > 0 else PLYT


def _row_and_slot(verb: str, text: str) -> tuple[int, int] | None:
    found = _ROW_AND_SLOT.fullmatch(text)
    if found is None or not found[2]:
        return None
    if found[2].upper() == "P":
        raise Unreadable(message("rumbugz.which-number", text=f"{verb} {text}", example=f"{verb} {found[1]} P7"))
    return int(found[1]), read_slot(found[2])


def _read_add(text: str) -> RumbugzMove | None:
    found = _row_and_slot("add", text)
    return None if found is None else Add(found[0], put=_tile(found[1]), at=abs(found[1]))


def _read_remove(text: str) -> RumbugzMove | None:
    found = _row_and_slot("remove", text)
    return None if found is None else Remove(found[0], take=_tile(found[1]), out=abs(found[1]))


def _read_discard(text: str) -> RumbugzMove | None:
    tile = _TILE.fullmatch(text)
    if tile is None:
        return None
    number = int(tile[1]) if tile[1] else PLYT
    return DISCARDS[number] if tile[1] is None or number < PLYT else None


_READERS: Mapping[str, Callable[[str], RumbugzMove | None]] = {
    "lay": _read_lay,
    "begin": _read_begin,
    "swap": _read_swap,
    "add": _read_add,
    "remove": _read_remove,
    "discard": _read_discard,
}

_DRAW = re.compile(r"draw (\d+|P)")
_STARTER = re.compile(r"starter ([A-Z])")


def write_chance(chance: RumbugzChance) -> str:
    """A draw from the bag, or who starts, as text."""
    return f"draw {write_tile(chance.tile)}" if isinstance(chance, Draw) else f"starter {letter(chance.seat)}"


def read_chance(text: str) -> RumbugzChance:
    """The draw or starter a text stands for."""
    if draw := _DRAW.fullmatch(text.strip()):
        tile = PLYT if draw[1] == "P" else int(draw[1])
        if draw[1] == "P" or 1 <= tile < PLYT:
            return DRAWS[tile]
    if starter := _STARTER.fullmatch(text.strip()):
        return STARTERS[seat_of(starter[1], len(SEAT_LETTERS))]
    raise Unreadable(message("rumbugz.no-such-chance", text=text.strip()))
