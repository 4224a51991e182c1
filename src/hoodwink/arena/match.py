"""One match: a deal played out by contenders who see nothing but their views."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from itertools import chain
from typing import Protocol

from msgspec import Struct

from hoodwink import bots
from hoodwink.arena.contenders import Contender, Failed, Kind, OwnBot, Watch
from hoodwink.arena.luck import Deal, own_luck
from hoodwink.arena.programs import ProgramContender
from hoodwink.arena.setup import PROGRAM, Setup, seating
from hoodwink.engine.contract import AnyGame, AnyState, Chanced, Event, Moved, Seat
from hoodwink.engine.table import told


class Failure(Struct, frozen=True):
    """Who failed in a match, and how."""

    seat: Seat
    kind: Kind
    why: str


class Match(Struct, frozen=True, omit_defaults=True):
    """How one match went. After a failure it has no scores: the others have won."""

    deal: int
    rotation: int
    winners: tuple[Seat, ...]
    scores: tuple[int, ...] | None
    first: Seat
    """Who decided first."""
    decisions: int
    rounds: int
    failure: Failure | None = None
    clauses: dict[str, int] = {}
    """How many events rested on each clause, where that was asked for."""

    def share(self, seat: Seat) -> float:
        """What the match was worth to a seat: the winners share 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Thinking(Struct):
    """How long a bot thought: not part of a match, because it differs from run to run."""

    decisions: int = 0
    seconds: float = 0.0

    def add(self, decisions: int, seconds: float) -> None:
        """Count some more."""
        self.decisions += decisions
        self.seconds += seconds


class Listener(Protocol):
    """Somebody who is told of every event, with the states around it."""

    def hear(self, before: AnyState, event: Event, after: AnyState) -> None: ...

    def look(self, state: AnyState) -> None:
        """Somebody must decide now, or it is over."""


class ClauseCounter:
    """Counts, for each clause, the events that rested on it in anybody's eyes."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.counts: Counter[str] = Counter()
        self._game, self._seats = game, seats

    def hear(self, before: AnyState, event: Event, after: AnyState) -> None:
        beats = chain.from_iterable(told(self._game, before, event, after, self._seats))
        self.counts.update({clause for beat in beats for clause in beat.clauses})

    def look(self, state: AnyState) -> None:
        pass


class Course:
    """A match going on."""

    def __init__(
        self,
        game: AnyGame,
        state: AnyState,
        contenders: list[Contender],
        listeners: list[Listener],
        note: Callable[[Seat], None],
    ) -> None:
        self.game = game
        self.note = note
        self.state = state
        self.contenders = contenders
        self.listeners = listeners
        self.first: Seat | None = None
        self.decisions = [0] * len(contenders)
        self.seconds = [0.0] * len(contenders)

    def run(self, source: Deal) -> Failure | None:
        """Play to the end, or until somebody fails."""
        state = self.state
        while state.result() is None:
            if deciders := state.to_move():
                self._look()
                if self.first is None:
                    self.first = deciders[0]
                if (failure := self._decide(deciders)) is not None:
                    return failure
            else:
                self._happen(Chanced(state.sample(source(state.round()))))
        self._look()
        return None

    def _look(self) -> None:
        for listener in self.listeners:
            listener.look(self.state)

    def _decide(self, deciders: tuple[Seat, ...]) -> Failure | None:
        """Ask everybody who decides before anybody's answer is played: nobody learns what another has just decided."""
        answers = []
        for seat in deciders:
            view = self.game.view(self.state, seat)
            self.note(seat)
            begun = time.perf_counter()
            try:
                answers.append((seat, self.contenders[seat].choose(view)))
            except Failed as failed:
                return Failure(seat, failed.kind, failed.why)
            self.seconds[seat] += time.perf_counter() - begun
            self.decisions[seat] += 1
        for seat, move in answers:
            if len(answers) == 1 or move in self.state.moves(seat):  # an earlier answer can make a later one void
                self._happen(Moved(seat, move))
        return None

    def _happen(self, event: Event) -> None:
        before = self.state.copy() if self.listeners else self.state
        if isinstance(event, Moved):
            self.state.play(event.seat, event.move)
        else:
            self.state.resolve(event.chance)
        for listener in self.listeners:
            listener.hear(before, event, self.state)


def play(
    setup: Setup,
    deal: int,
    rotation: int,
    thinking: dict[str, Thinking],
    *,
    note: Callable[[Seat], None] = lambda _seat: None,
) -> Match:
    """One match of a setup; what everybody's thoughts cost is added to `thinking`, and `note` hears who is asked."""
    game, options = setup.table()
    seated = [setup.bots[player] for player in seating(setup.seats, deal, rotation)]
    clauses = ClauseCounter(game, setup.seats)
    listeners: list[Listener] = [clauses] if setup.clauses else []
    with ExitStack() as stack:
        watch = stack.enter_context(Watch(setup.time_limit))
        contenders: list[Contender] = []
        for seat, name in enumerate(seated):
            luck = own_luck(setup.seed, deal, rotation, seat)
            if name.startswith(PROGRAM):
                command = name.removeprefix(PROGRAM)
                program = stack.enter_context(
                    closing(ProgramContender(setup, game, command, seat, luck.getrandbits(32)))
                )
                contenders.append(program)
                listeners.append(program)
            else:
                contenders.append(OwnBot(bots.find(game, name), luck, watch))
        course = Course(game, game.start(setup.seats, options), contenders, listeners, note)
        failure = course.run(Deal(setup.seed, deal))
    for name, decisions, seconds in zip(seated, course.decisions, course.seconds, strict=True):
        thinking.setdefault(name, Thinking()).add(decisions, seconds)
    result = course.state.result()
    others = tuple(seat for seat in range(setup.seats) if failure is not None and seat != failure.seat)
    return Match(
        deal=deal,
        rotation=rotation,
        winners=result.winners if result is not None else others,
        scores=result.scores if result is not None else None,
        first=course.first or 0,
        decisions=sum(course.decisions),
        rounds=course.state.round(),
        failure=failure,
        clauses=dict(sorted(clauses.counts.items())),
    )
