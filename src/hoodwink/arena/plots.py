"""Plots as SVG, drawn by ourselves: points with intervals, and distributions. They take their colours from the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from msgspec import Struct

from hoodwink.arena.report import Bar

WIDTH = 360
"""Of every plot, in its own units: letters are 12 high, so they can be read on a telephone."""
BESIDE, LONGEST_BESIDE = 108, 14
"""How much of it the names of rows take, if none is longer than that; else they stand above their rows."""
ROW, ROW_BELOW_NAME = 30, 38
RIGHT = 22
"""Room for half of the last number on an axis."""
LONGEST_ABOVE = 48


class Point(Struct, frozen=True):
    """One row of a plot: a value and where it may lie."""

    label: str
    value: float
    low: float | None
    high: float | None


def points(title: str, rows: Sequence[Point], say: Callable[[float], str], *, mark: float | None = None) -> str:
    """A row for each point, its interval as a line, and a dashed line at a number that matters."""
    numbers = [number for row in rows for number in (row.value, row.low, row.high) if number is not None]
    low, high = widened([*numbers, mark] if mark is not None else numbers)
    beside = all(len(row.label) <= LONGEST_BESIDE for row in rows)
    left, step = (BESIDE, ROW) if beside else (14, ROW_BELOW_NAME)
    height = step * len(rows) + 34

    def across(number: float) -> float:
        return left + (WIDTH - left - RIGHT) * (number - low) / (high - low)

    parts = [
        f'<line class="axis" x1="{left}" y1="{height - 24}" x2="{WIDTH - RIGHT}" y2="{height - 24}"/>',
        *(_tick(across(number), height, say(number)) for number in nice(low, high)),
    ]
    if mark is not None:
        parts.append(f'<line class="mark" x1="{across(mark):.1f}" y1="4" x2="{across(mark):.1f}" y2="{height - 24}"/>')
    for at, row in enumerate(rows):
        y = step * at + (20 if beside else 28)
        parts.append(
            f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(row.label)}</text>'
            if beside
            else f'<text x="{left - 8}" y="{y - 12}">{escape(shortened(row.label))}</text>'
        )
        if row.low is not None and row.high is not None:
            parts.append(
                f'<line class="reach" x1="{across(row.low):.1f}" y1="{y}" x2="{across(row.high):.1f}" y2="{y}"/>'
            )
        parts.append(f'<circle class="dot" cx="{across(row.value):.1f}" cy="{y}" r="4.5"/>')
    said = "; ".join(f"{row.label} {say(row.value)}" for row in rows)
    return _figure(title, f"{title}: {said}", height, parts)


def histogram(title: str, bars: Sequence[Bar], *, mean: float, span: tuple[int, int] | None = None) -> str:
    """Bars over the values they stand for, and a dashed line at the mean; a span makes several comparable."""
    height, top, left = 150, 12, 38
    least, greatest = span or (bars[0].low, bars[-1].high)
    low, high = least - 0.5, greatest + 0.5
    most = max(bar.count for bar in bars)

    def across(number: float) -> float:
        return left + (WIDTH - left - RIGHT) * (number - low) / (high - low)

    def up(count: float) -> float:
        return height - 24 - (height - 24 - top) * count / most

    parts = [
        f'<line class="axis" x1="{left}" y1="{height - 24}" x2="{WIDTH - RIGHT}" y2="{height - 24}"/>',
        *(_tick(across(number), height, f"{number:g}") for number in nice(low, high) if number == int(number)),
        f'<text x="{left - 6}" y="{top + 4}" text-anchor="end">{most}</text>',
        f'<text x="{left - 6}" y="{height - 20}" text-anchor="end">0</text>',
    ]
    for bar in bars:
        x, end = across(bar.low - 0.5), across(bar.high + 0.5)
        gap = min(1.5, (end - x) / 6)
        label = f"{bar.low}" if bar.low == bar.high else f"{bar.low} to {bar.high}"
        parts.append(
            f'<rect class="bar" x="{x + gap:.1f}" y="{up(bar.count):.1f}" width="{end - x - 2 * gap:.1f}" '
            f'height="{height - 24 - up(bar.count):.1f}"><title>{label}: {bar.count}</title></rect>'
        )
    parts.append(f'<line class="mark" x1="{across(mean):.1f}" y1="4" x2="{across(mean):.1f}" y2="{height - 24}"/>')
    return _figure(title, f"{title}: from {bars[0].low} to {bars[-1].high}, mean {mean:.1f}", height, parts)


def _tick(x: float, height: float, label: str) -> str:
    return (
        f'<line class="axis" x1="{x:.1f}" y1="{height - 24}" x2="{x:.1f}" y2="{height - 20}"/>'
        f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{escape(label)}</text>'
    )


def _figure(title: str, said: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg role="img" aria-label="{escape(said)}" '
        f'viewBox="0 0 {WIDTH} {height}" xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg></figure>'
    )


def shortened(label: str) -> str:
    """A name that fits above a row."""
    return label if len(label) <= LONGEST_ABOVE else "…" + label[1 - LONGEST_ABOVE :]


def widened(numbers: Sequence[float]) -> tuple[float, float]:
    """A little more than the range of some numbers."""
    low, high = min(numbers), max(numbers)
    room = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    return low - room, high + room


def nice(low: float, high: float) -> list[float]:
    """Three to six round numbers within a range.

    >>> nice(0.41, 0.62)
    [0.45, 0.5, 0.55, 0.6]
    """
    rough = (high - low) / 4
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.8)
    first = math.ceil(low / step)
    return [round(number * step, 10) for number in range(first, math.floor(high / step) + 1)]
