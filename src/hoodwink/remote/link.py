"""The way to a table at a server: a WebSocket that is made again, with growing pauses, whenever it is lost."""

from __future__ import annotations

import contextlib
import random
import re
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.sync.client import ClientConnection, connect

from hoodwink.engine.contract import Said
from hoodwink.engine.words import Message, message
from hoodwink.wire.messages import FromClient, FromServer, Join, Trouble

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
MOST_TRIES = 20
"""So many failures in a row, some eight minutes of them, and the server is given up."""
MOST_BYTES = 4 * 1024 * 1024
"""A packet is far smaller; whatever is not is no packet."""
_KEY = re.compile(r"[\w-]{22}", re.ASCII)
_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class NoWay(Said):
    """The table cannot be reached; the sentence says why."""


def read_key(text: str, where: str) -> str:
    """The key in a text; the sentence of an error names where it was looked for, and never the text."""
    if not _KEY.fullmatch(text.strip()):
        raise NoWay(message("bot.bad-key", where=where))
    return text.strip()


def socket_address(server: str) -> str:
    """The address of a server's WebSocket.

    >>> socket_address("https://tables.example/")
    'wss://tables.example/ws'
    """
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise NoWay(message("bot.bad-address", server=server))
    return f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}{parts.path.rstrip('/')}/ws"


def read(line: str) -> FromServer | None:
    """The message in a line; None for one that only a newer server knows."""
    with contextlib.suppress(msgspec.DecodeError):
        return _decoder.decode(line)
    return None


class Link:
    """A seat at a table, held by its key."""

    def __init__(self, server: str, join: Join, say: Callable[[Message], None]) -> None:
        self.server = server
        self.join = join
        self.say = say
        self.times = 0
        """How often it was connected."""
        self._address = socket_address(server)
        self._socket: ClientConnection | None = None

    def lines(self) -> Iterator[str]:
        """All that the server says, whatever happens to the connection; ends only by an error or when closed."""
        while True:
            with contextlib.suppress(ConnectionClosed), contextlib.ExitStack() as until_lost:
                self._socket = self._connected(until_lost)
                self.times += 1
                self._socket.send(msgspec.json.encode(self.join).decode())
                yield self._first(self._text())
                while True:
                    yield self._text()

    def send(self, message: FromClient) -> None:
        """Send a message. A connection that is lost meanwhile is noticed by `lines`, and the packet comes again."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                self._socket.send(msgspec.json.encode(message).decode())

    def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            self._socket.close()

    def _text(self) -> str:
        given = self._socket.recv() if self._socket is not None else ""
        return given if isinstance(given, str) else given.decode(errors="replace")

    def _first(self, line: str) -> str:
        """The answer to joining: an error there is the server's last word, and trying again would not help."""
        said = read(line)
        if isinstance(said, Trouble):
            raise NoWay(message("bot.turned-away", server=self.server, why=said.why))
        return line

    def _connected(self, until_lost: contextlib.ExitStack) -> ClientConnection:
        pause = FIRST_PAUSE
        for left in reversed(range(MOST_TRIES)):
            try:
                return until_lost.enter_context(connect(self._address, max_size=MOST_BYTES, compression=None))
            except InvalidURI as error:
                raise NoWay(message("bot.bad-address", server=self.server)) from error
            except (OSError, InvalidHandshake, EOFError) as error:
                refused = isinstance(error, InvalidStatus) and error.response.status_code < 500
                if refused or not left:
                    raise NoWay(message("bot.unreachable", server=self.server, reason=str(error))) from error
                wait = pause * random.uniform(0.5, 1)  # not all bots of a server that comes back at the same moment
                self.say(message("bot.trying-again", server=self.server, reason=str(error), tenths=f"{wait:.1f}"))
                time.sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)
        raise AssertionError("the last try returns or raises")
