"""Chance that anybody can check afterwards: a chain of keys, one a round, committed to by its end.

The table draws a secret of 32 bytes and hashes it a thousand times:

    key[1024] = secret        key[r - 1] = SHA-256("hoodwink/chain/1" + key[r])        anchor = key[0]

The anchor is published before the seats are taken. Round r draws from a stream under key[r]; when the round is over,
key[r] is opened. Everybody can hash it once and find the key opened before, so no round can be exchanged; nobody can
hash backwards, so an opened round tells nothing of the next. Each seat adds a nonce, first its hash and then, when all
hashes are in, the nonce itself: the table cannot know beforehand what its keys will bring.

The stream of round r is HMAC-SHA-256 in counter mode:

    block[i] = HMAC-SHA-256(key[r], "hoodwink/stream/1" + SHA-256(nonces) + r as 4 bytes + i as 8 bytes)     i = 0, 1, …

with numbers big-endian and `nonces` each nonce behind its length as 4 bytes, in seat order. k random bits are the next
ceil(k / 8) bytes as a big-endian number without its lowest (-k mod 8) bits; a number below n takes the bits of n - 1
and is drawn again until it is small enough. Which numbers a game asks for is told in its reference.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Self

CHAIN_LENGTH = 1024
MARKED_KEYS = 64
"""One key of a chain in so many is kept."""
NONCE_BYTES = 16
_CHAIN = b"hoodwink/chain/1"
_NONCE = b"hoodwink/nonce/1"
_STREAM = b"hoodwink/stream/1"


def new_secret() -> bytes:
    """A table's secret, from the operating system's generator."""
    return secrets.token_bytes(32)


def new_nonce() -> bytes:
    """A seat's contribution to every roll and draw."""
    return secrets.token_bytes(NONCE_BYTES)


def commitment(nonce: bytes) -> bytes:
    """What a seat publishes of its nonce before anybody opens theirs."""
    return hashlib.sha256(_NONCE + nonce).digest()


def key_before(key: bytes) -> bytes:
    """The key of the round before: easy this way, hopeless the other."""
    return hashlib.sha256(_CHAIN + key).digest()


class Chain:
    """The keys of a table. Few are kept, and a stretch of others hashed again when one of it is asked for."""

    __slots__ = ("_marks", "_stretch")

    def __init__(self, secret: bytes) -> None:
        key, marks = secret, {CHAIN_LENGTH: secret}
        for number in reversed(range(CHAIN_LENGTH)):
            key = key_before(key)
            if number % MARKED_KEYS == 0:
                marks[number] = key
        self._marks = marks
        self._stretch: dict[int, bytes] = {}

    def __getitem__(self, number: int) -> bytes:
        """The key of a round; number 0 is the anchor."""
        if not 0 <= number <= CHAIN_LENGTH:
            raise IndexError(f"no key for round {number}: a chain has {CHAIN_LENGTH}")
        if number in self._marks:
            return self._marks[number]
        if number not in self._stretch:
            mark = min((number // MARKED_KEYS + 1) * MARKED_KEYS, CHAIN_LENGTH)
            key, self._stretch = self._marks[mark], {}
            for earlier in range(mark - 1, mark - MARKED_KEYS, -1):
                key = self._stretch[earlier] = key_before(key)
        return self._stretch[number]


def mixture(nonces: Sequence[bytes]) -> bytes:
    """What all seats have added."""
    return hashlib.sha256(b"".join([len(nonce).to_bytes(4) + nonce for nonce in nonces])).digest()


class Stream:
    """The random bits of one round, from its key and the mixture of the nonces."""

    __slots__ = ("_block", "_held", "_key", "_label")

    def __init__(self, key: bytes, mixed: bytes, round: int) -> None:  # noqa: A002
        self._key = key
        self._label = _STREAM + mixed + round.to_bytes(4)
        self._block = 0
        self._held = b""

    def copy(self) -> Self:
        """A stream that goes on from here by itself."""
        twin = object.__new__(type(self))
        twin._key, twin._label, twin._block, twin._held = self._key, self._label, self._block, self._held
        return twin

    def getrandbits(self, k: int, /) -> int:
        """The next k bits of the stream."""
        size = (k + 7) // 8
        held = self._held
        while len(held) < size:
            held += hmac.digest(self._key, self._label + self._block.to_bytes(8), "sha256")
            self._block += 1
        self._held = held[size:]
        return int.from_bytes(held[:size]) >> (-k % 8)


class Dealer:
    """A table's source of chance: keeps the secret, opens a round's key when that round is over."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes]) -> None:
        self._keys = Chain(secret)
        self._mixed = mixture(nonces)
        self._streams: dict[int, Stream] = {}

    @property
    def anchor(self) -> bytes:
        """What is published before the seats are taken."""
        return self._keys[0]

    def __call__(self, round: int) -> Stream:  # noqa: A002
        """The stream of a round, going on from where it was left."""
        if round not in self._streams:
            self._streams = {round: Stream(self._keys[round], self._mixed, round)}
        return self._streams[round]

    def mixed(self, nonces: Sequence[bytes]) -> Self:
        """A dealer at its beginning with the same keys, which take a while to make, and the nonces of the seats."""
        twin = object.__new__(type(self))
        twin._keys, twin._mixed, twin._streams = self._keys, mixture(nonces), {}
        return twin

    def copy(self) -> Self:
        """A dealer that goes on from here by itself: what it deals may yet come to nothing."""
        twin = object.__new__(type(self))
        twin._keys, twin._mixed = self._keys, self._mixed
        twin._streams = {number: stream.copy() for number, stream in self._streams.items()}
        return twin

    def opened(self, rounds: int) -> tuple[bytes, ...]:
        """The keys of the first rounds, which are over."""
        return tuple(self._keys[number] for number in range(1, rounds + 1))
