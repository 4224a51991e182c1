"""Every message of the WebSocket, and the bodies of the HTTP side. docs/PROTOCOL.md tells them with examples.

Moves and events travel in notation (`7x3`), so that a bot in any language can print what it plays; views and beats are
the game's own structs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from hoodwink.engine.contract import Result, Seat

Key = Annotated[str, Meta(min_length=22, max_length=22, pattern=r"^[\w-]+$")]
"""128 random bits: who shows it holds the seat, or hosts the table."""
TableId = Annotated[str, Meta(pattern=r"^[a-z0-9]{10}$")]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\s@\x00-\x1f\x7f][^\x00-\x1f\x7f]*$")]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
Words = Annotated[str, Meta(min_length=1, max_length=300)]
Gesture = Literal["wave", "laugh", "think", "clap", "shock", "sorry"]
Lang = Annotated[str, Meta(pattern=r"^(en|hu|ru|it)$")]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a decision may take: so many seconds, and a bank for the whole game that is used after that."""

    seconds: Annotated[float, Meta(ge=1, le=30 * 86_400)]
    bank: Annotated[float, Meta(ge=0, le=30 * 86_400)] = 0.0


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


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Something for everybody at the table to read."""

    text: Words


class Emote(Struct, frozen=True, tag="emote", forbid_unknown_fields=True):
    """A gesture, gone as soon as it was seen."""

    emote: Gesture


class Mute(Struct, frozen=True, tag="mute", forbid_unknown_fields=True):
    """Do not, or do again, pass a seat's words and gestures on to this connection."""

    seat: Seat
    muted: bool = True


class Standing(Struct, frozen=True, tag="standing", forbid_unknown_fields=True):
    """Leave an answer with the table, in the game's notation, for when one would be asked out of turn; or take it back.

    It is applied at once whenever it applies, and shown to nobody else.
    """

    answer: Notation | None


class Plan(Struct, frozen=True, tag="plan", forbid_unknown_fields=True):
    """Where a turn is several small moves: which of them lead to this table and hand? Nothing is played."""

    seq: int
    wish: dict[str, Any]
    """In the game's own form (RumBugz: `rows`, `hand`, `discard`)."""


class TakeBack(Struct, frozen=True, tag="take-back", forbid_unknown_fields=True):
    """I am here again: the bot need not mind my seat any more."""


class Pause(Struct, frozen=True, tag="pause", forbid_unknown_fields=True):
    """Ask for a pause, or agree to one that somebody asked for."""


class NoPause(Struct, frozen=True, tag="no-pause", forbid_unknown_fields=True):
    """Decline a pause that somebody asked for."""


class Resume(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Let play go on."""


class AskHint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """What would a good friend play? For whoever has to decide, where the table allows it; nobody else hears of it."""


FromClient = Join | Play | Look | Say | Emote | Mute | Standing | Plan | AskHint | TakeBack | Pause | NoPause | Resume


class Sitter(Struct, frozen=True):
    """Who sits in a seat."""

    name: str
    bot: str | None
    here: bool
    """Whether somebody is connected with the seat's key; bots always are."""
    minded: str | None = None
    """The bot that minds the seat until its person takes it back."""


class TableCard(Struct, frozen=True):
    """What everybody may know of a table before looking at it."""

    table: str
    game: str
    edition: int
    options: dict[str, Any]
    seats: tuple[Sitter | None, ...]
    status: str
    """gathering, playing, paused, over or shut."""
    clock: Clock | None
    pausing: tuple[Seat, ...]
    """The seats that want a pause, while not all do."""
    public: bool
    watchers: bool
    chat: bool
    hints: bool
    """Whether who has to decide may ask for a hint."""
    anchor: str
    """The promise of fair chance, published before anybody sits down."""
    previous: str | None
    next: str | None
    """The tables this one is a rematch of, and that is a rematch of it."""
    series: tuple[int, ...]
    """Games won so far by each seat, over all rematches."""


class Room(Struct, frozen=True, tag="room"):
    """Who sits where has changed."""

    card: TableCard
    seat: Seat | None
    """The receiver's own seat."""
    standing: str | None = None
    """The answer that the receiver has left with the table; nobody else is told of it."""


class Told(Struct, frozen=True):
    """One thing that happened, in the receiver's language."""

    text: str
    clauses: tuple[str, ...]
    kept: bool = True
    """Whether the table's log keeps it, or leaves it to the players' memory."""


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
    deadlines: dict[Seat, float]
    """When each seat that must decide is out of time, in seconds since 1970; empty without a clock or while paused."""


class Said(Struct, frozen=True, tag="said"):
    """Somebody at the table said something."""

    seat: Seat
    text: str


class Gestured(Struct, frozen=True, tag="gestured"):
    """Somebody at the table made a gesture."""

    seat: Seat
    emote: str


class Refusal(Struct, frozen=True, tag="refusal"):
    """A move the rules do not allow; nothing has changed."""

    clause: str
    why: str


class Planned(Struct, frozen=True, tag="planned"):
    """What a plan came to: the moves in order, or why it cannot be; and what is wrong with each part as it stands."""

    seq: int
    moves: tuple[str, ...]
    refusal: Refusal | None
    faults: tuple[Refusal | None, ...]


class Trouble(Struct, frozen=True, tag="error"):
    """A message that could not be taken; nothing has changed."""

    code: str
    why: str


class Whisper(Struct, frozen=True):
    """A move worth considering, in notation and in words, and why."""

    move: str
    words: str
    why: str


class Advice(Struct, frozen=True, tag="advice"):
    """Up to three moves, the best first, and the odds as they stand; for the connection that asked alone."""

    seq: int
    """The packet that it is about."""
    hints: tuple[Whisper, ...]
    odds: tuple[str, ...]


FromServer = Room | Packet | Said | Gestured | Planned | Advice | Refusal | Trouble


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host asks for."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[int, Meta(ge=1, le=12)]
    options: dict[str, Any] = {}
    preset: Annotated[str, Meta(max_length=40)] | None = None
    public: bool = False
    watchers: bool = True
    chat: bool = True
    hints: bool = True
    clock: Clock | None = None
    grace: Annotated[float, Meta(ge=1, le=86_400)] | None = None
    minder: Annotated[str, Meta(max_length=40)] | None = None


class Hosting(Struct, frozen=True):
    """A table was opened: its card, and the key that lets its host start it."""

    card: TableCard
    host: Key


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody sits down: a name, and perhaps the promise of a nonce of one's own."""

    name: Name
    seat: Seat | None = None
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")] | None = None
    webhook: Annotated[str, Meta(max_length=500, pattern=r"^https?://")] | None = None
    """Where to knock when it is one's turn and nobody is connected."""


class Knock(Struct, frozen=True):
    """What a webhook is sent: only that somebody is awaited, and where."""

    table: str
    seat: Seat
    seq: int


class Seated(Struct, frozen=True):
    """The seat somebody got and the key to it."""

    seat: Seat
    key: Key


class Begin(Struct, frozen=True, forbid_unknown_fields=True):
    """The host starts the game; bots take the chairs nobody has."""

    host: Key
    bot: Annotated[str, Meta(max_length=40)] | None = None


class SitBot(Struct, frozen=True, forbid_unknown_fields=True):
    """The host puts a bot on a chair, the first free one when none is named."""

    host: Key
    bot: Annotated[str, Meta(max_length=40)] | None = None
    seat: Seat | None = None


class OfSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The host frees a chair, or hands the table over to who sits there."""

    host: Key
    seat: Seat


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from one of one's own decisions in a finished game."""

    key: Key
    at: Annotated[int, Meta(ge=1)]
    """The number of the event that was one's decision."""
    redealt: bool = False
    """Whether what one could not know is dealt anew, rather than as it was."""


class OpenNonce(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat opens the nonce it promised."""

    key: Key
    nonce: Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){16,64}$")]


class WithKey(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who has a seat leaves it before the game begins, or asks for a rematch after it."""

    key: Key
