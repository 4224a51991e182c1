"""How much a table server bears: tables of three programs on sockets, every move waited for by all seats.

The server is a process of its own, the load another; on a machine of two cores each has one. Every move is durable and
every seat gets the whole packet. Traffic goes to the loopback address alone, and it ends by itself.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Callable, Sequence
from contextlib import closing

from msgspec import Struct

from hoodwink.descriptors import hold_as_many_as_allowed
from hoodwink.load.generator import SEATS, Load, Wire
from hoodwink.load.served import Hoodwink, Served, apart, resting, served

MOST_IDLE_TABLES = 200
WARM_UP = 0.5
"""Seconds of load before every measurement."""
GAMES_A_TABLE, GAMES_A_SERVER = 12, 200
"""As many games as one table of quick programs could play through in a second, and all tables of a server together."""


class Waits(Struct, frozen=True):
    """Moves a second, and the milliseconds from sending a move until all seats were told."""

    moves_per_second: float
    moves_per_processor_second: float
    """Moves for each second that the server really had its core: what others do on the machine counts less."""
    p50_ms: float
    p95_ms: float
    p99_ms: float


class Borne(Struct, frozen=True):
    """What was measured with so many tables."""

    game: str
    tables: int
    store: str
    full: Waits
    """As many moves as the server bears: every table moves as soon as all its seats were told."""
    half: Waits
    """At half as many moves a second."""
    kilobytes_per_idle_table: float
    """What the server grows by for each table that was opened and nobody is connected to."""


def spare_tables(wire: Wire, tables: int, seconds: float) -> int:
    """Where games end for good: so many tables more to go on at in a run, connected to before it begins."""
    if wire.begins_anew:
        return 0
    return round((WARM_UP + seconds) * min(GAMES_A_TABLE * tables, GAMES_A_SERVER))


def all_tables(wire: Wire, tables: int, seconds: float, rounds: int = 1) -> int:
    """The tables that will be played at in so many rounds, each a run at full load and one at half."""
    return tables + 2 * rounds * spare_tables(wire, tables, seconds)


async def bear(
    servers: Sequence[tuple[Served, Wire]], tables: int, seconds: float, rounds: int = 1
) -> list[tuple[list[Waits], list[Waits]]]:
    """Put servers under full load in turn, so many times each, then under half of what each of them bore."""
    hold_as_many_as_allowed()
    loads = [(server, Load(wire)) for server, wire in servers]
    try:
        for _, load in loads:
            await load.gather(tables)
        fulls = await _in_turn(loads, seconds, rounds, [None] * len(loads))
        paces = [statistics.median(one.moves_per_second for one in runs) / 2 for runs in fulls]
        halves = await _in_turn(loads, seconds, rounds, paces)
    finally:
        for _, load in loads:
            load.close()
    return list(zip(fulls, halves, strict=True))


async def _in_turn(
    loads: Sequence[tuple[Served, Load]], seconds: float, rounds: int, paces: Sequence[float | None]
) -> list[list[Waits]]:
    """The runs of each server, at its own pace. The others rest meanwhile: even an idle server takes from the core."""
    runs: list[list[Waits]] = [[] for _ in loads]
    for _ in range(rounds):
        for mine, (server, load), pace in zip(runs, loads, paces, strict=True):
            await load.provide(spare_tables(load.wire, len(load.tables), seconds))
            with resting([other for other, _ in loads if other is not server]):
                mine.append(await _waits(server, load, seconds, pace))
                await load.settle()
    return runs


async def _waits(server: Served, load: Load, seconds: float, pace: float | None = None) -> Waits:
    """The figures of one run."""
    await load.run(WARM_UP, pace=pace)
    before = server.processor_seconds()
    spent = await load.run(seconds, pace=pace)
    used = server.processor_seconds() - before
    cuts = [1000 * cut for cut in statistics.quantiles(spent, n=100)]
    return Waits(len(spent) / seconds, len(spent) / (used or seconds), cuts[49], cuts[94], cuts[98])


def idle_table(server: Served, wire: Hoodwink, tables: int) -> float:
    """The kilobytes that one table takes while nobody is connected to it."""
    for _ in range(1 + tables // 10):
        wire.seated()
    before = server.kilobytes()
    for _ in range(tables):
        wire.seated()
    return (server.kilobytes() - before) / tables


def measure(game: str, tables: int, seconds: float, db: str | None, progress: Callable[[str], None]) -> Borne:
    """Put a server of our own under the load of so many tables."""
    with apart(), served(db) as server, closing(Hoodwink(server, game)) as wire:
        idle = min(tables, MOST_IDLE_TABLES)
        progress(f"{idle} idle tables …")
        growth = idle_table(server, wire, idle)
        wanted = all_tables(wire, tables, seconds)
        progress(f"opening {wanted} tables …")
        wire.prepare(wanted)
        progress(f"{tables} tables of {SEATS} for twice {seconds:g} s …")
        [([full], [half])] = asyncio.run(bear([(server, wire)], tables, seconds))
    store = "SQLite" if db is None or "://" not in db else db.partition("://")[0]
    return Borne(game, tables, store, full, half, growth)


def as_table(loads: Sequence[Borne]) -> str:
    """The figures for people."""
    columns = ("moves/s", "moves/cpu s", "p50 ms", "p95 ms", "p99 ms", "half: p50", "p95", "p99", "kB/idle table")
    head = f"{'game':<10}{'tables':>8}  {'store':<12}" + "".join(f"{name:>{len(name) + 3}}" for name in columns)
    rows = []
    for one in loads:
        figures = (*_figures(one.full), *_figures(one.half)[2:], f"{one.kilobytes_per_idle_table:.1f}")
        cells = "".join(f"{figure:>{len(name) + 3}}" for name, figure in zip(columns, figures, strict=True))
        rows.append(f"{one.game:<10}{one.tables:>8,}  {one.store:<12}{cells}")
    return "\n".join([head, *rows])


def _figures(one: Waits) -> tuple[str, ...]:
    rates = (f"{one.moves_per_second:,.0f}", f"{one.moves_per_processor_second:,.0f}")
    return (*rates, f"{one.p50_ms:.1f}", f"{one.p95_ms:.1f}", f"{one.p99_ms:.1f}")
