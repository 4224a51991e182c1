"""What dice are worth in the end: the chance to win a match from everybody's dice, and what a loss makes of them."""

from __future__ import annotations

from functools import lru_cache

from hoodwink.engine.contract import Seat
from hoodwink.games.dudo.pieces import DudoOptions

SHARPNESS = 2.0
"""How much more than its share of the dice somebody ahead wins; matches between our bots are near it."""


@lru_cache(maxsize=4096)
def winning(left: tuple[int, ...], seat: Seat) -> float:
    """About how likely a seat wins the match when everybody has so many dice."""
    return float(left[seat] ** SHARPNESS / sum(dice**SHARPNESS for dice in left))


@lru_cache(maxsize=4096)
def after_loss(left: tuple[int, ...], loser: Seat, missing: int, options: DudoOptions) -> tuple[int, ...]:
    """Everybody's dice once somebody has paid for what was missing (DU-18, DU-20), with bonus dice (DU-31)."""
    loss = min(1 if options.one_die_losses else missing, left[loser])
    paid = [dice - loss * (seat == loser) for seat, dice in enumerate(left)]
    if not paid[loser] and options.survivor_bonus_die and sum(map(bool, paid)) > 1:
        cap = options.bonus_cap
        paid = [dice + (dice > 0 and (cap is None or dice < cap)) for dice in paid]
    return tuple(paid)
