"""Dudab Buba bots, each deciding from a view alone: the anchor `greedy`, and four characters, level 1 first.

A lower level knows less or looks less far; none of them plays worse on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from hoodwink.engine.contract import Bot, Random
from hoodwink.games.dudab.greedy import Greedy
from hoodwink.games.dudab.pieces import (
    DUDAB,
    FULL_COLUMN,
    NO_REQUEST,
    SHAMAN,
    VALUE,
    Draw,
    DudabMove,
    Lay,
    Penalty,
    Place,
    Toss,
    Tuck,
)
from hoodwink.games.dudab.sight import ColumnSeen, DudabView
from hoodwink.games.dudab.thinking.deals import Dealer
from hoodwink.games.dudab.thinking.habits import Habits, weights_for
from hoodwink.games.dudab.thinking.odds import stuck_by
from hoodwink.games.dudab.thinking.search import Effort, Search


class Pebble:
    """Level 1: rules of thumb about the own hand and the length of columns; never asks for anything if it need not."""

    def choose(self, view: DudabView, random: Random) -> DudabMove:
        """The move its thumb likes best, the first among equals."""
        return max(view.moves, key=lambda move: self.liking(view, move))

    def liking(self, view: DudabView, move: DudabMove) -> float:
        """High cards go first, columns are not taken while one may draw, and a Dudab is kept for need."""
        match move:
            case Place():
                return self._placing(view.columns[move.column], move)
            case Draw():
                return -3
            case Penalty():
                return -4
            case Toss(card=card):
                return 10 + VALUE[card]
            case Tuck(card=card):
                return 5 - VALUE[card] if card < SHAMAN else 4.5 if card == DUDAB else 0
            case Lay():
                return -len(view.columns[move.column].above)

    def _placing(self, column: ColumnSeen, move: Place) -> float:
        length = len(column.above if column.below is None else column.below)
        if length == (FULL_COLUMN if column.below is None else len(column.above)):
            return -10 - len(column.cards())
        if move.card == DUDAB:
            return -5 if move.request == NO_REQUEST else -6
        return (VALUE[move.card] or 5) - 0.1 * length


class Bonk:
    """Level 2: reckons the own pile by the scoring sheet and weighs every move by habit, one glance ahead."""

    def choose(self, view: DudabView, random: Random) -> DudabMove:
        """The habitual move."""
        if len(view.moves) == 1:
            return view.moves[0]
        dealer = Dealer(view, random)
        habits = Habits(view.options, weights_for(view.options), stuck_by(view, dealer.unseen))
        return habits.choose(dealer.deal().state, view.to_move[0])  # of which habits see what this seat knows


class Foxy:
    """Level 3: tries each move on a few deals, for the points of this round; forgets the hands it was shown."""

    effort = Effort(work=170, moves=3, deals=10)

    def choose(self, view: DudabView, random: Random) -> DudabMove:
        """The move that came out with the most points."""
        if len(view.moves) == 1:
            return view.moves[0]
        mine = [known if seat == view.viewer else () for seat, known in enumerate(view.shown)]
        return Search(replace(view, shown=tuple(mine)), random, self.effort, match=False).ranked()[0].move


class Granny:
    """Level 4: remembers every hand it was shown, tries each move on many deals, and plays to win the match."""

    effort = Effort(work=2_000, moves=5, deals=108)

    def choose(self, view: DudabView, random: Random) -> DudabMove:
        """The move that wins the match most often."""
        if len(view.moves) == 1:
            return view.moves[0]
        return Search(view, random, self.effort, match=True).ranked()[0].move


LEVELS: Mapping[str, Callable[[], Bot]] = {"pebble": Pebble, "bonk": Bonk, "foxy": Foxy, "granny": Granny}
BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": Greedy, **LEVELS}
