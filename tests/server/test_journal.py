"""How a SQLite file holds the logs: whatever is in the journal still and whatever was put away, they read the same."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hoodwink.server import journal, sqlite
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.store import Append
from tests.server.databases import append

pytestmark = pytest.mark.anyio
TABLES = tuple("abcdef")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are put away after a few transactions, and the journal is trimmed as soon."""
    monkeypatch.setattr(journal, "LONG", 4)
    monkeypatch.setattr(journal, "FEW", 2)
    monkeypatch.setattr(journal, "TRIM", 3)


def ask(path: Path, query: str) -> list[tuple[int, ...]]:
    """What the file itself says."""
    with closing(sqlite3.connect(path)) as db:
        return list(db.execute(query))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.usefixtures("hasty")
async def test_logs_are_the_same_however_far_they_are_put_away(tmp_path: Path, seed: int) -> None:
    path, source = tmp_path / "tables.db", random.Random(seed)
    logs: dict[str, list[bytes]] = {table: [] for table in TABLES}
    statuses = dict.fromkeys(TABLES, "over")
    store, onlooker = SqliteStore(path), SqliteStore(path)
    for _ in range(40):
        together = []
        for table in source.choices(TABLES, k=source.randint(1, 4)):
            bodies = [source.randbytes(source.choice((0, 3, 9_000))) for _ in range(source.randint(1, 3))]
            statuses[table] = source.choice(("open", "open", "over"))
            together.append(append(store, table, len(logs[table]) + 1, bodies, statuses[table]))
            logs[table] += bodies
        await asyncio.gather(*together)
        if source.random() < 0.1:
            await store.close()
            store = SqliteStore(path)
        looking = source.choice((store, onlooker))
        assert {table: await looking.read(table) for table in TABLES} == logs
        unfinished = {table for table in TABLES if logs[table] and statuses[table] == "open"}
        assert set(await looking.unfinished()) == unfinished
    await store.close()
    await onlooker.close()


@pytest.mark.usefixtures("hasty")
async def test_the_journal_stays_short_though_one_table_never_ends(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    for number in range(1, 60):
        await append(store, "long", number, [b"move %d" % number], "open")
        await append(store, f"brief{number}", 1, [b"opened", b"over"], "over")
    [(rows,)] = ask(path, "SELECT count(*) FROM journal")
    assert rows <= journal.LONG + journal.TRIM + 2
    assert await store.read("long") == [b"move %d" % number for number in range(1, 60)]
    [(stretches,)] = ask(path, "SELECT count(*) FROM stretches WHERE table_id = 'long'")
    assert 2 <= stretches <= 59 * 2 / journal.LONG, "many entries go into one stretch"
    await store.close()


@pytest.mark.usefixtures("hasty")
async def test_of_two_that_write_to_one_file_neither_tears_the_others_logs(tmp_path: Path) -> None:
    stores, source = [SqliteStore(tmp_path / "tables.db") for _ in range(2)], random.Random(7)
    logs: dict[str, list[bytes]] = {table: [] for table in TABLES}
    for number in range(150):
        store, table = source.choice(stores), source.choice(TABLES)
        await append(store, table, len(logs[table]) + 1, [b"%d" % number], source.choice(("open", "over")))
        logs[table].append(b"%d" % number)
    for store in stores:
        assert {table: await store.read(table) for table in TABLES} == logs
        await store.close()


async def test_a_file_with_a_row_for_each_entry_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path)) as db:
        for script in sqlite.MIGRATIONS[:4]:
            db.executescript(script)
        db.execute("PRAGMA user_version = 4")
        db.execute("INSERT INTO tables VALUES ('a', 'open', 1), ('b', 'over', 2)")
        rows = [(table, seq, seq, f"{table}\n{seq}".encode()) for seq in range(1, 13) for table in "ab"]
        random.Random(1).shuffle(rows)
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
        db.commit()
    store = SqliteStore(path)
    await append(store, "a", 13, [b"a\n13"], "open")
    assert await store.read("a") == [f"a\n{seq}".encode() for seq in range(1, 14)]
    assert await store.read("b") == [f"b\n{seq}".encode() for seq in range(1, 13)]
    await store.close()


async def test_checkpoints_beside_the_commits_keep_the_write_ahead_log_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINTS", 0)
    store, written = SqliteStore(tmp_path / "tables.db"), 300 * 50_000
    for number in range(1, 301):
        await append(store, "a", number, [bytes(50_000)], "open")
    assert (tmp_path / "tables.db-wal").stat().st_size < written / 4
    assert len(await store.read("a")) == 300
    await store.close()


async def test_a_checkpoint_that_fails_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store, connect = SqliteStore(tmp_path / "tables.db"), sqlite3.connect

    def fails(*_: object, **__: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(sqlite3, "connect", fails)
    with caplog.at_level(logging.WARNING):
        await append(store, "a", 1, [b"1"], "open")
        await store.close()
    monkeypatch.setattr(sqlite3, "connect", connect)
    assert [record.message for record in caplog.records] == ["a checkpoint failed"]
    store = SqliteStore(tmp_path / "tables.db")
    assert await store.read("a") == [b"1"]
    await store.close()


async def test_what_was_undone_is_gone(tmp_path: Path) -> None:
    def entries(*bodies: bytes) -> list[Append]:
        return [Append("a", 2, bodies, "open", lambda _: None)]

    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    await append(store, "a", 1, [b"first"], "open")
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        log = journal.Journal(db)
        db.execute("BEGIN")
        assert log.write(entries(b"lost", b"too"), 0.0) == []
        db.execute("ROLLBACK")
        log.undone()
        assert list(log.read("a")) == [b"first"]
        db.execute("BEGIN")
        assert log.write(entries(b"second"), 0.0) == []
        db.execute("COMMIT")
        log.committed()
        assert list(log.read("a")) == [b"first", b"second"]
