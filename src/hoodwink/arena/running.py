"""Playing the deals of a setup, here or in many processes, until the stop rule says so."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from statistics import fmean
from typing import NamedTuple

from msgspec import Struct

from hoodwink.arena.isolation import play_alone
from hoodwink.arena.journal import Journal
from hoodwink.arena.match import Match, Thinking, play
from hoodwink.arena.setup import Setup, seating
from hoodwink.arena.stopping import Ending, Rule, Sprt
from hoodwink.workers import Workers

MOST_DEALS_AT_ONCE = 50
PORTION_SECONDS = 1.0
"""What a worker is given at a time: about so long, so that asking costs little and a kill loses little."""
TASKS_WAITING = 3
"""How many tasks a worker has before it: enough that it never waits, few enough that stopping is quick."""


class Batch(Struct):
    """Some deals, played: all their matches, how long each bot thought, and how long it took altogether."""

    matches: list[Match]
    thinking: dict[str, Thinking]
    seconds: float


Spread = Callable[[Setup, Iterable[Sequence[int]]], Generator[Batch]]
"""Plays lists of deals and yields each when it is done, in any order."""


class Played(Struct):
    """All matches of a run, deal after deal, and how the stop rule ended it."""

    matches: list[Match]
    ending: Ending | None
    thinking: dict[str, Thinking]


def play_deals(
    setup: Setup, deals: Sequence[int], play_one: Callable[[Setup, int, int, dict[str, Thinking]], Match] = play
) -> Batch:
    """All seatings of some deals; runs in a worker."""
    thinking: dict[str, Thinking] = {}
    begun = time.perf_counter()
    matches = [play_one(setup, deal, rotation, thinking) for deal in deals for rotation in range(setup.seatings)]
    return Batch(matches, thinking, time.perf_counter() - begun)


class Portions:
    """Deals in portions that a worker needs about a second for, as soon as it is known how long one takes."""

    def __init__(self, deals: Sequence[int], workers: int) -> None:
        self._deals = deals
        self._workers = workers
        self._given = 0
        self._size = 1

    def learn(self, batch: Batch, setup: Setup) -> None:
        """How long some deals took."""
        each = batch.seconds * setup.seatings / max(1, len(batch.matches))
        self._size = max(1, min(MOST_DEALS_AT_ONCE, int(PORTION_SECONDS / max(each, 1e-6))))

    def __iter__(self) -> Iterator[Sequence[int]]:
        while (left := len(self._deals) - self._given) > 0:
            size = min(self._size, -(-left // self._workers))  # towards the end everybody has something
            yield self._deals[self._given : self._given + size]
            self._given += size


def here(setup: Setup, tasks: Iterable[Sequence[int]]) -> Generator[Batch]:
    """Play in this process."""
    for deals in tasks:
        yield play_deals(setup, deals)


class Processes:
    """Workers of our own, kept from one setup to the next."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = Workers(count)

    def spread(self, setup: Setup, tasks: Iterable[Sequence[int]]) -> Generator[Batch]:
        """Play in the workers."""
        waiting: dict[Future[Batch], Sequence[int]] = {}
        ahead = iter(tasks)
        try:
            while True:
                for deals in islice(ahead, self.count * TASKS_WAITING - len(waiting)):
                    waiting[self._pool.submit(play_deals, setup, deals)] = deals
                if not waiting:
                    return
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                    lost = list(waiting.values())
                    waiting = {}
                    yield from self._again(setup, lost)
                for future in done & set(waiting):
                    del waiting[future]
                    yield future.result()
        finally:
            for future in waiting:
                future.cancel()

    def _again(self, setup: Setup, lost: Sequence[Sequence[int]]) -> Generator[Batch]:
        """A worker has died and taken all with it: play what was lost one at a time, and alone what kills again."""
        self.close()
        self._pool = Workers(self.count)
        for deals in lost:
            try:
                yield self._pool.submit(play_deals, setup, deals).result()
            except BrokenProcessPool:
                self.close()
                self._pool = Workers(self.count)
                yield play_deals(setup, deals, play_alone)

    def close(self) -> None:
        """Send them home."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class Crew(NamedTuple):
    """Where matches are played, and how many at a time."""

    spread: Spread
    size: int


ALONE = Crew(here, 1)


@contextmanager
def workers(count: int) -> Iterator[Crew]:
    """So many workers: one is this process itself."""
    if count == 1:
        yield ALONE
        return
    with closing(Processes(count)) as processes:
        yield Crew(processes.spread, count)


def run(
    setup: Setup,
    deals: int,
    rule: Rule,
    *,
    crew: Crew = ALONE,
    journal: Journal | None = None,
    progress: Callable[[int], None] = lambda _matches: None,
) -> Played:
    """Play so many deals at most; what a journal already holds is not played again.

    The stop rule looks at the deals in their order, whenever they were played: any number of workers ends alike.
    """
    done: dict[int, list[Match]] = {} if journal is None else journal.deals(deals)
    thinking: dict[str, Thinking] = {}
    looking = _Looking(setup, rule, deals)
    looking.look(done)
    progress(len(done) * setup.seatings)
    missing = [deal for deal in range(deals) if deal not in done]
    if not looking.over and missing:
        portions = Portions(missing, crew.size)
        with closing(crew.spread(setup, portions)) as batches:
            for batch in batches:
                portions.learn(batch, setup)
                if journal is not None:
                    journal.add(batch.matches)
                for match in batch.matches:
                    done.setdefault(match.deal, []).append(match)
                for name, spent in batch.thinking.items():
                    thinking.setdefault(name, Thinking()).add(spent.decisions, spent.seconds)
                progress(len(batch.matches))
                looking.look(done)
                if looking.over:
                    break
    matches = [match for deal in range(looking.next) for match in done[deal]]
    return Played(matches, looking.ending, thinking)


class _Looking:
    """The stop rule, looking at deals in their order as far as they are there."""

    def __init__(self, setup: Setup, rule: Rule, deals: int) -> None:
        self.setup = setup
        self.deals = deals
        self.next = 0
        self.ending: Ending | None = None
        self._test = Sprt(rule) if rule.kind == "sprt" else None

    @property
    def over(self) -> bool:
        return self.next == self.deals or (self.ending is not None and self.ending.accepted is not None)

    def look(self, done: dict[int, list[Match]]) -> None:
        while not self.over and len(done.get(self.next, ())) == self.setup.seatings:
            matches = done[self.next]
            self.next += 1
            if self._test is not None:
                self._test.add(worth(self.setup, matches))
                self.ending = self._test.ending()


def worth(setup: Setup, matches: Sequence[Match], name: str | None = None) -> float:
    """What a deal was worth to a bot: its mean share of a win over all its seats and seatings; the first bot's."""
    wanted = setup.bots[0] if name is None else name
    return fmean(
        match.share(seat)
        for match in matches
        for seat, player in enumerate(seating(setup.seats, match.deal, match.rotation))
        if setup.bots[player] == wanted
    )
