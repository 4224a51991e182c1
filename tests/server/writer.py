"""A program that writes to a store until it is killed: `python -m tests.server.writer WHERE SEED`.

Every append is a line on standard output once it is acknowledged: the table, its first entry, how many. An entry says
which it is and how many were appended together, so that whoever reads the store can tell whether an append is whole.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys

from hoodwink.server.store import Store, open_store
from tests.server.databases import append

TABLES = tuple(f"table{number}" for number in range(8))


def entry(table: str, first: int, size: int, seq: int) -> bytes:
    """What stands at a number of a table, when `size` were appended from `first` on."""
    return f"{table} {seq} of {first}+{size} ".encode() * 20


def whole(table: str, bodies: list[bytes]) -> bool:
    """Whether a log consists of whole appends, in order."""
    seq = 1
    while seq <= len(bodies):
        first, _, size = bodies[seq - 1].split()[3].partition(b"+")
        expected = [entry(table, int(first), int(size), one) for one in range(seq, seq + int(size))]
        if int(first) != seq or bodies[seq - 1 : seq - 1 + int(size)] != expected:
            return False
        seq += int(size)
    return True


async def write(store: Store, table: str, source: random.Random) -> None:
    """Append to one table for ever."""
    first = len(await store.read(table)) + 1
    while True:
        size = source.randint(1, 4)
        await append(store, table, first, [entry(table, first, size, first + one) for one in range(size)], "open")
        os.write(1, f"{table} {first} {size}\n".encode())  # at once, so that no kill tears a line
        first += size


async def main(where: str, seed: int) -> None:
    store, source = open_store(where), random.Random(seed)
    await asyncio.gather(*(write(store, table, source) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
