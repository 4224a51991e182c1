"""A server that is killed at any moment loses nothing it has acknowledged, changes no deal, and every game ends."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from typing import Any

import httpx2
import msgspec
import pytest
import websockets

from hoodwink import games
from hoodwink.engine.proof import verify
from hoodwink.engine.record import begin, read_events, read_record
from hoodwink.engine.table import steps
from hoodwink.server.store import is_postgres
from tests.server.databases import Database
from tests.server.serving import Api, Server

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(600)]

KILLS = {"sqlite": 50, "postgres": 10}
TABLES = 3
LOST = (OSError, websockets.WebSocketException, httpx2.TransportError, TimeoutError, asyncio.TimeoutError)


class Player:
    """A program that plays at random, comes back whenever it is cut off, and remembers what it was told."""

    def __init__(self, table: str, seat: int, key: str, source: random.Random) -> None:
        self.table, self.seat, self.key, self.source = table, seat, key, source
        self.acknowledged: list[str] = []
        self.beats: list[bytes] = []
        self.over = False

    async def play(self, server: Server) -> None:
        """Play until the game is over, through as many connections as it takes."""
        while not self.over:
            try:
                async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws", open_timeout=5) as connection:
                    await connection.send(json.dumps({"type": "join", "table": self.table, "key": self.key}))
                    await self._follow(connection)
            except LOST:
                await asyncio.sleep(0.02)

    async def _follow(self, connection: websockets.ClientConnection) -> None:
        sent: tuple[int, str] | None = None
        while not self.over:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(connection.recv(), 20))
            assert message["type"] in ("room", "packet"), message
            if message["type"] == "room":
                continue
            if sent is not None and message["seq"] > sent[0]:
                self.acknowledged.append(sent[1])
                sent = None
            self.beats += [msgspec.json.encode(beat) for beat in message["beats"]]
            self.over = message["result"] is not None
            if message["moves"] and sent is None:
                sent = (message["seq"], self.source.choice(message["moves"]))
                await connection.send(json.dumps({"type": "play", "seq": sent[0], "move": sent[1]}))


async def open_table(server: Server, number: int) -> list[Player]:
    """A table of one person and a bot more; tried again until the server is there to hear it."""
    source = random.Random(number)
    game = games.every()[number % len(games.KEYS)]
    while True:
        try:
            api = Api(server)
            table, host, keys = await api.seated(game.info.key, 2, 3)
            await api.post(f"/tables/{table}/begin", host=host)
            return [Player(table, seat, key, source) for seat, key in enumerate(keys)]
        except (*LOST, AssertionError):
            await asyncio.sleep(0.05)


async def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(database: Database) -> None:
    server = Server(database.where)
    server.start()
    killing = True
    players: list[Player] = []

    async def play_tables(number: int) -> None:
        """Keep a table going as long as there is killing to be done, and finish the last one."""
        while True:
            seated = await open_table(server, number)
            players.extend(seated)
            await asyncio.gather(*(player.play(server) for player in seated))
            number += TABLES
            if not killing:
                return

    playing = [asyncio.create_task(play_tables(number)) for number in range(TABLES)]
    source = random.Random(0)
    for _ in range(KILLS["postgres" if is_postgres(database.where) else "sqlite"]):
        await asyncio.sleep(source.uniform(0.02, 0.4))
        await asyncio.to_thread(server.stop, signal.SIGKILL)
        await asyncio.to_thread(server.start)
    killing = False
    await asyncio.gather(*playing)
    assert len(players) >= 2 * TABLES
    for player in players:
        text = (await Api(server).get(f"/tables/{player.table}/record")).text
        assert_nothing_lost(player, text)
    assert server.stop(signal.SIGTERM) == 0, "SIGTERM ends it cleanly"


def assert_nothing_lost(player: Player, text: str) -> None:
    """The record holds every acknowledged move, and all the player was told, in order; its chances are as promised."""
    record = read_record(text)
    game = games.find(record.game)
    assert record.finished
    assert verify(game, record).waiting == 0
    moves = iter(event[2:] for event in record.events if event.startswith("ABCDEF"[player.seat] + " "))
    assert all(move in moves for move in player.acknowledged), "an acknowledged move is not in the record"
    told = iter(
        msgspec.json.encode(beat)
        for step in steps(game, begin(game, record), read_events(game, record))
        for beat in game.tell(*step, player.seat)
    )
    assert all(beat in told for beat in player.beats), "something was told that the record does not tell"
