"""A search over imagined deals.

Every move is tried on the same deals and meets the same draws, so that luck falls out of the comparison; each try is
played on by habit for a few moves and then judged. The work is shared out by sequential halving: the weaker half of
the moves is dropped, and what remains is tried on further deals. It is bounded by the decisions played, never by a
clock, so the same view and the same chance give the same move on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from hoodwink.engine.contract import Random
from hoodwink.games.dudab.pieces import DRAWN, REQUESTS, DudabMove, Place
from hoodwink.games.dudab.sight import DudabView
from hoodwink.games.dudab.thinking.deals import Deal, Dealer
from hoodwink.games.dudab.thinking.habits import Habits, weights_for
from hoodwink.games.dudab.thinking.judging import Judge
from hoodwink.games.dudab.thinking.odds import stuck_by

BATCH = 12
"""After so many deals it is asked whether the matter is settled."""
CLEAR = 3.5
"""How many standard errors make it so."""
LEAST = 2
"""On so many deals each move is tried before any is dropped, whatever the work."""


class Effort(Struct, frozen=True):
    """How hard to think."""

    work: int
    """How many decisions are played, in all tries together; a try and its judging count as one more."""
    moves: int
    """How many decisions each is played on for."""
    deals: int
    """On how many deals a move is tried at most."""
    asks: int = 3
    """How many of the twelve requests are considered, those the next player is likeliest to lack."""


class Prospect:
    """A move and how its tries went."""

    __slots__ = ("margins", "move", "worths")

    def __init__(self, move: DudabMove) -> None:
        self.move = move
        self.worths: list[float] = []
        self.margins: list[float] = []

    def mean(self) -> float:
        """What the tries came to on average."""
        return sum(self.worths) / len(self.worths)


def settled(ranked: Sequence[Prospect]) -> bool:
    """Whether the best move is so far ahead of the next, deal for deal, or so alike, that more deals change nothing."""
    if len(ranked) < 2:
        return False
    leads = [one - other for one, other in zip(ranked[0].worths, ranked[1].worths, strict=True)]
    mean = sum(leads) / len(leads)
    spread = sqrt(sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads))
    return mean >= CLEAR * spread


class Search:
    """One decision, thought about."""

    def __init__(self, view: DudabView, random: Random, effort: Effort, *, match: bool) -> None:
        self.view = view
        self.effort = effort
        self.dealer = Dealer(view, random)
        self.judge = Judge(view, match=match)
        self.stuck = stuck_by(view, self.dealer.unseen)
        self.habits = Habits(view.options, weights_for(view.options), self.stuck)
        self._tries = 0
        self.done = 0
        """The work so far."""

    def ranked(self) -> list[Prospect]:
        """The moves, best first; of those dropped, the last one dropped comes first."""
        alive = [Prospect(move) for move in self._candidates()]
        dropped: list[Prospect] = []
        played, stages = 0, max(1, (len(alive) - 1).bit_length())
        for stage in range(1, stages + 1):
            until = self.effort.work * stage // stages
            least = played + LEAST
            while played < self.effort.deals and (count := max(least - played, self._affordable(until, alive))) > 0:
                batch = [self.dealer.deal() for _ in range(min(BATCH, count, self.effort.deals - played))]
                played += len(batch)
                for prospect in alive:
                    for deal in batch:
                        self._try(deal, prospect)
                alive.sort(key=Prospect.mean, reverse=True)
                if played >= BATCH and settled(alive):
                    return alive + dropped
            if len(alive) <= 2 or played >= self.effort.deals:
                break
            half = (len(alive) + 1) // 2
            alive, dropped = alive[:half], alive[half:] + dropped
        return alive + dropped

    def _affordable(self, until: int, alive: Sequence[Prospect]) -> int:
        """On how many deals more some moves can be tried until so much work is done, going by the tries so far."""
        return (until - self.done) * self._tries // (self.done * len(alive)) if self.done else 0

    def _candidates(self) -> Sequence[DudabMove]:
        """The legal moves, less the requests that the next player could easily meet."""
        asked = sorted(REQUESTS, key=self.stuck.__getitem__)[-self.effort.asks :]
        return [
            move for move in self.view.moves if not isinstance(move, Place) or move.request < 0 or move.request in asked
        ]

    def _try(self, deal: Deal, prospect: Prospect) -> None:
        state, choose, rounds = deal.state.copy(), self.habits.choose, self.judge.rounds
        drawn, moves = 0, self.effort.moves
        state.play(state.decider, prospect.move)
        while len(state.ledger) == rounds:
            seat = state.decider
            if seat < 0:
                state.resolve(DRAWN[deal.drawn(drawn)])
                drawn += 1
            elif moves > 0 or state.todo:  # what has begun is finished, so that no half-done effect is judged
                moves -= 1
                state.play(seat, choose(state, seat))
            else:
                break
        self._tries += 1
        self.done += 1 + self.effort.moves - moves
        scores = self.judge.scores(state)
        prospect.worths.append(self.judge.worth(state, scores))
        prospect.margins.append(self.judge.margin(scores))
