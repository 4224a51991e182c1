"""What waits to be sent to one reader, whatever carries it there: bounded, so that a slow or dead one delays nobody."""

from __future__ import annotations

import asyncio

import msgspec

from hoodwink.engine.contract import Viewer
from hoodwink.engine.words import Voice
from hoodwink.server.routes import trouble_of
from hoodwink.server.table import Declined

MOST_WAITING = 200
"""Messages a reader may be behind before it is cut off."""
LAST_WORDS = 5.0
"""Seconds that a reader who was cut off has left to hear why."""


class Mailbox:
    """The messages of one reader at a table. Whoever carries them takes them in order, until None: then it is over."""

    def __init__(self, viewer: Viewer, lang: str) -> None:
        self.viewer = viewer
        self.lang = lang
        self.ended = asyncio.Event()
        """Set when the reader is cut off: nothing more will be put in."""
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: bytes) -> None:
        """Put a message in, without waiting."""
        if self.ended.is_set():
            return
        if self._waiting.full():
            self.end(Declined("server.too-slow"))
        else:
            self._waiting.put_nowait(message)

    def end(self, why: Declined) -> None:
        """Drop what waits and leave a last error instead."""
        if self.ended.is_set():
            return
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(msgspec.json.encode(trouble_of(why, Voice(self.lang))))
        self._waiting.put_nowait(None)
        self.ended.set()

    async def take(self) -> bytes | None:
        """The next message; None after the last."""
        return await self._waiting.get()
