"""WebSockets: the one module that knows their library (picows) and how uvicorn hands an upgraded connection over.

A connection is a `Line` that carries texts both ways; whoever is at our end of it is its `Attendant`. What cannot be
written at once waits here, counted, so that a slow or dead reader delays nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple, Protocol

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn import Config
from uvicorn.server import ServerState

from hoodwink.server.mailbox import LAST_WORDS, MOST_WAITING

log = logging.getLogger("hoodwink.server")

CloseCode = WSCloseCode
TEXT, BINARY, CONTINUATION = WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION
CLOSE, PONG = WSMsgType.CLOSE, WSMsgType.PONG

QUIET = 14.0
"""Seconds without a word from a client after which it is asked whether it is there still."""
NO_ANSWER = 5.0
"""Seconds for it to say so."""
MOST_UNHEARD = 8
"""Messages that may wait to be heeded before no more are read."""


class Handshake(NamedTuple):
    """Who wants to connect, and to what."""

    path: str
    headers: Mapping[str, str]
    peer: str


class Denied(NamedTuple):
    """The answer to a handshake that comes to nothing."""

    status: HTTPStatus
    body: bytes


class Attendant(Protocol):
    """Our end of a line."""

    line: Line

    def heard(self, text: str) -> None:
        """The client said something."""

    def gone(self) -> None:
        """The line is dead; nobody hears anything any more."""


Attend = Callable[[Handshake], Attendant | Denied]


class Outbox:
    """The lines of a server that have something to write.

    They write together once all that is to be said now was worked out: going back and forth between that and the system
    for each of them takes a tenth more of the core, and wakes whoever reads a dozen times instead of once.
    """

    def __init__(self) -> None:
        self._lines: list[Line] = []

    def post(self, line: Line) -> None:
        """Let a line write soon."""
        if not self._lines:
            asyncio.get_running_loop().call_soon(self._write)
        self._lines.append(line)

    def _write(self) -> None:
        lines, self._lines = self._lines, []
        for line in lines:
            try:
                line.write()
            except Exception:
                log.exception("a message could not be sent")


class Line(WSListener):
    """One connection."""

    def __init__(self, attendant: Attendant, most_bytes: int, outbox: Outbox) -> None:
        self._attendant, self._most_bytes, self._outbox = attendant, most_bytes, outbox
        attendant.line = self
        self._transport: WSTransport | None = None
        self._waiting: deque[bytes] = deque()
        self._due = self._full = False
        self._parts: list[bytes] = []
        self._closing: tuple[CloseCode, str] | None = None

    # What our end does

    def send(self, message: bytes) -> bool:
        """Say something, without waiting; False when the client is too far behind to hear it."""
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append(message)
        if not self._due:
            self._due = True
            self._outbox.post(self)
        return True

    def write(self) -> None:
        """Write what waits, as long as there is room for it."""
        self._due = False
        waiting = self._waiting
        while waiting and not self._full and self._transport is not None:
            self._transport.send(TEXT, waiting.popleft())
        if self._closing is not None:
            self._close_when_sent()

    def drop(self) -> None:
        """Forget what waits."""
        self._waiting.clear()

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close once what waits was sent, or the client did not read it in time."""
        if self._closing is not None or self._transport is None:
            return
        self._closing = (code, reason)
        asyncio.get_running_loop().call_later(LAST_WORDS, self._abort)
        self._close_when_sent()

    def _close_when_sent(self) -> None:
        if self._transport is not None and self._closing is not None and not self._waiting:
            self._transport.send_close(*self._closing)

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def listen(self, *, on: bool) -> None:
        """Read on, or let the client wait with what it has to say."""
        if self._transport is not None:
            below = self._transport.underlying_transport
            (below.resume_reading if on else below.pause_reading)()

    # What the library calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == CLOSE:
            if self._closing is None:
                transport.send_close(_echoed(frame))
            transport.disconnect()
        elif self._closing is not None or kind == PONG:
            return
        elif frame.rsv1 or frame.rsv2 or frame.rsv3 or (kind == CONTINUATION) != bool(self._parts):
            self.close(CloseCode.PROTOCOL_ERROR)
        elif kind == BINARY:
            self.close(CloseCode.UNSUPPORTED_DATA, "text only")
        else:
            self._hear(frame)

    def _hear(self, frame: WSFrame) -> None:
        payload = frame.get_payload_as_bytes()
        if self._parts or not frame.fin:
            self._parts.append(payload)
            if sum(map(len, self._parts)) > self._most_bytes:
                self.close(CloseCode.MESSAGE_TOO_BIG)
                return
            if not frame.fin:
                return
            payload, self._parts = b"".join(self._parts), []
        try:
            self._attendant.heard(payload.decode())
        except UnicodeDecodeError:
            self.close(CloseCode.INVALID_TEXT)
        except Exception:
            log.exception("a message could not be heeded")
            self.close(CloseCode.INTERNAL_ERROR)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self._attendant.gone()

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self.write()


def _echoed(frame: WSFrame) -> CloseCode:
    return CloseCode.OK if frame.payload_size == 0 else frame.get_close_code()


class _Silent(logging.LoggerAdapter[logging.Logger]):
    """The library's own log: a client's breach of the protocol is answered with a close, and is no fault of ours."""

    def isEnabledFor(self, level: int) -> bool:  # noqa: N802
        return False


_silent = _Silent(log)


class Upgraded(WSProtocol):  # type: ignore[misc]
    """What uvicorn makes for a connection that asks to be a WebSocket; it hands over the request it has read."""

    attend: Attend
    most_bytes: int
    outbox: Outbox

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(
            None,
            None,
            False,  # noqa: FBT003
            self._listener,
            _silent,
            True,  # noqa: FBT003
            LAST_WORDS,
            True,  # noqa: FBT003
            QUIET,
            NO_ANSWER,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            True,  # noqa: FBT003
            self.most_bytes,
            None,
            2048,
        )
        self._connections: set[Any] = server_state.connections
        self._peer = ""

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._peer = (transport.get_extra_info("peername") or ("",))[0]
        self._connections.add(self)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """The request, as uvicorn hands it over; everything after it is read by the library itself."""
        while data:
            room = self.get_buffer(-1)
            some = min(len(room), len(data))
            room[:some] = data[:some]
            self.buffer_updated(some)
            data = data[some:]

    def _listener(self, request: WSUpgradeRequest) -> Line | WSUpgradeResponseWithListener:
        handshake = Handshake(request.path.decode("latin-1"), request.headers, self._peer)
        attendant = self.attend(handshake)
        if not isinstance(attendant, Denied):
            return Line(attendant, self.most_bytes, self.outbox)
        denial = WSUpgradeResponse.create_error_response(
            attendant.status, attendant.body, {"Content-Type": "application/json"}
        )
        return WSUpgradeResponseWithListener(denial, None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops: say so."""
        if isinstance(self.listener, Line):
            self.listener.close(CloseCode.SERVICE_RESTART, "closing")
        elif self.transport is not None:
            self.transport.disconnect()


def upgraded(attend: Attend, most_bytes: int) -> type[Upgraded]:
    """The class of connections for uvicorn, each of them attended so."""
    shared = {"attend": staticmethod(attend), "most_bytes": most_bytes, "outbox": Outbox()}
    return type("Upgraded", (Upgraded,), shared)
