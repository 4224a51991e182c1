"""Who decides for a seat in a match, and how a decision can fail."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Literal, Protocol, Self

from hoodwink.engine.contract import Bot, Random, View

Kind = Literal["crashed", "late", "illegal", "flooded"]
"""How a bot can fail; every one of them forfeits the match."""


class Failed(Exception):
    """A bot did not decide as it should."""

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind: Kind = kind
        self.why = why


class Contender(Protocol):
    """Somebody in a seat."""

    def choose(self, view: Any) -> Any:
        """A legal move; raises `Failed`."""


class OwnBot:
    """One of our bots: it gets the view and luck of its own."""

    def __init__(self, bot: Bot, luck: Random, watch: Watch) -> None:
        self._bot = bot
        self._luck = luck
        self._watch = watch

    def choose(self, view: View) -> Any:
        try:
            move = self._watch.limit(lambda: self._bot.choose(view, self._luck))
        except Failed:
            raise
        except Exception as error:
            raise Failed("crashed", f"{type(error).__name__}: {error}") from error
        if move not in view.moves:
            raise Failed("illegal", f"{move!r} is not among its moves")
        return move


class _Late(BaseException):
    """Out of time; not an Exception, so that no bot swallows it by mistake."""


NEVER = math.inf


class Watch:
    """Stops whoever thinks too long: at once where the system has alarms, otherwise when the thought is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._alarms = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._deadline = NEVER
        self._before: Any = None
        self._left = (0.0, 0.0)

    def __enter__(self) -> Self:
        if self._alarms:
            self._left = signal.setitimer(signal.ITIMER_REAL, 0)
            self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._alarms:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            signal.setitimer(signal.ITIMER_REAL, *self._left)  # whoever had an alarm before us has it again

    def limit(self, think: Callable[[], Any]) -> Any:
        """What a thought comes to; `Failed` when it takes too long."""
        begun = time.monotonic()
        self._deadline = begun + self.seconds
        try:
            if self._alarms:
                signal.setitimer(signal.ITIMER_REAL, self.seconds)
            try:
                thought = think()
            finally:
                self._deadline = NEVER
                if self._alarms:
                    signal.setitimer(signal.ITIMER_REAL, 0)
        except _Late:
            self._deadline = NEVER  # it may have come before the line above could say so
            raise self._late() from None
        if time.monotonic() - begun > self.seconds:
            raise self._late()
        return thought

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        """An alarm; one that comes when nobody thinks any more, or for a thought that is over, is nobody's."""
        if time.monotonic() >= self._deadline:
            raise _Late

    def _late(self) -> Failed:
        return Failed("late", f"no move within {self.seconds:g} s")
