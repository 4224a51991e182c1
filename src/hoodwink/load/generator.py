"""The load itself: tables of programs on sockets, every move waited for by whoever must be told of it.

It knows no server: a `Wire` says how one is spoken to, so that a peer can be put under the very same load. Everything
happens in callbacks of the sockets, because the load must not be what limits the server.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SEATS = 3
CONNECTING_AT_ONCE = 32
TICK = 0.002
"""Seconds between two looks at what is due, when the load is paced."""


class Seen(Struct, frozen=True):
    """What a program needs to know of its newest packet."""

    to_move: tuple[int, ...]
    over: bool
    answer: Any = None
    """Whatever the wire needs to answer it."""


class Wire(Protocol):
    """How a server is spoken to."""

    frames: WSMsgType
    begins_anew: bool
    """Whether a game that is over begins anew at the same table."""

    async def place(self) -> Any:
        """A table with a game that has begun, or begins when all seats are connected."""

    def address(self, place: Any, seat: int) -> str:
        """The WebSocket of a seat."""

    def greet(self, program: Program) -> None:
        """Say what has to be said first."""

    def hear(self, program: Program, frame: bytes) -> Seen | None:
        """What a message shows of the game; None when it is about something else."""

    def move(self, program: Program, seen: Seen, source: random.Random) -> bytes:
        """A move in answer to what was seen."""


class Program(WSListener):
    """One seat on its socket."""

    def __init__(self, table: TableUnderLoad, seat: int) -> None:
        self.table, self.seat, self.seen = table, seat, Seen((), over=False)
        self.hear = table.load.wire.hear
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.table.load.wire.greet(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            self.table.load.fail(f"a connection was closed: {frame.get_close_code()} {frame.get_close_reason()}")
            transport.disconnect()
            return
        seen = self.hear(self, frame.get_payload_as_bytes())
        if seen is not None:
            self.seen = seen
            self.table.told(self.seat)

    def send(self, message: bytes) -> None:
        """Say something."""
        if self.transport is not None:
            self.transport.send(self.table.load.wire.frames, message)


class TableUnderLoad:
    """Three programs at one table, which move as soon as all of them were told."""

    def __init__(self, load: Load, place: Any) -> None:
        self.load, self.place = load, place
        self.untold = set(range(SEATS))
        self.sent = 0.0
        self.programs = [Program(self, seat) for seat in range(SEATS)]

    async def connect(self) -> None:
        """Take all seats."""
        for program in self.programs:
            address = self.load.wire.address(self.place, program.seat)
            await ws_connect(lambda _request, _answer, who=program: who, address, websocket_handshake_timeout=60)

    def disconnect(self) -> None:
        """Leave all seats."""
        for program in self.programs:
            if program.transport is not None:
                program.transport.disconnect(graceful=False)

    def told(self, seat: int) -> None:
        """A seat was told; once all were, the move is done."""
        self.untold.discard(seat)
        if not self.untold:
            self.untold.add(-1)  # until the next move is sent
            self.load.done(self)

    def move(self) -> None:
        """Whoever is to move does. Where several decide in secret, only the mover is sure to be told."""
        seat = next(seat for seat in range(SEATS) if seat in self.programs[seat].seen.to_move)
        mover = self.programs[seat]
        self.untold = set(range(SEATS)) if len(mover.seen.to_move) == 1 else {seat}
        message = self.load.wire.move(mover, mover.seen, self.load.source)
        self.sent = time.perf_counter()
        mover.send(message)


class Load:
    """Many tables at one server."""

    def __init__(self, wire: Wire, seed: int = 0) -> None:
        self.wire, self.source = wire, random.Random(seed)
        self.tables: set[TableUnderLoad] = set()
        self.ready: deque[TableUnderLoad] = deque()
        self.spare: deque[TableUnderLoad] = deque()
        """Tables to go on at when a game is over: connected beforehand, so that connecting is not measured."""
        self.over: list[TableUnderLoad] = []
        self.pace: float | None = None
        """Moves a second; None: as fast as the server goes."""
        self.moving = False
        self.waits: list[float] = []
        """Seconds from sending a move until all were told."""
        self._replacing: set[asyncio.Task[None]] = set()
        self._failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def gather(self, tables: int) -> None:
        """Connect to so many tables more, none of which moves yet."""
        wanted = len(self.ready) + tables
        for begun in range(0, tables, CONNECTING_AT_ONCE):
            some = min(CONNECTING_AT_ONCE, tables - begun)
            await asyncio.gather(*(self._take_another() for _ in range(some)))
        await self._unless_failed(self._all_told(wanted))

    async def provide(self, spare: int) -> None:
        """Connect to so many spare tables in all, and leave those whose games are over; while nobody moves."""
        while self.over:
            self.over.pop().disconnect()
        more = max(0, spare - len(self.spare))
        await self.gather(more)
        self.spare.extend(self.ready.pop() for _ in range(more))
        self.tables.difference_update(self.spare)

    async def _all_told(self, tables: int) -> None:
        while len(self.ready) < tables:
            await asyncio.sleep(0.01)

    async def _take_another(self) -> None:
        table = TableUnderLoad(self, await self.wire.place())
        self.tables.add(table)
        await table.connect()

    def done(self, table: TableUnderLoad) -> None:
        """Everybody at a table was told of the last move."""
        if table.sent:
            self.waits.append(time.perf_counter() - table.sent)
        if table.programs[0].seen.over:
            self._replace(table)
        else:
            self._go_on(table)

    def _go_on(self, table: TableUnderLoad) -> None:
        if self.moving and self.pace is None:
            table.move()
        else:
            self.ready.append(table)

    def _replace(self, table: TableUnderLoad) -> None:
        """A game is over: go on at another table."""
        self.tables.discard(table)
        self.over.append(table)
        if self.spare:
            another = self.spare.popleft()
            self.tables.add(another)
            self._go_on(another)
            return
        task = asyncio.get_running_loop().create_task(self._take_another())
        self._replacing.add(task)
        task.add_done_callback(self._replaced)

    def _replaced(self, task: asyncio.Task[None]) -> None:
        self._replacing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(repr(error))

    def fail(self, why: str) -> None:
        """Something went wrong with the load: no figure is better than a wrong one."""
        if not self._failure.done():
            self._failure.set_exception(RuntimeError(why))

    async def run(self, seconds: float, *, pace: float | None = None) -> Sequence[float]:
        """Play for so many seconds and return how long each move took; what is under way goes on."""
        self.pace, self.moving, self.waits = pace, True, []
        await self._unless_failed(self._go(seconds))
        return self.waits

    async def _go(self, seconds: float) -> None:
        begun, sent = time.perf_counter(), 0
        while (spent := time.perf_counter() - begun) < seconds:
            due = len(self.ready) if self.pace is None else int(spent * self.pace) - sent
            for _ in range(min(due, len(self.ready))):
                self.ready.popleft().move()
                sent += 1
            await asyncio.sleep(TICK)

    async def _unless_failed(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        await asyncio.wait({task, self._failure}, return_when=asyncio.FIRST_COMPLETED)
        if self._failure.done():
            task.cancel()
            self._failure.result()
        await task

    async def settle(self) -> None:
        """Let no move be under way any more."""
        self.moving = False
        while len(self.ready) < len(self.tables) or self._replacing:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        """Leave all tables."""
        for task in self._replacing:
            task.cancel()
        for table in (*self.tables, *self.spare, *self.over):
            table.disconnect()
        self._failure.cancel()
