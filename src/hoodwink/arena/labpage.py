"""What the lab found, as text and as a page."""

from __future__ import annotations

from hoodwink import games
from hoodwink.arena import text
from hoodwink.arena.lab import LabReport, Variant
from hoodwink.arena.page import document, paragraph, plots, table, whole_percent
from hoodwink.arena.plots import Point, points
from hoodwink.arena.text import columns, interval, percent
from hoodwink.engine.contract import clauses
from hoodwink.engine.words import Voice


def as_text(report: LabReport) -> str:
    """The whole report for a terminal."""
    parts = [heading(report), columns(variant_rows(report)), columns(clause_rows(report))]
    parts += [told for told in (changes(report), refusals(report), silence(report)) if told]
    return "\n\n".join(parts)


def heading(report: LabReport) -> str:
    """What was played."""
    setup, base = report.setup, report.variants[0]
    return (
        f"{setup.game}, {setup.seats} seats, {' '.join(setup.bots)}; base: {text.options(setup)}\n"
        f"{base.matches:,} matches a variant, on the same deals; seed {setup.seed}. Intervals are 95 %, over deals."
    )


def variant_rows(report: LabReport) -> list[list[str]]:
    """A row for each variant that was played."""
    head = ["variant", "decisions", "interval", "beside base", "interval", "rounds", "first wins", "interval", "shared"]
    head += ["mean score", "least", "most"]
    return [head, *(variant_cells(one) for one in report.variants if one.refused is None)]


def variant_cells(one: Variant) -> list[str]:
    """A variant in numbers; forfeited matches have none."""
    cells = [one.name]
    cells += [f"{one.decisions.mean.value:.1f}", interval(one.decisions.mean)] if one.decisions else ["", ""]
    cells += [f"{one.longer.value:+z.1f}", interval(one.longer)] if one.longer else ["", ""]
    cells.append(f"{one.rounds.mean.value:.1f}" if one.rounds else "")
    cells += [percent(one.first.value), interval(one.first, percentage=True)] if one.first else ["", ""]
    cells.append(percent(one.shared))
    scores = one.scores
    return cells + ([f"{scores.mean.value:.1f}", str(scores.least), str(scores.most)] if scores else ["", "", ""])


def clause_rows(report: LabReport) -> list[list[str]]:
    """For each clause that fires in the base: the events a match that rest on it, and where it fires at all."""
    fired = report.variants[0].clauses
    cells = [
        [clause, f"{one.events.value:.2f}", interval(one.events), percent(one.matches)]
        for clause in told_of(report)
        if (one := fired.get(clause)) is not None
    ]
    return [["clause, in the base", "events a match", "interval", "matches with it"], *cells]


def clause_matrix(report: LabReport) -> list[list[str]]:
    """For each clause the events a match that rest on it, in the base and in every variant."""
    playable = [one for one in report.variants if one.refused is None]
    rows = [["events a match", *(one.name for one in playable)]]
    for clause in told_of(report):
        fired = [one.clauses.get(clause) for one in playable]
        rows.append([clause, *("" if one is None else f"{one.events.value:.2f}" for one in fired)])
    return rows


def told_of(report: LabReport) -> list[str]:
    """The clauses that fired in any variant, in the order of the rulebook."""
    fired = {clause for one in report.variants for clause in one.clauses}
    return [clause for clause in clauses(games.find(report.setup.game).info) if clause in fired]


def changes(report: LabReport) -> str:
    """The clauses that fire clearly more or less often than in the base: their intervals do not meet."""
    base, lines = report.variants[0], []
    for one in report.variants[1:]:
        told = []
        for clause in told_of(report):
            before, after = base.clauses.get(clause), one.clauses.get(clause)
            if before is None or after is None:
                told += [f"{clause} no more"] if before else [f"{clause} here alone"] if after else []
            elif apart(before.events.low, before.events.high, after.events.low, after.events.high):
                told.append(f"{clause} {before.events.value:.2f} → {after.events.value:.2f}")
        if told and one.refused is None:
            lines.append(f"    {one.name}: {', '.join(told)}")
    head = "Clauses that fire clearly more or less often than in the base (events a match):"
    return "\n".join([head, *lines]) if lines else ""


def apart(low: float | None, high: float | None, other_low: float | None, other_high: float | None) -> bool:
    """Whether two intervals do not meet."""
    if low is None or high is None or other_low is None or other_high is None:
        return False
    return high < other_low or other_high < low


def refusals(report: LabReport) -> str:
    """The variants that cannot be played."""
    lines = [f"    {one.name}: {one.refused}" for one in report.variants if one.refused is not None]
    return "\n".join(["Not playable so:", *lines]) if lines else ""


def silence(report: LabReport) -> str:
    """The clauses that nothing told of."""
    return f"Told of in no variant: {', '.join(report.silent)}" if report.silent else ""


def as_html(report: LabReport) -> str:
    """The page of the lab."""
    playable = [one for one in report.variants if one.refused is None]
    lengths = [(one.name, one.decisions.mean) for one in playable if one.decisions is not None]
    firsts = [(one.name, one.first) for one in playable if one.first is not None]
    parts = [
        *(paragraph(line, "soft") for line in heading(report).splitlines()),
        "<h2>Length and seats</h2>",
        plots(
            [
                points(
                    "Decisions a match",
                    [Point(name, one.value, one.low, one.high) for name, one in lengths],
                    lambda number: f"{number:g}",
                    mark=lengths[0][1].value if lengths else None,
                ),
                points(
                    "Share of wins of whoever decides first",
                    [Point(name, one.value, one.low, one.high) for name, one in firsts],
                    whole_percent,
                    mark=report.fair,
                ),
            ]
            if lengths and firsts
            else []
        ),
        paragraph("Dashed: the length of the base, and the fair share.", "soft"),
        table(variant_rows(report)),
        "<h2>Clauses</h2>",
        *(paragraph(line.strip(), "soft") for line in changes(report).splitlines()),
        table(clause_rows(report)),
        table(clause_matrix(report)),
        *(paragraph(line.strip()) for told in (refusals(report), silence(report)) for line in told.splitlines()),
    ]
    return document(f"{Voice('en')(f'{report.setup.game}.title')}: the lab", parts)
