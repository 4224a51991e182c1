"""Every message of the WebSocket, and the bodies of the HTTP side. docs/PROTOCOL.md tells them with examples.

Moves and events travel in notation (`7x3`), so that a bot in any language can print what it plays; views and beats are
the game's own structs.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from hoodwink.engine.contract import Result, Seat

Key = Annotated[str, Meta(min_length=22, max_length=22, pattern=r"^[\w-]+$")]
"""128 random bits: who shows it holds the seat, or hosts the table."""
TableId = Annotated[str, Meta(pattern=r"^[a-z0-9]{10}$")]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\s@\x00-\x1f\x7f][^\x00-\x1f\x7f]*$")]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
Lang = Annotated[str, Meta(pattern=r"^(en|hu|ru|it)$")]


class Join(Struct, frozen=True, tag="join", forbid_unknown_fields=True):
    """The first message: which table, with the key of a seat, or without one to watch."""

    table: TableId
    key: Key | None = None
    lang: Lang = "en"


class Play(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """A move, in answer to the packet with this number."""

    seq: int
    move: Notation


class Look(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Please send the latest packet again."""


FromClient = Join | Play | Look


class Sitter(Struct, frozen=True):
    """Who sits in a seat."""

    name: str
    bot: str | None
    here: bool
    """Whether somebody is connected with the seat's key; bots always are."""


class TableCard(Struct, frozen=True):
    """What everybody may know of a table before looking at it."""

    table: str
    game: str
    edition: int
    options: dict[str, Any]
    seats: tuple[Sitter | None, ...]
    status: str
    """gathering, playing or over."""
    public: bool
    watchers: bool
    anchor: str
    """The promise of fair chance, published before anybody sits down."""


class Room(Struct, frozen=True, tag="room"):
    """Who sits where has changed."""

    card: TableCard
    seat: Seat | None
    """The receiver's own seat."""


class Told(Struct, frozen=True):
    """One thing that happened, in the receiver's language."""

    text: str
    clauses: tuple[str, ...]


class Packet(Struct, frozen=True, tag="packet"):
    """The whole table as the receiver may see it. Coming back gives the same packet again, without beats."""

    seq: int
    """How many events have told the receiver something; a move answers the newest."""
    view: Raw
    moves: tuple[str, ...]
    to_move: tuple[Seat, ...]
    beats: Raw
    told: tuple[Told, ...]
    result: Result | None


class Refusal(Struct, frozen=True, tag="refusal"):
    """A move the rules do not allow; nothing has changed."""

    clause: str
    why: str
    move: str


class Trouble(Struct, frozen=True, tag="error"):
    """A message that could not be taken; nothing has changed."""

    code: str
    why: str


FromServer = Room | Packet | Refusal | Trouble


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host asks for."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[int, Meta(ge=1, le=12)]
    options: dict[str, Any] = {}
    preset: Annotated[str, Meta(max_length=40)] | None = None
    public: bool = False
    watchers: bool = True


class Hosting(Struct, frozen=True):
    """A table was opened: its card, and the key that lets its host start it."""

    card: TableCard
    host: Key


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody sits down: a name, and perhaps the promise of a nonce of one's own."""

    name: Name
    seat: Seat | None = None
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")] | None = None


class Seated(Struct, frozen=True):
    """The seat somebody got and the key to it."""

    seat: Seat
    key: Key


class Begin(Struct, frozen=True, forbid_unknown_fields=True):
    """The host starts the game; bots take the chairs nobody has."""

    host: Key
    bot: Annotated[str, Meta(max_length=40)] | None = None


class OpenNonce(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat opens the nonce it promised."""

    key: Key
    nonce: Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){16,64}$")]


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody leaves a seat before the game begins."""

    key: Key
