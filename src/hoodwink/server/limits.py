"""How much anybody may ask for: buckets that fill with time, a connection and an address each."""

from __future__ import annotations

import time
from collections import OrderedDict

from msgspec import Struct

MOST_ADDRESSES = 10_000


class Limits(Struct, frozen=True):
    """What a server puts up with."""

    messages: float = 20
    """Messages a second on one connection, and twice as many at once."""
    requests: float = 20
    """Requests a second from one address that change something, and ten times as many at once."""
    connections: int = 100
    """Open connections from one address."""


class Bucket:
    """So many drops a second flow in, up to a brim; every deed takes one out."""

    __slots__ = ("brim", "flow", "held", "since")

    def __init__(self, flow: float, brim: float) -> None:
        self.flow, self.brim, self.held = flow, brim, brim
        self.since = time.monotonic()

    def take(self) -> bool:
        """Whether there was a drop for a deed."""
        now = time.monotonic()
        self.held = min(self.brim, self.held + (now - self.since) * self.flow)
        self.since = now
        if self.held < 1:
            return False
        self.held -= 1
        return True


class Addresses:
    """What each address has asked for lately, how many connections it holds, and whether it is banned."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.banned: set[str] = set()
        self._open: dict[str, int] = {}
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def may_ask(self, address: str) -> bool:
        """Whether an address may change something now."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.limits.requests, 10 * self.limits.requests)
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return address not in self.banned and bucket.take()

    def connect(self, address: str) -> bool:
        """Whether an address may hold one connection more; if so, it does."""
        held = self._open.get(address, 0)
        if address in self.banned or held >= self.limits.connections:
            return False
        self._open[address] = held + 1
        return True

    def disconnect(self, address: str) -> None:
        """An address lets go of a connection."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
