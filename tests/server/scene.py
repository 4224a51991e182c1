"""A table in the middle of its game, for whoever throws things at it, and what is thrown."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.server.served import Served

fuzzed = settings(
    max_examples=int(os.environ.get("HOODWINK_FUZZ", "40")),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
PATIENCE = 20.0
"""Seconds after which an answer that does not come is a failure."""


@dataclass
class Scene:
    """A table in the middle of its game, from the chair of somebody who is not to move."""

    server: Served
    table: str
    key: str
    mover: str
    packet: dict[str, Any]

    def join(self, key: str | None = None) -> dict[str, Any]:
        return {"type": "join", "table": self.table, "key": key or self.key}

    def url(self, path: str = "") -> str:
        return f"{self.server.url}/api/tables/{self.table}{path}"


def newest(server: Served, table: str, key: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key}"}
    stale = server.http.post(f"{server.url}/api/tables/{table}/moves", json={"seq": -1, "move": "-"}, headers=headers)
    packet: dict[str, Any] = stale.json()["packet"]
    return packet


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def spoilt(messages: list[dict[str, Any]]) -> st.SearchStrategy[str]:
    """Messages that are nearly right: a field changed, added or missing, or the text cut short."""
    fields = sorted({name for message in messages for name in message} | {"seat", "options", "public"})
    whole = st.sampled_from(messages)
    changed = st.tuples(whole, st.sampled_from(fields), json_values).map(lambda p: json.dumps(p[0] | {p[1]: p[2]}))
    lacking = st.tuples(whole, st.sampled_from(fields)).map(
        lambda p: json.dumps({name: value for name, value in p[0].items() if name != p[1]})
    )
    cut = st.tuples(whole, st.integers(0, 40)).map(lambda p: json.dumps(p[0])[: p[1]])
    return changed | lacking | cut | st.text() | json_values.map(json.dumps)


DEEP = "[" * 8000
"""Deeper than any reader of JSON goes."""
