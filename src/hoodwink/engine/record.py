"""Records: a header and the events of a game, as readable text and as JSON, sealed so that damage shows.

The text is the canonical form, and the seal is the SHA-256 of what stands above it. A record holds outcomes, not seeds:
it replays on any machine.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from hoodwink.engine.contract import AnyGame, AnyState, Event, Said, letter
from hoodwink.engine.options import opening
from hoodwink.engine.table import enact, read_event, write_event
from hoodwink.engine.words import message

FORMAT = 1
Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})+$")]
Name = Annotated[str, Meta(pattern=r"^[^\s\x00-\x1f](?:[^\x00-\x1f]{0,38}[^\s\x00-\x1f])?$")]


class BadRecord(Said):
    """A record that cannot be trusted or understood."""


class Sitter(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sat in a seat: a name, and the bot's name where it was one."""

    name: Name
    bot: Annotated[str, Meta(pattern=r"^[\w.-]+$")] | None = None


class Fairness(Struct, frozen=True, forbid_unknown_fields=True):
    """What was promised of chance beforehand and opened since; see `fair`."""

    anchor: Hex
    commitments: tuple[Hex, ...]
    nonces: tuple[Hex, ...]
    opened: tuple[Hex, ...] = ()


class Record(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game as it was played so far."""

    game: str
    edition: int
    seats: tuple[Sitter, ...]
    options: dict[str, Any] = {}
    position: str | None = None
    """Where play began, in the game's notation; None: at the start of the game."""
    fair: Fairness | None = None
    events: tuple[str, ...] = ()
    finished: bool = False

    def seal(self) -> str:
        """The digest of all the record says."""
        return hashlib.sha256(_write(self).encode()).hexdigest()

    def to_text(self) -> str:
        """The readable form, seal included."""
        return f"{_write(self)}seal {self.seal()}\n"

    def to_json(self) -> bytes:
        """The form for programs, seal included."""
        sealed = {"hoodwink": FORMAT, **msgspec.to_builtins(self), "seal": self.seal()}
        return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"


def new_record(game: AnyGame, seats: Sequence[Sitter], options: Any, fair: Fairness | None = None) -> Record:
    """The record of a game that has not begun."""
    return Record(
        game=game.info.key,
        edition=game.info.edition,
        seats=tuple(seats),
        options=msgspec.to_builtins(options),
        fair=fair,
    )


def add(record: Record, game: AnyGame, events: Sequence[Event], state: AnyState) -> Record:
    """The record with further events, after which the game stands at `state`."""
    written = tuple(write_event(game, event) for event in events)
    return msgspec.structs.replace(record, events=record.events + written, finished=state.result() is not None)


def begin(game: AnyGame, record: Record) -> AnyState:
    """The state in which a record begins."""
    return opening(game, len(record.seats), record.options, record.position)


def read_events(game: AnyGame, record: Record) -> tuple[Event, ...]:
    """A record's events, each checked by playing it; `BadRecord` says which one is impossible and why."""
    if record.edition != game.info.edition:
        raise BadRecord(
            message("record.other-edition", game=game.info.key, edition=record.edition, known=game.info.edition)
        )
    state, events = begin(game, record), []
    for number, text in enumerate(record.events, 1):
        try:
            event = read_event(game, text, len(record.seats))
            enact(game, state, event)
        except Said as error:
            raise BadRecord(message("record.bad-event", number=number, text=text, reason=error.message)) from error
        events.append(event)
    if record.finished != (state.result() is not None):
        raise BadRecord(message("record.not-over" if record.finished else "record.over", count=len(events)))
    return tuple(events)


def read_record(text: str) -> Record:
    """A record from its text or JSON form; `BadRecord` when it is cut short, edited or not a record."""
    parse: Callable[[str], tuple[Record, str]] = _from_json if text.lstrip().startswith("{") else _from_text
    record, seal = parse(text)
    if seal != record.seal():
        raise BadRecord(message("record.edited"))
    return record


def _write(record: Record) -> str:
    """The text but for its seal."""
    lines = [f"Hoodwink record {FORMAT}", f"game {record.game} edition {record.edition}"]
    lines += [
        f"seat {letter(seat)} {sitter.name}" if sitter.bot is None else f"bot {letter(seat)} {sitter.bot} {sitter.name}"
        for seat, sitter in enumerate(record.seats)
    ]
    lines += [f"option {name} {msgspec.json.encode(value).decode()}" for name, value in sorted(record.options.items())]
    if record.position is not None:
        lines.append(f"position {record.position}")
    if record.fair is not None:
        lines.append(f"anchor {record.fair.anchor}")
        lines += [f"commitment {text}" for text in record.fair.commitments]
        lines += [f"nonce {text}" for text in record.fair.nonces]
        lines += [f"opened {text}" for text in record.fair.opened]
    lines.append("")
    lines += [f"{number}. {event}" for number, event in enumerate(record.events, 1)]
    lines += ["", f"{'finished' if record.finished else 'unfinished'} after {len(record.events)}"]
    return "\n".join(lines) + "\n"


def _from_json(text: str) -> tuple[Record, str]:
    try:
        fields = msgspec.json.decode(text, type=dict[str, Any])
        if (version := fields.pop("hoodwink", None)) != FORMAT:
            raise BadRecord(message("record.other-format", format=str(version), known=FORMAT))
        seal = str(fields.pop("seal", ""))
        return msgspec.convert(fields, Record), seal
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise BadRecord(message("record.cut-short")) from error
        raise BadRecord(message("record.malformed", reason=str(error))) from error


_HEAD = re.compile(r"Hoodwink record (\d+)")
_LINES = {
    "game": re.compile(r"game (?P<game>\S+) edition (?P<edition>\d+)"),
    "seat": re.compile(r"seat [A-Z] (?P<name>.+)"),
    "bot": re.compile(r"bot [A-Z] (?P<bot>\S+) (?P<name>.+)"),
    "option": re.compile(r"option (?P<key>\w+) (?P<value>.+)"),
    "position": re.compile(r"position (?P<position>.+)"),
    "anchor": re.compile(r"anchor (?P<anchor>\w+)"),
    "commitment": re.compile(r"commitment (?P<hex>\w+)"),
    "nonce": re.compile(r"nonce (?P<hex>\w+)"),
    "opened": re.compile(r"opened (?P<hex>\w+)"),
    "event": re.compile(r"(?P<number>\d+)\. (?P<event>.+)"),
    "finished": re.compile(r"finished after (?P<count>\d+)"),
    "unfinished": re.compile(r"unfinished after (?P<count>\d+)"),
    "seal": re.compile(r"seal (?P<seal>[0-9a-f]{64})"),
}


def _from_text(text: str) -> tuple[Record, str]:
    lines = text.splitlines()
    head = _HEAD.fullmatch(lines[0].strip()) if lines else None
    if head is None:
        raise BadRecord(message("record.not-a-record"))
    if int(head[1]) != FORMAT:
        raise BadRecord(message("record.other-format", format=head[1], known=FORMAT))
    found: dict[str, list[dict[str, str]]] = {kind: [] for kind in _LINES}
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            kind = "event" if line[0].isdigit() else line.split()[0]
            match = _LINES[kind].fullmatch(line.rstrip()) if kind in _LINES else None
            if match is None and number < len(lines):
                raise BadRecord(message("record.bad-line", number=number, text=line))
            if match is not None:
                found["seat" if kind == "bot" else kind].append(match.groupdict())
    if not found["seal"]:
        raise BadRecord(message("record.cut-short"))
    try:
        record, seal = msgspec.convert(_gather(found), Record), found["seal"][0]["seal"]
    except (msgspec.MsgspecError, IndexError) as error:
        raise BadRecord(message("record.malformed", reason=str(error))) from error
    if [line.rstrip() for line in lines] != [*_write(record).splitlines(), f"seal {seal}"]:
        raise BadRecord(message("record.edited"))
    return record, seal


def _gather(found: dict[str, list[dict[str, str]]]) -> dict[str, Any]:
    """The fields of a record from the lines of its text."""
    game = found["game"][0]
    fields: dict[str, Any] = {
        "game": game["game"],
        "edition": int(game["edition"]),
        "seats": found["seat"],
        "options": {line["key"]: msgspec.json.decode(line["value"]) for line in found["option"]},
        "events": [line["event"] for line in found["event"]],
        "finished": bool(found["finished"]),
    }
    if found["position"]:
        fields["position"] = found["position"][0]["position"]
    if found["anchor"]:
        fields["fair"] = {
            "anchor": found["anchor"][0]["anchor"],
            "commitments": [line["hex"] for line in found["commitment"]],
            "nonces": [line["hex"] for line in found["nonce"]],
            "opened": [line["hex"] for line in found["opened"]],
        }
    return fields
