"""What waits to be sent to one reader, whatever carries it there: bounded, so that a slow or dead one delays nobody."""

from __future__ import annotations

import asyncio

import msgspec

from hoodwink.engine.contract import Seat, Viewer
from hoodwink.engine.words import Voice
from hoodwink.server.routes import trouble_of
from hoodwink.server.table import Declined

MOST_WAITING = 200
"""Messages a reader may be behind before it is cut off."""
LAST_WORDS = 5.0
"""Seconds that a reader who was cut off has left to hear why."""


class Mailbox:
    """The messages of one reader at a table. Whoever carries them takes them in order, until a text: why it is over."""

    def __init__(self, viewer: Viewer, lang: str) -> None:
        self.viewer = viewer
        self.lang = lang
        self.muted: set[Seat] = set()
        self.ended = asyncio.Event()
        """Set when the reader is cut off: nothing more will be put in."""
        self._waiting: asyncio.Queue[bytes | str] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        """Put a message in, without waiting."""
        if self.ended.is_set():
            return
        if self._waiting.qsize() >= MOST_WAITING:
            self.end(Declined("server.too-slow"))
        else:
            self._waiting.put_nowait(message)

    def cut(self, reason: str) -> None:
        """Let it end once what waits was taken."""
        if not self.ended.is_set():
            self._waiting.put_nowait(reason)
            self.ended.set()

    def end(self, why: Declined) -> None:
        """Drop what waits and leave a last error instead."""
        if self.ended.is_set():
            return
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self.send(msgspec.json.encode(trouble_of(why, Voice(self.lang))))
        self.cut(why.code)

    async def take(self) -> bytes | str:
        """The next message; a text after the last: why it is over."""
        return await self._waiting.get()
