"""What whoever runs a server can see of it: numbers for Prometheus, and a log of one JSON object a line.

Neither holds a key, a nonce, a name or anything of a hand.
"""

from __future__ import annotations

import json
import logging
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
REFUSED = Counter("hoodwink_refused", "Moves the rules refused", ["game"], registry=REGISTRY)
TROUBLE = Counter("hoodwink_trouble", "Messages and requests that could not be taken", ["code"], registry=REGISTRY)
OPENED = Counter("hoodwink_tables_opened", "Tables that were opened", ["game"], registry=REGISTRY)
ENDED = Counter("hoodwink_games_ended", "Games that came to their end", ["game"], registry=REGISTRY)
CONNECTIONS = Gauge("hoodwink_connections", "Connections that are open", registry=REGISTRY)
TABLES = Gauge("hoodwink_tables", "Tables at hand", registry=REGISTRY)
STORING = Histogram(
    "hoodwink_storing_seconds",
    "How long a transaction takes until it is durable; all that waited is in one",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
    registry=REGISTRY,
)

moves: defaultdict[str, int] = defaultdict(int)
"""Moves that were made, a game: a plain number each, since nothing is counted as often."""


class _Moves(Collector):
    def collect(self) -> Iterator[CounterMetricFamily]:
        counted = CounterMetricFamily("hoodwink_moves", "Moves that were made", labels=["game"])
        for game, made in moves.items():
            counted.add_metric([game], made)
        yield counted


REGISTRY.register(_Moves())

_PLAIN = frozenset(vars(logging.makeLogRecord({})))


def numbers() -> bytes:
    """All numbers in Prometheus's text form."""
    return generate_latest(REGISTRY)


class JsonLines(logging.Formatter):
    """A log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "said": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _PLAIN and name != "message"}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def log_to_stderr(level: str) -> None:
    """Let everything that is logged go to the error stream, a JSON object a line."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
