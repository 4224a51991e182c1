"""Where luck comes from in a match: the same for all seatings of a deal as far as that is possible.

Every chance of a deal has a stream of its own, named by the seed, the deal, the round and how many chances that round
has had before. So two seatings of a deal begin with the same dice, cards and tiles; when their play parts, a chance
that asks for more bits in one does not shift all later ones; and a new round begins alike again.
"""

from __future__ import annotations

import hashlib
import random

BLOCK_BITS = 512


class Stream:
    """The random bits of one chance: blocks of a keyed hash, counted."""

    __slots__ = ("_bits", "_block", "_held", "_key", "_name")

    def __init__(self, key: bytes, name: bytes) -> None:
        self._key = key
        self._name = name
        self._block = 0
        self._held = 0
        self._bits = 0

    def getrandbits(self, k: int, /) -> int:
        """The next k bits."""
        while self._bits < k:
            block = hashlib.blake2b(self._name + self._block.to_bytes(4), key=self._key).digest()
            self._block += 1
            self._held |= int.from_bytes(block) << self._bits
            self._bits += BLOCK_BITS
        taken = self._held & ((1 << k) - 1)
        self._held >>= k
        self._bits -= k
        return taken


class Deal:
    """The chances of a deal: a source for `engine.table.deal`, asked once for each chance."""

    def __init__(self, seed: int, number: int) -> None:
        self._key = hashlib.sha256(f"hoodwink/arena/1 {seed} {number}".encode()).digest()
        self._asked: dict[int, int] = {}

    def __call__(self, round: int) -> Stream:  # noqa: A002
        """The stream of the next chance of a round."""
        count = self._asked.get(round, 0)
        self._asked[round] = count + 1
        return Stream(self._key, round.to_bytes(4) + count.to_bytes(8))


def own_luck(seed: int, deal: int, rotation: int, seat: int) -> random.Random:
    """What a bot tosses its own coins with: another generator for each match and seat."""
    return random.Random(f"hoodwink/arena/1 {seed} {deal} {rotation} {seat}")
