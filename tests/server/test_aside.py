"""Going through a whole game takes its time, so it is done beside the event loop: no table waits for it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hoodwink.engine import table as engine_table
from hoodwink.server import table as server_table
from hoodwink.server.hub import Hub
from hoodwink.server.minds import Minds
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.web import app


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """On which threads events of the past happen once more, be it to tell of them or to have a table again."""
    enact, found = engine_table.enact, set()

    def watched(*given: Any) -> None:
        found.add(threading.current_thread().name)
        enact(*given)

    for module in (engine_table, server_table):
        monkeypatch.setattr(module, "enact", watched)
    return found


def served(folder: Path) -> TestClient:
    return TestClient(app(lambda: Hub(SqliteStore(folder / "tables.db"), Minds())))


def test_the_past_is_gone_through_beside_the_event_loop(tmp_path: Path, threads: set[str]) -> None:
    with served(tmp_path) as client:
        opened = client.post("/api/tables", json={"game": "dudo", "seats": 2, "options": {"dice": 1}}).json()
        path = f"/api/tables/{opened['card']['table']}"
        assert client.post(f"{path}/begin", json={"host": opened["host"]}).status_code == 200
        while client.get(f"{path}/record").status_code != 200:
            pass
        threads.clear()
        lines = client.get(f"{path}/log").json()["lines"]
        for asked in (f"log/{lines[-1]['seq']}", "replay?first=1&count=3", "replay/3", "dispute/3"):
            assert client.get(f"{path}/{asked}").status_code == 200, asked
    with served(tmp_path) as client:
        assert client.get(path).json()["status"] == "over"
    assert {name.partition("_")[0] for name in threads} == {"aside"}
