"""What the server's tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.served import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server process for a module's tests."""
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running
