"""Turns of random games in which level 4 is held against brute force: does it miss a row to lay, or going out?

All presets at all numbers of seats are played. A turn in which level 4 goes out missed nothing. Otherwise brute force
walks every table that the turn can be led to, in any order of moves and without any cleverness; it knows the rules of
rows and nothing of how bots think. Where those tables are more than `MOST_TABLES` and nothing was found among them,
nothing is known and the turn does not count.

    python -m tests.games.rumbugz_proof --turns 100000 --processes 4
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from multiprocessing import Pool
from typing import Any, Literal, NamedTuple

from hoodwink import bots, games
from hoodwink.engine.table import deal
from hoodwink.games.rumbugz.changes import changes_of
from hoodwink.games.rumbugz.lays import lays_of, within
from hoodwink.games.rumbugz.pieces import (
    ALL_FOUR,
    KINDS_OF_TILE,
    ONE,
    Add,
    Begin,
    Lay,
    Remove,
    tiles_of,
)
from hoodwink.games.rumbugz.plan import slots_of
from hoodwink.games.rumbugz.position import write_position
from hoodwink.games.rumbugz.rows import KIND_BITS, SHORTEST, Row, all_fresh, changed
from hoodwink.games.rumbugz.state import RumbugzState
from hoodwink.games.rumbugz.turn import OVER, TABLE
from hoodwink.workers import sweep_seldom

GAME = games.find("rumbugz")
MOST_TABLES = 12_000
CHUNK, APART = 100, 7919
"""Turns that are compared at a time, and how far apart the games lie from which they come."""
EVERY = 3
"""One in so many turns is compared, so that beginnings and ends of rounds come up alike."""
TABLES: Sequence[tuple[int, Any]] = [
    (seats, options) for seats in GAME.info.seats for options in GAME.info.presets.values()
]
"""Who plays what; every game takes the next of these, and after all of them the next of the movers below."""
MOVERS = ("greedy", "cricket", "random", "greedy", "cricket")


def turns(seed: int) -> Iterator[RumbugzState]:
    """Positions at the table with a tile just drawn, out of whole games, one after another for ever."""
    for number in count(seed):
        seats, options = TABLES[number % len(TABLES)]
        mover = bots.find(GAME, MOVERS[number // len(TABLES) % len(MOVERS)])
        luck = random.Random(number)

        def source(_round: int, luck: random.Random = luck) -> random.Random:
            return luck

        state = GAME.start(seats, options)
        drew = False
        while state.result() is None:
            for _ in deal(state, source):
                pass
            if state.result() is None:
                if state.phase == TABLE and drew and not luck.randrange(EVERY):
                    yield state
                drew = state.phase != TABLE
                seat = state.to_move()[0]
                state.play(seat, mover.choose(GAME.view(state, seat), luck))


class Lying(NamedTuple):
    """What lies where: the hand, the rows with what is fresh in them in some fixed order, types made and rows laid."""

    hand: int
    rows: tuple[tuple[Row, int], ...]
    made: int
    laid: int


def possible(state: RumbugzState, goal: Literal["lay", "out"], most: int = MOST_TABLES) -> bool | None:
    """Whether the turn can lay a row, or go out, by trying everything; None when that would be too much."""
    seat, scratch = state.turn, state.copy()
    rows = zip(state.rows, state.fresh, strict=True)
    start = Lying(state.hands[seat], _ordered(rows), state.made[seat], state.laid)
    todo, seen = [start], {start}
    for at in todo:
        scratch.made[seat], scratch.laid = at.made, at.laid
        held = sum(at.hand.to_bytes(KINDS_OF_TILE))
        if goal == "out" and at.made == ALL_FOUR and held <= state.options.discard_out:
            return True
        lays = _rows_of(at.hand, scratch.kinds_to_lay(seat), state.options.min_naturals)
        if lays and goal == "lay":
            return True
        after = [_with_row(at, lay) for lay in lays]
        if at.made:
            after += _changes(at, scratch.freedom(at.made))
        for one in after:
            if one not in seen and (one.hand or one.made == ALL_FOUR):
                seen.add(one)
                todo.append(one)
        if len(todo) > most:
            return None
    return False


def _ordered(rows: Any) -> tuple[tuple[Row, int], ...]:
    return tuple(sorted(rows, key=lambda one: (one[0].kind, one[0].slots, one[1])))


@lru_cache(maxsize=1 << 14)
def _rows_of(hand: int, kinds: int, min_naturals: int) -> tuple[Row, ...]:
    """Every row of some types that a hand can lay."""
    counts = hand.to_bytes(KINDS_OF_TILE, "little")
    bits = sum(1 << tile for tile, there in enumerate(counts, 1) if there)
    found, todo = [], list(lays_of(counts, bits, kinds, min_naturals))
    for lay in todo:
        if isinstance(lay, Begin):
            todo += within(lay, counts, bits, min_naturals)
        else:
            found.append(lay.row)
    return tuple(found)


def _with_row(at: Lying, row: Row) -> Lying:
    rows = _ordered((*at.rows, (row, all_fresh(row))))
    return Lying(at.hand - tiles_of(row), rows, at.made | KIND_BITS[row.kind], at.laid + 1)


@lru_cache(maxsize=1 << 15)
def _ways(row: Row, fresh: int, freedom: int) -> tuple[tuple[int, int, tuple[Row, int]], ...]:
    """The changes of a row: the tile each needs (0 for none), the tile it gives, and what the row becomes."""
    menu = changes_of(1, row, fresh, freedom)
    moves = [*(move for _, group in menu.by_tile for move in group), *menu.free]
    return tuple(
        (
            0 if isinstance(move, Remove) else move.put,
            0 if isinstance(move, Add) else move.take,
            changed(row, fresh, *slots_of(move)),
        )
        for move in moves
    )


def _changes(at: Lying, freedom: int) -> Iterator[Lying]:
    hand, rows, made, laid = at
    for place, row in enumerate(rows):
        if place and rows[place - 1] == row:
            continue
        for put, take, after in _ways(*row, freedom):
            if not put or hand >> 8 * (put - 1) & 255:
                others = _ordered((*rows[:place], after, *rows[place + 1 :]))
                yield Lying(hand - ONE[put] + ONE[take], others, made, laid)


def played(state: RumbugzState, bot: Any, luck: random.Random) -> tuple[bool, bool]:
    """Whether a bot lays a row in a turn, and whether it goes out."""
    at, seat, laid = state.copy(), state.turn, False
    while at.phase == TABLE and at.turn == seat and at.rounds == state.rounds:
        move = bot.choose(GAME.view(at, seat), luck)
        laid |= isinstance(move, Lay)
        at.play(seat, move)
    return laid, at.phase == OVER or at.rounds != state.rounds


def missed(state: RumbugzState, *, laid: bool, went: bool) -> bool | None:
    """Whether a turn that was played so missed a row to lay, or going out; None when nobody knows."""
    if went:
        return False
    options, missing = state.options, (ALL_FOUR & ~state.made[state.turn]).bit_count()
    free = sum(len(row.slots) - SHORTEST for row in state.rows) if options.free_removal else 0
    enough = state.held[state.turn] + free >= SHORTEST * missing
    out = possible(state, "out") if enough and (missing < 2 or not options.one_sequence_per_turn) else False
    lay = possible(state, "lay") if missing and not laid else False
    return True if out or lay else None if out is None or lay is None else False


def prove(seed: int, wanted: int = CHUNK, name: str = "4") -> tuple[Counter[str], list[str]]:
    """Compare so many turns of a bot: what was counted, and every turn in which something was missed."""
    bot, luck = bots.find(GAME, name), random.Random(seed)
    found: Counter[str] = Counter()
    wrong = []
    for state in turns(seed):
        laid, went = played(state, bot, luck)
        miss = missed(state, laid=laid, went=went)
        if miss is None:
            found["too large"] += 1
            continue
        found["turns"] += 1
        found["lay-downs"] += laid
        found["goings out"] += went
        if miss:
            wrong.append(f"{state.seats} {state.options}: {write_position(state)}")
        if found["turns"] == wanted:
            break
    return found, wrong


def prepare(number: int) -> None:
    """Have the race table of a kind of table on disk, so that no two processes compute the same."""
    if GAME.prepare is not None:
        GAME.prepare(*TABLES[number], lambda _part: None)


def main() -> None:
    """Compare very many turns and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    wrong: list[str] = []
    with Pool(asked.processes, sweep_seldom) as pool:
        kinds = {(seats, options.min_naturals): number for number, (seats, options) in enumerate(TABLES)}
        pool.map(prepare, kinds.values(), chunksize=1)
        chunks = -(-asked.turns // CHUNK)
        for number, (found, more) in enumerate(
            pool.imap_unordered(prove, [asked.seed + APART * chunk for chunk in range(chunks)]), 1
        ):
            total += found
            wrong += more
            for line in more:
                print("missed:", line, flush=True)
            if number % 20 == 0 or number == chunks:
                print(f"{len(wrong)} missed;", ", ".join(f"{n} {what}" for what, n in total.items()), flush=True)


if __name__ == "__main__":
    main()
