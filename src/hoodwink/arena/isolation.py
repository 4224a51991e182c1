"""A match in a process of its own: even a bot that takes its process down with it only forfeits the match.

Own bots think in the workers' processes, because that is fast. A worker that dies (out of memory, a fault in native
code) is replaced, what it was playing is played again, and a match that kills its process once more is played here,
where somebody outside knows whose turn it was.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

from hoodwink.arena.match import Failure, Match, Thinking, play
from hoodwink.arena.setup import Setup

NOBODY = -1


def play_alone(setup: Setup, deal: int, rotation: int, thinking: dict[str, Thinking]) -> Match:
    """One match, whatever its bots do to the process they think in."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    asked = context.Array("i", [NOBODY, NOBODY])
    """Who was asked first, and who was asked last."""
    process = context.Process(target=_play, args=(setup, deal, rotation, asked, sender))
    process.start()
    sender.close()
    try:
        match, spent = receiver.recv()
    except EOFError:
        process.join()
        first, last = asked[:]
        if last == NOBODY:
            raise RuntimeError(
                f"a match ended its process with status {process.exitcode} before anybody was asked"
            ) from None
        why = f"its process ended with status {process.exitcode}"
        others = tuple(seat for seat in range(setup.seats) if seat != last)
        return Match(deal, rotation, others, None, first, 0, 1, Failure(last, "crashed", why))
    process.join()
    for name, one in spent.items():
        thinking.setdefault(name, Thinking()).add(one.decisions, one.seconds)
    played: Match = match
    return played


def _play(setup: Setup, deal: int, rotation: int, asked: Any, sender: Connection) -> None:
    def note(seat: int) -> None:
        if asked[0] == NOBODY:
            asked[0] = seat
        asked[1] = seat

    thinking: dict[str, Thinking] = {}
    sender.send((play(setup, deal, rotation, thinking, note=note), thinking))
