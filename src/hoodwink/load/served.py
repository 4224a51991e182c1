"""A server of our own to put under load: a process on a core of its own, spoken to as any program speaks to it."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from picows import WSMsgType

from hoodwink.load.generator import SEATS, Program, Seen

PATIENCE = 60.0
FEW = 8
OPENING_AT_ONCE = 16
"""Tables that are opened side by side: each takes five requests, and what they store is durable before the answer."""


class Place(NamedTuple):
    """A table whose game has begun, and the keys of its seats."""

    table: str
    keys: list[str]


class _Packet(Struct, gc=False):
    """What the load needs of a packet."""

    type: str
    seq: int = 0
    moves: tuple[str, ...] = ()
    to_move: tuple[int, ...] = ()
    result: Any = None


_reader = msgspec.json.Decoder(_Packet)


@cache
def cores() -> tuple[set[int], set[int]]:
    """A core for the server and the others for the load, where the system lets us choose and has two.

    What we may use is asked once, before we keep to a part of it ourselves.
    """
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    first, *others = sorted(os.sched_getaffinity(0))
    return {first}, set(others) or {first}


def keep_to(pid: int, chosen: set[int]) -> None:
    """Let a process run on these cores alone; 0 is ourselves."""
    if chosen:
        os.sched_setaffinity(pid, chosen)


@contextmanager
def apart() -> Iterator[None]:
    """Leave the server's core to the server, for as long as this lasts."""
    ours, load = cores()
    keep_to(0, load)
    try:
        yield
    finally:
        keep_to(0, ours | load)


class Served:
    """A server process."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self.pid = port, pid

    def processor_seconds(self) -> float:
        """How long the server has used its core so far, where the system tells."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return 0.0
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def kilobytes(self) -> float:
        """The memory the server holds, where the system tells."""
        status = Path(f"/proc/{self.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((float(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0.0)


class Hoodwink:
    """The wire to our own server: full packets, any game, moves picked at random among the first few and the last.

    In Dudo these are the lowest bids and the doubt, which makes rounds about as long as people's.
    """

    frames = WSMsgType.TEXT
    begins_anew = False

    def __init__(self, served: Served, game: str, **options: Any) -> None:
        self.served, self.game, self.options = served, game, options
        self.prepared: deque[Place] = deque()
        self._asking = threading.local()
        """Every thread asks on a connection of its own."""
        self._connections: list[http.client.HTTPConnection] = []

    def post(self, path: str, **body: Any) -> Any:
        """One request that changes something."""
        connection = self._connection()
        connection.request("POST", f"/api{path}", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        given = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path} was answered with {answer.status}: {given.decode()}")
        return json.loads(given)

    def _connection(self) -> http.client.HTTPConnection:
        """This thread's connection, which is made anew where the server has closed it while nothing was asked."""
        connection: http.client.HTTPConnection | None = getattr(self._asking, "connection", None)
        if connection is None:
            connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=PATIENCE)
            self._asking.connection = connection
            self._connections.append(connection)
        elif connection.sock is not None and _has_something_to_read(connection.sock):
            connection.close()
        return connection

    def close(self) -> None:
        """Nothing more will be asked."""
        for connection in self._connections:
            connection.close()

    def seated(self) -> tuple[Place, str]:
        """A full table that has not begun, and its host's key."""
        opened = self.post("/tables", game=self.game, seats=SEATS, options=self.options)
        table = opened["card"]["table"]
        keys = [self.post(f"/tables/{table}/sit", name=f"P{seat}")["key"] for seat in range(SEATS)]
        return Place(table, keys), opened["host"]

    def begun(self) -> Place:
        """A table whose game has begun."""
        place, host = self.seated()
        self.post(f"/tables/{place.table}/begin", host=host)
        return place

    def prepare(self, tables: int) -> None:
        """Open tables beforehand, so that opening them is not measured."""
        with ThreadPoolExecutor(OPENING_AT_ONCE) as opening:
            self.prepared.extend(opening.map(lambda _: self.begun(), range(tables)))

    async def place(self) -> Place:
        return self.prepared.popleft() if self.prepared else await asyncio.to_thread(self.begun)

    def address(self, place: Place, seat: int) -> str:
        return f"ws://127.0.0.1:{self.served.port}/ws"

    def greet(self, program: Program) -> None:
        place: Place = program.table.place
        program.send(msgspec.json.encode({"type": "join", "table": place.table, "key": place.keys[program.seat]}))

    def hear(self, program: Program, frame: bytes) -> Seen | None:
        packet = _reader.decode(frame)
        if packet.type == "packet":
            return Seen(packet.to_move, over=packet.result is not None, answer=packet)
        if packet.type in ("error", "refusal"):
            program.table.load.fail(f"the server said {frame.decode()}")
        return None

    def move(self, program: Program, seen: Seen, source: random.Random) -> bytes:
        packet: _Packet = seen.answer
        moves = packet.moves if len(packet.moves) <= FEW else (*packet.moves[: FEW - 1], packet.moves[-1])
        return msgspec.json.encode({"type": "play", "seq": packet.seq, "move": source.choice(moves)})


def _has_something_to_read(connection: socket.socket) -> bool:
    """Whether something is there, if only the end; `select` would not do, as it knows the first 1,024 files alone."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, **more: Any) -> Iterator[Served]:
    """A server for as long as it is needed, on a core of its own."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True, **more)  # noqa: S603
    keep_to(process.pid, cores()[0])
    try:
        _wait_for(port, process)
        yield Served(port, process.pid)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


@contextmanager
def served(db: str | None) -> Iterator[Served]:
    """A server of our own, with tables of its own unless a database is named."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hoodwink", "serve", "--port", str(port), "--db", db or f"{folder}/tables.db"]
        command += ["--messages", "1e9", "--requests", "1e9", "--connections", "1000000"]
        with running(command, port) as server:
            yield server


@contextmanager
def resting(servers: Sequence[Served]) -> Iterator[None]:
    """Let servers stand still. Not for long: whoever is connected would be taken for lost when they go on."""
    for server in servers:
        os.killpg(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for server in servers:
            os.killpg(server.pid, signal.SIGCONT)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the server does not answer")
