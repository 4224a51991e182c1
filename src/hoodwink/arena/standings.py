"""The ladder page: for each game, how all its bots stand, measured in one go and written down with all that matters."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

import hoodwink
from hoodwink import bots
from hoodwink.arena.ladder import GREEDY, RANDOM, Rung, ladder, seated
from hoodwink.arena.match import Match
from hoodwink.arena.report import Entrant, Report
from hoodwink.arena.setup import Setup, prepare
from hoodwink.arena.text import interval, percent
from hoodwink.engine.contract import AnyGame
from hoodwink.engine.words import Voice

Measure = Callable[[Setup], tuple[Report, Sequence[Match]]]
"""Plays a setup to the end: the report and the matches."""


class Standings(Struct, frozen=True):
    """How the bots of a game stand."""

    game: str
    reports: dict[str, dict[str, Report]]
    """By bot, and by whom it met."""
    rungs: tuple[Rung, ...]


def contestants(game: AnyGame) -> list[str]:
    """The anchors and the levels, from the weakest as the game says."""
    known = [RANDOM, *(name for name in (GREEDY, *game.levels) if name in bots.names(game))]
    return list(dict.fromkeys(known))


def pairings(game: AnyGame) -> list[tuple[str, str]]:
    """Who meets whom: everybody meets greedy, and every level the one below it."""
    names = contestants(game)
    against_greedy = [(name, GREEDY) for name in names if name != GREEDY]
    neighbours = [(upper, lower) for lower, upper in zip(game.levels, game.levels[1:], strict=False)]
    return list(dict.fromkeys(against_greedy + [pair for pair in neighbours if GREEDY not in pair]))


def standings(game: AnyGame, measure: Measure, *, seed: int, time_limit: float) -> Standings:
    """Measure all bots of a game, two at a table, with the options it has out of the box."""
    reports: dict[str, dict[str, Report]] = {}
    matches = []
    for pair in pairings(game):
        setup = prepare(game.info.key, pair, seed=seed, time_limit=time_limit)
        measured, played = measure(setup)
        reports.setdefault(pair[0], {})[pair[1]] = measured
        matches += [(seated(setup, match), match) for match in played]
    return Standings(game.info.key, reports, ladder(matches))


def page(every: Sequence[tuple[AnyGame, Standings]], command: str) -> str:
    """The page, in Markdown."""
    how = (
        f"Written by `{command}`, not by hand. [The arena](../guides/arena.md) tells how it is measured: paired "
        "deals, two at a table, the options of each game out of the box, 95 % intervals over deals. "
        f"Ratings are OpenSkill's: `{RANDOM}` is 0, `{GREEDY}` stands where its matches against `{RANDOM}` put it, and "
        "neither moves."
    )
    where = f"Measured on {machine()}, at commit {commit()}."
    parts = ["# How the bots stand", how, where, *(section(game, found) for game, found in every)]
    return "\n\n".join(parts) + "\n"


def section(game: AnyGame, found: Standings) -> str:
    """One game's table, the strongest bot first."""
    voice = Voice("en")
    each = next(report.matches for met in found.reports.values() for report in met.values())
    head = (
        f"## {voice(f'{found.game}.title')}\n\n"
        f"Every share is of {each:,} matches; the last column counts all that a bot played.\n\n"
        f"| bot | rating | interval | against {GREEDY} | interval | against the level below | interval | matches |\n"
        "| --- | ---: | --- | ---: | --- | ---: | --- | ---: |"
    )
    return "\n".join([head, *(row(game, found, rung) for rung in found.rungs)])


def row(game: AnyGame, found: Standings, rung: Rung) -> str:
    """One bot: its rating, and its share of wins against greedy and the level below."""
    met = found.reports.get(rung.bot, {})
    level = game.levels.index(rung.bot) if rung.bot in game.levels else None
    below = game.levels[level - 1] if level else None
    name = rung.bot if level is None else f"{rung.bot} (level {level + 1})"
    reach = "anchor" if rung.anchor else f"{rung.low:z.1f} to {rung.high:z.1f}"
    cells = [name, f"{rung.rating:z.1f}", reach, *share(met.get(GREEDY)), *share(met.get(below or ""))]
    cells.append(f"{matches_of(found, rung.bot):,}")
    return "| " + " | ".join(cells) + " |"


def matches_of(found: Standings, name: str) -> int:
    """All matches that a bot played, against whomever."""
    return sum(
        report.matches
        for upper, met in found.reports.items()
        for lower, report in met.items()
        if name in (upper, lower)
    )


def share(measured: Report | None) -> tuple[str, str]:
    """The first bot's share of wins, and from where to where it lies."""
    if measured is None:
        return "", ""
    first: Entrant = measured.entrants[0]
    return percent(first.wins.value), interval(first.wins, percentage=True)


def machine() -> str:
    """Where we are: the processor, how many of its cores, and which Python."""
    model = platform.processor() or platform.machine()
    try:
        names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def commit() -> str:
    """The commit of this checkout, and whether anything was changed since."""
    folder = Path(hoodwink.__file__).parent
    try:
        head = _git(folder, "rev-parse", "--short=12", "HEAD")
        return head + (" with changes" if _git(folder, "status", "--porcelain", "--", ".") else "")
    except (OSError, subprocess.CalledProcessError):
        return f"unknown (Hoodwink {hoodwink.__version__})"


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
