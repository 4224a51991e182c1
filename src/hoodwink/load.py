"""How much a table server bears: tables of three programs on sockets, every move waited for by all seats.

The server is a process of its own, the load another; on a machine of two cores each has one. Every move is durable and
every seat gets the whole packet. Traffic goes to the loopback address alone, and it ends by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import websockets
from msgspec import Struct

SEATS = 3
PATIENCE = 60.0


class Load(Struct, frozen=True):
    """What was measured with so many tables."""

    game: str
    tables: int
    store: str
    moves_per_second: float
    """Of all tables together, while they are in a game; opening the next one in between is not counted."""
    p50_ms: float
    """From sending a move until all seats were told."""
    p95_ms: float
    p99_ms: float
    kilobytes_per_idle_table: float
    """What the server grows by for each table that was opened and nobody is connected to."""


class _Packet(Struct):
    """What the load needs of a packet."""

    seq: int = 0
    moves: tuple[str, ...] = ()
    result: Any = None
    type: str = ""


_reader = msgspec.json.Decoder(_Packet)


class Served:
    """A server to put under load."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self.process = port, process

    def post(self, path: str, **body: Any) -> Any:
        """One request that changes something."""
        data = json.dumps(body).encode()
        url = f"http://127.0.0.1:{self.port}/api{path}"
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return json.load(answer)

    def open_table(self, game: str) -> tuple[str, str, list[str]]:
        """A full table that has not begun: its id, the host's key, the seats' keys."""
        opened = self.post("/tables", game=game, seats=SEATS)
        table = opened["card"]["table"]
        keys = [self.post(f"/tables/{table}/sit", name=f"P{seat}")["key"] for seat in range(SEATS)]
        return table, opened["host"], keys

    def kilobytes(self) -> float:
        """The memory the server holds, where the system tells."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((float(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0.0)


@contextmanager
def served(db: str | None) -> Iterator[Served]:
    """A server of our own for as long as it is needed."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        command = [sys.executable, "-m", "hoodwink", "serve", "--port", str(port), "--db", db or f"{folder}/tables.db"]
        command += ["--messages", "1e9", "--requests", "1e9", "--connections", "1000000"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)  # noqa: S603
        try:
            _wait_for(port)
            yield Served(port, process)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(PATIENCE)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server does not answer")


class _TableUnderLoad:
    """Three programs at one table, which move as soon as all of them were told."""

    def __init__(self, server: Served, game: str, seed: int) -> None:
        self.server, self.game, self.source = server, game, random.Random(seed)
        self.waits: list[float] = []
        self.playing = 0.0
        """Seconds spent in games, without those of opening tables."""

    async def play(self, until: float) -> None:
        """Game after game until the time is over."""
        while time.monotonic() < until:
            table, host, keys = await asyncio.to_thread(self.server.open_table, self.game)
            sockets = [await self._join(table, key) for key in keys]
            await asyncio.to_thread(self.server.post, f"/tables/{table}/begin", host=host)
            begun = time.perf_counter()
            await self._game(sockets, until)
            self.playing += time.perf_counter() - begun
            for connection in sockets:
                await connection.close()

    async def _join(self, table: str, key: str) -> websockets.ClientConnection:
        connection = await websockets.connect(f"ws://127.0.0.1:{self.server.port}/ws", compression=None)
        await connection.send(json.dumps({"type": "join", "table": table, "key": key}))
        return connection

    async def _game(self, sockets: list[websockets.ClientConnection], until: float) -> None:
        packets = [await self._packet(connection) for connection in sockets]
        while packets[0].result is None and time.monotonic() < until:
            mover = next(place for place, packet in enumerate(packets) if packet.moves)
            move = {"type": "play", "seq": packets[mover].seq, "move": self.source.choice(packets[mover].moves)}
            sent = time.perf_counter()
            await sockets[mover].send(json.dumps(move))
            packets = [await self._packet(connection) for connection in sockets]
            self.waits.append(time.perf_counter() - sent)

    async def _packet(self, connection: websockets.ClientConnection) -> _Packet:
        while True:
            packet = _reader.decode(await asyncio.wait_for(connection.recv(), PATIENCE))
            if packet.type == "packet":
                return packet


def measure(game: str, tables: int, seconds: float, db: str | None, progress: Callable[[str], None]) -> Load:
    """Put a server under the load of so many tables for so many seconds."""
    with served(db) as server:
        progress(f"{tables} idle tables …")
        server.open_table(game)
        before, idle = server.kilobytes(), min(tables, 200)
        for _ in range(idle):
            server.open_table(game)
        growth = (server.kilobytes() - before) / idle
        progress(f"{tables} tables of {SEATS} for {seconds:g} s …")
        return asyncio.run(_measure(server, game, tables, seconds, growth, db))


async def _measure(server: Served, game: str, tables: int, seconds: float, growth: float, db: str | None) -> Load:
    until = time.monotonic() + seconds
    load = [_TableUnderLoad(server, game, seed) for seed in range(tables)]
    await asyncio.gather(*(table.play(until) for table in load))
    spent = sum(table.playing for table in load) / tables
    waits = sorted(wait * 1000 for table in load for wait in table.waits) or [0.0, 0.0]
    cuts = statistics.quantiles(waits, n=100) if len(waits) > 1 else waits * 99
    return Load(
        game=game,
        tables=tables,
        store="SQLite" if db is None or "://" not in db else db.partition("://")[0],
        moves_per_second=len(waits) / spent,
        p50_ms=cuts[49],
        p95_ms=cuts[94],
        p99_ms=cuts[98],
        kilobytes_per_idle_table=growth,
    )


def as_table(loads: list[Load]) -> str:
    """The figures for people."""
    columns = ("moves/s", "p50 ms", "p95 ms", "p99 ms", "kB/idle table")
    head = f"{'game':<10}{'tables':>8}  {'store':<12}" + "".join(f"{name:>15}" for name in columns)
    rows = [
        f"{one.game:<10}{one.tables:>8}  {one.store:<12}{one.moves_per_second:>15,.0f}"
        f"{one.p50_ms:>15.1f}{one.p95_ms:>15.1f}{one.p99_ms:>15.1f}{one.kilobytes_per_idle_table:>15.1f}"
        for one in loads
    ]
    return "\n".join([head, *rows])
