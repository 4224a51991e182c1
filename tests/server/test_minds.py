"""Thinking in worker processes: whatever a bot does there, the seat gets a move and the pool goes on."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hoodwink import games
from hoodwink.engine.contract import AnyGame, View
from hoodwink.server import minds
from hoodwink.server.minds import Minds
from tests.server.serving import Api, Server

DUDO = games.find("dudo")


def unreliable(key: str, bot: str, view: View) -> str:
    """Bots that fail in every way a bot can; runs in a worker."""
    match bot:
        case "dies":
            os._exit(3)
        case "hangs":
            time.sleep(1000)
        case "raises":
            raise ZeroDivisionError
    return f"{bot} in {os.getpid()}"


def asked(game: AnyGame = DUDO) -> View:
    """A view of somebody who has to decide."""
    state, source = game.start(3, game.info.options()), random.Random(1)
    while not state.to_move():
        state.resolve(state.sample(source))
    view: View = game.view(state, state.to_move()[0])
    return view


@contextmanager
def pool(patience: float = minds.PATIENCE) -> Iterator[Minds]:
    made = Minds(patience=patience, think=unreliable)
    try:
        yield made
    finally:
        made.close()


@pytest.mark.anyio
@pytest.mark.parametrize("bot", ["dies", "raises"])
async def test_a_simpler_bot_plays_where_one_fails(bot: str) -> None:
    with pool() as made:
        assert (await made.choose("dudo", bot, asked())).startswith("greedy in ")
        assert (await made.choose("dudo", "clever", asked())).startswith("clever in "), "the pool is there again"


@pytest.mark.anyio
async def test_a_bot_that_hangs_is_stopped() -> None:
    with pool() as made:
        worker = int((await made.choose("dudo", "clever", asked())).split()[-1])  # it is started by now
        made.patience = 0.2
        hung = made._ask(unreliable, "dudo", "hangs", asked())
        assert await hung is None
        made.patience = minds.PATIENCE
        assert int((await made.choose("dudo", "clever", asked())).split()[-1]) != worker
        for _ in range(1000):
            if not Path(f"/proc/{worker}").exists() or "zombie" in Path(f"/proc/{worker}/status").read_text():
                break
            time.sleep(0.01)
        else:
            pytest.fail("the worker that hung is still there")


def hopeless(key: str, bot: str, view: View) -> str:
    raise ZeroDivisionError


@pytest.mark.anyio
async def test_when_every_bot_fails_any_legal_move_is_made() -> None:
    made = Minds(think=hopeless)
    try:
        move = await made.choose("dudo", "clever", asked())
        assert DUDO.read_move(move) in asked().moves
    finally:
        made.close()


@pytest.mark.anyio
async def test_a_killed_worker_does_not_stop_a_table(tmp_path: Path) -> None:
    """A server whose worker is killed goes on with its bots."""
    server = Server(tmp_path / "tables.db")
    server.start()
    try:
        api = Api(server)
        table, host, _ = await api.seated("dudo", 0, 3)
        await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
        assert server.process is not None
        for worker in _children(server.process.pid):
            os.kill(worker, 9)
        deadline = time.monotonic() + 60
        while (await api.get(f"/tables/{table}")).json()["status"] != "over":
            assert time.monotonic() < deadline, "the game does not go on"
    finally:
        server.stop()


def _children(process: int) -> list[int]:
    """The worker processes of a server."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                name = (entry / "cmdline").read_text()
            except (OSError, ValueError):
                continue
            if parent == process and "spawn_main" in name:
                found.append(int(entry.name))
    return found
