"""A real server on loopback, and the few things a client does before it plays."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Served:
    """A server process, its store, and what it wrote to its standard error."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    http: httpx2.Client = field(
        # a client costs more to make than a request, and must not be surprised by a server that was killed
        default_factory=lambda: httpx2.Client(limits=httpx2.Limits(max_keepalive_connections=0), timeout=20)
    )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def said(self) -> str:
        return (self.folder / "stderr").read_text(encoding="utf-8")

    def start(self) -> None:
        """Start it, and come back when it answers."""
        command = [
            sys.executable,
            "-m",
            "hoodwink",
            "serve",
            "--port",
            str(self.port),
            "--db",
            str(self.folder / "t.db"),
        ]
        with (self.folder / "stderr").open("ab") as errors:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=os.environ | {"HOODWINK_LANG": "en"},
                start_new_session=True,
            )
        while True:
            assert self.process.poll() is None, self.said
            with contextlib.suppress(httpx2.TransportError):
                self.http.get(f"{self.url}/healthz")
                return
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it, and come back when it is gone; workers go with a server that is killed."""
        assert self.process is not None
        if how == signal.SIGKILL:
            os.killpg(self.process.pid, how)
        else:
            self.process.send_signal(how)
        return self.process.wait(timeout=30)

    def post(self, path: str, body: object, **more: Any) -> Any:
        """Post something that must be accepted."""
        given = self.http.post(f"{self.url}/api/tables{path}", json=body, **more)
        assert given.is_success, given.text
        return given.json()

    def open(self, *, seats: int = 2, **more: Any) -> tuple[str, str]:
        """A new Dudo table of few dice, and its host's key."""
        wanted = {"game": "dudo", "seats": seats, "options": {"dice": 2}} | more
        opened = self.post("", wanted)
        return opened["card"]["table"], opened["host"]

    def begun(self, *, seats: int = 2, people: int = 1, bot: str = "random") -> tuple[str, list[str]]:
        """A table whose game has begun, with the keys of so many people; bots have the other seats."""
        table, host = self.open(seats=seats)
        keys = [self.post(f"/{table}/sit", {"name": f"P{number}"})["key"] for number in range(people)]
        self.post(f"/{table}/begin", {"host": host, "bot": bot})
        return table, keys

    def log(self, table: str | None = None) -> list[tuple[Any, ...]]:
        """What is stored of a table, or of all."""
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as db:
            rows = db.execute("SELECT table_id, seq, body FROM entries ORDER BY table_id, seq").fetchall()
        return [row for row in rows if table in (None, row[0])]


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Served]:
    """A server for as long as it is needed; it must end in good order and have met no fault of its own."""
    server = Served(folder)
    server.start()
    try:
        yield server
        assert server.stop() in (0, -signal.SIGTERM)
        assert not re.search("Traceback|ERROR|never retrieved", server.said), server.said
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop(signal.SIGKILL)
