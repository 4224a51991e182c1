"""Means with intervals, where a deal counts once: its seatings are alike, so they are averaged before anything else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import fmean, stdev

from msgspec import Struct

CONFIDENCE = 0.95


class Estimate(Struct, frozen=True):
    """A mean, and between what it lies with 95 % confidence; no interval where one deal is all there is."""

    value: float
    low: float | None
    high: float | None

    def excludes(self, number: float) -> bool:
        """Whether the interval leaves a number out."""
        return self.low is not None and self.high is not None and not self.low <= number <= self.high


def estimate(values: Sequence[float], *, bounds: tuple[float, float] | None = None) -> Estimate | None:
    """The mean of independent values with Student's interval; None of nothing.

    Shares lie within bounds. Where all of them are the same the spread says nothing; then the interval reaches as far
    as the largest chance of another value that so many equal ones leave open.

    >>> estimate([1.0, 2.0, 3.0])
    Estimate(value=2.0, low=-0.484138, high=4.484138)
    >>> estimate([1.0] * 100, bounds=(0, 1))
    Estimate(value=1.0, low=0.963783, high=1.0)
    """
    if not values:
        return None
    mean, count = fmean(values), len(values)
    if count == 1:
        return Estimate(round(mean, 6), None, None)
    spread = stdev(values)
    if bounds is not None and spread == 0:
        other = 1 - ((1 - CONFIDENCE) / 2) ** (1 / count)
        low, high = (mean + other * (bound - mean) for bound in bounds)
    else:
        half = student(count - 1) * spread / math.sqrt(count)
        low, high = mean - half, mean + half
        if bounds is not None:
            low, high = max(low, bounds[0]), min(high, bounds[1])
    return Estimate(round(mean, 6), round(low, 6), round(high, 6))


@cache
def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors a two-sided interval reaches, by Student's t with so many degrees of freedom.

    >>> [round(student(freedom), 3) for freedom in (1, 10, 1000)]
    [12.706, 2.228, 1.962]
    """
    low, high = 0.0, 1e4
    while high - low > 1e-10 * max(1.0, high):
        middle = (low + high) / 2
        outside = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + middle * middle))
        low, high = (middle, high) if outside > 1 - confidence else (low, middle)
    return (low + high) / 2


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun, 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    fraction, c, d = 1.0, 1.0, 0.0
    for step in range(1000):
        m = step // 2
        if step == 0:
            numerator = 1.0
        elif step % 2 == 0:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + numerator * d)
        c = 1 + numerator / c
        fraction *= c * d
        if abs(1 - c * d) < 1e-12:
            break
    return front * (fraction - 1)
