"""What a report says of matches that are known beforehand, and that its page and JSON hold together."""

from __future__ import annotations

import math
import random
import re
from xml.etree import ElementTree

import msgspec
import pytest

from hoodwink.arena import labpage
from hoodwink.arena.estimates import Estimate
from hoodwink.arena.ladder import BETA, ladder
from hoodwink.arena.match import Failure, Match
from hoodwink.arena.page import as_html
from hoodwink.arena.plots import Point, histogram, nice, points
from hoodwink.arena.report import Bar, Report, bars, report
from hoodwink.arena.running import Played, run
from hoodwink.arena.setup import prepare, seating
from hoodwink.arena.stopping import FIXED
from hoodwink.arena.text import as_text
from tests.arena.test_lab import lab

SETUP = prepare("dudo", ["greedy", "random"])
ODD = prepare("dudo", ['cmd:python3 "<&>.py"', "random"])


def match(deal: int, rotation: int, winner: int | None, failure: Failure | None = None) -> Match:
    """A match won by one of the setup's two bots, wherever it sat; by both when it is None."""
    order = seating(2, deal, rotation)
    winners = (0, 1) if winner is None else (order.index(winner),)
    scores = None if failure else tuple(int(seat in winners) * 10 for seat in (0, 1))
    return Match(deal, rotation, winners, scores, first=0, decisions=4 + deal, rounds=2, failure=failure)


def of(*matches: Match) -> Report:
    return report(SETUP, FIXED, Played(list(matches), None, {}))


def test_shares_and_intervals_go_by_deals() -> None:
    made = of(match(0, 0, 0), match(0, 1, 0), match(1, 0, 0), match(1, 1, 1), match(2, 0, 0), match(2, 1, None))
    greedy, other = made.entrants
    assert greedy.wins.value == pytest.approx((1 + 0.5 + 0.75) / 3)
    half = 4.302653 * 0.25 / math.sqrt(3)
    assert greedy.wins.low == pytest.approx(0.75 - half, abs=1e-5)
    assert greedy.wins.high == 1.0  # no share is above it
    assert other.wins.value == pytest.approx(1 - greedy.wins.value)
    assert greedy.difference is not None
    assert greedy.difference.value == pytest.approx((10 + 0 + 5) / 3)
    assert greedy.verdict == other.verdict == "open"
    assert (made.deals, made.matches) == (3, 6)


def test_who_decides_first_is_counted_wherever_they_sit() -> None:
    first_wins = [
        Match(deal, rotation, (deal % 2,), (1, 0), first=deal % 2, decisions=1, rounds=1)
        for deal in range(30)
        for rotation in (0, 1)
    ]
    made = of(*first_wins)
    assert [place.wins.value for place in made.turns] == [1.0, 0.0]
    assert [place.wins.value for place in made.chairs] == [0.5, 0.5]
    assert [one.verdict for one in made.entrants] == ["open", "open"]  # both had the first turn as often


def test_a_forfeit_counts_as_a_loss_but_not_in_scores_and_lengths() -> None:
    failed = Failure(0, "crashed", "why")
    lost = Match(0, 0, (1,), None, first=0, decisions=1, rounds=1, failure=failed)
    made = of(lost, match(0, 1, 0), match(1, 0, 0), match(1, 1, 0))
    greedy = made.entrants[0]
    assert greedy.wins.value == 0.75
    assert greedy.scores is not None
    assert (greedy.scores.least, greedy.scores.most) == (10, 10)
    assert made.decisions is not None
    assert made.decisions.least == 4
    assert greedy.forfeits.kinds == {"crashed": 1}
    assert "greedy forfeited matches: crashed 1 times\n    crashed: why" in as_text(made)


def test_above_and_below_fair_are_said_in_words() -> None:
    text = as_text(of(*(match(deal, rotation, 0) for deal in range(20) for rotation in (0, 1))))
    assert re.search(r"greedy .*100.0 % .* 50.0 % +above fair", text)
    assert re.search(r"random .*0.0 % .* 50.0 % +below fair", text)


def test_bars_hold_every_number_once() -> None:
    numbers = sorted(random.Random(2).choices(range(-30, 400), k=500))
    made = bars(numbers)
    assert sum(bar.count for bar in made) == 500
    assert all(bar.count == sum(bar.low <= number <= bar.high for number in numbers) for bar in made)
    assert len({bar.high - bar.low for bar in made}) == 1


def test_the_ladder_finds_the_strength_that_made_the_matches() -> None:
    """Matches won with 73.1 %: one unit of the model's scale above greedy, whose own place is fixed."""
    source, played = random.Random(5), []
    for deal in range(600):
        won = source.random() < 1 / (1 + math.exp(-1))
        played.append((("x", "greedy"), Match(deal, 0, (0,) if won else (1,), None, 0, 1, 1)))
    rungs = {rung.bot: rung for rung in ladder(played)}
    assert (rungs["greedy"].rating, rungs["greedy"].anchor) == (25.0, True)
    assert rungs["x"].low < 25 + math.sqrt(2) * BETA < rungs["x"].high
    assert rungs["x"].high - rungs["x"].low < 5


def test_anchors_stand_where_their_own_matches_put_them_and_do_not_move() -> None:
    met = [(("greedy", "random"), Match(deal, 0, (0,) if deal % 10 else (1,), None, 0, 1, 1)) for deal in range(100)]
    rungs = {rung.bot: rung for rung in ladder(met)}
    assert rungs["random"].rating == 0
    assert rungs["greedy"].rating == pytest.approx(math.sqrt(2) * BETA * math.log(90.5 / 10.5), abs=0.01)
    lost = [(("greedy", "x"), Match(deal, 0, (1,), None, 0, 1, 1)) for deal in range(100)]
    again = {rung.bot: rung for rung in ladder(met + lost)}
    assert again["greedy"] == rungs["greedy"]
    assert again["x"].rating > again["greedy"].rating


def pages() -> list[str]:
    odd = report(ODD, FIXED, Played([match(0, 0, 0), match(0, 1, 1, Failure(0, "late", "<why> & how"))], None, {}))
    usual = report(SETUP, FIXED, run(SETUP, 3, FIXED))
    return [as_html(odd), as_html(usual), labpage.as_html(lab({"dice": ["1", "2"], "max_bid": ["board"]}))]


def test_pages_are_well_formed_and_need_nothing_from_outside() -> None:
    for page in pages():
        root = ElementTree.fromstring(page.removeprefix("<!doctype html>\n"))
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert {"svg", "table", "figcaption", "circle"} <= tags
        assert not tags & {"script", "img", "link", "iframe"}
        assert not re.search(r"url\(|@import|src=|href=", page)
        assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
        for element in root.iter("{http://www.w3.org/2000/svg}svg"):
            assert element.get("aria-label")
        assert "nan" not in re.findall(r'[xy\d]="([^"]*)"', page)


def test_a_name_that_looks_like_html_stays_a_name() -> None:
    odd = pages()[0]
    assert "&lt;&amp;&gt;.py" in odd
    assert "<&>" not in odd
    assert "&lt;why&gt; &amp; how" in odd


def test_points_and_bars_stay_within_their_plot() -> None:
    drawn = points("t", [Point("a", 0.5, 0.1, 0.9), Point("b", 0.5, None, None)], str, mark=0.2)
    drawn += histogram("t", [Bar(0, 0, 3), Bar(1, 1, 5)], mean=0.6)
    across = [float(number) for number in re.findall(r' (?:x|x1|x2|cx)="([\d.-]+)"', drawn)]
    assert across
    assert all(0 <= number <= 360 for number in across)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 250), (0.49, 0.51), (1e3, 1e6)])
def test_ticks_are_few_round_and_within(low: float, high: float) -> None:
    ticks = nice(low, high)
    assert 3 <= len(ticks) <= 7
    assert all(low <= tick <= high for tick in ticks)


def test_json_reads_back_as_the_same_report() -> None:
    made = report(SETUP, FIXED, run(SETUP, 3, FIXED))
    assert msgspec.json.decode(msgspec.json.encode(made), type=Report) == made
    assert made.entrants[0].wins == Estimate(made.entrants[0].wins.value, made.entrants[0].wins.low, 1.0)
