"""A report as plain text: columns and words, nothing that needs colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hoodwink.arena.estimates import Estimate
from hoodwink.arena.match import Thinking
from hoodwink.arena.report import Entrant, Place, Report, Spread

VERDICTS = {"above": "above fair", "below": "below fair", "open": "not decided"}


def as_text(report: Report) -> str:
    """The whole report for a terminal."""
    parts = [heading(report), entrants(report.entrants), places(report.turns), lengths(report)]
    if failures := forfeits(report.entrants):
        parts.append(failures)
    return "\n\n".join(parts)


def heading(report: Report) -> str:
    """What was played, and by which rule it ended."""
    setup = report.setup
    options = ", ".join(f"{name}={str(value).lower()}" for name, value in setup.options.items()) or "as out of the box"
    lines = [
        f"{setup.game}, {setup.seats} seats, options {options}",
        f"{report.deals:,} deals, each in {setup.seats} seatings: {report.matches:,} matches; seed {setup.seed}",
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


def entrants(every: Sequence[Entrant]) -> str:
    """A line for each bot."""
    head = ["bot", "chairs", "wins", "interval", "fair", "", "score diff", "interval", "forfeits"]
    return columns([head, *map(entrant_cells, every)])


def entrant_cells(one: Entrant) -> list[str]:
    """How a bot did, in words and numbers."""
    return [
        one.bot,
        str(one.chairs),
        percent(one.wins.value),
        interval(one.wins, percentage=True),
        percent(one.fair),
        VERDICTS[one.verdict],
        "" if one.difference is None else f"{one.difference.value:+.2f}",
        "" if one.difference is None else interval(one.difference),
        str(sum(one.forfeits.kinds.values())),
    ]


def places(turns: Sequence[Place]) -> str:
    """Whether it matters who decides first."""
    rows = [["turn", "wins", "interval", "mean score"]]
    for one in turns:
        who = "decides first" if one.place == 0 else f"{one.place} after" if one.place > 1 else "next"
        score = "" if one.score is None else f"{one.score.value:.2f}"
        rows.append([who, percent(one.wins.value), interval(one.wins, percentage=True), score])
    return columns(rows)


def lengths(report: Report) -> str:
    """How long matches are."""
    rows = [["a match has", "mean", "interval", "least", "median", "most"]]
    for name, one in (("decisions", report.decisions), ("rounds", report.rounds)):
        if one is not None:
            rows.append([name, *spread_cells(one)])
    return columns(rows)


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
    if percentage:
        return f"{100 * one.low:.1f} – {100 * one.high:.1f}"
    digits = 2 if abs(one.value) < 100 else 1
    return f"{one.low:.{digits}f} – {one.high:.{digits}f}"


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
