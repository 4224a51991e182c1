"""A report as one HTML page that needs nothing else: no script, no outside file; light or dark as the reader likes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from hoodwink.arena import text
from hoodwink.arena.plots import Point, histogram, points
from hoodwink.arena.report import Place, Report
from hoodwink.engine.words import Voice

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22201c; --soft: #6b665c; --line: #d9d4c7; --card: #fff;
  --blue: #1f6feb; --gold: #a15c00; }
@media (prefers-color-scheme: dark) { :root { --paper: #16171a; --ink: #e9e6df; --soft: #a09b90; --line: #3a3b40;
  --card: #1e1f23; --blue: #6ea8fe; --gold: #f0b35b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.55 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; }
h1 { font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.15; margin: 0.5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 0.6rem; padding-top: 0.8rem; border-top: 1px solid var(--line); }
p { max-width: 42rem; margin: 0.4rem 0; } .soft { color: var(--soft); }
code { font-size: 0.92em; overflow-wrap: anywhere; }
table, svg, figcaption { font-family: ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif; }
.wide { overflow-x: auto; margin: 0.9rem 0; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 0.35rem 0.8rem 0.35rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere;
  min-width: min(13rem, 24vw); }
th { color: var(--soft); font-weight: 600; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem;
  margin: 1rem 0; }
figure { margin: 0; padding: 0.8rem 0.6rem 0.4rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; }
figcaption { font-size: 0.85rem; font-weight: 600; padding: 0 0.3rem 0.4rem; overflow-wrap: anywhere; }
svg { display: block; width: 100%; max-width: 32rem; height: auto; font-size: 12px; }
svg text { fill: var(--soft); paint-order: stroke; stroke: var(--card); stroke-width: 4px; }
.axis { stroke: var(--line); } .mark { stroke: var(--gold); stroke-dasharray: 4 3; stroke-width: 1.5; }
.reach { stroke: var(--blue); stroke-width: 2.5; stroke-linecap: round; } .dot, .bar { fill: var(--blue); }
"""


def document(title: str, parts: Iterable[str]) -> str:
    """A whole page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table, the first being the head."""
    head, *body = ["".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) for tag, row in tagged(rows)]
    lines = "".join(f"<tr>{line}</tr>" for line in body)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def tagged(rows: Sequence[Sequence[str]]) -> Iterable[tuple[str, Sequence[str]]]:
    """Rows with the tag of their cells."""
    return (("th" if at == 0 else "td", row) for at, row in enumerate(rows))


def plots(figures: Iterable[str]) -> str:
    """Figures side by side, as many as fit."""
    return f'<div class="plots">{"".join(figures)}</div>'


def paragraph(sentence: str, kind: str = "plain") -> str:
    """A paragraph."""
    return f'<p class="{kind}">{escape(sentence)}</p>'


def as_html(report: Report) -> str:
    """The report of an arena."""
    title = f"{Voice('en')(f'{report.setup.game}.title')}: {' · '.join(report.setup.bots)}"
    fair = 1 / report.setup.seats
    parts = [
        *(paragraph(line, "soft") for line in text.heading(report).splitlines()),
        "<h2>Who wins</h2>",
        plots([_wins(report, fair), _turns(report.turns, fair)]),
        table(text.entrant_rows(report.entrants)),
        paragraph("The dashed line is the fair share: what everybody would have if all were alike.", "soft"),
        *_ladder(report),
        "<h2>Scores</h2>",
        plots(_scores(report)),
        "<h2>Lengths</h2>",
        plots(
            histogram(f"{name} a match", one.bars, mean=one.mean.value)
            for name, one in (("Decisions", report.decisions), ("Rounds", report.rounds))
            if one is not None and one.least < one.most
        ),
        table(text.length_rows(report)),
        "<h2>Seats</h2>",
        table(text.place_rows(report.turns)),
        *_failures(report),
    ]
    return document(title, parts)


def _wins(report: Report, fair: float) -> str:
    rows = [Point(one.bot, one.wins.value, one.wins.low, one.wins.high) for one in report.entrants]
    return points("Share of wins, for a seat", rows, whole_percent, mark=fair)


def _turns(turns: Sequence[Place], fair: float) -> str:
    rows = [Point(text.turn_name(one), one.wins.value, one.wins.low, one.wins.high) for one in turns]
    return points("Share of wins, by who decides first", rows, whole_percent, mark=fair)


def _scores(report: Report) -> list[str]:
    """Everybody's scores over the same span."""
    known = [(one.bot, one.scores) for one in report.entrants if one.scores is not None]
    if not known:
        return []
    span = min(scores.bars[0].low for _, scores in known), max(scores.bars[-1].high for _, scores in known)
    return [histogram(f"{bot}: score", one.bars, mean=one.mean.value, span=span) for bot, one in known]


def _ladder(report: Report) -> list[str]:
    if report.ladder is None:
        return []
    rows = [Point(one.bot, one.rating, one.low, one.high) for one in report.ladder]
    return [
        "<h2>Ladder</h2>",
        plots([points("Rating", rows, lambda number: f"{number:g}")]),
        table(text.rung_rows(report.ladder)),
        paragraph("By OpenSkill; random and greedy are anchors and do not move.", "soft"),
    ]


def _failures(report: Report) -> list[str]:
    told = text.forfeits(report.entrants)
    return ["<h2>Forfeits</h2>", *(paragraph(line) for line in told.splitlines())] if told else []


def whole_percent(share: float) -> str:
    """A share on an axis."""
    return f"{100 * share:g} %"
