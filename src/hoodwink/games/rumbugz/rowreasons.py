"""Why a row cannot be laid or changed so: the clause, the tiles, and the nearest legal change where there is one."""

from __future__ import annotations

from hoodwink.engine.contract import Refused, Seat
from hoodwink.engine.words import Message, message
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    Add,
    Begin,
    Change,
    Exchange,
    Lay,
    Remove,
    tile_of,
    tiles_of,
    unpack,
)
from hoodwink.games.rumbugz.rows import KINDS, PLYT, SHORTEST, STEPS, Row, can_leave, changed, row_of
from hoodwink.games.rumbugz.saying import describe, fault_of, row_name, slot_name, slot_names, tile_name, tile_names
from hoodwink.games.rumbugz.state import RumbugzState


def no_such_lay(state: RumbugzState, seat: Seat, row: Row) -> Refused:
    """Why a row cannot be laid now."""
    if row != row_of(row.kind, row.slots):
        return Refused("Q-RB-14", message("rumbugz.ascending", tiles=slot_names(row.slots)), _other_lay(state, row))
    if (refused := fault_of(row, state.options, _other_lay(state, row))) is not None:
        return refused
    missing = _missing(state.hands[seat], row)
    if missing:
        said = message("rumbugz.lay-not-in-hand", row=row_name(row), tiles=tile_names(missing))
        return Refused("RB-12", said)
    made = state.made[seat]
    if state.laid and state.options.one_sequence_per_turn and made != ALL_FOUR:
        return Refused("Q-RB-11", message("rumbugz.one-a-turn"))
    if made >> KINDS.index(row.kind) & 1 and made != ALL_FOUR and not state.options.duplicate_types_before_four:
        return Refused("Q-RB-13", message("rumbugz.type-made", kind=row.kind), _other_lay(state, row))
    begun = next(move for move in state.moves(seat) if isinstance(move, Begin) and _covers(move, row))
    return Refused("Q-RB-14", message("rumbugz.begin-first"), message("rumbugz.legal-as", move=describe(begun)))


def _covers(begun: Begin, row: Row) -> bool:
    same_span = begun.kind == row.kind and begun.low == abs(row.slots[0])
    return same_span and begun.length in (0, len(row.slots))


def _missing(hand: int, row: Row) -> list[int]:
    """The tiles of a row that are not in the hand."""
    held = list(unpack(hand))
    missing = []
    for tile in map(tile_of, row.slots):
        if tile in held:
            held.remove(tile)
        else:
            missing.append(tile)
    return missing


def _other_lay(state: RumbugzState, row: Row) -> Message | None:
    """Another row of the same tiles that can be laid."""
    if not row.slots or max(row.slots) >= PLYT:
        return None
    tiles = tiles_of(row)
    others = (move for move in state.moves(state.turn) if isinstance(move, Lay) and tiles_of(move.row) == tiles)
    found = next(others, None)
    return None if found is None else message("rumbugz.legal-as", move=describe(found))


def no_such_begin(state: RumbugzState, begun: Begin) -> Refused:
    """Why a row is not begun so: it can be laid at once, or it cannot be laid at all."""
    spans = [move for move in state.moves(state.turn) if isinstance(move, Begin)]
    if spans:
        return Refused("Q-RB-14", message("rumbugz.no-such-span", span=describe(begun)))
    return Refused("Q-RB-14", message("rumbugz.lay-at-once"))


def no_such_change(state: RumbugzState, seat: Seat, move: Change) -> Refused:
    """Why a row on the table cannot be changed so."""
    refused = _may_not_change(state, seat, move)
    if refused is not None:
        return refused
    row, fresh = state.rows[move.row - 1], state.fresh[move.row - 1]
    hint = _other_change(state, move)
    put = out = None
    if not isinstance(move, Remove):
        put = -move.at if move.put == PLYT else move.at
    if not isinstance(move, Add):
        out = -move.out if move.take == PLYT else move.out
        if (refused := _cannot_leave(row, fresh, out, hint)) is not None:
            return refused
    if put is not None and out == put:
        return Refused("Q-RB-21", message("rumbugz.no-change", tile=slot_name(put)), hint)
    after, _ = changed(row, fresh, put, out)
    return _unsound(state, move, row, after, hint)


def _may_not_change(state: RumbugzState, seat: Seat, move: Change) -> Refused | None:
    if not state.made[seat]:
        return Refused("RB-24", message("rumbugz.own-row-first"))
    if isinstance(move, Add) and state.made[seat] != ALL_FOUR and not state.options.early_add:
        return Refused("Q-RB-21", message("rumbugz.adding-after-four"), _other_change(state, move))
    if isinstance(move, Remove) and not state.options.free_removal:
        return Refused("Q-RB-21", message("rumbugz.no-taking"), _other_change(state, move))
    if not 1 <= move.row <= len(state.rows):
        return Refused("Q-RB-19", message("rumbugz.no-such-row-there", number=move.row, count=len(state.rows)))
    if not isinstance(move, Remove) and move.put not in unpack(state.hands[seat]):
        return Refused("RB-25", message("rumbugz.not-in-hand", tile=tile_name(move.put)), _other_change(state, move))
    return None


def _cannot_leave(row: Row, fresh: int, out: int, hint: Message | None) -> Refused | None:
    if out not in row.slots:
        clause = "Q-RB-18" if -out in row.slots or out < 0 else "Q-RB-22"
        return Refused(clause, message("rumbugz.not-in-row", tile=slot_name(out), row=row_name(row)), hint)
    if not can_leave(row, fresh, out):
        return Refused("Q-RB-23", message("rumbugz.placed-this-turn", tile=slot_name(out)), hint)
    return None


def _unsound(state: RumbugzState, move: Change, row: Row, after: Row, hint: Message | None) -> Refused:
    """Q-RB-22: what the change would break."""
    refused = fault_of(after, state.options, hint)
    if refused is not None and refused.clause in ("Q-RB-15", "Q-RB-16"):
        return refused
    if isinstance(move, Add):
        said = message("rumbugz.not-at-an-end", tile=slot_name(_slot(move)), row=row_name(row), step=STEPS[row.kind])
        return Refused("Q-RB-31", said, hint)
    if isinstance(move, Exchange) and move.at == move.out:
        return Refused("Q-RB-18", message("rumbugz.stands-for", tile=slot_name(move.at), row=row_name(row)), hint)
    said = message("rumbugz.stays-sound", row=row_name(row), left=row_name(after), least=SHORTEST)
    return Refused("Q-RB-22", said, hint)


def _slot(move: Add | Exchange) -> int:
    return -move.at if move.put == PLYT else move.at


def _other_change(state: RumbugzState, move: Change) -> Message | None:
    """A legal change of the same row, if possible with the same tile."""
    there = [one for one in state.moves(state.turn) if isinstance(one, Exchange | Add | Remove) and one.row == move.row]
    alike = [one for one in there if _puts(one) == _puts(move)]
    found = next(iter(alike or there), None)
    return None if found is None else message("rumbugz.legal-as", move=describe(found))


def _puts(move: Change) -> int:
    return 0 if isinstance(move, Remove) else move.put
