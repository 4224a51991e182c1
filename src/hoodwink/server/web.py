"""The network side: HTTP for opening and sitting down, a WebSocket for play. Only the modules beside it that speak HTTP
(routes.py, programs.py, run.py) know the web library too."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hoodwink.engine.contract import Refused, Said
from hoodwink.engine.words import Voice
from hoodwink.server import mailbox, openapi, programs
from hoodwink.server.hub import Hub
from hoodwink.server.mailbox import Mailbox
from hoodwink.server.routes import (
    HEADERS,
    JSON,
    STATUSES,
    Asked,
    Endpoint,
    answer,
    decoded,
    failed,
    own_origin,
    routes,
    trouble_of,
)
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import (
    Begin,
    FromClient,
    Hosting,
    Join,
    Look,
    NewTable,
    OpenNonce,
    Play,
    Refusal,
    Seated,
    Sit,
    Stand,
    TableCard,
)
from hoodwink.wire.programs import Health, RecordFile


def app(make_hub: Callable[[], Hub]) -> Starlette:
    """The server as an ASGI application; the hub wakes with it and closes with it."""

    @contextlib.asynccontextmanager
    async def lifespan(served: Starlette) -> AsyncIterator[None]:
        served.state.hub = hub = make_hub()
        hub.wake()
        yield
        await hub.close()

    served = Starlette(
        routes=[*routes(ENDPOINTS), WebSocketRoute("/ws", socket)],
        lifespan=lifespan,
        exception_handlers=dict.fromkeys((Said, msgspec.MsgspecError, HTTPException), failed),
    )
    served.state.streams = set()
    return served


async def healthz(asked: Asked) -> Health:
    """Whether the server is up."""
    return Health("ok")


async def list_tables(asked: Asked) -> list[TableCard]:
    """The tables anybody may find."""
    return asked.hub.public()


async def open_table(asked: Asked, wanted: NewTable) -> Hosting:
    """Open a table."""
    return await asked.hub.open(wanted)


async def show_table(asked: Asked) -> TableCard:
    """What everybody may know of a table."""
    return asked.hub.card(asked.table)


async def sit(asked: Asked, wanted: Sit) -> Seated:
    """Sit down, before the game begins."""
    return await asked.hub.sit(asked.table, wanted)


async def stand(asked: Asked, wanted: Stand) -> TableCard:
    """Give a chair back, before the game begins."""
    hub, table = asked.hub, asked.table
    await hub.change(table, lambda: table.stand(wanted.key))
    return hub.card(table)


async def open_nonce(asked: Asked, wanted: OpenNonce) -> TableCard:
    """Open the nonce that was promised when sitting down."""
    hub, table = asked.hub, asked.table
    await hub.change(table, lambda: table.open_nonce(wanted.key, wanted.nonce))
    return hub.card(table)


async def begin(asked: Asked, wanted: Begin) -> TableCard:
    """Start the game, as its host."""
    hub, table = asked.hub, asked.table
    await hub.begin(table, wanted.host, wanted.bot)
    return hub.card(table)


async def record(asked: Asked) -> Response:
    """The whole record, once the game is over; as text where that is asked for."""
    table = asked.table
    if table.status != "over":
        raise Declined("server.not-over")
    whole = table.record()
    if asked.wants("text/plain"):
        return Response(whole.to_text(), 200, HEADERS, "text/plain; charset=utf-8")
    return Response(whole.to_json(), 200, HEADERS, JSON)


async def describe(asked: Asked) -> dict[str, Any]:
    """This description of the HTTP side."""
    return openapi.document(ENDPOINTS)


ENDPOINTS = (
    Endpoint("GET", "/healthz", healthz),
    Endpoint("GET", "/api/openapi.json", describe),
    Endpoint("GET", "/api/tables", list_tables),
    Endpoint("POST", "/api/tables", open_table, status=201),
    Endpoint("GET", "/api/tables/{table}", show_table),
    Endpoint("POST", "/api/tables/{table}/sit", sit, status=201),
    Endpoint("POST", "/api/tables/{table}/stand", stand),
    Endpoint("POST", "/api/tables/{table}/nonce", open_nonce),
    Endpoint("POST", "/api/tables/{table}/begin", begin),
    Endpoint("GET", "/api/tables/{table}/record", record, gives={JSON: RecordFile, "text/plain": str}),
    *programs.ENDPOINTS,
)


class Connection(Mailbox):
    """A WebSocket that looks at a table."""

    async def write(self, websocket: WebSocket) -> None:
        """Send what waits until the reader is gone or cut off."""
        while (message := await self.take()) is not None:
            await websocket.send_text(message.decode())
        await websocket.close(1013, "too slow")


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
    hub: Hub = websocket.app.state.hub
    if not own_origin(websocket.headers):
        foreign = trouble_of(Declined("server.foreign-origin"), Voice())
        await websocket.send_denial_response(answer(foreign, STATUSES[foreign.code]))
        return
    await websocket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            table, connection = await _join(hub, websocket)
            await _serve(hub, table, connection, websocket)
        except NotText:
            await websocket.close(1003, "text only")
        except (Said, msgspec.DecodeError) as error:
            trouble = trouble_of(error, Voice())
            await websocket.send_text(msgspec.json.encode(trouble).decode())
            await websocket.close(1008, trouble.code)


async def _serve(hub: Hub, table: Table, connection: Connection, websocket: WebSocket) -> None:
    """Heed what comes and write what waits, until the client is gone or cut off."""
    writer = asyncio.create_task(connection.write(websocket))
    try:
        while not connection.ended.is_set():  # who sends without reading is cut off as well
            await _heed(hub, table, connection, await _received(websocket))
        await asyncio.wait({writer}, timeout=mailbox.LAST_WORDS)
    finally:
        hub.leave(table, connection)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def _join(hub: Hub, websocket: WebSocket) -> tuple[Table, Connection]:
    wanted: FromClient = decoded(await _received(websocket), FromClient)
    if not isinstance(wanted, Join):
        raise Declined("server.join-first")
    table = hub.find(wanted.table)
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
        wanted = decoded(text, FromClient)
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
