"""Tiles, rows and moves in words, and what is wrong with a row."""

from __future__ import annotations

from collections.abc import Iterable

from hoodwink.engine.contract import Refused
from hoodwink.engine.words import Message, message
from hoodwink.games.rumbugz.pieces import (
    Add,
    Begin,
    Discard,
    Exchange,
    FromBag,
    FromPile,
    Grant,
    Lay,
    Offer,
    Pass,
    Remove,
    RumbugzMove,
    RumbugzOptions,
    Skip,
    Stop,
)
from hoodwink.games.rumbugz.rows import PLYT, STEPS, TOP, Row, fault


def tile_name(tile: int) -> str:
    """A tile by its name, the same in every language."""
    return "PLYT" if tile == PLYT else str(tile)


def slot_name(slot: int) -> str:
    """A tile in a row, a PLYT with the number it stands for."""
    return str(slot) if slot > 0 else f"PLYT({-slot})"


def tile_names(tiles: Iterable[int]) -> str:
    """Several tiles."""
    return ", ".join(map(tile_name, tiles))


def slot_names(slots: Iterable[int]) -> str:
    """The tiles of a row."""
    return ", ".join(map(slot_name, slots))


def row_name(row: Row) -> Message:
    """A row with its type: «Single 3, 4, PLYT(5), 6»."""
    return message("rumbugz.row", kind=row.kind, tiles=slot_names(row.slots))


def describe(move: RumbugzMove) -> Message:
    """A move in words."""
    match move:
        case FromBag():
            return message("rumbugz.move.bag")
        case FromPile():
            return message("rumbugz.move.take")
        case Grant():
            return message("rumbugz.move.grant")
        case Skip():
            return message("rumbugz.move.skip")
        case Offer():
            return message("rumbugz.move.offer")
        case Pass():
            return message("rumbugz.move.pass")
        case Lay():
            return message("rumbugz.move.lay", row=row_name(move.row))
        case Begin():
            return message("rumbugz.move.begin", span=span_name(move))
        case Exchange():
            put, out = _slot(move.put, move.at), _slot(move.take, move.out)
            return message("rumbugz.move.swap", number=move.row, put=slot_name(put), out=slot_name(out))
        case Add():
            return message("rumbugz.move.add", number=move.row, put=slot_name(_slot(move.put, move.at)))
        case Remove():
            return message("rumbugz.move.remove", number=move.row, out=slot_name(_slot(move.take, move.out)))
        case Discard():
            return message("rumbugz.move.discard", tile=tile_name(move.tile))
        case Stop():
            return message("rumbugz.move.stop")


def span_name(span: Begin) -> Message:
    """The type and reach of a row whose tiles are still to be named."""
    high = span.low + STEPS[span.kind] * (span.length - 1)
    reach = str(span.low) if span.kind == "match" else f"{span.low}–{high}"
    return message("rumbugz.row", kind=span.kind, tiles=f"{reach} ({slot_names(span.slots)})" if span.slots else reach)


def _slot(tile: int, number: int) -> int:
    return -number if tile == PLYT else number


def fault_of(row: Row, options: RumbugzOptions, hint: Message | None = None) -> Refused | None:
    """What keeps a row from being sound, or None."""
    found = fault(row, options.min_naturals)
    if found is None:
        return None
    tiles = slot_names(row.slots)
    match found.what:
        case "outside":
            bare = tile_names(PLYT if slot <= 0 else slot for slot in row.slots)
            side = "above" if found.number > TOP else "below"
            said = message("rumbugz.outside", tiles=bare, side=side, number=found.number)
        case "short":
            said = message("rumbugz.too-short", tiles=tiles, count=found.number)
        case "match":
            said = message("rumbugz.not-equal", tiles=tiles, one=found.number, other=found.other)
        case "step":
            step = STEPS[row.kind]
            said = message(
                "rumbugz.wrong-step", kind=row.kind, tiles=tiles, step=step, one=found.number, other=found.other
            )
        case "naturals":
            said = message("rumbugz.too-few-naturals", tiles=tiles, count=found.number, needed=found.other)
    return Refused(found.clause, said, hint)
