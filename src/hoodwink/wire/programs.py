"""What only programs send and get: moves posted over HTTP, the answers to them, and a record with its seal."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct, field

from hoodwink.engine.contract import Seat
from hoodwink.engine.record import Record
from hoodwink.wire.messages import Gesture, Lang, Notation, Packet, Told, Words


class Health(Struct, frozen=True):
    """The server is up."""

    status: str


class StreamQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What may follow the question mark of a stream's address."""

    lang: Lang = "en"


class PostedMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move, in answer to the packet with this number; the seat is the one whose key is in the header."""

    seq: int
    move: Notation


class PostedWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Something for everybody at the table to read."""

    text: Words


class PostedGesture(Struct, frozen=True, forbid_unknown_fields=True):
    """A gesture, gone as soon as it was seen."""

    emote: Gesture


class PostedAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to leave with the table, in the game's notation, for when one would be asked out of turn; null takes it
    back. It is applied at once whenever it applies, and shown to nobody."""

    answer: Notation | None


class Taken(Struct, frozen=True):
    """The move was made and is durable."""

    seq: int
    """The number of the seat's newest packet, which tells of the move."""


class Awaited(Struct, frozen=True):
    """Whether a seat has something to decide, for whoever sits at several tables."""

    awaited: bool
    seq: int
    """The number of the seat's newest packet; 0 before the game begins."""


class Stale(Struct, frozen=True, tag="error"):
    """The move answered a packet that is not the newest; nothing has changed."""

    code: str
    why: str
    packet: Packet
    """The newest packet, to answer instead."""


class RecordFile(Record, frozen=True, kw_only=True):
    """A record as it is downloaded: the game as it was played, and the seal that shows any change."""

    hoodwink: int
    """The version of the form."""
    sealed: str = field(name="seal")
    """The SHA-256 of the record's text."""


class ReplayQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose eyes see a replay."""

    eyes: str = "watcher"
    """A seat's letter, `watcher` or `open`."""


class ScenesQuery(ReplayQuery, frozen=True, forbid_unknown_fields=True):
    """Whose eyes see a stretch of a replay, and which."""

    first: Annotated[int, Meta(ge=1)] = 1
    """The number of its first event."""
    count: Annotated[int, Meta(ge=1, le=100)] = 50


class Scene(Struct, frozen=True):
    """A finished game just after an event, seen by somebody's eyes."""

    number: int
    count: int
    eyes: str
    by: Seat | None
    """Whose decision the event was; null where chance decided."""
    view: Raw
    """Without the moves that were legal."""
    beats: Raw
    told: tuple[Told, ...]
    position: str
    """The position in notation: the whole truth for open eyes, else with what is hidden left out."""


class AdminTable(Struct, frozen=True):
    """A table as whoever runs the server sees it: without names or keys."""

    table: str
    game: str
    status: str
    events: int


class Ban(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that may not connect or ask any more, or may again."""

    address: str
    banned: bool = True
