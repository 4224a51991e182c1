"""Bots that think outside the event loop, in worker processes: a slow thought delays nobody else's table."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from hoodwink import bots, games
from hoodwink.engine.contract import View


def think(key: str, bot: str, view: View) -> str:
    """What a bot plays on a view, in notation; runs in a worker."""
    game = games.find(key)
    move: Any = bots.find(game, bot).choose(view, random.SystemRandom())
    return game.write_move(move)


class Minds:
    """A pool of workers."""

    def __init__(self, workers: int = 1) -> None:
        self._pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))

    async def choose(self, key: str, bot: str, view: View) -> str:
        """A bot's move on a view, in notation."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, think, key, bot, view)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
