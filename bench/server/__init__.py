"""Our table server beside boardgame.io and Colyseus: the same hidden-dice Dudo, the same programs, in one run.

Every server has the same core and the load another. How fast a core is changes from minute to minute where others use
the machine too; so all three are up, have short runs in turn, rest while another has one, and are compared round by
round.

Ours stores every move in SQLite before it is told and sends full packets (view, moves, beats, sentences); the peers
keep everything in memory and send their views alone. Their games begin anew at the same table, while ours go on at
spare tables that were opened and connected to beforehand: neither is measured for anybody.
"""

from __future__ import annotations

import asyncio
import os
import platform
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager

from msgspec import Struct

from bench.server import peers
from bench.server.wires import BoardgameIo, Colyseus, HoodwinkDudo
from hoodwink import __version__
from hoodwink.load import Waits, all_tables, bear
from hoodwink.load.generator import SEATS, Wire
from hoodwink.load.served import Served, apart, served

TABLES = (100, 1_000)
NAMES = OURS, PEER, OTHER = "Hoodwink, SQLite", "boardgame.io, in memory", "Colyseus, in memory"


HEAD = (
    *(("server", "<26"), ("tables", ">7"), ("moves/s", ">10"), ("moves/cpu s", ">13")),
    *(("p50 ms", ">9"), ("p99", ">9"), ("half: p50", ">12"), ("p99", ">9")),
)


class Figure(Struct, frozen=True):
    """One server with so many tables: all its runs."""

    server: str
    tables: int
    fulls: tuple[Waits, ...]
    """As many moves as the server bears."""
    halves: tuple[Waits, ...]
    """At half as many, of its own."""

    @property
    def full(self) -> Waits:
        """The medians under full load."""
        return _median(self.fulls)

    @property
    def half(self) -> Waits:
        """The medians under half of it."""
        return _median(self.halves)

    def times(self, other: Figure, name: str) -> float:
        """How many times another's figure under full load ours is: the median over the rounds."""
        pairs = zip(self.fulls, other.fulls, strict=True)
        return float(statistics.median(getattr(ours, name) / getattr(theirs, name) for ours, theirs in pairs))


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
    figures: list[Figure] = []
    for tables in TABLES:
        with ExitStack() as stack:
            stack.enter_context(apart())
            progress(f"tables: {tables}; opening them and as many as games will end …")
            servers = [stack.enter_context(_wire(name, tables, seconds, repeats)) for name in NAMES]
            progress(f"tables: {tables}; {repeats} rounds of {' · '.join(NAMES)}, full and half …")
            runs = asyncio.run(bear(servers, tables, seconds, repeats))
            figures += [Figure(name, tables, tuple(f), tuple(h)) for name, (f, h) in zip(NAMES, runs, strict=True)]
    return Report(
        versions={"Hoodwink": __version__, "Python": platform.python_version(), **peers.versions()},
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        load=(before, os.getloadavg()[0]),
        seconds=seconds,
        repeats=repeats,
        figures=tuple(figures),
    )


@contextmanager
def _wire(name: str, tables: int, seconds: float, rounds: int) -> Iterator[tuple[Served, Wire]]:
    """A server, and how to speak to it."""
    if name == OURS:
        with served(None) as server, closing(HoodwinkDudo(server, "dudo")) as ours:
            ours.prepare(all_tables(ours, tables, seconds, rounds))
            yield server, ours
    else:
        with peers.running_peer("boardgame.js" if name == PEER else "colyseus.js") as server:
            yield server, BoardgameIo(server) if name == PEER else Colyseus(server)


def _median(runs: Sequence[Waits]) -> Waits:
    return Waits(*(statistics.median(getattr(run, name) for run in runs) for name in Waits.__struct_fields__))


def as_table(report: Report) -> str:
    """The figures for people, and what they must be."""
    lines = [
        ", ".join(f"{name} {number}" for name, number in report.versions.items()),
        f"{report.machine}; {report.load[0]:.1f} processes waited for them before, {report.load[1]:.1f} after",
        f"medians of {report.repeats} rounds, a run of {report.seconds:g} s of each in turn; {SEATS} seats a table",
        "",
        "".join(f"{name:{form}}" for name, form in HEAD),
    ]
    lines += [
        f"{one.server:<26}{one.tables:>7,}{one.full.moves_per_second:>10,.0f}"
        f"{one.full.moves_per_processor_second:>13,.0f}{one.full.p50_ms:>9.1f}{one.full.p99_ms:>9.1f}"
        f"{one.half.p50_ms:>12.1f}{one.half.p99_ms:>9.1f}"
        for one in report.figures
    ]
    few, many = (report.figure(OURS, tables) for tables in TABLES)
    lines += ["", f"ours with {TABLES[1]:,} tables, against"]
    for peer in (PEER, OTHER):
        other = report.figure(peer, TABLES[1])
        rate, used = many.times(other, "moves_per_second"), many.times(other, "moves_per_processor_second")
        lines.append(
            f"  {peer:<26}{rate:>5.2f} x the moves a second, {used:.2f} x a second of the core;"
            f" p99 at half load {many.half.p99_ms:.1f} ms to {other.half.p99_ms:.1f} ms"
        )
    kept = many.full.moves_per_second / few.full.moves_per_second
    lines.append(f"  {f'itself with {TABLES[0]}':<26}{kept:>5.2f} x the moves a second")
    return "\n".join(lines)
