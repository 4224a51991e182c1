"""What matches come to: every figure with its interval, as one value that table, JSON and page are written from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from statistics import fmean, median

from msgspec import Struct

from hoodwink import __version__
from hoodwink.arena.estimates import Estimate, estimate
from hoodwink.arena.ladder import Rung, ladder, rated, seated
from hoodwink.arena.match import Match
from hoodwink.arena.running import Played
from hoodwink.arena.setup import Setup, seating
from hoodwink.arena.stopping import Ending, Rule
from hoodwink.engine.contract import Seat

FORMAT = 1
"""The version of the report's form."""
BARS = 24
"""How many bars a distribution has, at most."""
REASONS_SHOWN = 3


class Bar(Struct, frozen=True):
    """How many values lie from `low` to `high`, both included."""

    low: int
    high: int
    count: int


class Spread(Struct, frozen=True):
    """How whole numbers are distributed."""

    mean: Estimate
    least: int
    median: float
    most: int
    bars: tuple[Bar, ...]


class Forfeits(Struct, frozen=True):
    """How a bot failed: how often in each way, and the first few things it did."""

    kinds: dict[str, int]
    examples: tuple[str, ...]


class Entrant(Struct, frozen=True):
    """How one bot did, over all seats that it had."""

    bot: str
    chairs: int
    """How many seats of the table were its."""
    wins: Estimate
    """Its share of wins for one of its seats; winners of a match share it."""
    fair: float
    """What it would be if all were alike."""
    verdict: str
    """above, below or open: whether the interval of its share lies above, below or around the fair one."""
    difference: Estimate | None
    """By how much its score was above the mean of the other bots' seats; None when nobody else played."""
    scores: Spread | None
    forfeits: Forfeits


class Place(Struct, frozen=True):
    """How a place did: a chair, or the turn counted from whoever decided first."""

    place: int
    wins: Estimate
    score: Estimate | None


class Report(Struct, frozen=True):
    """A measurement, complete: it says what was played, how it would be ended, and what came of it."""

    format: int
    hoodwink: str
    setup: Setup
    rule: Rule
    ending: Ending | None
    deals: int
    matches: int
    entrants: tuple[Entrant, ...]
    turns: tuple[Place, ...]
    """From whoever decided first, clockwise."""
    chairs: tuple[Place, ...]
    decisions: Spread | None
    """Decisions a match, of all that were played out."""
    rounds: Spread | None
    ladder: tuple[Rung, ...] | None
    """By OpenSkill; None where that is not installed."""


def report(setup: Setup, rule: Rule, played: Played) -> Report:
    """Everything that can be said of some matches."""
    groups = [list(matches) for _, matches in groupby(played.matches, lambda match: match.deal)]
    seats = range(setup.seats)
    return Report(
        format=FORMAT,
        hoodwink=__version__,
        setup=setup,
        rule=rule,
        ending=played.ending,
        deals=len(groups),
        matches=len(played.matches),
        entrants=tuple(_entrant(setup, name, groups) for name in dict.fromkeys(setup.bots)),
        turns=tuple(_place(turn, groups, lambda match, turn: (match.first + turn) % setup.seats) for turn in seats),
        chairs=tuple(_place(chair, groups, lambda _match, chair: chair) for chair in seats),
        decisions=spread(groups, lambda match: [match.decisions]),
        rounds=spread(groups, lambda match: [match.rounds]),
        ladder=ladder([(seated(setup, match), match) for match in played.matches]) if rated() else None,
    )


def _entrant(setup: Setup, name: str, groups: Sequence[Sequence[Match]]) -> Entrant:
    def own(match: Match) -> list[Seat]:
        order = seating(setup.seats, match.deal, match.rotation)
        return [seat for seat, player in enumerate(order) if setup.bots[player] == name]

    wins = _mean(groups, lambda match: [match.share(seat) for seat in own(match)], bounds=(0.0, 1.0))
    if wins is None:
        raise ValueError("a report of no matches")
    fair = 1 / setup.seats
    failures = [
        match.failure for group in groups for match in group if match.failure and match.failure.seat in own(match)
    ]
    return Entrant(
        bot=name,
        chairs=setup.bots.count(name),
        wins=wins,
        fair=round(fair, 6),
        verdict="open" if not wins.excludes(fair) else "above" if wins.value > fair else "below",
        difference=_mean(groups, lambda match: _ahead(match, own(match))),
        scores=spread(groups, lambda match: [match.scores[seat] for seat in own(match)] if match.scores else []),
        forfeits=Forfeits(
            kinds=dict(sorted(Counter(failure.kind for failure in failures).items())),
            examples=tuple(dict.fromkeys(f"{one.kind}: {one.why}" for one in failures))[:REASONS_SHOWN],
        ),
    )


def _ahead(match: Match, own: Sequence[Seat]) -> list[float]:
    """By how much some seats are ahead of the others, in score."""
    if match.scores is None or len(own) == len(match.scores):
        return []
    others = [score for seat, score in enumerate(match.scores) if seat not in own]
    return [fmean(match.scores[seat] for seat in own) - fmean(others)]


def _place(place: int, groups: Sequence[Sequence[Match]], seat: Callable[[Match, int], Seat]) -> Place:
    wins = _mean(groups, lambda match: [match.share(seat(match, place))], bounds=(0.0, 1.0))
    if wins is None:
        raise ValueError("a report of no matches")
    score = _mean(groups, lambda match: [match.scores[seat(match, place)]] if match.scores else [])
    return Place(place, wins, score)


def _mean(
    groups: Iterable[Iterable[Match]],
    values: Callable[[Match], Sequence[float]],
    *,
    bounds: tuple[float, float] | None = None,
) -> Estimate | None:
    """The mean over deals of what each deal's matches have on average."""
    worths = [[value for match in group for value in values(match)] for group in groups]
    return estimate([fmean(worth) for worth in worths if worth], bounds=bounds)


def spread(groups: Sequence[Sequence[Match]], values: Callable[[Match], Sequence[int]]) -> Spread | None:
    """The distribution of some whole numbers of matches; of those that were played out."""
    done = [[match for match in group if match.failure is None] for group in groups]
    mean = _mean(done, values)
    numbers = sorted(value for group in done for match in group for value in values(match))
    if mean is None:
        return None
    return Spread(mean, numbers[0], float(median(numbers)), numbers[-1], bars(numbers))


def bars(numbers: Sequence[int]) -> tuple[Bar, ...]:
    """Whole numbers, ascending, in bars of the same width.

    >>> bars([0, 0, 1])
    (Bar(low=0, high=0, count=2), Bar(low=1, high=1, count=1))
    """
    least, most = numbers[0], numbers[-1]
    width = -(-(most - least + 1) // BARS)
    counts = Counter((number - least) // width for number in numbers)
    return tuple(
        Bar(least + width * at, least + width * (at + 1) - 1, counts[at]) for at in range((most - least) // width + 1)
    )
