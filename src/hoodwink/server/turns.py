"""Whoever changes a table waits for their turn; by callbacks, for most of what a server does are moves."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

Then = Callable[[BaseException | None], None]
"""What is called when something is done: with nothing, or with what was wrong."""


class Turns:
    """Whoever changes a table does so alone, and the others wait in order: a lock for callbacks as well as tasks."""

    __slots__ = ("_waiting", "taken")

    def __init__(self) -> None:
        self.taken = False
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self, begin: Callable[[], None]) -> None:
        """Begin now, or when it is one's turn; then `leave` must follow."""
        if self.taken:
            self._waiting.append(begin)
        else:
            self.taken = True
            begin()

    def leave(self) -> None:
        """Let the next one begin."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self.taken = False

    async def __aenter__(self) -> None:
        ours: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(lambda: self.leave() if ours.cancelled() else ours.set_result(None))
        await ours

    async def __aexit__(self, *_: object) -> None:
        self.leave()


def begun(begin: Callable[[Then], None]) -> asyncio.Future[None]:
    """Begin something; the future says that it is done, or what was wrong. Whoever cancels it only stops listening."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def then(error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    begin(then)
    return done


async def told(begin: Callable[[Then], None]) -> None:
    """Begin something and wait until it is done."""
    await begun(begin)
