"""What only programs send and get: moves posted over HTTP, the answers to them, and a record with its seal."""

from __future__ import annotations

from msgspec import Struct, field

from hoodwink.engine.record import Record
from hoodwink.wire.messages import Lang, Notation, Packet


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


class Taken(Struct, frozen=True):
    """The move was made and is durable."""

    seq: int
    """The number of the seat's newest packet, which tells of the move."""


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
