"""Positions of Dudab Buba as text: fields on lines of their own or parted by bars, in any order.

    round 1 open A turn B | A: R-hide-3 D + S:R | B: S:G ~ D | 1: [R-hand-1 B!] Y-club-3 =J= G-hide-2 | 2: S:G
    | discard R-mam-1 | deck 60 | request hide on 1 by A | due cover B 1, own A 2 | scores 3 -5, 2 2

A seat has its hand, a star on each card that all have seen there (Q-DB-12), `+` its own pile, `~` what was shed unseen
(Q-DB-08). A column has `[the stack under a Baby]`, the cards above, and after `=J=` those below. Cards that are named
nowhere are the draw pile, whose number `deck` says; where `deck` lists cards instead, those named nowhere lie on the
discard. `due` lists what is under way, the next task first. `?` stands for a card the viewer cannot see.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from hoodwink.engine.contract import Unreadable, letter, seat_of
from hoodwink.engine.words import message
from hoodwink.games.dudab.notation import REQUEST_TEXTS, read_card, read_column, read_request, write_card
from hoodwink.games.dudab.pieces import NO_REQUEST, Card, DudabOptions, contradiction
from hoodwink.games.dudab.rounds import all_cards, dealing, in_the_air
from hoodwink.games.dudab.sight import ColumnSeen, DudabView, set_columns, view
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import (
    ANYWHERE,
    ATTACKED,
    COVER,
    LAY_JUNGLE,
    NOBODY,
    PASS_ON,
    REQUESTED,
    SHED_TO_2,
    START,
    TO_DISCARD,
    TO_PILE,
    Task,
)

TASKS = (
    *("deal", "start", "own", "short", "fine", "gift", "spare", "flip", "cover"),
    *("jungle", "baby", "one", "two", "trim", "pass"),
)
SHORT_DECK = 12
"""A draw pile of no more cards is written out in the discard's stead."""
_PLACES = {ANYWHERE: "", TO_DISCARD: " discard", TO_PILE: " pile"}
_HEAD = re.compile(r"(?:round (\d+) )?open ([A-Z?])(?: turn ([A-Z]))?( over)?")
_SEAT = re.compile(r"([A-Z]):\s*([^+~]*)(?:\+([^~]*))?(?:~(.*))?")
_COLUMN = re.compile(r"(\d):\s*(?:\[([^\]]*)\])?([^=]*)(=J=)?(.*)")
_REQUEST = re.compile(r"request (\S+) on (\d)(?: by ([A-Z]))?")
_ATTACK = re.compile(r"attack on (\d)")
_TASK = re.compile(rf"({'|'.join(TASKS)})(?: ([A-Z]|(?<=start )\d))?(?: (\d+|discard|pile|drawn))?")


def write_position(position: DudabState | DudabView) -> str:
    """A position, or what a viewer sees of one, on one line."""
    seen = view(position, None) if isinstance(position, DudabState) else position
    fields = [_write_head(seen), *(_write_seat(position, seen, seat) for seat in range(seen.seats))]
    fields += [_write_column(number, column) for number, column in enumerate(seen.columns, 1)]
    if isinstance(position, DudabState) and len(position.pile) <= SHORT_DECK:
        fields.append(f"deck {_cards(position.pile)}".rstrip())
    else:
        if seen.discard:
            fields.append(f"discard {_cards(seen.discard)}")
        fields.append(f"deck {seen.draw_pile}")
    if seen.duty is not None and seen.duty.request == NO_REQUEST:
        fields.append(f"attack on {seen.duty.column + 1}")
    elif seen.duty is not None:
        asked = REQUEST_TEXTS[seen.duty.request]
        fields.append(f"request {asked} on {seen.duty.column + 1} by {letter(seen.duty.by)}")
    if seen.todo:
        fields.append("due " + ", ".join(_write_task(task) for task in reversed(seen.todo)))
    if seen.ledger:
        fields.append("scores " + ", ".join(" ".join(map(str, row)) for row in seen.ledger))
    return " | ".join(fields)


def _write_head(seen: DudabView) -> str:
    opener = "?" if seen.opener is None else letter(seen.opener)
    turn = "" if seen.turn is None else f" turn {letter(seen.turn)}"
    return f"round {seen.round} open {opener}{turn}{'' if seen.result is None else ' over'}"


def _write_seat(position: DudabState | DudabView, seen: DudabView, seat: int) -> str:
    known = seen.shown[seat]
    if isinstance(position, DudabState):
        hand, tucked = _starred(position.hands[seat], known), _cards(sorted(position.tucked[seat]))
    elif seat == seen.viewer:
        hand, tucked = _starred(seen.hand or (), known), _cards(seen.tucked or ())
    else:
        hand = f"{_starred(known, known)} {'?' * (seen.hand_sizes[seat] - len(known))}".strip()
        tucked = "?" * seen.tucked_sizes[seat]
    text = f"{letter(seat)}: {hand}".rstrip()
    if seen.piles[seat]:
        text += f" + {_cards(seen.piles[seat])}"
    return f"{text} ~ {tucked}" if tucked else text


def _write_column(number: int, column: ColumnSeen) -> str:
    stack = f" [{_cards(column.hidden)}]" if column.hidden else ""
    above = f" {_cards(column.above)}" if column.above else ""
    below = "" if column.below is None else f" =J= {_cards(column.below)}".rstrip()
    return f"{number}:{stack}{above}{below}"


def _write_task(task: Task) -> str:
    kind, seat, number = task
    if kind == START:
        return f"start {seat + 1}"
    text = f"{TASKS[kind]} {letter(seat)}"
    if kind == SHED_TO_2:
        return text + _PLACES[number]
    if kind == LAY_JUNGLE:
        return f"{text} drawn" if number else text
    if kind == COVER:
        return f"{text} {number + 1}"
    return f"{text} {number}" if number else text


def _starred(hand: Iterable[Card], shown: Iterable[Card]) -> str:
    """A hand, each card that was shown to all with a star."""
    left, texts = list(shown), []
    for card in hand:
        texts.append(write_card(card) + "*" * (card in left))
        if card in left:
            left.remove(card)
    return " ".join(texts)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(write_card, cards))


def read_position(text: str, seats: int, options: DudabOptions) -> DudabState:
    """The position a text stands for; `Unreadable` or `Refused` says what is wrong with it."""
    if (refused := contradiction(seats, options)) is not None:
        raise refused
    state = DudabState(seats, options)
    state.clear_table()
    columns = [ColumnSeen((), (), None)] * len(state.above)
    deck = None
    for field in (field.strip() for field in re.split(r"[|\n]", text) if field.strip()):
        if head := _HEAD.fullmatch(field):
            _read_head(head, state)
        elif seat := _SEAT.fullmatch(field):
            _read_seat(seat, state)
        elif column := _COLUMN.fullmatch(field):
            _read_column(column, columns)
        elif field.split()[0] == "discard":
            state.discard = _read_cards(field[7:])
        elif field.split()[0] == "deck":
            deck = field[4:].strip()
        else:
            _read_matter(field, state)
    set_columns(state, tuple(columns))
    _settle(state)
    named = [state.duty_column, *(number for task, _, number in state.todo if task == COVER)]
    named += [column for task, column, _ in state.todo if task == START]
    if (absent := max(named)) >= len(columns):
        raise Unreadable(message("dudab.no-such-column", text=str(absent + 1), most=len(columns)))
    if not state.todo and state.decider >= 0 and not all(state.above):
        raise Unreadable(message("dudab.position-column", column=state.above.index(()) + 1))
    _read_deck(deck, state)
    return state


def _read_head(head: re.Match[str], state: DudabState) -> None:
    if int(head[1] or 1) > 1 and not state.ledger:
        state.ledger = [(0,) * state.seats] * (int(head[1]) - (0 if head[4] else 1))
    state.opener = NOBODY if head[2] == "?" else seat_of(head[2], state.seats)
    state.turn = seat_of(head[3], state.seats) if head[3] else NOBODY if head[4] else state.opener
    state.over = head[4] is not None


def _read_seat(found: re.Match[str], state: DudabState) -> None:
    seat = seat_of(found[1], state.seats)
    state.hands[seat] = sorted(_read_cards(found[2].replace("*", "")))
    state.shown[seat] = tuple(sorted(_read_cards(" ".join(word[:-1] for word in found[2].split() if word[-1] == "*"))))
    state.piles[seat] = tuple(_read_cards(found[3] or ""))
    state.tucked[seat] = tuple(_read_cards(found[4] or ""))


def _read_column(found: re.Match[str], columns: list[ColumnSeen]) -> None:
    at = read_column(found[1])
    if at >= len(columns):
        raise Unreadable(message("dudab.no-such-column", text=found[1], most=len(columns)))
    below = tuple(_read_cards(found[5])) if found[4] else None
    columns[at] = ColumnSeen(tuple(_read_cards(found[2] or "")), tuple(_read_cards(found[3])), below)


def _read_matter(field: str, state: DudabState) -> None:
    """A duty, the tasks under way, or the scores."""
    if request := _REQUEST.fullmatch(field):
        state.duty, state.asked, state.duty_column = REQUESTED, read_request(request[1]), read_column(request[2])
        state.asker = seat_of(request[3] or "A", state.seats)
    elif attack := _ATTACK.fullmatch(field):
        state.duty, state.duty_column = ATTACKED, read_column(attack[1])
    elif field.startswith("due "):
        state.todo = [_read_task(text.strip(), state.seats) for text in reversed(field[4:].split(","))]
    elif field.startswith("scores "):
        state.ledger = [_read_row(row, state.seats) for row in field[7:].split(",")]
    else:
        raise Unreadable(message("dudab.position-field", text=field))


def _read_row(text: str, seats: int) -> tuple[int, ...]:
    if len(text.split()) != seats or not re.fullmatch(r"[\d\s-]+", text):
        raise Unreadable(message("dudab.position-scores", text=text.strip(), seats=seats))
    return tuple(map(int, text.split()))


def _read_task(text: str, seats: int) -> Task:
    found = _TASK.fullmatch(text)
    if found is None or found[2] is None or (found[1] == "cover" and found[3] not in ("1", "2", "3")):
        raise Unreadable(message("dudab.position-task", text=text))
    kind, number = TASKS.index(found[1]), found[3] or "0"
    if kind == START:
        return kind, read_column(found[2]), 0
    places = {text.strip(): place for place, text in _PLACES.items()} | {"drawn": 1}
    amount = places[number] if number in places else int(number) - (kind == COVER)
    return kind, seat_of(found[2], seats), amount


def _read_cards(text: str) -> list[Card]:
    if "?" in text:
        raise Unreadable(message("dudab.position-hidden", text=text.strip()))
    return [read_card(word) for word in text.split()]


def _settle(state: DudabState) -> None:
    """Find out whose decision is due."""
    state.decider = NOBODY
    if state.todo and state.todo[-1][0] not in (PASS_ON,):
        task, seat, _ = state.todo[-1]
        state.decider = seat if task > COVER else NOBODY
    elif state.opener != NOBODY and not state.over:
        state.decider = state.turn


def _read_deck(deck: str | None, state: DudabState) -> None:
    """Find the cards of the draw pile, or of the discard, which are all that no other place holds."""
    left = Counter(all_cards(state.options, dealing=dealing(state)))
    left.subtract([*state.discard, *in_the_air(state)])
    for heap in (*state.hands, *state.piles, *state.tucked, *map(state.whole_column, range(len(state.above)))):
        left.subtract(heap)
    listed = deck is not None and not deck.isdecimal()
    if listed:
        state.pile = sorted(_read_cards(deck or ""))
        left.subtract(state.pile)
    if (twice := next((card for card, count in left.items() if count < 0), None)) is not None:
        raise Unreadable(message("dudab.position-card-twice", card=write_card(twice)))
    rest = sorted(left.elements())
    if listed:
        state.discard += rest
        return
    state.pile = rest
    if deck is not None and int(deck) != len(rest):
        raise Unreadable(message("dudab.position-deck", count=int(deck), found=len(rest)))
