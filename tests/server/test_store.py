"""What every store must do, shown on both: SQLite, and a real PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hoodwink.server import sqlite
from hoodwink.server.hub import Hub
from hoodwink.server.minds import Minds
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.store import Store, StoreTrouble, open_store, shown
from hoodwink.server.web import app
from tests.server.databases import Database, SqliteFile, append
from tests.server.writer import TABLES, entry, whole

pytestmark = pytest.mark.anyio
NOTHING: bytes = None  # type: ignore[assignment] # an entry that the database itself refuses


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[Store]:
    """The store there, closed afterwards."""
    store = open_store(database.where)
    try:
        yield store
    finally:
        await store.close()


async def outcomes(*appends: asyncio.Future[None]) -> list[str]:
    """What became of appends: stored, or the code of the trouble."""
    ends = await asyncio.gather(*appends, return_exceptions=True)
    return [end.code if isinstance(end, StoreTrouble) else "stored" if end is None else repr(end) for end in ends]


async def test_entries_come_back_in_the_order_of_the_appends(database: Database) -> None:
    async with opened(database) as store:
        appends = [append(store, "a", 1, [b"1", b"2"], "open"), append(store, "b", 1, [b"x"], "open")]
        appends += [append(store, "a", 3, [b"3"], "open"), append(store, "a", 4, [b"4", b"5"], "open")]
        assert await outcomes(*appends) == ["stored"] * 4
        await append(store, "a", 6, [b"6"], "open")
        assert await store.read("a") == [b"1", b"2", b"3", b"4", b"5", b"6"]
        assert await store.read("b") == [b"x"]
        assert await store.read("c") == []


async def test_what_was_stored_is_there_when_it_is_opened_again(database: Database) -> None:
    bodies = [bytes(range(256)), b"", "dűlő, дудо".encode()]
    async with opened(database) as store:
        await append(store, "a", 1, bodies, "open")
    async with opened(database) as store:
        assert await store.read("a") == bodies


async def test_what_waits_when_it_is_closed_is_written_first(database: Database) -> None:
    store = open_store(database.where)
    waiting = [append(store, "a", 1, [b"1"], "open"), append(store, "a", 2, [b"2"], "open")]
    await store.close()
    assert await outcomes(*waiting) == ["stored"] * 2
    assert (await outcomes(append(store, "a", 3, [b"3"], "open"))) != ["stored"]
    async with opened(database) as store:
        assert await store.read("a") == [b"1", b"2"]


@pytest.mark.parametrize("first", [0, 1, 2, 4])
async def test_an_append_that_is_not_the_next_is_refused(database: Database, first: int) -> None:
    async with opened(database) as store:
        await append(store, "a", 1, [b"1", b"2"], "open")
        wrong, right = append(store, "a", first, [b"x"], "over"), append(store, "b", 1, [b"1"], "open")
        assert await outcomes(wrong, right) == ["conflict", "stored"]
        assert str(wrong.exception()) == (
            f"Entry {first} is not the next one of table a: somebody else has written there."
        )
        assert await store.read("a") == [b"1", b"2"]
        assert await store.unfinished() == ["a", "b"]


async def test_a_table_must_begin_with_entry_1(database: Database) -> None:
    async with opened(database) as store:
        assert await outcomes(append(store, "a", 2, [b"2"], "open")) == ["conflict"]
        assert await store.unfinished() == []


async def test_of_two_servers_one_is_refused(database: Database) -> None:
    async with opened(database) as one, opened(database) as other:
        for first in range(1, 21):
            ends = await outcomes(
                append(one, "a", first, [b"one"], "open"), append(other, "a", first, [b"two"], "open")
            )
            assert sorted(ends) == ["conflict", "stored"]
            assert len(await one.read("a")) == first


async def test_one_database_serves_one_server(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoodwink.server.postgres.TRIES_TO_CLAIM", 1)
    async with opened(database) as other:
        async with opened(database) as one:
            await one.claim()
            with pytest.raises(StoreTrouble, match="Another server is using"):
                await other.claim()
            await append(one, "a", 1, [b"1"], "open")
        await other.claim()
        assert await other.read("a") == [b"1"]


async def test_many_tables_appended_in_one_tick_are_one_transaction(database: Database) -> None:
    async with opened(database) as store:
        await append(store, "z", 1, [b"1"], "open")
        before = await database.commits()
        ends = await outcomes(*(append(store, f"t{number}", 1, [b"1", b"2"], "open") for number in range(300)))
        assert ends == ["stored"] * 300
        assert await database.commits() == before + 1


async def test_sqlite_gathers_what_comes_soon_after_a_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lone append is written at once; those that follow within a moment wait for each other."""
    monkeypatch.setattr(sqlite, "GATHERING", 1.0)
    store, commit = SqliteStore(tmp_path / "tables.db"), SqliteStore._commit
    committed: list[None] = []
    monkeypatch.setattr(SqliteStore, "_commit", lambda store: committed.append(commit(store)))
    await append(store, "a", 1, [b"1"], "open")
    assert len(committed) == 1
    following = []
    for table in "bcd":
        following.append(append(store, table, 1, [b"1"], "open"))
        await asyncio.sleep(0.001)
    assert await outcomes(*following) == ["stored"] * 3
    assert len(committed) == 2
    late = append(store, "e", 1, [b"1"], "open")
    await store.close()
    assert await outcomes(late) == ["stored"], "whoever closes does not wait for more"


@pytest.mark.parametrize("bodies", [[NOTHING], [b"1", NOTHING], [b"1", b"2", NOTHING]])
async def test_a_failed_append_leaves_nothing_and_harms_no_other(database: Database, bodies: list[bytes]) -> None:
    async with opened(database) as store:
        await append(store, "old", 1, [b"1"], "open")
        appends = [append(store, "a", 1, [b"1"], "open"), append(store, "old", 2, bodies, "over")]
        appends += [append(store, "new", 1, bodies, "open"), append(store, "b", 1, [b"1"], "open")]
        assert await outcomes(*appends) == ["stored", "database", "database", "stored"]
        assert [await store.read(table) for table in ("a", "old", "new", "b")] == [[b"1"], [b"1"], [], [b"1"]]
        assert sorted(await store.unfinished()) == ["a", "b", "old"]
        await append(store, "old", 2, [b"2"], "open")


async def test_who_stops_listening_harms_nobody(database: Database) -> None:
    async with opened(database) as store:
        deaf, other = append(store, "a", 1, [b"1"], "open"), append(store, "b", 1, [b"1"], "open")
        deaf.cancel()
        await other
        assert await store.read("a") == [b"1"]


async def test_unfinished_tables_are_listed_oldest_first(database: Database) -> None:
    async with opened(database) as store:
        for table in ("c", "a", "b", "d"):
            await append(store, table, 1, [b"1"], "gathering")
        await append(store, "a", 2, [b"2"], "over")
        await append(store, "c", 2, [b"2"], "open")
        await append(store, "d", 2, [b"2"], "over")
        assert await store.unfinished() == ["c", "b"]


async def test_a_mark_is_the_number_last_remembered(database: Database) -> None:
    async with opened(database) as store:
        assert await store.marked("alive") is None
        await store.mark("alive", 1.5)
        await asyncio.gather(store.mark("other", 7), store.mark("alive", 1763208000.25))
    async with opened(database) as store:
        assert await store.marked("alive") == 1763208000.25
        assert await store.marked("other") == 7


async def test_tables_written_by_many_at_once_do_not_mix(database: Database) -> None:
    async def play(table: str) -> list[bytes]:
        source, log = random.Random(table), list[bytes]()
        while len(log) < 40:
            more = [f"{table} {len(log) + place}".encode() for place in range(source.randint(1, 3))]
            await append(store, table, len(log) + 1, more, "open")
            log += more
            for _ in range(source.randint(0, 3)):
                await asyncio.sleep(0)
        return log

    async with opened(database) as store:
        tables = [f"t{number}" for number in range(40)]
        logs = await asyncio.gather(*map(play, tables))
        for table, log in zip(tables, logs, strict=True):
            assert await store.read(table) == log


async def test_a_database_is_brought_up_to_date(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(database) as store:
        await append(store, "a", 1, [b"1"], "open")
    more = "ALTER TABLE tables ADD COLUMN mood text DEFAULT 'merry'; CREATE INDEX moods ON tables (mood)"
    module, _, name = database.migrations.rpartition(".")
    monkeypatch.setattr(database.migrations, (*getattr(sys.modules[module], name), more))
    for _ in range(2):
        async with opened(database) as store:
            assert await store.read("a") == [b"1"]
            assert await database.run("SELECT mood FROM tables") == [("merry",)]


async def test_the_first_sqlite_files_are_brought_up_to_date(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        db.executescript(
            f"{sqlite.MIGRATIONS[0]}; PRAGMA user_version = 1; "
            "INSERT INTO tables VALUES ('a', 'open', 1.0), ('b', 'over', 2.0); "
            "INSERT INTO entries VALUES ('a', 1, 1.0, x'31')"
        )
    async with opened(SqliteFile(tmp_path)) as store:
        assert await store.read("a") == [b"1"]
        assert await store.unfinished() == ["a"]
        await append(store, "a", 2, [b"2"], "over")
        assert await store.unfinished() == []


async def test_a_migration_that_fails_changes_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(database) as store:
        await append(store, "a", 1, [b"1"], "open")
    module, _, name = database.migrations.rpartition(".")
    with monkeypatch.context() as patch:
        patch.setattr(database.migrations, (*getattr(sys.modules[module], name), "DROP TABLE marks; DROP TABLE ghosts"))
        with pytest.raises(StoreTrouble, match=r"The database cannot be used: .*ghosts"):
            async with opened(database) as store:
                await store.read("a")
    async with opened(database) as store:
        assert await store.read("a") == [b"1"]


async def test_a_database_of_a_newer_program_is_refused(database: Database) -> None:
    async with opened(database) as store:
        await append(store, "a", 1, [b"1"], "open")
    await database.grow(99)
    with pytest.raises(StoreTrouble, match=r"A newer Hoodwink has used this database: it is of version 99,") as refused:
        async with opened(database) as store:
            await store.unfinished()
    assert refused.value.code == "database-newer"


def test_every_acknowledged_append_survives_sigkill_and_none_is_torn(database: Database) -> None:
    source = random.Random()
    acknowledged: list[tuple[str, int, int]] = []
    for kill in range(12):
        command = [sys.executable, "-m", "tests.server.writer", database.where, str(kill)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as writer:
            assert writer.stdout is not None
            heard = [next(writer.stdout) for _ in range(source.randint(1, 400))]
            writer.kill()
            heard += writer.stdout
        acknowledged += [(table, int(first), int(size)) for table, first, size in map(str.split, heard)]
        logs = asyncio.run(read_all(database))
        assert all(whole(table, log) for table, log in logs.items())
        for table, first, size in acknowledged:
            expected = [entry(table, first, size, seq) for seq in range(first, first + size)]
            assert logs[table][first - 1 : first - 1 + size] == expected


async def read_all(database: Database) -> dict[str, list[bytes]]:
    async with opened(database) as store:
        return {table: await store.read(table) for table in TABLES}


def test_a_served_table_is_there_after_a_restart(database: Database) -> None:
    def served() -> TestClient:
        return TestClient(app(lambda: Hub(open_store(database.where), Minds())))

    with served() as client:
        table = client.post("/api/tables", json={"game": "dudo", "seats": 2}).json()["card"]["table"]
        client.post(f"/api/tables/{table}/sit", json={"name": "Ann"})
    with served() as client:
        card = client.get(f"/api/tables/{table}").json()
        assert card["seats"][0]["name"] == "Ann"
        assert client.get("/api/tables/nowhere").status_code == 404


async def test_where_tables_cannot_live_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StoreTrouble, match=r"Tables live in a SQLite file or at postgresql://…; mysql:// is neither\."):
        open_store("mysql://localhost/tables")
    with pytest.raises(StoreTrouble, match=r"The database cannot be used: .*unable to open database file"):
        open_store(str(tmp_path))
    (tmp_path / "text").write_text("no database at all, but long enough to be taken for one" * 20)
    with pytest.raises(StoreTrouble, match=r"The database cannot be used: .*file is not a database"):
        open_store(str(tmp_path / "text"))
    with pytest.raises(StoreTrouble, match=r"The database cannot be used: .*Not a directory|File exists"):
        open_store(str(tmp_path / "text" / "tables.db"))
    nowhere = open_store("postgresql://ann:secret@localhost:1/tables")
    with pytest.raises(StoreTrouble, match=r"The database cannot be used: ") as refused:
        await nowhere.unfinished()
    assert "secret" not in str(refused.value)
    monkeypatch.delitem(sys.modules, "hoodwink.server.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreTrouble, match=r'not installed: pip install "hoodwink\[postgres\]"'):
        open_store("postgresql://localhost/tables")


def test_a_password_is_not_shown() -> None:
    assert shown("postgresql://ann:secret@db.example:5432/tables?password=secret") == (
        "postgresql://db.example:5432/tables"
    )
    assert shown("tables.db") == "tables.db"
