"""Somebody who looks at the page: a browser window with its own storage, and what the page complained of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
PATIENCE = 20_000
"""Milliseconds: others' moves are shown one after another, and a machine may be busy."""
expect.set_options(timeout=PATIENCE)
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
EXTRA_RULES = {"label-content-name-mismatch": {"enabled": True}}
"""Who speaks to the page says what is written on a button; axe does not look at that by itself."""
HARMLESS = ("WebSocket connection to", "Failed to load resource")
"""What Chromium itself says of a connection that was lost on purpose, or of an answer that is an error for a person."""


SETTLED = """() => Promise.allSettled(document.getAnimations()
    .filter(one => one.effect?.getComputedTiming().endTime !== Infinity).map(one => one.finished))
    .then(() => undefined)"""


class Visitor:
    """A window of so many pixels, in a language and a theme, with storage of its own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        width: int = 1280,
        height: int | None = None,
        lang: str = "en",
        theme: Literal["light", "dark"] = "light",
        motion: Literal["reduce", "no-preference"] = "reduce",
    ) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": height or (740 if width < 600 else 800)},
            locale=lang,
            color_scheme=theme,
            reduced_motion=motion,
            has_touch=width < 600,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.frames: list[str] = []
        """Every text frame the page was sent."""
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        )

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(HARMLESS):
            self.complaints.append(message.text)

    def _frame(self, frame: str | bytes) -> None:
        self.frames.append(str(frame))

    def go(self, path: str) -> None:
        """Open a place of the page."""
        self.page.goto(self.url + path)
        expect(self.page.locator("main")).to_be_visible()

    def axe(self, *, but: str | None = None) -> list[str]:
        """What axe objects to on the page as it is now, but for a part that is looked at elsewhere.

        What moves or fades comes to its end first: colours on the way are nobody's.
        """
        self.page.evaluate(SETTLED)
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: dict[str, Any] = self.page.evaluate(
            "([but, rules]) => axe.run({exclude: but ? [[but]] : []}, {rules})", [but, EXTRA_RULES]
        )
        return [f"{one['id']}: {json.dumps([node['target'] for node in one['nodes']])}" for one in found["violations"]]

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def leave(self) -> None:
        """Close the window."""
        self.context.close()
