"""The HTTP side for bots in any language: a stream of lines to read, and everything a seat can do to post.

The stream holds exactly what a WebSocket would be sent, one message a line. A key travels in the Authorization header,
never in an address, where logs and histories would keep it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from hoodwink.engine.contract import Refused, Seat, Viewer
from hoodwink.server import mailbox, minding
from hoodwink.server.mailbox import Mailbox
from hoodwink.server.routes import NDJSON, Asked, Endpoint, answer, trouble_of
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import Advice, FromServer, Packet, Refusal, TableCard
from hoodwink.wire.programs import (
    Awaited,
    PostedAnswer,
    PostedGesture,
    PostedMove,
    PostedWords,
    Stale,
    StreamQuery,
    Taken,
)

KEEP_ALIVE = 15.0
"""Seconds of silence after which a blank line shows that the stream is alive."""


class Stream(Response):
    """An answer that goes on: a message a line, for as long as the reader reads."""

    def __init__(self, reader: Mailbox, leave: Callable[[], None]) -> None:
        super().__init__(None, 200, {"X-Accel-Buffering": "no"}, NDJSON)
        self.reader = reader
        self.leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write until the reader is gone or cut off; either way the table is left at once."""
        writing = asyncio.create_task(self._write(send))
        gone = asyncio.create_task(_gone(receive))
        ended = asyncio.create_task(self.reader.ended.wait())
        try:
            await asyncio.wait({writing, gone, ended}, return_when=asyncio.FIRST_COMPLETED)
            self.leave()  # at once, not when the last words are said
            if ended.done():
                await asyncio.wait({writing, gone}, timeout=mailbox.LAST_WORDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.leave()
            for task in (writing, gone, ended):
                task.cancel()
            await asyncio.gather(writing, gone, ended, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        del self.headers["content-length"]  # nobody knows how long a game will be
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE):  # wait_for may swallow the end of this task (Python 3.11)
                    message: bytes | str = await self.reader.take()
            except TimeoutError:
                message = b""
            if isinstance(message, str):
                break
            await send({"type": "http.response.body", "body": message + b"\n", "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def end_streams(streams: set[Mailbox]) -> None:
    """Let every stream end with a reason: a server that stops waits for its answers to be complete."""
    for reader in list(streams):
        reader.end(Declined("server.closing"))


def viewer_of(table: Table, key: str | None) -> Viewer:
    """Whose eyes a key stands for: a seat's, or without one a watcher's, where the table has watchers."""
    if table.shut:
        raise Declined("server.shut")
    if key is not None:
        return table.own_seat(key)
    if not table.opened.watchers and table.status != "over":
        raise Declined("server.no-watchers")
    return None


def _seat(table: Table, key: str | None) -> Seat:
    if key is None:
        raise Declined("server.no-key")
    return table.own_seat(key)


async def stream(asked: Asked, query: StreamQuery) -> Response:
    """Look at a table: every message from now on, a line each. Without a key: as a watcher."""
    hub, table = asked.hub, await asked.table()
    reader = Mailbox(viewer_of(table, asked.key()), query.lang)
    addresses, streams = asked.addresses, asked.request.app.state.streams
    if not addresses.connect(asked.address):
        raise Declined("server.too-fast")
    try:
        hub.audience.join(table, reader)
    except Declined:
        addresses.disconnect(asked.address)
        raise
    streams.add(reader)

    def leave() -> None:
        if reader in streams:
            streams.remove(reader)
            addresses.disconnect(asked.address)
            hub.leave(table, reader)

    return Stream(reader, leave)


async def post_move(asked: Asked, wanted: PostedMove) -> Taken | Response:
    """Make a move, in answer to the newest packet; answered once the move is durable."""
    hub, table = asked.hub, await asked.table()
    seat = _seat(table, asked.key())
    voice = asked.voice_at(table)
    try:
        await hub.play(table, seat, wanted.seq, wanted.move)
    except Refused as refused:
        return answer(Refusal(refused.clause, refused.told(voice)), 422)
    except Declined as declined:
        if declined.code != "stale":
            raise
        trouble = trouble_of(declined, voice)
        newest = msgspec.json.decode(hub.audience.packet(table, seat), type=Packet)
        return answer(Stale(trouble.code, trouble.why, newest), 409)
    return Taken(table.seqs[seat])


async def awaited(asked: Asked) -> Awaited:
    """Whether it is one's turn, without looking at the table."""
    table = await asked.table()
    seat = _seat(table, asked.key())
    if table.state is None:
        return Awaited(awaited=False, seq=0)
    return Awaited(bool(table.state.moves(seat)), table.seqs[seat])


async def take_back(asked: Asked) -> TableCard:
    """Take a seat back from the bot that has minded it."""
    hub, table = asked.hub, await asked.table()
    seat = _seat(table, asked.key())
    await hub.change(table, lambda: minding.take_back(table, seat, time.time()))
    return hub.audience.card(table)


async def pause(asked: Asked) -> TableCard:
    """Ask for a pause, or agree to one; the table rests once all people want it."""
    hub, table = asked.hub, await asked.table()
    seat = _seat(table, asked.key())
    await hub.change(table, lambda: minding.pause(table, seat, time.time()))
    return hub.audience.card(table)


async def no_pause(asked: Asked) -> TableCard:
    """Decline a pause that somebody asked for."""
    hub, table = asked.hub, await asked.table()
    seat = _seat(table, asked.key())
    await hub.change(table, lambda: minding.no_pause(table, seat))
    return hub.audience.card(table)


async def resume(asked: Asked) -> TableCard:
    """Let play go on."""
    hub, table = asked.hub, await asked.table()
    seat = _seat(table, asked.key())
    await hub.change(table, lambda: minding.resume(table, seat, time.time()))
    return hub.audience.card(table)


async def say(asked: Asked, wanted: PostedWords) -> None:
    """Say something to everybody at the table."""
    table = await asked.table()
    await asked.hub.chat(table, _seat(table, asked.key()), wanted.text)


async def emote(asked: Asked, wanted: PostedGesture) -> None:
    """Make a gesture that everybody at the table sees."""
    table = await asked.table()
    asked.hub.emote(table, _seat(table, asked.key()), wanted.emote)


async def leave_standing(asked: Asked, wanted: PostedAnswer) -> None:
    """Leave an answer with the table, or take it back."""
    table = await asked.table()
    seat = _seat(table, asked.key())
    await asked.hub.change(table, lambda: table.leave_standing(seat, wanted.answer))


async def ask_hint(asked: Asked) -> Advice:
    """What a good friend would play, for whoever has to decide; nobody else hears of it."""
    table = await asked.table()
    return await asked.hub.hint(table, _seat(table, asked.key()), asked.voice.lang)


ENDPOINTS = (
    Endpoint("GET", "/api/tables/{table}/stream", stream, key="optional", gives={NDJSON: FromServer}),
    Endpoint(
        "POST",
        "/api/tables/{table}/moves",
        post_move,
        key="needed",
        gives={"application/json": Taken},
        others={409: Stale, 422: Refusal},
    ),
    Endpoint("GET", "/api/tables/{table}/awaited", awaited, key="needed"),
    Endpoint("POST", "/api/tables/{table}/take-back", take_back, key="needed"),
    Endpoint("POST", "/api/tables/{table}/pause", pause, key="needed"),
    Endpoint("POST", "/api/tables/{table}/no-pause", no_pause, key="needed"),
    Endpoint("POST", "/api/tables/{table}/resume", resume, key="needed"),
    Endpoint("POST", "/api/tables/{table}/say", say, status=204, key="needed"),
    Endpoint("POST", "/api/tables/{table}/emote", emote, status=204, key="needed"),
    Endpoint("POST", "/api/tables/{table}/standing", leave_standing, status=204, key="needed"),
    Endpoint("POST", "/api/tables/{table}/hint", ask_hint, key="needed"),
)
