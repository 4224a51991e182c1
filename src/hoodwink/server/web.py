"""The server as an application: who may ask, the routes of the HTTP side (api.py), and the WebSocket for play.

The web library is known here and in the modules that speak HTTP: routes.py, api.py, programs.py, admin.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hoodwink.engine.contract import Refused, Said, Viewer
from hoodwink.engine.words import Voice
from hoodwink.server import mailbox, minding, pages, planning, watch
from hoodwink.server.api import ENDPOINTS
from hoodwink.server.entries import Entry
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Addresses, Bucket, Limits
from hoodwink.server.mailbox import Mailbox
from hoodwink.server.routes import STATUSES, Asked, answer, decoded, failed, own_origin, routes, trouble_of
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

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def app(make_hub: Callable[[], Hub], limits: Limits | None = None, admin_token: str | None = None) -> Starlette:
    """The server as an ASGI application; the hub wakes with it and closes with it."""

    @contextlib.asynccontextmanager
    async def lifespan(served: Starlette) -> AsyncIterator[None]:
        served.state.hub = hub = make_hub()
        await hub.wake()
        yield
        await hub.close()

    served = Starlette(
        routes=[*routes(ENDPOINTS), WebSocketRoute("/ws", socket), *pages.ROUTES],
        lifespan=lifespan,
        exception_handlers=dict.fromkeys((Said, msgspec.MsgspecError, HTTPException), failed),
        middleware=[Middleware(Guard)],
    )
    served.state.addresses = Addresses(limits or Limits())
    served.state.admin_token = admin_token
    served.state.streams = set()
    return served


class Guard:
    """Whoever asks too much, or is banned, is asked to wait; every answer says how it may be used."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        asked = Asked(Request(scope))
        if scope["method"] != "GET" and not asked.addresses.may_ask(asked.address):
            refused = await failed(asked.request, Declined("server.too-fast"))
            await refused(scope, receive, send_with_headers)
        else:
            await self.inner(scope, receive, send_with_headers)


class Connection(Mailbox):
    """A WebSocket that looks at a table."""

    async def write(self, websocket: WebSocket) -> None:
        """Send what waits until the reader is gone or cut off."""
        while isinstance(message := await self.take(), bytes):
            await websocket.send_text(message.decode())
        await websocket.close(1013 if message == "too-slow" else 1008, message)


class NotText(Exception):
    """A binary frame: all our messages are text."""


async def _received(websocket: WebSocket) -> str:
    """The next frame's text."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame["code"], frame.get("reason"))
    text: str | None = frame.get("text")
    if text is None:
        raise NotText
    return text


async def socket(websocket: WebSocket) -> None:
    """One connection: it joins a table with its first message, then plays and looks."""
    addresses: Addresses = websocket.app.state.addresses
    address = websocket.client.host if websocket.client is not None else ""
    if not own_origin(websocket.headers):
        await _deny(websocket, Declined("server.foreign-origin"))
    elif not addresses.connect(address):
        await _deny(websocket, Declined("server.too-fast"))
    else:
        watch.CONNECTIONS.inc()
        try:
            await websocket.accept()
            await _attend(websocket, Bucket(addresses.limits.messages, 2 * addresses.limits.messages))
        finally:
            watch.CONNECTIONS.dec()
            addresses.disconnect(address)


async def _deny(websocket: WebSocket, why: Declined) -> None:
    """Answer a handshake with an error."""
    trouble = trouble_of(why, Voice())
    watch.TROUBLE.labels(trouble.code).inc()
    await websocket.send_denial_response(answer(trouble, STATUSES[trouble.code]))


async def _attend(websocket: WebSocket, bucket: Bucket) -> None:
    hub: Hub = websocket.app.state.hub
    with contextlib.suppress(WebSocketDisconnect):
        try:
            table, connection = await _join(hub, websocket)
            await _serve(hub, table, connection, websocket, bucket)
        except NotText:
            await websocket.close(1003, "text only")
        except (Said, msgspec.DecodeError) as error:
            trouble = trouble_of(error, Voice())
            watch.TROUBLE.labels(trouble.code).inc()
            await websocket.send_text(msgspec.json.encode(trouble).decode())
            await websocket.close(1008, trouble.code)


async def _serve(hub: Hub, table: Table, connection: Connection, websocket: WebSocket, bucket: Bucket) -> None:
    """Heed what comes and write what waits, until the client is gone or cut off."""
    writer = asyncio.create_task(connection.write(websocket))
    try:
        while not connection.ended.is_set():  # who sends without reading is cut off as well
            text = await _received(websocket)
            if bucket.take():
                await _heed(hub, table, connection, text)
            else:
                connection.cut("too fast")
        await asyncio.wait({writer}, timeout=mailbox.LAST_WORDS)
    finally:
        hub.leave(table, connection)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def _join(hub: Hub, websocket: WebSocket) -> tuple[Table, Connection]:
    wanted = decoded(await _received(websocket), FromClient)
    if not isinstance(wanted, Join):
        raise Declined("server.join-first")
    table = await hub.find(wanted.table)
    viewer = None if wanted.key is None else table.own_seat(wanted.key)
    connection = Connection(viewer, wanted.lang)
    hub.audience.join(table, connection)
    return table, connection


async def _heed(hub: Hub, table: Table, connection: Connection, text: str) -> None:
    """Take one message; whatever is wrong with it is answered to its sender alone."""
    voice = Voice(connection.lang, table.names())
    try:
        await _obey(hub, table, connection, decoded(text, FromClient))
    except Refused as refused:
        connection.send(msgspec.json.encode(Refusal(refused.clause, refused.told(voice))))
    except (Said, msgspec.DecodeError) as error:
        trouble = trouble_of(error, voice)
        watch.TROUBLE.labels(trouble.code).inc()
        connection.send(msgspec.json.encode(trouble))
        if trouble.code == "stale":
            connection.send(hub.audience.packet(table, connection.viewer, connection.lang))


async def _obey(hub: Hub, table: Table, connection: Connection, wanted: FromClient) -> None:
    viewer = connection.viewer
    match wanted:
        case Play() if not hub.audience.leads(table, connection):
            raise Declined("server.following")
        case Play():
            await hub.play(table, viewer, wanted.seq, wanted.move)
        case Look():
            connection.send(hub.audience.packet(table, viewer, connection.lang))
        case Say():
            await hub.chat(table, viewer, wanted.text)
        case Emote():
            hub.emote(table, viewer, wanted.emote)
        case Mute():
            (connection.muted.add if wanted.muted else connection.muted.discard)(wanted.seat)
        case Plan():
            voice = Voice(connection.lang, table.names())
            connection.send(msgspec.json.encode(planning.planned(table, viewer, wanted, voice)))
        case AskHint():
            connection.send(msgspec.json.encode(await hub.hint(table, viewer, connection.lang)))
        case Standing():
            await hub.change(table, lambda: table.leave_standing(viewer, wanted.answer))
        case TakeBack() | Pause() | NoPause() | Resume():
            await hub.change(table, lambda: _timed(table, viewer, wanted))
        case Join():
            raise Declined("server.joined-already")


def _timed(table: Table, viewer: Viewer, wanted: TakeBack | Pause | NoPause | Resume) -> list[Entry]:
    """What a message about a table's time changes."""
    match wanted:
        case TakeBack():
            return minding.take_back(table, viewer, time.time())
        case Pause():
            return minding.pause(table, viewer, time.time())
        case NoPause():
            return minding.no_pause(table, viewer)
        case Resume():
            return minding.resume(table, viewer, time.time())
