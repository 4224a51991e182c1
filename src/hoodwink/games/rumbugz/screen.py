"""A RumBugz table as plain text, understandable without colour: seats, rows, the pile and the viewer's hand."""

from __future__ import annotations

from collections.abc import Mapping

from hoodwink.engine.contract import Seat, letter
from hoodwink.engine.words import Message, Value, Voice, Who, message
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
from hoodwink.games.rumbugz.rows import KINDS
from hoodwink.games.rumbugz.saying import row_name, slot_names, span_name, tile_name, tile_names
from hoodwink.games.rumbugz.sight import RumbugzView

PILE_SHOWN = 8
"""How many of the last discards are drawn."""


def draw(view: RumbugzView, voice: Voice) -> str:
    """The whole table as one viewer sees it."""
    parts = [
        voice("rumbugz.draw.round", round=view.round, rounds=view.options.rounds, bag=view.bag),
        "\n".join(_seat(view, seat, voice) for seat in range(view.seats)),
        _rows(view, voice),
        _pile(view, voice),
    ]
    if view.hand is not None:
        parts.append(voice("rumbugz.draw.hand", tiles="  ".join(map(tile_name, view.hand)) or "-"))
    return "\n\n".join(parts)


def _seat(view: RumbugzView, seat: Seat, voice: Voice) -> str:
    """A seat with its tiles, its score, which of the four types it has, and what it is doing."""
    width = max(len(name) for name in voice.names[: view.seats])
    made = view.made(seat)
    types = " ".join(f"[{'x' if kind in made else ' '}] {voice('rumbugz.kind', kind=kind)}" for kind in KINDS)
    marks = [voice("rumbugz.draw.you")] if seat == view.viewer else []
    if seat == view.starter and view.result is None:
        marks.append(voice("rumbugz.draw.starts"))
    if seat in view.offers:
        marks.append(voice("rumbugz.draw.offers"))
    pointer = ">" if seat in view.to_move else " "
    counts = voice("rumbugz.draw.seat", held=view.held[seat], score=view.scores[seat])
    return f"{pointer} {letter(seat)} {voice.names[seat]:<{width}}  {types}  {counts}  {', '.join(marks)}".rstrip()


def _rows(view: RumbugzView, voice: Voice) -> str:
    """The rows with their numbers, types and owners; a star marks what was placed this turn (Q-RB-23)."""
    if not view.rows:
        return voice("rumbugz.draw.no-rows")
    lines = [voice("rumbugz.draw.rows")]
    for number, placed in enumerate(view.rows, 1):
        tiles = "  ".join(
            slot_names([slot]) + "*" * (place in placed.fresh) for place, slot in enumerate(placed.row.slots)
        )
        kind = voice("rumbugz.kind", kind=placed.row.kind)
        lines.append(f"  {number:>2}  {voice.names[placed.owner]}: {kind}  {tiles}")
    return "\n".join(lines)


def _pile(view: RumbugzView, voice: Voice) -> str:
    if not view.pile:
        return voice("rumbugz.draw.no-pile")
    shown = " ".join(map(tile_name, view.pile[-PILE_SHOWN:]))
    more = "… " if len(view.pile) > PILE_SHOWN else ""
    return voice("rumbugz.draw.pile", tiles=more + shown, top=tile_name(view.pile[-1]), count=len(view.pile))


def report(beat: RumbugzBeat) -> Message:
    """A beat in words."""
    values: dict[str, Value] = {}
    if not isinstance(beat, Recycled | Offered | RoundVoid | RoundOpened | GameWon):
        values["who"] = Who(beat.seat)
    match beat:
        case Drew() | Took() | Threw() if beat.tile is not None:
            values["tile"] = tile_name(beat.tile)
        case Recycled():
            values["count"] = beat.count
        case Granted():
            values |= {"to": Who(beat.to), "tile": tile_name(beat.tile)}
        case Offered():
            values |= {"seats": tuple(map(Who, beat.seats)), "tile": tile_name(beat.tile)}
        case Began():
            values["span"] = span_name(beat.span)
        case Laid():
            values |= {"number": beat.number, "row": row_name(beat.row)}
        case Changed():
            values |= _change(beat)
        case RoundWon() | RoundVoid() | RoundOpened() | GameWon():
            values |= _round(beat)
    return message(_line(beat), **values)


def _change(beat: Changed) -> Mapping[str, Value]:
    values: dict[str, Value] = {"number": beat.number, "row": row_name(beat.row)}
    if beat.put is not None:
        values["put"] = tile_name(beat.put)
    if beat.take is not None:
        values["take"] = tile_name(beat.take)
    return values


def _round(beat: RoundWon | RoundVoid | RoundOpened | GameWon) -> Mapping[str, Value]:
    match beat:
        case RoundWon():
            hands = tuple(
                message("rumbugz.hand", who=Who(seat), tiles=tile_names(hand) or "-")
                for seat, hand in enumerate(beat.hands)
                if seat != beat.seat
            )
            return {"hands": hands, "points": beat.points}
        case RoundVoid():
            return {"turns": beat.turns}
        case RoundOpened(starter=None):
            return {"round": beat.round, "scores": _scores(beat.scores)}
        case RoundOpened():
            return {"round": beat.round, "scores": _scores(beat.scores), "starter": Who(beat.starter or 0)}
        case GameWon():
            return {
                "winners": tuple(map(Who, beat.winners)),
                "count": len(beat.winners),
                "scores": _scores(beat.scores),
            }


def _scores(scores: tuple[int, ...]) -> tuple[Value, ...]:
    return tuple(message("rumbugz.score", who=Who(seat), points=points) for seat, points in enumerate(scores))


_LINES: Mapping[type, str] = {
    StarterDrawn: "rumbugz.beat.starter",
    Reached: "rumbugz.beat.reached",
    Recycled: "rumbugz.beat.recycled",
    Took: "rumbugz.beat.took",
    Skipped: "rumbugz.beat.skipped",
    Granted: "rumbugz.beat.granted",
    Declined: "rumbugz.beat.declined",
    Began: "rumbugz.beat.began",
    Laid: "rumbugz.beat.laid",
    Threw: "rumbugz.beat.threw",
    Stopped: "rumbugz.beat.stopped",
    RoundWon: "rumbugz.beat.won",
    GameWon: "rumbugz.beat.over",
}


def _line(beat: RumbugzBeat) -> str:
    """Which sentence tells a beat."""
    match beat:
        case Drew():
            return "rumbugz.beat.drew" if beat.tile is None else "rumbugz.beat.drew-seen"
        case Answered():
            return "rumbugz.beat.offers" if beat.offers else "rumbugz.beat.passes"
        case Offered():
            return "rumbugz.beat.offered" if beat.seats else "rumbugz.beat.nobody-offers"
        case Changed(put=None):
            return "rumbugz.beat.removed"
        case Changed(take=None):
            return "rumbugz.beat.added"
        case Changed():
            return "rumbugz.beat.exchanged"
        case RoundVoid():
            return "rumbugz.beat.void-stall" if beat.cause == "stall" else "rumbugz.beat.void-bag"
        case RoundOpened():
            return "rumbugz.beat.round" if beat.starter is None else "rumbugz.beat.round-starter"
        case _:
            return _LINES[type(beat)]
