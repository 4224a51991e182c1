"""How a seat weighs what it can do: in its own turns to go, and what the others gain by it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from hoodwink.engine.contract import Random, Seat
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    DEALT,
    FROM_BAG,
    FROM_PILE,
    GRANT,
    KINDS_OF_TILE,
    OFFER,
    ONE,
    PASS,
    Discard,
    Lay,
    RumbugzMove,
    Stop,
    counts_of,
    tiles_of,
    unpack,
    worth,
)
from hoodwink.games.rumbugz.rows import KINDS, SHORTEST
from hoodwink.games.rumbugz.sight import RumbugzView, imagine
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.thinking.closure import Look, Reached, reachable
from hoodwink.games.rumbugz.thinking.others import Others
from hoodwink.games.rumbugz.thinking.race import race_of
from hoodwink.games.rumbugz.thinking.search import Turn
from hoodwink.games.rumbugz.thinking.shedding import chance_to_fit, chance_to_go_out
from hoodwink.games.rumbugz.turn import OVER, TABLE

SHEDDING = 2.5
"""Turns that going out takes on average, once all four are laid."""
A_TILE_MORE = 1.2
"""Turns that shedding takes longer for each tile that an offer brings."""
GRANTED = 2.0
"""Turns that a seat is nearer when it is granted its offer."""
A_POINT, ALMOST_NOTHING = 0.1, 0.002
"""Turns that a point left in hand is worth when the round ends, and when it goes on."""
SMALL = 2
"""Up to so many tiles, the chance to go out next turn is worked out rather than guessed."""
FINALISTS = 6
"""How many of the ways that look best are weighed with all their discards."""


@dataclass(frozen=True)
class Traits:
    """What a bot looks at, and how much work it may take: positions looked at, never time."""

    changes: int = len(KINDS)
    """It exchanges tiles with rows on the table once no more types than these are missing."""
    counts: bool = True
    """Whether it counts the tiles that are gone."""
    caution: float = 0.5
    """How much of what others gain by its discards it minds."""
    looks: int = 240
    """Positions of a turn that are compared."""
    thorough: int = 56_000
    """Work for a way to lay a row when the first look finds none, the following included."""
    outs: int = 46_000
    """Work for a way to go out, in rows gone over."""
    ahead: int = 24
    """Positions compared for each tile that may be drawn."""


class Weighed(NamedTuple):
    """A way to end the turn: the moves that lead there, how it ends, and the turns to go after it."""

    value: float
    """With what the others have of it: the less, the better."""
    turns: float
    way: Reached
    last: tuple[RumbugzMove, ...]
    """The discard; empty where the turn ends by itself."""

    @property
    def first(self) -> RumbugzMove:
        """What to do now."""
        return (*self.way.moves, *self.last)[0]


class Thought:
    """What a seat makes of a view."""

    def __init__(self, view: RumbugzView, random: Random, traits: Traits) -> None:
        self.view, self.traits = view, traits
        self.seat: Seat = view.viewer or 0
        self.race = race_of(view.seats, view.options)
        self.state = imagine(view, random)
        self.missing = ALL_FOUR & ~self.state.made[self.seat]
        self.changes = self.missing.bit_count() <= traits.changes
        self.unseen = self._unseen()
        self.spread = max(1, sum(self.unseen))
        self._random = random

    def _unseen(self) -> list[int]:
        """How many of each tile may be drawn: what the viewer does not see or, without counting, does not hold."""
        view = self.view
        gone = counts_of(view.hand or ())
        if self.traits.counts:
            if not view.bag and len(view.pile) > 1:
                return counts_of(view.pile[:-1])  # Q-RB-34: they go back into the bag
            for tiles in (*(tiles_of(placed.row) for placed in view.rows), sum(ONE[tile] for tile in view.pile)):
                gone = [one + more for one, more in zip(gone, tiles.to_bytes(KINDS_OF_TILE, "little"), strict=True)]
        return [max(0, there - some) for there, some in zip(view.tiles, gone, strict=True)]

    @cached_property
    def others(self) -> Others:
        """The other seats."""
        return Others(self.view, self.race, self.unseen, self._random)

    @cached_property
    def hazard(self) -> float:
        """How likely the round ends before the next turn of one's own."""
        return self.others.hazard() if self.traits.caution else 0.0

    def worth(self, state: RumbugzState) -> float:
        """Turns to go from a position of this turn, roughly; 0 for going out."""
        seat = self.seat
        if self._is_out(state):
            return 0.0
        hand, held, missing = state.hands[seat], state.held[seat], ALL_FOUR & ~state.made[seat]
        if not self._is_mine(state):  # nothing was left to throw
            return SHEDDING + self.race.after_drawing(missing, hand, held, held + state.owed)
        if not missing:
            return self._to_shed(state, held - 1)
        if not state.laid:
            return SHEDDING + self.race.at_table(missing, hand, held)
        rests = [hand - ONE[tile] for tile in dict.fromkeys(unpack(hand))]
        return SHEDDING + min(self.race.after_laying(missing, rest, held - 1, state.laid) for rest in rests)

    def _is_mine(self, state: RumbugzState) -> bool:
        return state.phase == TABLE and state.turn == self.seat and state.rounds == self.state.rounds

    def _is_out(self, state: RumbugzState) -> bool:
        """Whether the round is won, or will be by throwing the last tile (Q-RB-27)."""
        if state.phase == OVER or state.rounds != self.state.rounds:
            return True
        last = state.held[self.seat] == 1 and state.made[self.seat] == ALL_FOUR
        return last and self.view.options.discard_out

    def _to_shed(self, state: RumbugzState, kept: int) -> float:
        """Roughly how many turns it takes to go out with so many tiles."""
        return (kept + (not self.view.options.discard_out)) / chance_to_fit(state.rows, self.unseen)

    def _reach(self, state: RumbugzState, looks: int) -> list[Reached]:
        held = max(DEALT + 1, state.held[self.seat])  # a larger hand has more moves, and each takes longer to judge
        return reachable(state, self.seat, self.worth, Look(looks * (DEALT + 1) // held, 3, self.changes))

    def ways(self) -> list[Reached]:
        """Where the turn may be led to: going out where possible, else where a row is laid, else anywhere."""
        turn = Turn(self.state, self.seat)
        out = turn.way_out(self.traits.outs) if self._may_go_out() else None
        if out is not None:
            return [Reached(0.0, self._played(out), out, 0)]
        found = self._reach(self.state, self.traits.looks)
        if self.missing and self.changes and not any(map(_lays, found)):
            found = self._after_changes(turn.way_to_lay(self.traits.thorough) or ()) or found
        if self._is_out(found[-1].state):
            return found[-1:]
        found = [one for one in found if one.state.span is None]
        return [one for one in found if _lays(one)] or found

    def _may_go_out(self) -> bool:
        """Whether there are tiles enough for all missing types, in hand or to be taken from rows."""
        state, options, missing = self.state, self.view.options, self.missing.bit_count()
        if missing and (not self.changes or (options.one_sequence_per_turn and missing + state.laid > 1)):
            return False
        free = sum(len(row.slots) - SHORTEST for row in state.rows) if options.free_removal else 0
        return state.held[self.seat] + free >= SHORTEST * missing

    def _played(self, moves: tuple[RumbugzMove, ...]) -> RumbugzState:
        state = self.state.copy()
        for move in moves:
            state.play(self.seat, move)
        return state

    def _after_changes(self, moves: tuple[RumbugzMove, ...]) -> list[Reached]:
        """Where the turn may be led to after some moves; nowhere, if there are none."""
        found = self._reach(self._played(moves), self.traits.looks) if moves else []
        return [one._replace(moves=(*moves, *one.moves)) for one in found]

    def weigh(self) -> list[Weighed]:
        """The best ways to end the turn, each with its discards, best first."""
        ways = sorted(self.ways(), key=lambda one: (one.worth, len(one.moves)))
        near = [one for one in ways[:FINALISTS] if one.worth <= ways[0].worth + 1.0]
        found = [weighed for way in near for weighed in self._ends(way)]
        return sorted(found, key=lambda one: (one.value, len(one.way.moves)))

    def _ends(self, way: Reached) -> list[Weighed]:
        state = way.state
        if not self._is_mine(state):
            return [Weighed(way.worth, way.worth, way, ())]
        found = []
        for move in state.moves(self.seat):
            if isinstance(move, Discard | Stop):
                turns = self._after(state, move)
                found.append(Weighed(self._minding_others(turns, move), turns, way, (move,)))
        return found

    def _after(self, state: RumbugzState, move: Discard | Stop) -> float:
        """Turns to go after the end of a turn."""
        hand, held = state.hands[self.seat], state.held[self.seat]
        if isinstance(move, Stop):
            return self._finishing(state, hand, held)
        hand, held = hand - ONE[move.tile], held - 1
        missing = ALL_FOUR & ~state.made[self.seat]
        if not missing:
            return self._finishing(state, hand, held)
        if state.laid:
            return SHEDDING + self.race.after_laying(missing, hand, held, state.laid)
        return SHEDDING + self._to_go(missing, hand, held)

    def _minding_others(self, turns: float, move: Discard | Stop) -> float:
        """Turns to go, with what the next player gains by a discard and what it would have cost if kept in hand."""
        if not turns or isinstance(move, Stop):
            return turns
        points = worth((move.tile,), self.view.options)
        if not self.traits.caution:
            return turns - ALMOST_NOTHING * points
        saved = (ALMOST_NOTHING + A_POINT * self.hazard) * points
        return turns + self.traits.caution * self.others.gain(move.tile) - saved

    def _to_go(self, missing: int, hand: int, held: int) -> float:
        """Turns to go between turns: by the table alone or, with counting, by what the next tile may be."""
        if not self.traits.counts:
            return self.race.to_go(missing, hand, held)
        draws = enumerate(self.unseen, 1)
        then = sum(count * self.race.at_table(missing, hand + ONE[tile], held + 1) for tile, count in draws if count)
        return 1 + then / self.spread

    def _finishing(self, state: RumbugzState, hand: int, held: int) -> float:
        """Turns to go until one is out; a small hand may be so with the next tile."""
        if not held:
            return 0.0
        rough = self._to_shed(state, held)
        if held > SMALL:
            return rough
        discard_out = self.view.options.discard_out
        chance = chance_to_go_out(hand, tuple(state.rows), self.unseen, discard_out=discard_out)
        return 1 + (1 - chance) * rough

    def draws(self) -> dict[RumbugzMove, float]:
        """Turns to go after each way to draw."""
        view = self.view
        found: dict[RumbugzMove, float] = {}
        if FROM_BAG in view.moves:
            found[FROM_BAG] = self.from_bag
        if FROM_PILE in view.moves:
            found[FROM_PILE] = self._with(view.pile[-1])
        if GRANT in view.moves:
            offering = self.state.best_offer()
            harm = GRANTED * self.traits.caution if self.state.made[offering] != ALL_FOUR else 0.0
            found[GRANT] = harm + min(self.from_bag, *(self._with(tile) for tile in view.pile[-2:-1]), SHEDDING + 99)
        return found or {view.moves[0]: 0.0}

    @cached_property
    def from_bag(self) -> float:
        """Turns to go with a tile from the bag."""
        return sum(count * self._with(tile) for tile, count in enumerate(self.unseen, 1) if count) / self.spread

    def _with(self, tile: int) -> float:
        """Turns to go at the table with a tile more."""
        state, seat = self.state.copy(), self.seat
        state.hands[seat] += ONE[tile]
        state.held[seat] += 1
        state.phase = TABLE
        if not state.made[seat]:
            return self.worth(state)
        return min(one.worth for one in self._reach(state, self.traits.ahead))

    def answers(self) -> dict[RumbugzMove, float]:
        """Turns to go when one's offer is granted, and when one passes (RB-22)."""
        hand, held, tile = self.state.hands[self.seat], self.state.held[self.seat], self.view.pile[-1]
        if not self.missing:
            return {PASS: 0.0, OFFER: A_TILE_MORE}
        last = 2 * A_TILE_MORE * (self.missing.bit_count() == 1)
        granted = self.race.after_drawing(self.missing, hand + ONE[tile], held + 1, held + 2)
        return {OFFER: SHEDDING + granted + last, PASS: SHEDDING + self.race.to_go(self.missing, hand, held)}

    def choose(self) -> RumbugzMove:
        """The move with the fewest turns to go, the first among equals."""
        if self.view.phase == "table":
            return self.weigh()[0].first
        values = self.answers() if self.view.phase == "poll" else self.draws()
        return min(values, key=values.__getitem__)


def _lays(one: Reached) -> bool:
    """Whether a row is laid on the way; the position may not tell, for a hand laid whole ends the turn (Q-RB-10)."""
    return any(isinstance(move, Lay) for move in one.moves)
