"""A WebSocket as the library and uvicorn hand it to us: pings, fragments, closing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn

from hoodwink.server import sockets
from hoodwink.server.attending import doorkeeper
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Limits
from hoodwink.server.mailbox import MOST_WAITING
from hoodwink.server.minds import Minds
from hoodwink.server.sockets import Line, Outbox, upgraded
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.web import app
from hoodwink.wire.messages import NewTable
from tests.server.serving import PATIENCE, free_port

pytestmark = pytest.mark.anyio


class Raw:
    """A client that speaks in bytes, and answers nothing by itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, text: str, opcode: int = 1, *, last: bool = True) -> None:
        body, mask = text.encode(), os.urandom(4)
        head = bytes([opcode | (0x80 if last else 0), 0x80 | len(body)])
        self.writer.write(head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(body)))

    async def frame(self) -> tuple[int, bytes]:
        """The kind and contents of the next frame."""
        first, size = await asyncio.wait_for(self.reader.readexactly(2), PATIENCE)
        if size == 126:
            [size] = struct.unpack(">H", await self.reader.readexactly(2))
        return first & 15, await self.reader.readexactly(size)

    async def kind(self, wanted: int) -> bytes:
        while True:
            opcode, body = await self.frame()
            if opcode == wanted:
                return body


@contextlib.asynccontextmanager
async def joined(tmp_path: Path) -> AsyncIterator[tuple[Hub, str, Raw]]:
    """A server in this process, and a client that watches a table of it."""
    hub = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    served, port = app(lambda: hub, Limits()), free_port()
    attended = upgraded(doorkeeper(lambda: hub, served.state.addresses), 1000)
    server = uvicorn.Server(uvicorn.Config(served, port=port, ws=attended, log_config=None))
    serving = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    table = (await hub.open(NewTable(game="dudo", seats=2))).card.table
    raw = Raw(reader, writer)
    raw.send(json.dumps({"type": "join", "table": table}))
    assert json.loads(await raw.kind(1))["type"] == "room"
    try:
        yield hub, table, raw
    finally:
        writer.close()
        server.should_exit = True
        await serving


async def test_who_does_not_answer_when_asked_is_not_here_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "QUIET", 1.0)
    monkeypatch.setattr(sockets, "NO_ANSWER", 1.0)
    async with joined(tmp_path) as (hub, table, raw):
        raw.send((await raw.kind(9)).decode(), 10)
        await raw.kind(9)
        while hub.audience.lookers[table]:
            await asyncio.sleep(0.01)


def test_a_dead_connection_is_noticed_within_twenty_seconds() -> None:
    assert sockets.QUIET + sockets.NO_ANSWER < 20


async def test_a_message_in_parts_is_one_message(tmp_path: Path) -> None:
    async with joined(tmp_path) as (_, _, raw):
        raw.send('{"type":', last=False)
        raw.send("", 9)
        assert await raw.kind(10) == b""
        raw.send('"look"}', 0)
        assert json.loads(await raw.kind(1))["code"] == "not-started"


@pytest.mark.parametrize(
    ("frames", "code"),
    [([("x" * 100, 1, False)] + [("x" * 100, 0, False)] * 10, 1009), ([("{}", 0, True)], 1002)],
)
async def test_parts_that_grow_too_large_or_belong_to_nothing_close_the_connection(
    tmp_path: Path, frames: list[tuple[str, int, bool]], code: int
) -> None:
    async with joined(tmp_path) as (hub, table, raw):
        for text, opcode, last in frames:
            raw.send(text, opcode, last=last)
        assert (await raw.kind(8))[:2] == struct.pack(">H", code)
        raw.send("", 8)
        while hub.audience.lookers[table]:
            await asyncio.sleep(0.01)


async def test_what_is_said_together_is_written_together_and_a_broken_line_harms_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    written: list[bytes] = []

    class Transport:
        def __init__(self, *, broken: bool) -> None:
            self.broken = broken

        def send(self, _kind: object, message: bytes) -> None:
            if self.broken:
                raise RuntimeError("broken")
            written.append(message)

    class Silent:
        line: Line

        def heard(self, text: str) -> None: ...

        def gone(self) -> None: ...

    outbox = Outbox()
    broken, sound = Line(Silent(), 1000, outbox), Line(Silent(), 1000, outbox)
    broken._transport, sound._transport = Transport(broken=True), Transport(broken=False)  # type: ignore[assignment]
    for line in (broken, sound, sound):
        assert line.send(b"%d" % len(written))
    assert not written, "nothing is written until all was worked out"
    await asyncio.sleep(0)
    assert written == [b"0", b"0"]
    assert [record.message for record in caplog.records] == ["a message could not be sent"]
    sound.pause_writing()
    for _ in range(MOST_WAITING):
        assert sound.send(b"later")
    assert not sound.send(b"too late"), "who does not read is not waited for"
    await asyncio.sleep(0)
    assert len(written) == 2
    sound.resume_writing()
    assert len(written) == 2 + MOST_WAITING
