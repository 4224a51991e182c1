"""After a restart every table goes on, whatever has become of another."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path

import pytest

from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.server import seating, sqlite
from hoodwink.server.entries import Happened, encode
from hoodwink.server.hub import SECONDS_REMEMBERED, Hub
from hoodwink.server.mailbox import Mailbox
from hoodwink.server.minds import Minds
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import NewTable, Sit
from tests.server.databases import append

pytestmark = pytest.mark.anyio


async def test_a_log_that_cannot_be_understood_keeps_no_other_table_from_waking(tmp_path: Path) -> None:
    """Once the first such log kept the whole server from starting."""
    store = SqliteStore(tmp_path / "tables.db")
    hub = Hub(store, Minds())
    broken, sound = [(await hub.open(NewTable(game="dudo", seats=2))).card.table for _ in range(2)]
    await append(store, broken, 2, [encode(Happened("nonsense"))], "open")
    await hub.close()
    woken = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    await woken.wake()
    assert set(woken.tables) == {sound}
    await woken.close()


async def begun(hub: Hub) -> Table:
    """A game of two with one die each."""
    hosting = await hub.open(NewTable(game="dudo", seats=2, options={"dice": 1, "first_player": "A"}))
    table = await hub.find(hosting.card.table)
    for name in ("Ann", "Bob"):
        await hub.sit(table, Sit(name))
    await hub.change(table, lambda: seating.begin(table, hosting.host, None, time.time()))
    return table


async def test_a_table_of_another_edition_is_not_played_on_and_stays_as_it_is(tmp_path: Path) -> None:
    hub = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    table = (await begun(hub)).id
    await hub.close()
    store = SqliteStore(tmp_path / "tables.db")
    bodies = await store.read(table)
    old = json.loads(bodies[0]) | {"edition": 0}
    await append(store, "a" * 10, 1, [json.dumps(old).encode(), *bodies[1:]], "open")
    woken = Hub(store, Minds())
    await woken.wake()
    assert set(woken.tables) == {table}
    with pytest.raises(Declined) as declined:
        await woken.find("a" * 10)
    assert declined.value.code == "other-edition"
    assert len({declined.value.told(Voice(lang)) for lang in LANGUAGES}) == len(LANGUAGES)
    assert len(await store.read("a" * 10)) == len(bodies)
    await woken.close()


async def test_a_move_that_is_stored_while_all_is_put_away_wakes_no_bot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once the bot found its workers gone, and a random move was made in its name."""
    hub = Hub(SqliteStore(":memory:"), Minds())
    hosting = await hub.open(NewTable(game="dudo", seats=2, options={"dice": 1, "first_player": "A"}))
    table = await hub.find(hosting.card.table)
    await hub.sit(table, Sit("Ann"))
    await hub.change(table, lambda: seating.begin(table, hosting.host, None, time.time()))
    monkeypatch.setattr(sqlite, "GATHERING", 0.5)
    ends: list[BaseException | None] = []
    hub.submit_move(table, 0, table.seqs[0], "1x3", ends.append)
    assert not ends, "it waits to be written"
    await hub.close()
    await asyncio.sleep(0.1)
    assert ends == [None]
    assert [event[0] for event in table.events[-1:]] == ["A"], "nobody has moved since"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_finished_table_is_let_go_when_nobody_looks_and_found_again(tmp_path: Path) -> None:
    hub = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    going, table = await begun(hub), await begun(hub)
    await hub.play(table, 0, table.seqs[0], "2x3")
    await hub.play(table, 1, table.seqs[1], "dudo")
    assert table.status == "over"
    reader = Mailbox(None, "en")
    hub.audience.join(table, reader)
    for seconds in (0, 2, 3):
        hub.forget(seconds * SECONDS_REMEMBERED)
    assert set(hub.tables) == {going.id, table.id}
    hub.leave(table, reader)
    hub.forget(4 * SECONDS_REMEMBERED)
    assert table.id in hub.tables
    hub.forget(5 * SECONDS_REMEMBERED)
    assert set(hub.tables) == {going.id}
    again = await hub.find(table.id)
    assert again is not table
    assert again.record() == table.record()
    await hub.close()


async def test_a_restart_tells_the_table_that_was_played(tmp_path: Path) -> None:
    """What was rehearsed before it was stored, and what the stored log folds into, are the same table."""
    hub = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    table = await begun(hub)
    await hub.play(table, 0, table.seqs[0], "1x3")
    seen = [hub.audience.packet(table, viewer) for viewer in (0, 1, None)]
    await hub.close()
    woken = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    again = await woken.find(table.id)
    assert [woken.audience.packet(again, viewer) for viewer in (0, 1, None)] == seen
    await woken.play(again, 1, again.seqs[1], "dudo")
    assert again.status == "over"
    await woken.close()


async def test_words_after_the_end_do_not_leave_a_table_unfinished(tmp_path: Path) -> None:
    """Once every word that was said after a game opened its table again, for each restart to wake."""
    hub = Hub(SqliteStore(tmp_path / "tables.db"), Minds())
    table = await begun(hub)
    await hub.play(table, 0, table.seqs[0], "2x3")
    assert await hub.store.unfinished() == [table.id]
    await hub.play(table, 1, table.seqs[1], "dudo")
    await hub.chat(table, 0, "Well played!")
    assert await hub.store.unfinished() == []
    await hub.close()
