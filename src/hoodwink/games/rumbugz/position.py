"""RumBugz positions as text: fields on lines of their own or parted by bars, in any order after the hands.

    A:3,4,5,6,9 B:1,1,7,8,12,P | round 1 start A scores 0,0 | turn A table took 9 laid 1
    | rows A single 3 4 P5 6; B match 8 8 8 8* | pile 4 7 2 | bag 1x4 2x5 Px3

Hands (`-` an empty one, `?` for each tile the viewer cannot see); the round, who started it, the scores, and since how
many turns nothing was laid (`idle`); what is going on; the rows in the order they were laid, `*` behind a tile placed
this turn; the discards, the top one last; the bag, which is all the rest where it is left out. Going on can be:
`starter`, `deal B 4` (four still to deal to B), `turn A` with `poll` and the answers, `draw`, `drawing`, `granted C`,
`table` or `replace 4`, and `over`.
"""

from __future__ import annotations

import re

from hoodwink.engine.contract import Unreadable, letter, seat_of
from hoodwink.engine.words import message
from hoodwink.games.rumbugz.going import answers_in, answers_seen, read_going, write_going
from hoodwink.games.rumbugz.pieces import (
    KINDS_OF_TILE,
    RumbugzOptions,
    contradiction,
    counts_of,
    pack,
    tiles_of,
    unpack,
)
from hoodwink.games.rumbugz.rows import KIND_BITS, PLYT, fresh_from
from hoodwink.games.rumbugz.rowtext import read_row, write_row, write_tile
from hoodwink.games.rumbugz.saying import fault_of
from hoodwink.games.rumbugz.sight import Placed, RumbugzView, view
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import NOBODY

_HAND = re.compile(r"([A-Z]):((?:\d+|P)(?:,(?:\d+|P))*|-|\?+)")
_ROUND = re.compile(r"round (\d+)(?: start ([A-Z?]))?(?: scores ([\d,]+))?(?: idle (-?\d+))?(?: peak (\d+))?")
_STACK = re.compile(r"(\d+|P)(?:x(\d+))?")


def write_position(position: RumbugzState | RumbugzView) -> str:
    """A position, or what a viewer sees of one, on one line."""
    if isinstance(position, RumbugzState):
        seen = view(position, None)
        hands = [unpack(hand) for hand in position.hands]
        bag = " ".join(
            f"{write_tile(tile)}x{count}" if count > 1 else write_tile(tile)
            for tile, count in enumerate(position.bag, 1)
            if count
        )
        going = write_going(seen, answers_in(position))
    else:
        seen = position
        hands = [seen.hand if seat == seen.viewer and seen.hand else (0,) * held for seat, held in enumerate(seen.held)]
        bag = f"?{seen.bag}" if seen.bag else ""
        going = write_going(seen, answers_seen(seen))
    written = " ".join(f"{letter(seat)}:{_write_hand(hand)}" for seat, hand in enumerate(hands))
    fields = [written, _write_round(seen), going]
    if seen.rows:
        fields.append("rows " + "; ".join(map(_write_placed, seen.rows)))
    if seen.pile:
        fields.append("pile " + " ".join(map(write_tile, seen.pile)))
    return " | ".join([*fields, f"bag {bag or '-'}"])


def _write_hand(hand: tuple[int, ...]) -> str:
    """A hand; 0 is a tile that the viewer cannot see."""
    if not hand:
        return "-"
    return "?" * len(hand) if hand[0] == 0 else ",".join(map(write_tile, hand))


def _write_round(seen: RumbugzView) -> str:
    start = "?" if seen.starter is None else letter(seen.starter)
    text = f"round {seen.round} start {start} scores {','.join(map(str, seen.scores))}"
    if seen.idle:
        text += f" idle {seen.idle}"
    placed = sum(len(placed.row.slots) for placed in seen.rows)
    return text if seen.peak == placed else f"{text} peak {seen.peak}"


def _write_placed(placed: Placed) -> str:
    kind, *slots = write_row(placed.row).split()
    marked = [slot + "*" * (place in placed.fresh) for place, slot in enumerate(slots)]
    return " ".join([letter(placed.owner), kind, *marked])


def read_position(text: str, seats: int, options: RumbugzOptions) -> RumbugzState:
    """The position a text stands for; `Unreadable` or `Refused` says what is wrong with it."""
    if (refused := contradiction(seats, options)) is not None:
        raise refused
    fields = [field.strip() for field in re.split(r"[|\n]", text) if field.strip()]
    state = RumbugzState(seats, options)
    state.starter = 0
    named = {field.partition(" ")[0]: field for field in fields[1:]}
    _read_hands(fields[0] if fields else "", state)
    if "rows" in named:
        for row in named["rows"].removeprefix("rows").split(";"):
            _read_placed(row.strip(), state)
    state.peak = sum(len(row.slots) for row in state.rows)
    if "pile" in named:
        state.pile = [_tile(word) for word in named["pile"].split()[1:]]
    _read_bag(named.get("bag"), state)
    if "round" in named:
        _read_round(named["round"], state)
    unknown = set(named) - {"rows", "pile", "bag", "round", "turn", "deal", "starter", "over"}
    going = [named[word] for word in ("turn", "deal", "starter", "over") if word in named]
    if unknown or len(going) != 1:
        raise Unreadable(message("rumbugz.position-field", text=named[min(unknown)] if unknown else " | ".join(going)))
    read_going(going[0], state)
    return state


def _tile(text: str) -> int:
    if text == "P":
        return PLYT
    if text.isdecimal() and 1 <= int(text) < PLYT:
        return int(text)
    raise Unreadable(message("rumbugz.no-such-tile", text=text))


def _read_hands(text: str, state: RumbugzState) -> None:
    words = text.split()
    if len(words) != state.seats:
        raise Unreadable(message("rumbugz.position-seats", count=len(words), seats=state.seats))
    for seat, word in enumerate(words):
        hand = _HAND.fullmatch(word)
        if hand is None or seat_of(hand[1], state.seats) != seat:
            raise Unreadable(message("rumbugz.position-hand", text=word, seat=letter(seat)))
        if "?" in hand[2]:
            raise Unreadable(message("rumbugz.position-hidden", text=word))
        tiles = [] if hand[2] == "-" else [_tile(tile) for tile in hand[2].split(",")]
        state.hands[seat], state.held[seat] = pack(tiles), len(tiles)


def _read_placed(text: str, state: RumbugzState) -> None:
    who, _, what = text.partition(" ")
    row = read_row(what.replace("*", ""))
    if (refused := fault_of(row, state.options)) is not None:
        raise refused
    owner = seat_of(who, state.seats)
    starred = [word.endswith("*") for word in what.split()[-len(row.slots) :]]
    state.rows.append(row)
    state.owners.append(owner)
    state.fresh.append(fresh_from(row, [place for place, star in enumerate(starred) if star]))
    state.made[owner] |= KIND_BITS[row.kind]


def _read_bag(text: str | None, state: RumbugzState) -> None:
    """The bag as it is written; where it is left out, all tiles that lie nowhere else."""
    out = counts_of(state.pile)
    for packed in (*state.hands, *map(tiles_of, state.rows)):
        out = [have + more for have, more in zip(out, packed.to_bytes(KINDS_OF_TILE, "little"), strict=True)]
    if text is None:
        state.bag = [there - gone for there, gone in zip(state.tiles, out, strict=True)]
        if min(state.bag) < 0:
            tile = next(tile for tile, count in enumerate(state.bag, 1) if count < 0)
            raise Unreadable(message("rumbugz.position-tiles", tile=write_tile(tile), most=state.tiles[tile - 1]))
    else:
        state.bag = [0] * KINDS_OF_TILE
        for word in text.split()[1:]:
            if word == "-":
                continue
            stack = _STACK.fullmatch(word)
            if stack is None:
                raise Unreadable(message("rumbugz.no-such-tile", text=word))
            state.bag[_tile(stack[1]) - 1] += int(stack[2] or 1)
        state.tiles = tuple(have + more for have, more in zip(state.bag, out, strict=True))
    state.bag_count = sum(state.bag)


def _read_round(text: str, state: RumbugzState) -> None:
    head = _ROUND.fullmatch(text)
    scores = [] if head is None or head[3] is None else [int(score) for score in head[3].split(",") if score]
    if head is None or (scores and len(scores) != state.seats) or not 1 <= int(head[1]) <= state.options.rounds:
        raise Unreadable(message("rumbugz.position-round", text=text))
    state.rounds = int(head[1])
    if head[2]:
        state.starter = NOBODY if head[2] == "?" else seat_of(head[2], state.seats)
    state.scores = scores or state.scores
    state.idle = int(head[4] or 0)
    state.peak = max(state.peak, int(head[5] or 0))
