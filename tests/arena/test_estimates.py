"""Intervals and tests against known values."""

from __future__ import annotations

import math
import random
from statistics import fmean

import click
import pytest

from hoodwink.arena.estimates import estimate, student
from hoodwink.arena.stopping import Rule, Sprt, likelihood_ratio, read_rule


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.9840), (10_000, 1.9602)],
)
def test_students_t_is_as_in_the_tables(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, abs=5e-5)


def test_an_interval_is_as_calculated_by_hand() -> None:
    found = estimate([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert found is not None
    assert found.value == 5.0
    assert found.low == pytest.approx(5 - 2.36462 * math.sqrt(32 / 7) / math.sqrt(8), abs=1e-4)
    assert found.high == pytest.approx(10 - (found.low or 0))


def test_intervals_hold_as_often_as_they_say() -> None:
    source, held, runs = random.Random(1), 0, 600
    for _ in range(runs):
        found = estimate([source.random() < 0.6 for _ in range(60)], bounds=(0, 1))
        held += found is not None and not found.excludes(0.6)
    assert 0.92 <= held / runs <= 0.98


def test_one_deal_or_none_has_no_interval() -> None:
    assert estimate([]) is None
    one = estimate([0.5])
    assert one is not None
    assert (one.low, one.high) == (None, None)
    assert not one.excludes(0.9)


def test_a_bot_that_wins_everything_is_not_said_to_be_unbeatable() -> None:
    always = estimate([1.0] * 50, bounds=(0, 1))
    assert always is not None
    assert always.low == pytest.approx(0.025 ** (1 / 50), abs=1e-6)
    assert always.high == 1.0


@pytest.mark.parametrize(("won", "lost"), [(30, 20), (50, 50), (5, 45)])
def test_of_deals_won_or_lost_the_ratio_is_walds(won: int, lost: int) -> None:
    exact = won * math.log(0.6 / 0.5) + lost * math.log(0.4 / 0.5)
    assert likelihood_ratio({1.0: won, 0.0: lost}, 0.5, 0.6) == pytest.approx(exact, abs=0.01)


def outcomes(mean: float, seed: int, rule: Rule) -> tuple[str | None, int]:
    """A test on deals of two matches with ties, as they come: which hypothesis, after how many deals."""
    source, test = random.Random(seed), Sprt(rule)
    for deals in range(1, 5000):
        test.add(fmean(source.choices([0.0, 0.5, 1.0], [1 - mean, 0.0, mean])[0] for _ in range(2)))
        if (accepted := test.ending().accepted) is not None:
            return accepted, deals
    return None, 5000


@pytest.mark.parametrize(("mean", "right"), [(0.5, "H0"), (0.6, "H1")])
def test_the_sequential_test_errs_as_seldom_as_stated(mean: float, right: str) -> None:
    rule = Rule("sprt", 0.5, 0.6, 0.05, 0.05)
    ended = [outcomes(mean, seed, rule) for seed in range(60)]
    assert sum(accepted != right for accepted, _ in ended) <= 8  # 3 expected
    assert fmean(deals for _, deals in ended) < 150  # a fixed number with these errors needs 130 of 2 matches at worst


def test_rules_are_read_as_stated() -> None:
    assert read_rule("fixed") == Rule("fixed")
    assert read_rule("sprt:0.5:0.55") == Rule("sprt", 0.5, 0.55, 0.05, 0.05)
    assert read_rule("sprt:0.5:0.55:0.01") == Rule("sprt", 0.5, 0.55, 0.01, 0.05)
    assert read_rule("sprt:0.5:0.55:0.01:0.1") == Rule("sprt", 0.5, 0.55, 0.01, 0.1)


@pytest.mark.parametrize(
    "text",
    ["", "sprt", "sprt:0.5", "sprt:0.6:0.5", "sprt:a:b", "sprt:0:1", "sprt:.4:.5:.6", "fixed:3", "sprt:.4:.5:.1:.1:.1"],
)
def test_what_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="no stop rule"):
        read_rule(text)
