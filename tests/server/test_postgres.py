"""PostgreSQL when the connection breaks: nothing is told that was not stored, and nothing is stored twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from hoodwink.server import postgres as module
from hoodwink.server.postgres import PostgresStore
from hoodwink.server.postgres_line import MIGRATIONS
from tests.server.databases import PostgresDatabase, PostgresServer, append
from tests.server.test_store import outcomes

pytestmark = pytest.mark.anyio
BLOCKED = """
    SELECT pg_blocking_pids(pid) FROM pg_stat_activity WHERE application_name = 'hoodwink' AND wait_event_type = 'Lock'
"""


class Road:
    """The way to the database, which can be closed: who is on it is cut off, who comes is turned away."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._travellers: set[asyncio.StreamWriter] = set()
        self.closed = False
        self.turned_away = 0

    async def come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.closed:
            self.turned_away += 1
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_unix_connection(self._socket)
        self._travellers |= {writer, far_writer}
        await asyncio.gather(_carry(reader, far_writer), _carry(far_reader, writer))
        self._travellers -= {writer, far_writer}

    def close(self) -> None:
        self.closed = True
        for one in self._travellers:
            one.transport.abort()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while some := await reader.read(65536):
            writer.write(some)
    writer.close()


@pytest.fixture
def database(postgres: PostgresServer) -> PostgresDatabase:
    return asyncio.run(postgres.create())


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS_BETWEEN_TRIES", (0.01, 0.05))


@asynccontextmanager
async def travelling(database: PostgresDatabase) -> AsyncIterator[tuple[PostgresStore, Road]]:
    """A store at the end of a road."""
    query = parse_qs(urlsplit(database.where).query)
    road = Road(Path(query["host"][0]) / ".s.PGSQL.5432")
    async with await asyncio.start_server(road.come, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        address = f"postgresql://postgres@127.0.0.1:{port}/postgres?sslmode=disable"
        store = PostgresStore(f"{address}&search_path={query['search_path'][0]}")
        try:
            yield store, road
        finally:
            await store.close()
            road.close()


@asynccontextmanager
async def locked(database: PostgresDatabase) -> AsyncIterator[None]:
    """While this lasts whoever writes entries has to wait."""
    connection = await asyncpg.connect(database.where)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE entries IN SHARE MODE")
            yield
    finally:
        await connection.close()


async def until(holds: Callable[[], Awaitable[object]]) -> None:
    while not await holds():
        await asyncio.sleep(0.01)


async def test_while_a_batch_is_under_way_all_that_comes_waits_for_one_more(database: PostgresDatabase) -> None:
    async with travelling(database) as (store, _):
        await append(store, "a", 1, [b"1"], "open")
        async with locked(database):
            appends = [append(store, "a", 2, [b"2"], "open")]
            await until(lambda: database.run(BLOCKED))
            appends += [append(store, f"t{number}", 1, [b"1"], "open") for number in range(200)]
            appends += [append(store, "a", 3, [b"3"], "open")]
        assert await outcomes(*appends) == ["stored"] * 202
        assert await database.commits() == 3
        assert await store.read("a") == [b"1", b"2", b"3"]


@pytest.mark.parametrize("fate", ["stored", "lost", "slow"])
async def test_what_was_under_way_when_the_connection_broke_is_stored_once(
    database: PostgresDatabase, fate: str
) -> None:
    """Whether the database had finished it, never did, or is at it still when the store comes back."""
    async with travelling(database) as (store, road):
        await asyncio.gather(*(append(store, table, 1, [b"1"], "open") for table in "ab"))
        async with locked(database):
            under_way = [append(store, "a", 2, [b"2", b"3"], "open"), append(store, "b", 2, [b"2"], "over")]
            await until(lambda: database.run(BLOCKED))
            waiting = [append(store, "a", 4, [b"4"], "open"), append(store, "c", 1, [b"1"], "open")]
            road.close()
            assert await outcomes(*waiting) == ["database-lost", "database-lost"]
            late = append(store, "d", 1, [b"1"], "open")
            assert await outcomes(late) == ["database-lost"]
            assert "what is not stored does not count" in str(late.exception())
            assert not any(one.done() for one in under_way)
            if fate == "lost":
                await database.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hoodwink'"
                )
            if fate == "slow":
                road.closed = False
                await until(lambda: _count(database, 2))
        if fate == "stored":
            await until(lambda: database.run("SELECT 1 FROM entries WHERE seq = 3"))
        road.closed = False
        assert await outcomes(*under_way) == ["stored", "stored"]
        assert [await store.read(table) for table in "abcd"] == [[b"1", b"2", b"3"], [b"1", b"2"], [], []]
        assert await store.unfinished() == ["a"]
        await append(store, "a", 4, [b"4"], "open")


async def _count(database: PostgresDatabase, wanted: int) -> bool:
    return len(await database.run(BLOCKED)) == wanted


async def test_a_real_conflict_is_one_also_after_the_connection_broke(database: PostgresDatabase) -> None:
    async with travelling(database) as (store, road):
        await append(store, "a", 1, [b"1"], "open")
        async with locked(database):
            under_way = append(store, "a", 2, [b"2"], "open")
            await until(lambda: database.run(BLOCKED))
            road.close()
            await database.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hoodwink'"
            )
        await database.run("INSERT INTO entries VALUES ('a', 2, 0, 'another')")
        road.closed = False
        assert await outcomes(under_way) == ["conflict"]


async def test_the_store_tries_again_until_the_database_is_there(database: PostgresDatabase) -> None:
    async with travelling(database) as (store, road):
        road.closed = True
        assert await outcomes(append(store, "a", 1, [b"1"], "open")) == ["database-lost"]
        await until(lambda: _turned_away(road, 4))
        road.closed = False

        async def stored() -> bool:
            return await outcomes(append(store, "a", 1, [b"1"], "open")) == ["stored"]

        await until(stored)
        assert await store.read("a") == [b"1"]


async def _turned_away(road: Road, wanted: int) -> bool:
    return road.turned_away >= wanted


async def test_connections_that_broke_while_idle_are_made_anew(database: PostgresDatabase) -> None:
    async with travelling(database) as (store, road):
        await append(store, "a", 1, [b"1"], "open")
        assert await store.read("a") == [b"1"]
        road.close()
        road.closed = False
        assert await store.read("a") == [b"1"]
        await append(store, "a", 2, [b"2"], "open")
        assert await store.unfinished() == ["a"]


async def test_closing_does_not_wait_for_a_database_that_is_away(database: PostgresDatabase) -> None:
    async with travelling(database) as (store, road):
        await append(store, "a", 1, [b"1"], "open")
        async with locked(database):
            under_way = append(store, "a", 2, [b"2"], "open")
            await until(lambda: database.run(BLOCKED))
            road.close()
            await until(lambda: _turned_away(road, 1))
            await store.close()
            assert await outcomes(under_way) == ["database-lost"]


async def test_servers_that_start_together_migrate_one_after_another(database: PostgresDatabase) -> None:
    stores = [PostgresStore(database.where) for _ in range(5)]
    assert await asyncio.gather(*(store.unfinished() for store in stores)) == [[]] * 5
    await asyncio.gather(*(store.close() for store in stores))
    assert len(await database.run("SELECT * FROM migrations")) == len(MIGRATIONS)
