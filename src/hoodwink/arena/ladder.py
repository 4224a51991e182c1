"""Ratings by OpenSkill (Weng and Lin's Plackett-Luce), held fast by two bots that never change: random and greedy.

`random` is 0. `greedy` stands where its own wins beside `random` put it, or at 25 where they did not meet. Neither
moves; everybody else is rated by the matches in their order. A difference of d means that, of two, the stronger one
wins 1 / (1 + exp(-d / 5.89)) of their matches.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click
from msgspec import Struct

from hoodwink.arena.match import Match
from hoodwink.arena.setup import Setup, seating

RANDOM, GREEDY = "random", "greedy"
MIDDLE = 25.0
BETA = MIDDLE / 6
FIRST_DOUBT = MIDDLE / 3
NO_DOUBT = 1e-3
"""How sure a rating is before any match, and an anchor's always."""
REACH = 1.96
"""Standard deviations of the model's own doubt on either side: about 95 %."""

Standing = tuple[str, ...]
"""Who sat at the seats of a match."""


class Rung(Struct, frozen=True):
    """Where a bot stands, and between what."""

    bot: str
    rating: float
    low: float
    high: float
    anchor: bool


def seated(setup: Setup, match: Match) -> Standing:
    """The names of the bots in a match, by seat."""
    return tuple(setup.bots[player] for player in seating(setup.seats, match.deal, match.rotation))


def ladder(matches: Iterable[tuple[Standing, Match]]) -> tuple[Rung, ...]:
    """Everybody who played, the strongest first."""
    played = list(matches)
    fixed = anchors(played)
    model = plackett_luce()
    ratings = {name: model.rating(mu=mu, sigma=NO_DOUBT) for name, mu in fixed.items()}
    for names, match in played:
        before = [[ratings.setdefault(name, model.rating())] for name in names]
        ranks = [1.0 if seat in match.winners else 2.0 for seat in range(len(names))]
        after = model.rate(before, ranks=ranks) if len(set(ranks)) > 1 else before
        for name in set(names) - set(fixed):
            own = [after[seat][0] for seat, sitter in enumerate(names) if sitter == name]
            mean = [sum(getattr(one, field) for one in own) / len(own) for field in ("mu", "sigma")]
            ratings[name] = model.rating(mu=mean[0], sigma=mean[1])
    rungs = [_rung(name, rating, anchor=name in fixed) for name, rating in ratings.items()]
    return tuple(sorted(rungs, key=lambda rung: (-rung.rating, rung.bot)))


def _rung(name: str, rating: Any, *, anchor: bool) -> Rung:
    half = 0.0 if anchor else REACH * rating.sigma
    at, low, high = (round(number, 2) + 0.0 for number in (rating.mu, rating.mu - half, rating.mu + half))  # no -0.0
    return Rung(name, at, low, high, anchor)


def anchors(played: Sequence[tuple[Standing, Match]]) -> Mapping[str, float]:
    """The ratings of the anchors that played.

    Where both sat at a table, a seat of theirs won so and so often; the model says how far apart that puts them.
    """
    names = {name for standing, _ in played for name in standing}
    met = [(standing, match) for standing, match in played if {RANDOM, GREEDY} <= set(standing)]
    if met:
        seats = len(met[0][0])
        strength = {}
        for name in (RANDOM, GREEDY):
            shares = [match.share(seat) for order, match in met for seat, sitter in enumerate(order) if sitter == name]
            strength[name] = (sum(shares) + 0.5) / (len(shares) + 1)  # nobody is infinitely strong
        apart = math.sqrt(seats) * BETA * math.log(strength[GREEDY] / strength[RANDOM])
        return {RANDOM: 0.0, GREEDY: round(apart, 2)}
    return {name: at for name, at in ((RANDOM, 0.0), (GREEDY, MIDDLE)) if name in names}


def rated() -> bool:
    """Whether OpenSkill is there."""
    return importlib.util.find_spec("openskill") is not None


def plackett_luce() -> Any:
    """OpenSkill's model for players who do not change while they are measured."""
    if not rated():
        raise click.UsageError('Ratings need OpenSkill, which is not installed: pip install "hoodwink[arena]"')
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MIDDLE, sigma=FIRST_DOUBT, beta=BETA, tau=0.0)
