"""What a table's log is made of. Folding the entries, in order, gives the table: there is no other memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from hoodwink.engine.contract import Seat
from hoodwink.wire.messages import Clock


class Opened(Struct, frozen=True, tag="opened"):
    """A host opened the table."""

    game: str
    edition: int
    options: dict[str, Any]
    seats: int
    public: bool
    watchers: bool
    secret: str
    """What every roll and draw follows from (see engine/fair.py); leaves the log round by round only."""
    host: str
    """The hash of the host's key."""
    chat: bool = True
    hints: bool = True
    clock: Clock | None = None
    grace: float | None = None
    """Seconds a lost connection may last before a bot minds the seat; None: for ever."""
    minder: str | None = None
    """The bot that minds a seat; None: the game's best."""
    position: str | None = None
    """Where play begins, when not at the start of a game."""
    previous: str | None = None
    """The table this one is a rematch of."""
    series: tuple[int, ...] = ()
    """Games won so far by each seat, over all rematches."""


class Sat(Struct, frozen=True, tag="sat"):
    """Somebody sat down."""

    seat: Seat
    name: str
    bot: str | None
    key: str | None
    """The hash of the seat's key; a bot has none."""
    commitment: str
    nonce: str | None
    """None until its owner opens it."""
    webhook: str | None = None
    """Where to knock when it is the seat's turn; told to nobody."""


class Hosted(Struct, frozen=True, tag="hosted"):
    """The table has another host."""

    host: str


class Stood(Struct, frozen=True, tag="stood"):
    """Somebody left before the game began."""

    seat: Seat


class NonceOpened(Struct, frozen=True, tag="nonce"):
    """A seat opened the nonce it had promised."""

    seat: Seat
    nonce: str


class Started(Struct, frozen=True, tag="started"):
    """The game begins."""


class Happened(Struct, frozen=True, tag="happened"):
    """An event of the game, in notation, and when it was."""

    event: str
    at: float = 0.0


class Minded(Struct, frozen=True, tag="minded"):
    """A bot minds a seat whose person is out of time or out of reach."""

    seat: Seat
    bot: str
    why: Literal["time", "gone"]
    at: float


class Returned(Struct, frozen=True, tag="returned"):
    """The person has the seat back."""

    seat: Seat
    at: float


class PauseAsked(Struct, frozen=True, tag="pause-asked"):
    """A seat asks for a pause, or agrees to it; when all people have, the table pauses."""

    seat: Seat


class PauseDeclined(Struct, frozen=True, tag="pause-declined"):
    """A seat does not want to pause."""

    seat: Seat


class Paused(Struct, frozen=True, tag="paused"):
    """Everybody agreed: nobody moves, and no clock runs."""

    at: float


class Resumed(Struct, frozen=True, tag="resumed"):
    """Play goes on."""

    at: float


class Slept(Struct, frozen=True, tag="slept"):
    """The server was away: nobody's clock ran."""

    seconds: float


class Chatted(Struct, frozen=True, tag="chatted"):
    """Somebody said something."""

    seat: Seat
    text: str


class StandingLeft(Struct, frozen=True, tag="standing"):
    """A seat left an answer with the table, or took it back."""

    seat: Seat
    answer: str | None


class Shut(Struct, frozen=True, tag="shut"):
    """Whoever runs the server put the table away."""


class Rematched(Struct, frozen=True, tag="rematched"):
    """The same people play on at another table."""

    table: str


class Ended(Struct, frozen=True, tag="ended"):
    """The game is over."""


Seating = Sat | Stood | Hosted | NonceOpened
Timing = Minded | Returned | PauseAsked | PauseDeclined | Paused | Resumed | Slept
Entry = Opened | Seating | Started | Happened | Ended | Timing | Chatted | StandingLeft | Rematched | Shut

_decoder = msgspec.json.Decoder(Entry)

encode: Callable[[Entry], bytes] = msgspec.json.Encoder().encode
"""An entry as it is stored."""


def decode(body: bytes) -> Entry:
    """The entry that was stored."""
    entry: Entry = _decoder.decode(body)
    return entry


def decode_opened(body: bytes) -> Opened:
    """The first entry of every log."""
    return msgspec.json.decode(body, type=Opened)
