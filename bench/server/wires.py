"""How each server is spoken to. The same programs play the same way at all of them."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import urllib.request
from typing import Any

import msgspec
from msgspec import Struct
from picows import WSMsgType

from hoodwink.load.generator import SEATS, Program, Seen
from hoodwink.load.served import Hoodwink, Served

DOUBT = 0.2
"""How often a bid is doubted, whoever made it: a round has about five moves."""


def choose(standing: int, in_play: int, source: random.Random) -> tuple[int, int] | None:
    """One more of some face, or None: a doubt."""
    if standing and (standing >= in_play or source.random() < DOUBT):
        return None
    return standing + 1, 2 + source.randrange(5)


class _Claim(Struct, gc=False):
    count: int


class _Spoken(Struct, gc=False):
    claim: _Claim


class _View(Struct, gc=False):
    left: tuple[int, ...]
    bids: tuple[_Spoken, ...]


class _Packet(Struct, gc=False):
    type: str
    seq: int = 0
    view: _View | None = None
    to_move: tuple[int, ...] = ()
    result: Any = None


class HoodwinkDudo(Hoodwink):
    """Our own server, whose programs look at the view instead of the list of moves, as they must at the peers."""

    _packets = msgspec.json.Decoder(_Packet)

    def hear(self, program: Program, frame: bytes) -> Seen | None:
        packet = self._packets.decode(frame)
        if packet.type == "packet":
            return Seen(packet.to_move, over=packet.result is not None, answer=packet)
        if packet.type in ("error", "refusal"):
            program.table.load.fail(f"the server said {frame.decode()}")
        return None

    def move(self, program: Program, seen: Seen, source: random.Random) -> bytes:
        packet: _Packet = seen.answer
        view = packet.view or _View((), ())
        wanted = choose(view.bids[-1].claim.count if view.bids else 0, sum(view.left), source)
        move = "dudo" if wanted is None else f"{wanted[0]}x{wanted[1]}"
        return msgspec.json.encode({"type": "play", "seq": packet.seq, "move": move})


class _Table(Struct, gc=False):
    """The table as both peers send it (js/dudo.js)."""

    left: tuple[int, ...]
    bids: tuple[_Claim, ...]
    turn: int


def _wanted(table: _Table, source: random.Random) -> tuple[int, int] | None:
    return choose(table.bids[-1].count if table.bids else 0, sum(table.left), source)


class _Ctx(Struct, gc=False):
    currentPlayer: str  # noqa: N815 (boardgame.io's name)


class _State(Struct, gc=False):
    G: _Table
    ctx: _Ctx
    _stateID: int  # noqa: N815


class _Sync(Struct, gc=False):
    state: _State


class BoardgameIo:
    """boardgame.io: socket.io's text frames over a plain WebSocket."""

    frames = WSMsgType.TEXT
    begins_anew = True
    _space = b"/dudo,"
    _updates = msgspec.json.Decoder(tuple[str, str, _State, Any])
    _syncs = msgspec.json.Decoder(tuple[str, str, _Sync])

    def __init__(self, served: Served) -> None:
        self.port = served.port

    async def place(self) -> str:
        return secrets.token_hex(6)  # a match begins when its first player asks for it

    def address(self, place: str, seat: int) -> str:
        return f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"

    def greet(self, program: Program) -> None:
        """The server speaks first."""

    def hear(self, program: Program, frame: bytes) -> Seen | None:
        if frame.startswith(b'42/dudo,["update"'):
            return self._seen(self._updates.decode(frame[8:])[2])
        if frame.startswith(b'42/dudo,["sync"'):
            return self._seen(self._syncs.decode(frame[8:])[2].state)
        if frame.startswith(b"0"):
            program.send(b"40/dudo,")
        elif frame.startswith(b"40/dudo"):
            self._say(program, "sync", program.table.place, str(program.seat), None, SEATS)
        elif frame == b"2":
            program.send(b"3")
        return None

    def _seen(self, state: _State) -> Seen:
        return Seen((int(state.ctx.currentPlayer),), over=False, answer=state)

    def _say(self, program: Program, *said: Any) -> None:
        program.send(b"42/dudo," + msgspec.json.encode(said))

    def move(self, program: Program, seen: Seen, source: random.Random) -> bytes:
        state: _State = seen.answer
        wanted = _wanted(state.G, source)
        seat = str(program.seat)
        payload = {"type": "doubt" if wanted is None else "bid", "args": wanted or (), "playerID": seat}
        said = ("update", {"type": "MAKE_MOVE", "payload": payload}, state._stateID, program.table.place, seat)
        return b"42/dudo," + msgspec.json.encode(said)


class Colyseus:
    """Colyseus: its own binary messages, whose contents are MessagePack."""

    frames = WSMsgType.BINARY
    begins_anew = True
    _joined, _message = 10, 13
    _views = msgspec.msgpack.Decoder(_Table)

    def __init__(self, served: Served) -> None:
        self.port = served.port

    async def place(self) -> list[str]:
        return await asyncio.to_thread(self._reserve)

    def _reserve(self) -> list[str]:
        """A room, and a seat in it for each program: the paths of their sockets."""
        first = self._ask("create/dudo")
        seats = [first, *(self._ask(f"joinById/{first['roomId']}") for _ in range(SEATS - 1))]
        return [f"{one['processId']}/{one['roomId']}?sessionId={one['sessionId']}" for one in seats]

    def _ask(self, what: str) -> dict[str, str]:
        url = f"http://127.0.0.1:{self.port}/matchmake/{what}"
        request = urllib.request.Request(url, b"{}", {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            reservation: dict[str, str] = json.load(answer)
            return reservation

    def address(self, place: list[str], seat: int) -> str:
        return f"ws://127.0.0.1:{self.port}/{place[seat]}"

    def greet(self, program: Program) -> None:
        """The server speaks first."""

    def hear(self, program: Program, frame: bytes) -> Seen | None:
        if frame[0] == self._joined:
            program.send(bytes([self._joined]))
        elif frame[0] == self._message and frame[2:6] == b"view":
            table = self._views.decode(frame[6:])
            return Seen((table.turn,), over=False, answer=table)
        elif frame[0] == self._message:
            program.table.load.fail(f"Colyseus said {frame!r}")
        return None

    def move(self, program: Program, seen: Seen, source: random.Random) -> bytes:
        wanted = _wanted(seen.answer, source) or (0, 0)
        return bytes([self._message]) + msgspec.msgpack.encode("move") + msgspec.msgpack.encode(wanted)
