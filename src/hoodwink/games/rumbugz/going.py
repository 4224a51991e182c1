"""What is going on in a position, as text: `turn A table took 9 laid 1`, `turn B poll C:offer D:-`, `deal B 4`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hoodwink.engine.contract import Seat, Unreadable, letter, seat_of
from hoodwink.engine.words import message
from hoodwink.games.rumbugz.notation import read_move, write_span
from hoodwink.games.rumbugz.pieces import Begin, unpack
from hoodwink.games.rumbugz.rows import PLYT
from hoodwink.games.rumbugz.rowtext import write_tile
from hoodwink.games.rumbugz.sight import PHASES, RumbugzView, eligible
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import DEAL, DRAW, DRAWING, GRANTED, NOBODY, OVER, POLL, REPLACE, STARTER, TABLE

_DEAL = re.compile(r"deal ([A-Z]) ([1-6])")
_TURN = re.compile(r"turn ([A-Z]) (poll|draw|drawing|granted|table|replace)(?: (.+))?")
_TABLE = re.compile(r"(?:took (\d+|P) ?)?(?:laid (\d+) ?)?(begin .+)?")
_REPLACE = re.compile(r"(\d+)( no-discard)?")


def write_going(seen: RumbugzView, answers: Mapping[Seat, str]) -> str:
    """What is going on; `answers` are those to the last discard that are known, `?` stands for the others."""
    if seen.phase in ("starter", "over"):
        return seen.phase
    if seen.phase == "deal":
        return f"deal {letter(seen.drawer)} {seen.owed}"
    details = {"table": _table, "replace": _replacing, "granted": _granted, "draw": _drawing}
    words = ["turn", letter(seen.turn), seen.phase]
    if seen.phase == "poll":
        words += _answers(seen, answers)
    elif seen.phase in details:
        words += details[seen.phase](seen)
    return " ".join(words)


def _table(seen: RumbugzView) -> list[str]:
    words = [] if seen.taken is None else [f"took {write_tile(seen.taken)}"]
    words += [f"laid {seen.laid}"] if seen.laid else []
    return words if seen.span is None else [*words, f"begin {write_span(seen.span)}"]


def _replacing(seen: RumbugzView) -> list[str]:
    return [str(seen.owed)] if seen.threw else [str(seen.owed), "no-discard"]


def _granted(seen: RumbugzView) -> list[str]:
    return [letter(seen.drawer)]


def _drawing(seen: RumbugzView) -> list[str]:
    return ["offers", *map(letter, seen.offers)] if seen.offers else []


def _answers(seen: RumbugzView, answers: Mapping[Seat, str]) -> list[str]:
    asked = eligible(seen.seats, seen.turn or 0)
    return [f"{letter(seat)}:{answers.get(seat, '?')}" for seat in range(seen.seats) if asked >> seat & 1]


def answers_in(state: RumbugzState) -> Mapping[Seat, str]:
    """Everybody's answer to the last discard, `-` where it is still to come."""
    said = {seat: "offer" if state.offers >> seat & 1 else "pass" for seat in range(state.seats)}
    return {seat: "-" if state.pending >> seat & 1 else answer for seat, answer in said.items()}


def answers_seen(seen: RumbugzView) -> Mapping[Seat, str]:
    """The viewer's own answer, and nobody else's."""
    if seen.viewer is None:
        return {}
    return {seen.viewer: {None: "-", True: "offer", False: "pass"}[seen.answer]}


def read_going(text: str, state: RumbugzState) -> None:
    """Set what is going on."""
    if text in ("starter", "over"):
        state.phase = STARTER if text == "starter" else OVER
        state.starter = NOBODY if text == "starter" else state.starter
        return
    if deal := _DEAL.fullmatch(text):
        state.phase, state.drawer, state.owed = DEAL, seat_of(deal[1], state.seats), int(deal[2])
        if state.bag_count < state.owed or state.starter == NOBODY:
            raise Unreadable(message("rumbugz.position-field", text=text))
        return
    turn = _TURN.fullmatch(text)
    if turn is None:
        raise Unreadable(message("rumbugz.position-field", text=text))
    state.turn = seat_of(turn[1], state.seats)
    state.phase = next(place for place, phase in enumerate(PHASES) if phase == turn[2])
    if not _read_details(turn[3] or "", state) or (state.owed and not state.bag_count):
        raise Unreadable(message("rumbugz.position-field", text=text))


def _read_details(text: str, state: RumbugzState) -> bool:
    """Set what stands behind the phase; whether it could be read."""
    if state.phase == TABLE:
        return _read_table(text, state)
    if state.phase == DRAW:
        words = text.split()
        state.offers = sum(1 << seat_of(word, state.seats) for word in words[1:])
        possible = eligible(state.seats, state.turn) if state.pile else 0
        return not words or (words[0] == "offers" and not state.offers & ~possible)
    if state.phase == DRAWING:
        state.drawer, state.owed = state.turn, 1
        return not text
    if state.phase == GRANTED:
        state.drawer, state.owed = seat_of(text, state.seats), 1
        return True
    if state.phase == REPLACE and (replace := _REPLACE.fullmatch(text)):
        state.drawer, state.owed, state.threw = state.turn, int(replace[1]), not replace[2]
        return True
    return state.phase == POLL and _read_answers(text, state)


def _read_table(text: str, state: RumbugzState) -> bool:
    table = _TABLE.fullmatch(text)
    if table is None or not state.held[state.turn]:
        return False
    state.taken = 0 if table[1] is None else PLYT if table[1] == "P" else int(table[1])
    state.laid = int(table[2] or 0)
    span = read_move(table[3]) if table[3] else None
    state.span = span if isinstance(span, Begin) else None
    took = not state.taken or state.taken in unpack(state.hands[state.turn])
    return took and bool(state.moves(state.turn))


def _read_answers(text: str, state: RumbugzState) -> bool:
    """Who was asked follows; seats that are not named have not answered."""
    asked = state.pending = eligible(state.seats, state.turn)
    for word in text.split():
        who, _, said = word.partition(":")
        bit = 1 << seat_of(who, state.seats)
        if not asked & bit or said not in ("offer", "pass", "-"):
            return False
        if said != "-":
            state.pending &= ~bit
            state.offers |= bit if said == "offer" else 0
    return bool(state.pending and state.pile)
