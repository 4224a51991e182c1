"""Slow and dead readers: cut off with a reason, and nobody waits for them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from hoodwink.server import mailbox, programs
from hoodwink.server.attending import Attendance
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Bucket
from hoodwink.server.mailbox import MOST_WAITING, Mailbox
from hoodwink.server.minds import Minds
from hoodwink.server.programs import Stream
from hoodwink.server.sqlite import SqliteStore
from hoodwink.wire.messages import NewTable


class Reader:
    """The far end of a stream, which takes nothing until it is let."""

    def __init__(self) -> None:
        self.awake, self.gone = asyncio.Event(), asyncio.Event()
        self.heard: list[Any] = []
        self.left = asyncio.Event()
        self.mailbox = Mailbox(None, "en")

    async def send(self, message: Any) -> None:
        await self.awake.wait()
        self.heard.append(message)

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def reading(self) -> asyncio.Task[None]:
        return asyncio.create_task(Stream(self.mailbox, self.left.set)({}, self.receive, self.send))

    async def overwhelm(self) -> None:
        for _ in range(MOST_WAITING + 2):
            self.mailbox.send(b"{}")  # never waits: the table goes on
        await self.left.wait()


def test_a_slow_reader_is_cut_off_with_a_last_line() -> None:
    async def scene() -> None:
        reader = Reader()
        task = reader.reading()
        await reader.overwhelm()
        reader.awake.set()
        await task
        assert json.loads(reader.heard[-2]["body"])["code"] == "too-slow"
        assert not reader.heard[-1]["more_body"]

    asyncio.run(scene())


def test_a_dead_reader_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "LAST_WORDS", 0.01)

    async def scene() -> None:
        reader = Reader()
        task = reader.reading()
        await reader.overwhelm()
        await task
        assert reader.heard == []

    asyncio.run(scene())


def test_a_reader_who_goes_leaves_the_table() -> None:
    async def scene() -> None:
        reader = Reader()
        task = reader.reading()
        reader.gone.set()
        await task
        assert reader.left.is_set()

    asyncio.run(scene())


def test_a_reader_who_goes_just_when_something_is_said_does_not_keep_the_server_from_stopping() -> None:
    async def scene() -> None:
        reader = Reader()
        reader.awake.set()
        task = reader.reading()
        await asyncio.sleep(0.01)
        reader.gone.set()
        reader.mailbox.send(b"{}")
        await asyncio.wait_for(task, 10)

    asyncio.run(scene())


def test_a_silent_stream_says_now_and_then_that_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "KEEP_ALIVE", 0.01)

    async def scene() -> None:
        reader = Reader()
        reader.awake.set()
        task = reader.reading()
        while not any(message.get("body") == b"\n" for message in reader.heard):
            await asyncio.sleep(0.01)
        reader.gone.set()
        await task

    asyncio.run(scene())


class DeadLine:
    """A connection whose far end reads nothing."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []
        self.closed: tuple[int, str] | None = None

    def send(self, message: bytes) -> bool:
        if len(self.waiting) == MOST_WAITING:
            return False
        self.waiting.append(message)
        return True

    def drop(self) -> None:
        self.waiting.clear()

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    def listen(self, *, on: bool) -> None: ...


def test_who_sends_over_a_websocket_without_reading_is_cut_off() -> None:
    async def scene() -> None:
        hub = Hub(SqliteStore(":memory:"), Minds())
        table = (await hub.open(NewTable(game="dudo", seats=2))).card.table
        attendance = Attendance(hub, Bucket(1e9, 1e9), lambda: None)
        line = DeadLine()
        attendance.line = line  # type: ignore[assignment]
        attendance.heard(json.dumps({"type": "join", "table": table}))
        while line.closed is None:
            attendance.heard("nonsense")
            await asyncio.sleep(0)
        assert line.closed == (1013, "too-slow")
        assert [json.loads(message)["code"] for message in line.waiting] == ["too-slow"]
        assert hub.audience.lookers[table] == []
        await hub.close()

    asyncio.run(scene())
