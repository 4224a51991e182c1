"""Turns of random games in which level 4 is held against brute force: does it miss a row to lay, or going out?

Brute force walks every table that a turn can be led to, by the engine's own moves and without any cleverness. Where
those are more than `MOST_TABLES` and nothing was found among them, nothing is known and the turn does not count.

    python -m tests.games.rumbugz_proof --turns 100000 --processes 4
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import count
from multiprocessing import Pool
from typing import Any, Literal

from hoodwink import bots, games
from hoodwink.engine.table import deal
from hoodwink.games.rumbugz.pieces import ALL_FOUR, Begin, Discard, Lay, RumbugzOptions, Stop
from hoodwink.games.rumbugz.position import write_position
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import OVER, TABLE

GAME = games.find("rumbugz")
MOST_TABLES = 800
CHUNK = 100
STRICT = RumbugzOptions(one_sequence_per_turn=True, min_naturals=2, plyt_hand_value=12)
TABLES = ((2, RumbugzOptions()), (3, RumbugzOptions()), (2, RumbugzOptions()), (2, STRICT))
"""Who plays what; every game takes the next of these, and the next of the movers below."""
MOVERS = ("greedy", "cricket", "random", "greedy", "cricket")


def turns(seed: int) -> Iterator[RumbugzState]:
    """Positions at the table with a tile just drawn, out of whole games, one after another for ever."""
    for number in count(seed):
        seats, options = TABLES[number % len(TABLES)]
        mover = bots.find(GAME, MOVERS[number % len(MOVERS)])
        luck = random.Random(number)

        def source(_round: int, luck: random.Random = luck) -> random.Random:
            return luck

        state = GAME.start(seats, options)
        drew = False
        while state.result() is None:
            for _ in deal(state, source):
                pass
            if state.result() is None:
                if state.phase == TABLE and drew:
                    yield state
                drew = state.phase != TABLE
                seat = state.to_move()[0]
                state.play(seat, mover.choose(GAME.view(state, seat), luck))


def possible(state: RumbugzState, goal: Literal["lay", "out"]) -> bool | None:
    """Whether the turn can lay a row, or go out, by trying everything; None when that would be too much."""
    seat, todo, seen = state.turn, [state.copy()], {_table(state)}
    for at in todo:
        for move in at.moves(seat):
            if isinstance(move, Discard | Stop):
                if goal == "out" and isinstance(move, Discard) and at.held[seat] == 1 and at.made[seat] == ALL_FOUR:
                    return True
                continue
            if goal == "lay" and isinstance(move, Lay | Begin):
                return True
            after = at.copy()
            after.play(seat, move)
            if after.phase == OVER or after.rounds != state.rounds:
                return True
            if after.phase == TABLE and after.turn == seat and _table(after) not in seen:
                seen.add(_table(after))
                todo.append(after)
        if len(todo) > MOST_TABLES:
            return None
    return False


def _table(state: RumbugzState) -> object:
    return tuple(state.rows), tuple(state.fresh), state.span


def played(state: RumbugzState, bot: Any, luck: random.Random) -> tuple[bool, bool]:
    """Whether a bot lays a row in a turn, and whether it goes out."""
    at, seat, laid = state.copy(), state.turn, False
    while at.phase == TABLE and at.turn == seat and at.rounds == state.rounds:
        move = bot.choose(GAME.view(at, seat), luck)
        laid |= isinstance(move, Lay)
        at.play(seat, move)
    return laid, at.phase == OVER or at.rounds != state.rounds


def prove(seed: int, wanted: int = CHUNK, name: str = "4") -> tuple[Counter[str], list[str]]:
    """Compare so many turns of a bot: what was counted, and every turn in which something was missed."""
    bot, luck = bots.find(GAME, name), random.Random(seed)
    found: Counter[str] = Counter()
    missed = []
    for state in turns(seed):
        missing = (ALL_FOUR & ~state.made[state.turn]).bit_count()
        lay = possible(state, "lay") if missing else False
        out = possible(state, "out") if missing <= 1 else False
        if lay is None or out is None:
            found["too large"] += 1
            continue
        laid, went = played(state, bot, luck)
        found["turns"] += 1
        found["lay-downs"] += lay
        found["goings out"] += out
        if (lay and not laid and not went) or (out and not went):
            missed.append(f"{state.seats} {state.options}: {write_position(state)}")
        if found["turns"] == wanted:
            break
    return found, missed


def main() -> None:
    """Compare very many turns and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    missed: list[str] = []
    with Pool(asked.processes) as pool:
        chunks = -(-asked.turns // CHUNK)
        for number, (found, more) in enumerate(
            pool.imap_unordered(prove, [asked.seed + 1000 * chunk for chunk in range(chunks)]), 1
        ):
            total += found
            missed += more
            for line in more:
                print("missed:", line, flush=True)
            if number % 20 == 0 or number == chunks:
                print(f"{len(missed)} missed;", ", ".join(f"{n} {what}" for what, n in total.items()), flush=True)


if __name__ == "__main__":
    main()
