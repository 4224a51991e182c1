"""The same matches on a Ray cluster: only where they are played differs, never what comes of them."""

from __future__ import annotations

import importlib.util
import os
import socket
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from hoodwink.arena.running import TASKS_WAITING, Batch, Crew, play_deals
from hoodwink.arena.setup import Setup, code_digest

LOCAL = "local"
"""The address of a cluster that is begun here and ends with the run."""
PATIENCE = 5.0
"""Seconds for a first answer."""


class OtherCode(RuntimeError):
    """A machine of the cluster has another Hoodwink than the one that asks."""


def play_there(setup: Setup, deals: Sequence[int]) -> Batch:
    """Some deals, on whatever machine this runs, if it has the same code."""
    if code_digest() != setup.code:
        raise OtherCode(f"its Hoodwink has the digest {code_digest()}, ours {setup.code}")
    return play_deals(setup, deals)


@contextmanager
def on_ray(address: str) -> Iterator[Crew]:
    """A crew of all processors of a cluster, which is left as soon as it is not needed any more."""
    if importlib.util.find_spec("ray") is None:
        raise click.UsageError('--ray needs Ray, which is not installed: pip install "hoodwink[cluster]"')
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # our matches are nobody else's business
    knock(address)
    ray: Any = importlib.import_module("ray")
    try:
        more = {"include_dashboard": False} if address == LOCAL else {}
        ray.init(address=address, log_to_driver=False, logging_level="error", **more)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise click.UsageError(f"There is no Ray cluster at {address}: {error}") from error
    try:
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        task = ray.remote(num_cpus=1)(play_there)

        def spread(setup: Setup, tasks: Sequence[Sequence[int]]) -> Generator[Batch]:
            waiting: list[Any] = []
            try:
                for deals in tasks:
                    waiting.append(task.remote(setup, deals))
                    if len(waiting) >= processors * TASKS_WAITING:
                        done, waiting = ray.wait(waiting)
                        yield from fetched(ray, done)
                while waiting:
                    done, waiting = ray.wait(waiting)
                    yield from fetched(ray, done)
            finally:
                for left in waiting:
                    ray.cancel(left)

        yield Crew(spread, processors)
    finally:
        ray.shutdown()


def knock(address: str) -> None:
    """See whether anybody answers at an address with a port: Ray itself would go on asking for many minutes."""
    host, colon, port = address.rpartition("://")[2].partition("/")[0].rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, ValueError, OverflowError) as error:
        raise click.UsageError(f"There is no Ray cluster at {address}: {error}") from error


def fetched(ray: Any, done: Sequence[Any]) -> list[Batch]:
    """What was played; a machine with other code is named as such."""
    try:
        batches: list[Batch] = ray.get(done)
    except OtherCode as error:
        raise click.UsageError(f"A machine of the cluster cannot take part: {error}.") from error
    return batches
