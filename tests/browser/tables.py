"""Tables for the page to open: set up and played over HTTP, the keys put where the page keeps them."""

from __future__ import annotations

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import httpx2

from tests.browser.visitor import Visitor
from tests.server.serving import PATIENCE, Server, connected
from tests.server.test_play import play_out


@dataclass
class Opened:
    """A table with people on its first chairs."""

    server: Server
    game: str
    table: str
    host: str
    keys: list[str]

    def ask(self, path: str, key: str | None = None, **body: Any) -> httpx2.Response:
        """Post something to the table, or get it where there is no body."""
        url = f"{self.server.url}/api/tables/{self.table}/{path}"
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        if body:
            return httpx2.post(url, json=body, headers=headers, timeout=PATIENCE)
        return httpx2.get(url, headers=headers, timeout=PATIENCE)

    def begin(self, bot: str = "random") -> None:
        """Start the game."""
        assert self.ask("begin", host=self.host, bot=bot).is_success

    def packet(self, seat: int = 0) -> dict[str, Any]:
        """The newest packet of a seat."""
        packet: dict[str, Any] = self.ask("moves", self.keys[seat], seq=-1, move="-").json()["packet"]
        return packet

    def play(self, move: str, seat: int = 0) -> None:
        """A seat's move, made elsewhere than on the page."""
        taken = self.ask("moves", self.keys[seat], seq=self.packet(seat)["seq"], move=move)
        assert taken.is_success, taken.text

    def play_out(self, seed: int = 1) -> None:
        """Everybody plays at random until the game is over."""
        with ThreadPoolExecutor(1) as elsewhere:  # the browser's loop is running in this thread
            elsewhere.submit(asyncio.run, self._play_out(seed)).result()

    async def _play_out(self, seed: int) -> None:
        async with AsyncExitStack() as table:
            clients = [await table.enter_async_context(connected(self.server, self.table, key)) for key in self.keys]
            await asyncio.gather(*(play_out(client, random.Random(seed + n)) for n, client in enumerate(clients)))

    def sit(self, visitor: Visitor, seat: int = 0, path: str = "") -> None:
        """Let a visitor have a seat's key, and open the table."""
        held = {"game": self.game, "seat": seat, "key": self.keys[seat], "seen": 1}
        if seat == 0:
            held["host"] = self.host
        visitor.page.evaluate("([where, what]) => localStorage.setItem(where, what)", _shelf(self.table, held))
        visitor.go(f"/t/{self.table}{path}")


def _shelf(table: str, held: dict[str, Any]) -> list[str]:
    return ["hoodwink.tables", json.dumps({table: held})]


def opened(server: Server, game: str = "dudo", *, people: int = 2, seats: int | None = None, **wanted: Any) -> Opened:
    """A table with so many people; in Dudo the first of them opens."""
    if game == "dudo":
        wanted["options"] = {"dice": 2, "first_player": "A"} | wanted.get("options", {})
    url = f"{server.url}/api/tables"
    made = httpx2.post(url, json={"game": game, "seats": seats or people} | wanted, timeout=PATIENCE).json()
    table = made["card"]["table"]
    names = ("Ann", "Bob", "Cid", "Dora")[:people]
    keys = [httpx2.post(f"{url}/{table}/sit", json={"name": name}, timeout=PATIENCE).json()["key"] for name in names]
    return Opened(server, game, table, made["host"], keys)


def begun(server: Server, game: str = "dudo", **wanted: Any) -> Opened:
    """A table whose game is on."""
    table = opened(server, game, **wanted)
    table.begin()
    return table
