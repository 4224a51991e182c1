"""After a restart every table goes on, whatever has become of another."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoodwink.server.entries import Happened, encode
from hoodwink.server.hub import Hub
from hoodwink.server.minds import Minds
from hoodwink.server.sqlite import SqliteStore
from hoodwink.wire.messages import NewTable

pytestmark = pytest.mark.anyio


async def test_a_log_that_cannot_be_understood_keeps_no_other_table_from_waking(tmp_path: Path) -> None:
    """Once the first such log kept the whole server from starting."""
    store = SqliteStore(tmp_path / "tables.db")
    hub = Hub(store, Minds())
    broken, sound = [(await hub.open(NewTable(game="dudo", seats=2))).card.table for _ in range(2)]
    await store.append(broken, 2, [encode(Happened("nonsense"))], "open")
    await hub.close()
    woken = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    await woken.wake()
    assert set(woken.tables) == {sound}
    await woken.close()
