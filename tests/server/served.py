"""A real server on loopback that must meet no fault of its own, and the few things a client does before it plays."""

from __future__ import annotations

import contextlib
import re
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2

from hoodwink.server.journal import Journal
from tests.server.serving import PATIENCE, Server


class Served(Server):
    """A server process whose error stream is kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "tables.db")
        self.errors = folder / "stderr"
        # a client costs more to make than a request, and must not be surprised by a server that was killed
        self.http = httpx2.Client(limits=httpx2.Limits(max_keepalive_connections=0), timeout=PATIENCE)

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def said(self) -> str:
        return "" if self.errors is None else self.errors.read_text(encoding="utf-8")

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

    def begun(self, *, seats: int = 2, people: int = 1, bot: str = "random", **more: Any) -> tuple[str, list[str]]:
        """A table whose game has begun, with the keys of so many people; bots have the other seats."""
        table, host = self.open(seats=seats, **more)
        keys = [self.post(f"/{table}/sit", {"name": f"P{number}"})["key"] for number in range(people)]
        self.post(f"/{table}/begin", {"host": host, "bot": bot})
        return table, keys

    def log(self, table: str | None = None) -> list[tuple[Any, ...]]:
        """What is stored of a table, or of all."""
        with contextlib.closing(sqlite3.connect(self.db, isolation_level=None)) as db:
            db.execute("BEGIN")
            tables = [one for (one,) in db.execute("SELECT id FROM tables ORDER BY id") if table in (None, one)]
            journal = Journal(db)
            return [(one, seq, body) for one in tables for seq, body in enumerate(journal.read(one), 1)]


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Served]:
    """A server for as long as it is needed; it must end in good order and have met no fault of its own."""
    server = Served(folder)
    server.start()
    try:
        yield server
        assert server.stop() in (0, -signal.SIGTERM)
        assert not re.search('Traceback|"level": "error"|never retrieved', server.said), server.said
    finally:
        server.stop(signal.SIGKILL)
