"""The network side: HTTP for opening and sitting down, a WebSocket for play. No other module knows the web library."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hoodwink.engine.contract import Refused, Said, Seat, Viewer
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.server import admin, afterwards, minding, seating, watch
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Addresses, Bucket, Limits
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import (
    Begin,
    Emote,
    Fork,
    FromClient,
    Join,
    Look,
    Mute,
    NewTable,
    NoPause,
    OfSeat,
    OpenNonce,
    Pause,
    Play,
    Refusal,
    Resume,
    Say,
    Sit,
    SitBot,
    Standing,
    TakeBack,
    Trouble,
    WithKey,
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
STATUSES = {"no-such-table": 404, "wrong-key": 403, "not-admin": 403, "too-fast": 429, "too-many-tables": 503}
STATUSES |= {"conflict": 409, "database": 503, "database-lost": 503}

_reader = msgspec.json.Decoder(FromClient)
T = TypeVar("T")


def app(make_hub: Callable[[], Hub], limits: Limits | None = None, admin_token: str | None = None) -> Starlette:
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
        Route("/api/tables/{table}/bots", sit_bot, methods=["POST"]),
        Route("/api/tables/{table}/remove", remove, methods=["POST"]),
        Route("/api/tables/{table}/host", hand_over, methods=["POST"]),
        Route("/api/tables/{table}/begin", begin, methods=["POST"]),
        Route("/api/tables/{table}/rematch", rematch, methods=["POST"]),
        Route("/api/tables/{table}/fork", fork, methods=["POST"]),
        Route("/api/tables/{table}/record", record, methods=["GET"]),
        Route("/api/tables/{table}/replay/{number:int}", replay, methods=["GET"]),
        Route("/api/tables/{table}/dispute/{number:int}", dispute, methods=["GET"]),
        WebSocketRoute("/ws", socket),
        *admin.ROUTES,
    ]
    served = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={Said: _failed, msgspec.DecodeError: _failed},
        middleware=[Middleware(BaseHTTPMiddleware, dispatch=_guard)],
    )
    served.state.addresses = Addresses(limits or Limits())
    served.state.admin_token = admin_token
    return served


async def _guard(request: Request, call_next: RequestResponseEndpoint) -> Response:
    """Whoever asks too much, or is banned, is asked to wait; every answer says how it may be used."""
    addresses: Addresses = request.app.state.addresses
    if request.method != "GET" and not addresses.may_ask(_address(request)):
        return await _failed(request, Declined("server.too-fast"))
    answer = await call_next(request)
    answer.headers.update(HEADERS)
    return answer


def _address(client: Request | WebSocket) -> str:
    return client.client.host if client.client is not None else ""


def _json(content: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def _voice(request: Request) -> Voice:
    """The language a client asks for, English when it is none of ours."""
    wanted = request.headers.get("accept-language", "")[:2].lower()
    return Voice(wanted if wanted in LANGUAGES else "en")


async def _failed(request: Request, error: Exception) -> Response:
    trouble = trouble_of(error, _voice(request))
    watch.TROUBLE.labels(trouble.code).inc()
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
    return _json(hub.audience.card(table))


async def sit(request: Request) -> Response:
    hub, table = await _table(request)
    return _json(await hub.sit(table, await _body(request, Sit)), 201)


async def stand(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, WithKey)
    await hub.change(table, lambda: seating.stand(table, wanted.key))
    return _json(hub.audience.card(table))


async def open_nonce(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, OpenNonce)
    await hub.change(table, lambda: seating.open_nonce(table, wanted.key, wanted.nonce))
    return _json(hub.audience.card(table))


async def sit_bot(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, SitBot)
    await hub.change(table, lambda: seating.sit_bot(table, wanted.host, wanted.bot, wanted.seat))
    return _json(hub.audience.card(table))


async def remove(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, OfSeat)
    await hub.change(table, lambda: seating.remove(table, wanted.host, wanted.seat))
    return _json(hub.audience.card(table))


async def hand_over(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, OfSeat)
    await hub.change(table, lambda: seating.hand_over(table, wanted.host, wanted.seat))
    return _json(hub.audience.card(table))


async def begin(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, Begin)
    await hub.change(table, lambda: seating.begin(table, wanted.host, wanted.bot, time.time()))
    return _json(hub.audience.card(table))


async def rematch(request: Request) -> Response:
    hub, table = await _table(request)
    wanted = await _body(request, WithKey)
    return _json(await afterwards.rematch(hub, table, wanted.key), 201)


async def fork(request: Request) -> Response:
    hub, table = await _table(request)
    return _json(await afterwards.fork(hub, table, await _body(request, Fork)), 201)


async def replay(request: Request) -> Response:
    _, table = await _table(request)
    eyes = request.query_params.get("eyes", "watcher")
    voice = Voice(_voice(request).lang, table.names())
    return _json(afterwards.scene(table, request.path_params["number"], eyes, voice))


async def dispute(request: Request) -> Response:
    _, table = await _table(request)
    return _json(afterwards.dispute(table, request.path_params["number"]))


async def record(request: Request) -> Response:
    """The whole record, once the game is over."""
    _, table = await _table(request)
    if table.status != "over":
        raise Declined("server.not-over")
    whole = table.record()
    if "text/plain" in request.headers.get("accept", ""):
        return Response(whole.to_text(), media_type="text/plain; charset=utf-8")
    return Response(whole.to_json(), media_type="application/json")


class Connection:
    """A WebSocket that looks at a table. Its messages wait in a queue, so that a slow reader delays nobody."""

    def __init__(self, viewer: Viewer, lang: str) -> None:
        self.viewer = viewer
        self.lang = lang
        self.muted: set[Seat] = set()
        self.waiting: asyncio.Queue[bytes | str] = asyncio.Queue(MOST_WAITING)

    def send(self, message: bytes) -> None:
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.cut("too slow")

    def cut(self, reason: str) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self.waiting.put_nowait(reason)

    async def write(self, websocket: WebSocket) -> None:
        """Send what waits until the reader is gone, too slow or cut off; a text in the queue is the reason."""
        while isinstance(message := await self.waiting.get(), bytes):
            await websocket.send_text(message.decode())
        await websocket.close(1008, message)


def _own_origin(websocket: WebSocket) -> bool:
    """Browsers say where a page came from: only our own pages may open a socket."""
    origin = websocket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == websocket.headers.get("host", "")


async def socket(websocket: WebSocket) -> None:
    """One connection: it joins a table with its first message, then plays and looks."""
    addresses: Addresses = websocket.app.state.addresses
    address = _address(websocket)
    if not _own_origin(websocket):
        await websocket.close(1008, "foreign origin")
    elif not addresses.connect(address):
        await websocket.close(1013, "too many connections")
    else:
        watch.CONNECTIONS.inc()
        try:
            await websocket.accept()
            await _attend(websocket, Bucket(addresses.limits.messages, 2 * addresses.limits.messages))
        finally:
            watch.CONNECTIONS.dec()
            addresses.disconnect(address)


async def _attend(websocket: WebSocket, bucket: Bucket) -> None:
    hub: Hub = websocket.app.state.hub
    try:
        table, connection = await _join(hub, websocket)
    except (Said, msgspec.DecodeError) as error:
        await websocket.send_text(msgspec.json.encode(trouble_of(error, Voice())).decode())
        await websocket.close(1008)
        return
    except (WebSocketDisconnect, KeyError):  # gone, or a frame that is no text
        return
    writer = asyncio.create_task(connection.write(websocket))
    try:
        while not writer.done():
            text = await websocket.receive_text()
            if not bucket.take():
                connection.cut("too fast")
                await writer
                break
            await _heed(hub, table, connection, text)
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
    hub.audience.join(table, connection)
    return table, connection


async def _heed(hub: Hub, table: Table, connection: Connection, text: str) -> None:
    """Take one message; whatever is wrong with it is answered to its sender alone."""
    voice = Voice(connection.lang, table.names())
    try:
        await _obey(hub, table, connection, _reader.decode(text))
    except Refused as refused:
        connection.send(msgspec.json.encode(Refusal(refused.clause, refused.told(voice))))
    except (Said, msgspec.DecodeError) as error:
        trouble = trouble_of(error, voice)
        watch.TROUBLE.labels(trouble.code).inc()
        connection.send(msgspec.json.encode(trouble))
        if isinstance(error, Declined) and error.code == "stale":
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


def trouble_of(error: Exception, voice: Voice) -> Trouble:
    """What a client is told of an error that is its own."""
    if not isinstance(error, Said):
        return Trouble("malformed", voice("server.malformed", reason=str(error)))
    return Trouble(error.code if isinstance(error, Declined) else "refused", error.told(voice))
