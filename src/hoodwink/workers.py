"""Processes of our own that do some of the work: bots that think, matches that are played.

Ctrl-C is for whoever gave them something to do, and they never hear it, not even while they are being started. When
that one is gone, however it went, so are they.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Workers(ProcessPoolExecutor):
    """So many processes, each started when there is something to do for it."""

    def __init__(self, count: int) -> None:
        super().__init__(count, multiprocessing.get_context("spawn"), initializer=_begin_work)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let a worker do something; one may have to be started for it."""
        with _ctrl_c_later():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Ctrl-C is heard after this; a process started meanwhile begins without hearing it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def sweep_seldom() -> None:
    """Look for unreachable rings among young objects only, as a bot's thoughts are.

    What thinking keeps in its caches is very much and stays: going over all of it takes longer than a decision may.
    """
    gc.set_threshold(10_000, 10, 1_000)


def _begin_work() -> None:
    sweep_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
