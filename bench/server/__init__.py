"""Our table server beside boardgame.io and Colyseus: the same hidden-dice Dudo, the same programs, in one run.

Every server has one core and the load another. Ours stores every move in SQLite before it is told and sends full
packets (view, moves, beats, sentences); the peers keep everything in memory and send their views alone. Their games
begin anew at the same table, while ours go on at spare tables that were opened and connected to beforehand: neither is
measured for anybody.
"""

from __future__ import annotations

import asyncio
import os
import platform
import statistics
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from msgspec import Struct

from bench.server import peers
from bench.server.wires import BoardgameIo, Colyseus, HoodwinkDudo
from hoodwink import __version__
from hoodwink.load import Waits, bear, spare_tables
from hoodwink.load.generator import SEATS, Wire
from hoodwink.load.served import Served, apart, served

TABLES = (100, 1_000)
OURS, PEER, OTHER = "Hoodwink, SQLite", "boardgame.io, in memory", "Colyseus, in memory"


HEAD = (
    *(("server", "<26"), ("tables", ">7"), ("moves/s", ">10"), ("moves/cpu s", ">13")),
    *(("p50 ms", ">9"), ("p99", ">9"), ("half: p50", ">12"), ("p99", ">9")),
)


class Figure(Struct, frozen=True):
    """One server with so many tables; medians over the runs."""

    server: str
    tables: int
    full: Waits
    """As many moves as the server bears."""
    half: Waits
    """At half as many, of its own."""


class Report(Struct, frozen=True):
    """Everything measured in a run, and where."""

    versions: dict[str, str]
    machine: str
    load: tuple[float, float]
    """The processes that waited for a core, on average, before and after: ours alone would be about two."""
    seconds: float
    repeats: int
    figures: tuple[Figure, ...]

    def figure(self, server: str, tables: int) -> Figure:
        """What one server did."""
        return next(one for one in self.figures if (one.server, one.tables) == (server, tables))


def compare(*, seconds: float, repeats: int, progress: Callable[[str], None]) -> Report:
    """Measure all three, in turn."""
    peers.install(progress)
    before = os.getloadavg()[0]
    measured: dict[tuple[str, int], list[tuple[Waits, Waits]]] = {}
    for number in range(1, repeats + 1):
        for tables in TABLES:
            for name in (OURS, PEER, OTHER):
                progress(f"{name}, tables: {tables}, run {number} of {repeats} …")
                with apart(), _wire(name, tables, seconds) as (server, wire):
                    waits = asyncio.run(bear(server, wire, tables, seconds))
                measured.setdefault((name, tables), []).append(waits)
    return Report(
        versions={"Hoodwink": __version__, "Python": platform.python_version(), **peers.versions()},
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        load=(before, os.getloadavg()[0]),
        seconds=seconds,
        repeats=repeats,
        figures=tuple(
            Figure(name, tables, _median([full for full, _ in runs]), _median([half for _, half in runs]))
            for (name, tables), runs in measured.items()
        ),
    )


@contextmanager
def _wire(name: str, tables: int, seconds: float) -> Iterator[tuple[Served, Wire]]:
    """A server, and how to speak to it."""
    if name == OURS:
        with served(None) as server, closing(HoodwinkDudo(server, "dudo")) as ours:
            ours.prepare(tables + spare_tables(ours, tables, seconds))
            yield server, ours
    else:
        with peers.running_peer("boardgame.js" if name == PEER else "colyseus.js") as server:
            yield server, BoardgameIo(server) if name == PEER else Colyseus(server)


def _median(runs: list[Waits]) -> Waits:
    return Waits(*(statistics.median(getattr(run, name) for run in runs) for name in Waits.__struct_fields__))


def as_table(report: Report) -> str:
    """The figures for people, and what they must be."""
    lines = [
        ", ".join(f"{name} {number}" for name, number in report.versions.items()),
        f"{report.machine}; {report.load[0]:.1f} processes waited for them before, {report.load[1]:.1f} after",
        f"medians of {report.repeats} runs of {report.seconds:g} s each, taken in turn; {SEATS} seats a table",
        "",
        "".join(f"{name:{form}}" for name, form in HEAD),
    ]
    lines += [
        f"{one.server:<26}{one.tables:>7,}{one.full.moves_per_second:>10,.0f}"
        f"{one.full.moves_per_processor_second:>13,.0f}{one.full.p50_ms:>9.1f}{one.full.p99_ms:>9.1f}"
        f"{one.half.p50_ms:>12.1f}{one.half.p99_ms:>9.1f}"
        for one in report.figures
    ]
    few, many = (report.figure(OURS, tables).full for tables in TABLES)
    lines += ["", f"ours with {TABLES[1]:,} tables, against"]
    for peer in (PEER, OTHER):
        other = report.figure(peer, TABLES[1])
        rates = (many.moves_per_second, other.full.moves_per_second)
        used = (many.moves_per_processor_second, other.full.moves_per_processor_second)
        lines.append(
            f"  {peer:<26}{rates[0] / rates[1]:>5.2f} x the moves a second, {used[0] / used[1]:.2f} x a second of the"
            f" core; p99 at half load {report.figure(OURS, TABLES[1]).half.p99_ms:.1f} ms to {other.half.p99_ms:.1f} ms"
        )
    kept = many.moves_per_second / few.moves_per_second
    lines.append(f"  {f'itself with {TABLES[0]}':<26}{kept:>5.2f} x the moves a second")
    return "\n".join(lines)
