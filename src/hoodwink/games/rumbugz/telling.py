"""What an event looked like to a viewer: beats, in the order things happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoodwink.engine.contract import Chanced, Moved, Seat, Viewer
from hoodwink.games.rumbugz.beats import (
    Answered,
    Began,
    Changed,
    Declined,
    Drew,
    GameWon,
    Granted,
    Laid,
    Offered,
    Reached,
    Recycled,
    RoundOpened,
    RoundVoid,
    RoundWon,
    RumbugzBeat,
    Skipped,
    StarterDrawn,
    Stopped,
    Threw,
    Took,
)
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    Add,
    Begin,
    Change,
    Discard,
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
    Starter,
    Stop,
    unpack,
    worth,
)
from hoodwink.games.rumbugz.rows import KIND_BITS, PLYT, Kind, changed
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import DEAL, GRANTED, NOBODY, OVER, POLL, REPLACE

TYPE_CLAUSES: dict[Kind, str] = {"single": "RB-3", "double": "RB-4", "triple": "RB-5", "match": "RB-6"}


def tell(
    before: RumbugzState, event: Moved[RumbugzMove] | Chanced[RumbugzChance], after: RumbugzState, viewer: Viewer
) -> Sequence[RumbugzBeat]:
    """What an event and all that followed from it looked like to a viewer."""
    if isinstance(event, Moved):
        beats = list(_move(before, event.seat, event.move, after, viewer))
    elif isinstance(event.chance, Starter):
        beats = [StarterDrawn(seat=event.chance.seat)]
    else:
        seat = before.drawer
        beats = [Drew(seat=seat, tile=event.chance.tile if seat == viewer else None, clauses=_why_drawn(before))]
    beats += _recycling(before, event, after)
    if after.rounds > before.rounds or after.phase == OVER:
        beats += _round_over(before, event, after)
    return beats


def insider(before: RumbugzState, event: Moved[RumbugzMove] | Chanced[RumbugzChance]) -> Seat | None:
    """Whoever draws sees the tile; whoever answers a discard knows the answer (Q-RB-37)."""
    if isinstance(event, Moved):
        return event.seat if isinstance(event.move, Offer | Pass) else None
    return None if isinstance(event.chance, Starter) else before.drawer


def _why_drawn(before: RumbugzState) -> tuple[str, ...]:
    first = "RB-15" if before.rows or before.pile else "RB-11"
    return ({DEAL: "RB-10", REPLACE: "RB-13", GRANTED: "RB-22"}.get(before.phase, first),)


def _move(
    before: RumbugzState, seat: Seat, move: RumbugzMove, after: RumbugzState, viewer: Viewer
) -> Iterator[RumbugzBeat]:
    match move:
        case Offer() | Pass():
            yield from _answer(before, seat, move, after, viewer)
        case Lay():
            stage = "RB-17" if before.made[seat] == ALL_FOUR else "RB-12"
            row = move.row
            yield Laid(seat=seat, number=len(before.rows) + 1, row=row, clauses=(stage, TYPE_CLAUSES[row.kind]))
        case Exchange() | Add() | Remove():
            yield _change(before, seat, move)
        case Discard():
            laid = before.laid or before.made[seat] == ALL_FOUR
            yield Threw(seat=seat, tile=move.tile, clauses=("RB-12" if laid else "RB-14",))
        case Begin():
            yield Began(seat=seat, span=move)
        case Stop():
            yield Stopped(seat=seat, clauses=("Q-RB-27",))
        case _:
            yield from _draw(before, seat, move)


def _draw(before: RumbugzState, seat: Seat, move: FromBag | FromPile | Grant | Skip) -> Iterator[RumbugzBeat]:
    match move:
        case FromBag():
            if before.offers:
                yield Declined(seat=seat)
            yield Reached(seat=seat)
        case FromPile():
            yield Took(seat=seat, tile=before.pile[-1])
        case Grant():
            yield Granted(seat=seat, to=before.best_offer(), tile=before.pile[-1])
        case Skip():
            yield Skipped(seat=seat)


def _answer(
    before: RumbugzState, seat: Seat, move: Offer | Pass, after: RumbugzState, viewer: Viewer
) -> Iterator[RumbugzBeat]:
    """Q-RB-37: neither what a seat answered nor that it did is seen by others until all have."""
    if seat == viewer:
        yield Answered(seat=seat, offers=isinstance(move, Offer))
    if after.phase != POLL:
        clockwise = [(before.turn + away) % before.seats for away in range(1, before.seats)]
        offering = tuple(one for one in clockwise if after.offers >> one & 1)
        yield Offered(seats=offering, tile=before.pile[-1])


def _change(before: RumbugzState, seat: Seat, move: Change) -> Changed:
    put = take = put_slot = out_slot = None
    if not isinstance(move, Remove):
        put, put_slot = move.put, -move.at if move.put == PLYT else move.at
    if not isinstance(move, Add):
        take, out_slot = move.take, -move.out if move.take == PLYT else move.out
    row, _ = changed(before.rows[move.row - 1], before.fresh[move.row - 1], put_slot, out_slot)
    clauses: tuple[str, ...] = ("Q-RB-21",)
    if isinstance(move, Exchange):
        clauses = ("RB-24", "RB-27")
    elif isinstance(move, Add) and before.made[seat] == ALL_FOUR:
        clauses = ("RB-28", "Q-RB-31")
    return Changed(seat=seat, number=move.row, put=put, take=take, row=row, clauses=clauses)


def _recycling(
    before: RumbugzState, event: Moved[RumbugzMove] | Chanced[RumbugzChance], after: RumbugzState
) -> Iterator[RumbugzBeat]:
    if after.rounds > before.rounds:
        return
    expected = len(before.pile)
    if isinstance(event, Moved):
        expected += {Discard: 1, FromPile: -1, Grant: -1}.get(type(event.move), 0)
    if len(after.pile) < expected:
        yield Recycled(count=expected - len(after.pile))


def _round_over(
    before: RumbugzState, event: Moved[RumbugzMove] | Chanced[RumbugzChance], after: RumbugzState
) -> Iterator[RumbugzBeat]:
    if isinstance(event, Moved) and _goes_out(before, event.seat, event.move):
        hands = tuple(() if seat == event.seat else unpack(hand) for seat, hand in enumerate(before.hands))
        points = sum(worth(hand, before.options) for hand in hands)
        yield RoundWon(seat=event.seat, hands=hands, points=points)
    elif isinstance(event, Moved) and isinstance(event.move, FromBag):
        yield RoundVoid(cause="bag", turns=before.idle, clauses=("Q-RB-34",))
    else:
        turns = before.options.stall_limit * before.seats
        yield RoundVoid(cause="stall", turns=turns, clauses=("Q-RB-36",))
    if (result := after.result()) is not None:
        clauses = ("RB-20",) if len(result.winners) == 1 else ("RB-20", "Q-RB-06")
        yield GameWon(winners=result.winners, scores=result.scores, clauses=clauses)
    else:
        starter = None if after.starter == NOBODY else after.starter
        yield RoundOpened(round=after.rounds, scores=tuple(after.scores), starter=starter)


def _goes_out(before: RumbugzState, seat: Seat, move: RumbugzMove) -> bool:
    """RB-18: whether this move empties the hand of a seat that has all four rows."""
    made = before.made[seat] | (KIND_BITS[move.row.kind] if isinstance(move, Lay) else 0)
    used = len(move.row.slots) if isinstance(move, Lay) else int(isinstance(move, Add | Discard))
    return made == ALL_FOUR and used == before.held[seat]
