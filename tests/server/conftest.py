"""One server for all tests of a file that do not kill theirs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.scene import Scene, newest
from tests.server.served import Served, served


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def begun(server: Served) -> Scene:
    table, keys = server.begun(people=2)
    packets = [newest(server, table, key) for key in keys]
    [turn] = packets[0]["to_move"]
    return Scene(server, table, keys[1 - turn], keys[turn], packets[1 - turn])


@pytest.fixture
def scene(begun: Scene) -> Iterator[Scene]:
    """The table; its log must be the same afterwards, and the table must still answer."""
    before = begun.server.log(begun.table)
    yield begun
    assert begun.server.log(begun.table) == before
    assert newest(begun.server, begun.table, begun.key) == begun.packet
