"""The network side: HTTP for opening and sitting down, a WebSocket for play. No other module knows the web library."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hoodwink.engine.contract import Refused, Said, Viewer
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.server.hub import Hub
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import (
    Begin,
    FromClient,
    Join,
    Look,
    NewTable,
    OpenNonce,
    Play,
    Refusal,
    Sit,
    Stand,
    Trouble,
)

log = logging.getLogger("hoodwink.server")

MOST_BODY = 16_384
MOST_WAITING = 200
"""Messages a reader may be behind before it is cut off."""
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
STATUSES = {
    "no-such-table": 404,
    "wrong-key": 403,
    "too-many-tables": 503,
    "conflict": 409,
    "database": 503,
    "database-lost": 503,
}

_reader = msgspec.json.Decoder(FromClient)
T = TypeVar("T")


def app(make_hub: Callable[[], Hub]) -> Starlette:
    """The server as an ASGI application; the hub wakes with it and closes with it."""

    @contextlib.asynccontextmanager
    async def lifespan(served: Starlette) -> AsyncIterator[None]:
        served.state.hub = hub = make_hub()
        await hub.wake()
        yield
        await hub.close()

    routes = [
        Route("/healthz", healthz),
        Route("/api/tables", list_tables, methods=["GET"]),
        Route("/api/tables", open_table, methods=["POST"]),
        Route("/api/tables/{table}", show_table, methods=["GET"]),
        Route("/api/tables/{table}/sit", sit, methods=["POST"]),
        Route("/api/tables/{table}/stand", stand, methods=["POST"]),
        Route("/api/tables/{table}/nonce", open_nonce, methods=["POST"]),
        Route("/api/tables/{table}/begin", begin, methods=["POST"]),
        Route("/api/tables/{table}/record", record, methods=["GET"]),
        WebSocketRoute("/ws", socket),
    ]
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers={Said: _failed, msgspec.DecodeError: _failed})


def _json(content: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, HEADERS, "application/json")


def _voice(request: Request) -> Voice:
    """The language a client asks for, English when it is none of ours."""
    wanted = request.headers.get("accept-language", "")[:2].lower()
    return Voice(wanted if wanted in LANGUAGES else "en")


async def _failed(request: Request, error: Exception) -> Response:
    trouble = trouble_of(error, _voice(request))
    return _json(trouble, STATUSES.get(trouble.code, 400))


async def _body(request: Request, kind: type[T]) -> T:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BODY:
            raise Declined("server.too-large", most=MOST_BODY)
    return msgspec.json.decode(body, type=kind)


async def _table(request: Request) -> tuple[Hub, Table]:
    hub: Hub = request.app.state.hub
    return hub, await hub.find(request.path_params["table"])


async def healthz(request: Request) -> Response:
    return _json({"status": "ok"})


async def list_tables(request: Request) -> Response:
    hub: Hub = request.app.state.hub
    return _json(hub.public())


async def open_table(request: Request) -> Response:
    hub: Hub = request.app.state.hub
    return _json(await hub.open(await _body(request, NewTable)), 201)


async def show_table(request: Request) -> Response:
    hub, table = await _table(request)
    return _json(hub.card(table))


async def sit(request: Request) -> Response:
    hub, table = await _table(request)
    return _json(await hub.sit(table, await _body(request, Sit)), 201)


async def stand(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, Stand)
    await hub.change(table, lambda: table.stand(wanted.key))
    return _json(hub.card(table))


async def open_nonce(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, OpenNonce)
    await hub.change(table, lambda: table.open_nonce(wanted.key, wanted.nonce))
    return _json(hub.card(table))


async def begin(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, Begin)
    await hub.begin(table, wanted.host, wanted.bot)
    return _json(hub.card(table))


async def record(request: Request) -> Response:
    """The whole record, once the game is over."""
    _, table = await _table(request)
    if table.status != "over":
        raise Declined("server.not-over")
    whole = table.record()
    if "text/plain" in request.headers.get("accept", ""):
        return Response(whole.to_text(), 200, HEADERS, "text/plain; charset=utf-8")
    return Response(whole.to_json(), 200, HEADERS, "application/json")


class Connection:
    """A WebSocket that looks at a table. Its messages wait in a queue, so that a slow reader delays nobody."""

    def __init__(self, viewer: Viewer, lang: str) -> None:
        self.viewer = viewer
        self.lang = lang
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: bytes) -> None:
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(None)  # the writer closes when it comes to this

    async def write(self, websocket: WebSocket) -> None:
        """Send what waits until the reader is gone or too slow."""
        while (message := await self.waiting.get()) is not None:
            await websocket.send_text(message.decode())
        await websocket.close(1013, "too slow")


def _own_origin(websocket: WebSocket) -> bool:
    """Browsers say where a page came from: only our own pages may open a socket."""
    origin = websocket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == websocket.headers.get("host", "")


async def socket(websocket: WebSocket) -> None:
    """One connection: it joins a table with its first message, then plays and looks."""
    hub: Hub = websocket.app.state.hub
    if not _own_origin(websocket):
        await websocket.close(1008, "foreign origin")
        return
    await websocket.accept()
    try:
        table, connection = await _join(hub, websocket)
    except (Said, msgspec.DecodeError, WebSocketDisconnect) as error:
        if not isinstance(error, WebSocketDisconnect):
            await websocket.send_text(msgspec.json.encode(trouble_of(error, Voice())).decode())
            await websocket.close(1008)
        return
    writer = asyncio.create_task(connection.write(websocket))
    try:
        while not writer.done():
            await _heed(hub, table, connection, await websocket.receive_text())
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        writer.cancel()
        hub.leave(table, connection)


async def _join(hub: Hub, websocket: WebSocket) -> tuple[Table, Connection]:
    wanted = _reader.decode(await websocket.receive_text())
    if not isinstance(wanted, Join):
        raise Declined("server.join-first")
    table = await hub.find(wanted.table)
    viewer = None if wanted.key is None else table.seat_of(wanted.key)
    if wanted.key is not None and viewer is None:
        raise Declined("server.wrong-key")
    connection = Connection(viewer, wanted.lang)
    hub.join(table, connection)
    return table, connection


async def _heed(hub: Hub, table: Table, connection: Connection, text: str) -> None:
    """Take one message; whatever is wrong with it is answered to its sender alone."""
    voice = Voice(connection.lang, table.names())
    try:
        wanted = _reader.decode(text)
        match wanted:
            case Play():
                await hub.play(table, connection.viewer, wanted.seq, wanted.move)
            case Look():
                connection.send(hub.packet(table, connection.viewer, connection.lang))
            case Join():
                raise Declined("server.joined-already")
    except Refused as refused:
        connection.send(msgspec.json.encode(Refusal(refused.clause, refused.told(voice), wanted.move)))
    except (Said, msgspec.DecodeError) as error:
        connection.send(msgspec.json.encode(trouble_of(error, voice)))
        if isinstance(error, Declined) and error.code == "stale":
            connection.send(hub.packet(table, connection.viewer, connection.lang))


def trouble_of(error: Exception, voice: Voice) -> Trouble:
    """What a client is told of an error that is its own."""
    if not isinstance(error, Said):
        return Trouble("malformed", voice("server.malformed", reason=str(error)))
    return Trouble(error.code if isinstance(error, Declined) else "refused", error.told(voice))
