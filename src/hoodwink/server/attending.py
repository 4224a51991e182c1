"""Whoever plays or watches over a WebSocket: joins a table with the first message, then plays and looks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from hoodwink.engine.contract import Refused, Said, Seat, Viewer
from hoodwink.engine.words import Voice
from hoodwink.server import minding, planning, watch
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Addresses, Bucket
from hoodwink.server.routes import STATUSES, own_origin, reader, trouble_of
from hoodwink.server.sockets import MOST_UNHEARD, CloseCode, Denied, Handshake, Line
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import (
    AskHint,
    Emote,
    FromClient,
    Join,
    Look,
    Mute,
    NoPause,
    Pause,
    Plan,
    Play,
    Refusal,
    Resume,
    Say,
    Standing,
    TakeBack,
)

log = logging.getLogger("hoodwink.server")

_messages = reader(FromClient)


def doorkeeper(hub: Callable[[], Hub], addresses: Addresses) -> Callable[[Handshake], Attendance | Denied]:
    """Who lets connections in."""

    def attend(handshake: Handshake) -> Attendance | Denied:
        address = _address(handshake.peer, handshake.headers)
        if handshake.path.partition("?")[0] != "/ws":
            return _denied(Declined("server.no-such-page"))
        if not own_origin(handshake.headers):
            return _denied(Declined("server.foreign-origin"))
        if not addresses.connect(address):
            return _denied(Declined("server.too-fast"))
        watch.CONNECTIONS.inc()

        def left() -> None:
            watch.CONNECTIONS.dec()
            addresses.disconnect(address)

        return Attendance(hub(), Bucket(addresses.limits.messages, 2 * addresses.limits.messages), left)

    return attend


def _address(peer: str, headers: Mapping[str, str]) -> str:
    """Where a client is: what a proxy on this machine says of it, else what the connection itself tells.

    uvicorn does the same for requests, and trusts nobody else either.
    """
    if peer != "127.0.0.1":
        return peer
    named = [name.strip() for name in headers.get("x-forwarded-for", "").split(",")]
    return next((name for name in reversed(named) if name not in ("", "127.0.0.1")), peer)


def _denied(why: Declined) -> Denied:
    """The answer to a handshake: an error like any other."""
    trouble = trouble_of(why, Voice())
    watch.TROUBLE.labels(trouble.code).inc()
    return Denied(HTTPStatus(STATUSES[trouble.code]), msgspec.json.encode(trouble))


class Attendance:
    """Our end of one connection. Its messages are heeded one after another."""

    line: Line

    def __init__(self, hub: Hub, bucket: Bucket, left: Callable[[], None]) -> None:
        self.hub, self.bucket, self.left = hub, bucket, left
        self.table: Table | None = None
        self.viewer: Viewer = None
        self.lang = "en"
        self.muted: set[Seat] = set()
        self._heard: deque[str] = deque()
        self._heeding = False
        self._task: asyncio.Task[None] | None = None
        self._ended = False

    # What is told to the client

    def send(self, message: bytes) -> None:
        """Tell the client something, without waiting; who has fallen too far behind is cut off."""
        if self._ended or self.line.send(message):
            return
        self.line.drop()
        self.line.send(msgspec.json.encode(trouble_of(Declined("server.too-slow"), Voice(self.lang))))
        self.cut("too-slow")

    def cut(self, reason: str) -> None:
        """Let it end once what waits was sent."""
        self._close(CloseCode.TRY_AGAIN_LATER if reason == "too-slow" else CloseCode.POLICY_VIOLATION, reason)

    def _close(self, code: CloseCode, reason: str) -> None:
        """Let it end with a code; what the client says from now on is not heard."""
        if not self._ended:
            self._ended = True
            self.line.close(code, reason)
            self._leave_table()

    # What the client says

    def heard(self, text: str) -> None:
        """Take a message, unless there are too many."""
        if self._ended:
            return
        if not self.bucket.take():
            self.cut("too fast")
            return
        if not self._heeding:
            self._heed(text)
            return
        self._heard.append(text)
        if len(self._heard) == MOST_UNHEARD:
            self.line.listen(on=False)

    def gone(self) -> None:
        """The connection is dead."""
        self._ended = True
        self._heard.clear()
        self._leave_table()
        self.left()

    def _leave_table(self) -> None:
        if self.table is not None:
            table, self.table = self.table, None
            self.hub.leave(table, self)

    def _heed(self, text: str) -> None:
        """Begin to do what a message asks for; moves, which are most of them, without a task of their own."""
        self._heeding = True
        try:
            if self.table is None:
                self._begin(self._join(text))
                return
            wanted = _messages(text)
            if not isinstance(wanted, Play):
                self._begin(self._obey(self.table, wanted))
            elif self.hub.audience.leads(self.table, self):
                self.hub.submit_move(self.table, self.viewer, wanted.seq, wanted.move, self._done)
            else:
                raise Declined("server.following")
        except (Said, msgspec.DecodeError) as error:
            self._done(error)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.get_running_loop().create_task(work)
        self._task.add_done_callback(lambda task: self._done(None if task.cancelled() else task.exception()))

    def _done(self, error: BaseException | None) -> None:
        """A message was heeded: say what was wrong with it, and go on with the next."""
        if error is not None:
            self._answer(error)
        if not self._heard or self._ended:
            self._heeding = False
            return
        if len(self._heard) == MOST_UNHEARD:
            self.line.listen(on=True)
        asyncio.get_running_loop().call_soon(self._heed, self._heard.popleft())

    def _answer(self, error: BaseException) -> None:
        """Whatever is wrong with a message is answered to its sender alone."""
        voice = Voice(self.lang) if self.table is None else Voice(self.lang, self.table.names)
        if isinstance(error, Refused):
            self.send(msgspec.json.encode(Refusal(error.clause, error.told(voice))))
        elif isinstance(error, Said | msgspec.DecodeError):
            trouble = trouble_of(error, voice)
            watch.TROUBLE.labels(trouble.code).inc()
            self.send(msgspec.json.encode(trouble))
            if self.table is None:  # it could not even join
                self.cut(trouble.code)
            elif trouble.code == "stale":
                self.send(self.hub.audience.packet(self.table, self.viewer))
        else:
            log.error("a message could not be heeded", exc_info=error)
            self._close(CloseCode.INTERNAL_ERROR, "")

    async def _join(self, text: str) -> None:
        """The first message; whatever is wrong with it ends the connection."""
        wanted = _messages(text)
        if not isinstance(wanted, Join):
            raise Declined("server.join-first")
        table = await self.hub.find(wanted.table)
        self.viewer = None if wanted.key is None else table.own_seat(wanted.key)
        if not self._ended:
            self.lang = wanted.lang
            self.hub.audience.join(table, self)
            self.table = table

    async def _obey(self, table: Table, wanted: FromClient) -> None:
        hub, viewer = self.hub, self.viewer
        match wanted:
            case Look():
                self.send(hub.audience.packet(table, viewer))
            case Say():
                await hub.chat(table, viewer, wanted.text)
            case Emote():
                hub.emote(table, viewer, wanted.emote)
            case Mute():
                (self.muted.add if wanted.muted else self.muted.discard)(wanted.seat)
            case Plan():
                voice = Voice(self.lang, table.names)
                self.send(msgspec.json.encode(planning.planned(table, viewer, wanted, voice)))
            case AskHint():
                self.send(msgspec.json.encode(await hub.hint(table, viewer, self.lang)))
            case Standing():
                await hub.change(table, lambda: table.leave_standing(viewer, wanted.answer))
            case TakeBack():
                await hub.change(table, lambda: minding.take_back(table, viewer, time.time()))
            case Pause():
                await hub.change(table, lambda: minding.pause(table, viewer, time.time()))
            case NoPause():
                await hub.change(table, lambda: minding.no_pause(table, viewer))
            case Resume():
                await hub.change(table, lambda: minding.resume(table, viewer, time.time()))
            case Join():
                raise Declined("server.joined-already")
