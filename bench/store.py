"""Durable appends a second, of one table alone and of many at once, in SQLite and in a real PostgreSQL.

Every table appends one entry of a usual size and waits until it is durable before the next, as a table does: with one
table this is a commit each, with many the stores write all that waits in one transaction. The stores take turns.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from itertools import count
from pathlib import Path

from msgspec import Struct

from hoodwink import __version__
from hoodwink.server.store import Store, open_store
from tests.server.databases import PostgresDatabase, append, running_postgres

TABLES = (1, 10, 100, 1_000)
ENTRY = b'{"type":"happened","event":"' + b"x" * 70 + b'"}'


class Figure(Struct, frozen=True):
    """One store with so many tables at once; medians over the runs."""

    store: str
    tables: int
    appends_per_second: float
    p50_ms: float
    """From the call to the moment the entry is durable."""
    p99_ms: float


class Report(Struct, frozen=True):
    """Everything measured in a run, and where."""

    versions: dict[str, str]
    machine: str
    flush_ms: float
    """What writing one block and flushing it to this disk takes, by itself."""
    seconds: float
    repeats: int
    figures: tuple[Figure, ...]


def compare(*, seconds: float, repeats: int, progress: Callable[[str], None]) -> Report:
    """Measure both stores."""
    measured: dict[tuple[str, int], list[tuple[float, float, float]]] = {}
    with places() as (where, flush_ms, versions):
        for number in range(repeats + 1):
            for tables in TABLES:
                for store, place in where.items():
                    progress(f"{store}, tables: {tables}, run {number} of {repeats} …")
                    figures = asyncio.run(_run(open_store(place), tables, seconds, prefix=f"{number}.{tables}"))
                    if number:  # the first run warms up
                        measured.setdefault((store, tables), []).append(figures)
    return Report(
        versions={"Hoodwink": __version__, "Python": platform.python_version(), **versions},
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        flush_ms=flush_ms,
        seconds=seconds,
        repeats=repeats,
        figures=tuple(
            Figure(store, tables, *(statistics.median(column) for column in zip(*runs, strict=True)))
            for (store, tables), runs in measured.items()
        ),
    )


@contextmanager
def places() -> Iterator[tuple[dict[str, str], float, dict[str, str]]]:
    """Where each store lives for the time of the measurement, on one disk; its flush; the versions."""
    with tempfile.TemporaryDirectory() as folder, running_postgres() as server:
        [(postgres,)] = asyncio.run(PostgresDatabase(server.address).run("SHOW server_version"))
        versions = {"SQLite": sqlite3.sqlite_version, "PostgreSQL": postgres, "asyncpg": version("asyncpg")}
        where = {"SQLite": str(Path(folder) / "tables.db"), "PostgreSQL": server.address}
        yield where, _flush_ms(Path(folder)), versions


def _flush_ms(folder: Path) -> float:
    """The median of many small writes, each flushed."""
    spent = []
    with (folder / "flush").open("wb", buffering=0) as file:
        for _ in range(200):
            begun = time.perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            spent.append(1_000 * (time.perf_counter() - begun))
    return statistics.median(spent)


async def _run(store: Store, tables: int, seconds: float, *, prefix: str) -> tuple[float, float, float]:
    """Appends a second, and the middle and the slow end of how long one takes."""
    spent: list[float] = []
    begun = time.perf_counter()

    async def play(table: str) -> None:
        for seq in count(1):
            called = time.perf_counter()
            if called - begun >= seconds:
                break
            await append(store, table, seq, [ENTRY], "open")
            spent.append(1_000 * (time.perf_counter() - called))

    await store.unfinished()  # connected, and up to date
    begun = time.perf_counter()
    await asyncio.gather(*(play(f"{prefix}.{number}") for number in range(tables)))
    rate = len(spent) / (time.perf_counter() - begun)
    await store.close()
    spent.sort()
    return rate, spent[len(spent) // 2], spent[len(spent) * 99 // 100]


def as_table(report: Report) -> str:
    """The figures for people."""
    lines = [
        ", ".join(f"{name} {number}" for name, number in report.versions.items()),
        f"{report.machine}; one flush of this disk takes {report.flush_ms:.2f} ms",
        f"medians of {report.repeats} runs of {report.seconds} s each, taken in turn",
        "",
        f"{'store':<12}{'tables at once':>15}{'durable appends/s':>19}{'p50 ms':>9}{'p99 ms':>9}",
    ]
    lines += [
        f"{one.store:<12}{one.tables:>15,}{one.appends_per_second:>19,.0f}{one.p50_ms:>9.2f}{one.p99_ms:>9.2f}"
        for one in report.figures
    ]
    return "\n".join(lines)
