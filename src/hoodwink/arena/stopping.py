"""When to stop: a rule that is stated before the first match, never chosen by looking at the results.

`fixed` plays all matches asked for. `sprt:H0:H1[:ALPHA[:BETA]]` is Wald's sequential probability ratio test of the
first bot's share of wins, deal by deal: the log-likelihood ratio of the two means, each with the distribution over the
values seen that has this mean and makes the deals most likely (empirical likelihood, so a deal may have any worth
between 0 and 1; where deals are won or lost it is Wald's own test). It looks after every deal, in their order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import click
from msgspec import Struct

FEWEST_DEALS = 20
"""Before that many the distribution of a deal's worth is hardly known, and the test does not end."""
GHOST = 1e-3
"""So much of a deal is taken to have been lost outright, and as much won: every mean stays possible."""


class Rule(Struct, frozen=True, omit_defaults=True):
    """A stop rule as it was stated."""

    kind: str
    h0: float | None = None
    h1: float | None = None
    alpha: float | None = None
    beta: float | None = None

    def stated(self) -> str:
        """The rule in words."""
        if self.kind == "fixed":
            return "a fixed number of matches"
        return (
            f"SPRT of the first bot's share of wins, H0 {self.h0:g} against H1 {self.h1:g}, "
            f"alpha {self.alpha:g}, beta {self.beta:g}"
        )


FIXED = Rule("fixed")


class Ending(Struct, frozen=True):
    """How a test ended: which hypothesis was accepted (None: neither, the matches were spent) and the ratio."""

    accepted: str | None
    ratio: float
    lower: float
    upper: float


def read_rule(text: str) -> Rule:
    """The rule that a text states."""
    kind, *numbers = text.split(":")
    if kind == "fixed" and not numbers:
        return Rule("fixed")
    try:
        h0, h1, alpha, beta = [*map(float, numbers), 0.05, 0.05][:4] if 2 <= len(numbers) <= 4 else [0.0] * 4
    except ValueError:
        h0 = h1 = alpha = beta = 0.0
    if kind != "sprt" or not (0 < h0 < h1 < 1 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise click.BadParameter(
            f"{text!r} is no stop rule: fixed, or sprt:H0:H1[:ALPHA[:BETA]] with 0 < H0 < H1 < 1, "
            "for example sprt:0.5:0.55:0.05:0.05."
        )
    return Rule("sprt", h0, h1, alpha, beta)


class Sprt:
    """The test going on."""

    def __init__(self, rule: Rule) -> None:
        if rule.h0 is None or rule.h1 is None or rule.alpha is None or rule.beta is None:
            raise ValueError("not the rule of a test")
        self.h0, self.h1 = rule.h0, rule.h1
        self.lower = math.log(rule.beta / (1 - rule.alpha))
        self.upper = math.log((1 - rule.beta) / rule.alpha)
        self.seen: Counter[float] = Counter()

    def add(self, worth: float) -> None:
        """One more deal, worth so much to the first bot."""
        self.seen[round(worth, 9)] += 1

    def ending(self) -> Ending:
        """How the test stands."""
        ratio = likelihood_ratio(self.seen, self.h0, self.h1)
        accepted = None
        if self.seen.total() >= FEWEST_DEALS:
            accepted = "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else None
        return Ending(accepted, round(ratio, 6), round(self.lower, 6), round(self.upper, 6))


def likelihood_ratio(seen: Mapping[float, int], h0: float, h1: float) -> float:
    """The logarithm of how much likelier values between 0 and 1 are with mean h1 than with mean h0.

    >>> won, lost = 60, 40
    >>> exact = won * math.log(0.6 / 0.5) + lost * math.log(0.4 / 0.5)
    >>> abs(likelihood_ratio({1.0: won, 0.0: lost}, 0.5, 0.6) - exact) < 0.01
    True
    """
    counts = {0.0: GHOST, 1.0: GHOST}
    for worth, count in seen.items():
        counts[worth] = counts.get(worth, 0.0) + count
    tilts = [(mean, tilt(counts.items(), mean)) for mean in (h0, h1)]
    (m0, t0), (m1, t1) = tilts
    return sum(
        count * (math.log1p(t0 * (worth - m0)) - math.log1p(t1 * (worth - m1))) for worth, count in counts.items()
    )


def tilt(counts: Iterable[tuple[float, float]], mean: float) -> float:
    """What moves the distribution of values to a mean with the least loss of likelihood (after Owen)."""
    pairs = list(counts)

    def pull(by: float) -> float:
        return sum(count * (worth - mean) / (1 + by * (worth - mean)) for worth, count in pairs)

    return falling_root(pull, -1 / (1 - mean), 1 / mean)


def falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is zero, strictly between two numbers."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return (low + high) / 2
