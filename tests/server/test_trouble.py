"""A store that has trouble now and then: nothing is told that was not stored, and nobody is stuck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hoodwink.server import keeper
from hoodwink.server.hub import Hub
from hoodwink.server.minds import Minds
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.store import StoreTrouble
from hoodwink.server.turns import Then
from hoodwink.server.web import app


class Flaky(SqliteStore):
    """Refuses every third append."""

    calls = refusals = 0

    def append(self, table: str, first: int, bodies: Sequence[bytes], status: str, then: Then) -> None:
        self.calls += 1
        if self.calls % 3:
            super().append(table, first, bodies, status, then)
        else:
            self.refusals += 1
            then(StoreTrouble("server.database-lost"))


def test_bots_go_on_when_the_store_is_well_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "SECONDS_AFTER_TROUBLE", 0.01)
    stores: list[Flaky] = []

    def make_hub() -> Hub:
        stores.append(Flaky(tmp_path / "tables.db"))
        return Hub(stores[0], Minds())

    with TestClient(app(make_hub)) as client:
        opened = [client.post("/api/tables", json={"game": "dudo", "seats": 2}) for _ in range(3)]
        assert [one.status_code for one in opened] == [201, 201, 503]
        assert opened[2].json()["code"] == "database-lost"
        table, host = opened[0].json()["card"]["table"], opened[0].json()["host"]
        assert client.post(f"/api/tables/{table}/begin", json={"host": host}).status_code == 200
        while (record := client.get(f"/api/tables/{table}/record")).status_code != 200:
            pass
    assert record.json()["finished"]
    assert stores[0].refusals > 3
