"""Playing the deals of a setup, here or in many processes, until the stop rule says so."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from statistics import fmean

from msgspec import Struct

from hoodwink.arena.journal import Journal
from hoodwink.arena.match import Match, Thinking, play
from hoodwink.arena.setup import Setup, seating
from hoodwink.arena.stopping import Ending, Rule, Sprt

MOST_DEALS_AT_ONCE = 25
"""What a worker is given at a time, at most."""
TASKS_WAITING = 3
"""How many tasks a worker has before it: enough that it never waits, few enough that stopping is quick."""


class Batch(Struct):
    """Some deals, played: all their matches, and how long each bot thought."""

    matches: list[Match]
    thinking: dict[str, Thinking]


Spread = Callable[[Setup, Sequence[Sequence[int]]], Generator[Batch]]
"""Plays lists of deals and yields each when it is done, in any order."""


class Played(Struct):
    """All matches of a run, deal after deal, and how the stop rule ended it."""

    matches: list[Match]
    ending: Ending | None
    thinking: dict[str, Thinking]


def play_deals(setup: Setup, deals: Sequence[int]) -> Batch:
    """All seatings of some deals; runs in a worker."""
    thinking: dict[str, Thinking] = {}
    matches = [play(setup, deal, rotation, thinking) for deal in deals for rotation in range(setup.seats)]
    return Batch(matches, thinking)


def here(setup: Setup, tasks: Sequence[Sequence[int]]) -> Generator[Batch]:
    """Play in this process."""
    for deals in tasks:
        yield play_deals(setup, deals)


def in_processes(workers: int) -> Spread:
    """Play in so many processes."""

    def spread(setup: Setup, tasks: Sequence[Sequence[int]]) -> Generator[Batch]:
        with ProcessPoolExecutor(min(workers, max(1, len(tasks))), multiprocessing.get_context("spawn")) as pool:
            waiting: set[Future[Batch]] = set()
            try:
                for deals in tasks:
                    waiting.add(pool.submit(play_deals, setup, deals))
                    if len(waiting) >= workers * TASKS_WAITING:
                        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                        yield from (future.result() for future in done)
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    return spread


def run(
    setup: Setup,
    deals: int,
    rule: Rule,
    *,
    spread: Spread = here,
    tasks_at_least: int = 1,
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
    progress(len(done) * setup.seats)
    missing = [deal for deal in range(deals) if deal not in done]
    if not looking.over and missing:
        size = max(1, min(MOST_DEALS_AT_ONCE, len(missing) // (tasks_at_least * 16)))
        batches = spread(setup, [missing[at : at + size] for at in range(0, len(missing), size)])
        with closing(batches):
            for batch in batches:
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
        while not self.over and len(done.get(self.next, ())) == self.setup.seats:
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
