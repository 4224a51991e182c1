"""Bots that think outside the event loop, in worker processes: a slow thought delays nobody else's table.

A worker that dies, hangs or raises is replaced, and the seat is played by a simpler bot: a game always goes on.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from hoodwink import bots, games
from hoodwink.engine.contract import Advice, View
from hoodwink.workers import Workers

log = logging.getLogger("hoodwink.server")

PATIENCE = 60.0
"""Seconds a thought may take, the start of a worker on a busy machine included; our bots need a hundredth of one."""
T = TypeVar("T")


def think(key: str, bot: str, view: View) -> str:
    """What a bot plays on a view, in notation; runs in a worker."""
    game = games.find(key)
    move: Any = bots.find(game, bot).choose(view, random.SystemRandom())
    return game.write_move(move)


def consider(key: str, view: View) -> Advice | None:
    """What a game advises on a view; runs in a worker."""
    game = games.find(key)
    return None if game.advise is None else game.advise(view, random.SystemRandom())


class Minds:
    """A pool of workers."""

    def __init__(
        self, workers: int = 1, *, patience: float = PATIENCE, think: Callable[[str, str, View], str] = think
    ) -> None:
        self.patience = patience
        self._think = think
        self._workers = workers
        self._free = asyncio.Semaphore(workers)  # nobody waits inside the pool, so patience is for thinking alone
        self._pool = Workers(workers)

    async def choose(self, key: str, bot: str, view: View) -> str:
        """A bot's move on a view, in notation; a simpler bot's when that one fails."""
        for name in dict.fromkeys((bot, "greedy")):
            if (move := await self._ask(self._think, key, name, view)) is not None:
                return move
        return think(key, "random", view)  # nothing in it can fail or take long

    async def advise(self, key: str, view: View) -> Advice | None:
        """What a game advises on a view; None when nothing comes of it."""
        return await self._ask(consider, key, view)

    async def _ask(self, work: Callable[..., T], *about: Any) -> T | None:
        """Let a worker do something; None when it dies, hangs or raises over it."""
        async with self._free:
            pool = self._pool
            try:
                async with asyncio.timeout(self.patience):
                    return await asyncio.get_running_loop().run_in_executor(pool, work, *about)
            except (BrokenProcessPool, TimeoutError):
                log.exception("a worker died or hung over a thought", extra={"game": about[0]})
                self._replace(pool)
            except Exception:
                log.exception("a bot failed", extra={"game": about[0]})
        return None

    def _replace(self, broken: Workers) -> None:
        if self._pool is broken:  # else somebody who waited for it too was faster
            self._pool = Workers(self._workers)
            _end(broken)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _end(pool: Workers) -> None:
    """End a pool whose workers may hang: it would wait for them for ever, so they are killed."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)
