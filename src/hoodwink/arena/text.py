"""A report as plain text: columns and words, nothing that needs colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hoodwink.arena.estimates import Estimate
from hoodwink.arena.ladder import Rung
from hoodwink.arena.match import Thinking
from hoodwink.arena.report import Entrant, Place, Report, Spread
from hoodwink.arena.setup import Setup

VERDICTS = {"above": "above fair", "below": "below fair", "open": "not decided"}


def as_text(report: Report) -> str:
    """The whole report for a terminal."""
    parts = [heading(report), *map(columns, (entrant_rows(report.entrants), place_rows(report.turns)))]
    parts.append(columns(length_rows(report)))
    if report.ladder is not None:
        parts.append(columns(rung_rows(report.ladder)))
    if failures := forfeits(report.entrants):
        parts.append(failures)
    return "\n\n".join(parts)


def heading(report: Report) -> str:
    """What was played, and by which rule it ended."""
    setup = report.setup
    often = "once" if setup.seatings == 1 else f"in {setup.seatings} seatings"
    lines = [
        f"{setup.game}, {setup.seats} seats, options {options(setup)}",
        f"{report.deals:,} deals, each played {often}: {report.matches:,} matches; seed {setup.seed}",
        f"Stop rule, stated beforehand: {report.rule.stated()}.",
    ]
    if (ending := report.ending) is not None:
        outcome = f"{ending.accepted} accepted" if ending.accepted else "neither hypothesis accepted"
        lines.append(
            f"It ended with {outcome}: log-likelihood ratio {ending.ratio:.2f}, "
            f"bounds {ending.lower:.2f} and {ending.upper:.2f}."
        )
    lines.append("Intervals are 95 %, over deals.")
    return "\n".join(lines)


def options(setup: Setup) -> str:
    """The options of a table that are not as out of the box."""
    return ", ".join(f"{name}={str(value).lower()}" for name, value in setup.options.items()) or "as out of the box"


def entrant_rows(every: Sequence[Entrant]) -> list[list[str]]:
    """A row for each bot."""
    head = ["bot", "chairs", "wins", "interval", "fair", "", "score diff", "interval", "forfeits"]
    return [head, *map(entrant_cells, every)]


def entrant_cells(one: Entrant) -> list[str]:
    """How a bot did, in words and numbers."""
    return [
        one.bot,
        str(one.chairs),
        percent(one.wins.value),
        interval(one.wins, percentage=True),
        percent(one.fair),
        VERDICTS[one.verdict],
        "" if one.difference is None else f"{one.difference.value:+z.2f}",
        "" if one.difference is None else interval(one.difference),
        str(sum(one.forfeits.kinds.values())),
    ]


def place_rows(turns: Sequence[Place]) -> list[list[str]]:
    """Whether it matters who decides first."""
    rows = [["turn", "wins", "interval", "mean score"]]
    for one in turns:
        score = "" if one.score is None else f"{one.score.value:.2f}"
        rows.append([turn_name(one), percent(one.wins.value), interval(one.wins, percentage=True), score])
    return rows


def turn_name(one: Place) -> str:
    """A turn, counted from whoever decides first."""
    return ("decides first", "next")[one.place] if one.place < 2 else f"{one.place} after"


def rung_rows(ladder: Sequence[Rung]) -> list[list[str]]:
    """The ladder, the strongest first."""
    cells = [
        [one.bot, f"{one.rating:z.1f}", "anchor, fixed" if one.anchor else f"{one.low:z.1f} to {one.high:z.1f}"]
        for one in ladder
    ]
    return [["rating (OpenSkill)", "", "interval"], *cells]


def length_rows(report: Report) -> list[list[str]]:
    """How long matches are."""
    rows = [["a match has", "mean", "interval", "least", "median", "most"]]
    for name, one in (("decisions", report.decisions), ("rounds", report.rounds)):
        if one is not None:
            rows.append([name, *spread_cells(one)])
    return rows


def spread_cells(one: Spread) -> list[str]:
    """A distribution in five numbers."""
    return [f"{one.mean.value:.1f}", interval(one.mean), str(one.least), f"{one.median:g}", str(one.most)]


def forfeits(every: Sequence[Entrant]) -> str:
    """Who failed and how, if anybody did."""
    lines = []
    for one in every:
        if one.forfeits.kinds:
            counts = ", ".join(f"{kind} {count} times" for kind, count in one.forfeits.kinds.items())
            lines += [
                f"{one.bot} forfeited matches: {counts}",
                *(f"    {example}" for example in one.forfeits.examples),
            ]
    return "\n".join(lines)


def thinking(spent: Mapping[str, Thinking]) -> str:
    """How long the bots thought in this run."""
    return "Thinking, a decision: " + ", ".join(
        f"{name} {1000 * one.seconds / one.decisions:.2f} ms" for name, one in spent.items() if one.decisions
    )


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.1f} %"


def interval(one: Estimate, *, percentage: bool = False) -> str:
    """From where to where a mean lies."""
    if one.low is None or one.high is None:
        return "unknown"
    if one.low == one.high:
        return "always"
    if percentage:
        return f"{100 * one.low:.1f} to {100 * one.high:.1f}"
    digits = 2 if abs(one.value) < 100 else 1
    return f"{one.low:z.{digits}f} to {one.high:z.{digits}f}"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows in columns: the first flush left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
