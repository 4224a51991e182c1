"""A real server process on loopback for the tests, and clients that talk to it as programs do."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import websockets

ADMIN = "a token for the tests"
PATIENCE = 30.0
"""Seconds after which a test gives up on something that should have come at once."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`hoodwink serve` in a process of its own, which can be killed and started again on the same tables."""

    def __init__(self, db: Path | str, *arguments: str) -> None:
        self.db = db
        self.arguments = arguments or ("--messages", "10000", "--requests", "10000", "--connections", "1000")
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.errors: Path | None = None
        """Where its error stream goes, when not to ours."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "hoodwink", "serve", "--port", str(self.port), "--db", str(self.db)]
        command += self.arguments
        environment = os.environ | {"HOODWINK_LANG": "en", "HOODWINK_ADMIN_TOKEN": ADMIN}
        with (self.errors or Path(os.devnull)).open("ab") as errors:
            self.process = subprocess.Popen(
                command,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=None if self.errors is None else errors,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if httpx2.get(f"{self.url}/healthz").status_code == 200:
                    return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it and all its workers; answers its status."""
        if self.process is None:
            return 0
        if how == signal.SIGKILL:
            os.killpg(self.process.pid, how)
        else:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.process = None
        return status


@contextmanager
def serving(db: Path, *arguments: str) -> Iterator[Server]:
    """A server for as long as it is needed."""
    server = Server(db, *arguments)
    server.start()
    try:
        yield server
    finally:
        server.stop(signal.SIGKILL)


class Client:
    """A WebSocket that remembers every byte it was sent."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []

    async def say(self, **message: Any) -> None:
        """Send one message."""
        await self.connection.send(json.dumps(message))

    async def hear(self, kind: str | None = None) -> dict[str, Any]:
        """The next message, or the next of a kind."""
        while True:
            text = await asyncio.wait_for(self.connection.recv(), PATIENCE)
            assert isinstance(text, str)
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if kind is None or message["type"] == kind:
                return message

    async def closed(self) -> str:
        """Hear everything until the server closes; the reason it gives."""
        try:
            while True:
                await self.hear()
        except websockets.ConnectionClosed as closed:
            return "" if closed.rcvd is None else closed.rcvd.reason


@asynccontextmanager
async def connected(server: Server, table: str, key: str | None = None, **more: Any) -> AsyncIterator[Client]:
    """A client that has joined a table."""
    async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws") as connection:
        client = Client(connection)
        await client.say(type="join", table=table, **({} if key is None else {"key": key}), **more)
        yield client


class Api:
    """The HTTP side."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def _send(self, method: str, path: str, **more: Any) -> httpx2.Response:
        async with httpx2.AsyncClient(base_url=self.server.url, timeout=PATIENCE) as http:
            return await http.request(method, f"/api{path}", **more)

    async def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """POST a body and expect a status."""
        answer = await self._send("POST", path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def get(self, path: str, status: int = 200, **headers: str) -> httpx2.Response:
        """GET a path and expect a status."""
        answer = await self._send("GET", path, headers=headers)
        assert answer.status_code == status, answer.text
        return answer

    async def seated(
        self, game: str, people: int, seats: int | None = None, **wanted: Any
    ) -> tuple[str, str, list[str]]:
        """A new table with people on its first chairs: its id, the host's key, the seats' keys."""
        opened = await self.post("/tables", 201, game=game, seats=seats or people, **wanted)
        table = opened["card"]["table"]
        keys = [(await self.post(f"/tables/{table}/sit", 201, name=f"P{number}"))["key"] for number in range(people)]
        return table, opened["host"], keys
