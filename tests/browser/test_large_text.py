"""Every table at twice the text size on a phone: nothing beyond the window's edge, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.staged import TABLE, Stage
from tests.browser.test_dudab import CROWD
from tests.browser.test_rumbugz import MANY_ROWS

FOUR = (
    "open A | A: R-mam-1 B-mam-4 D | B: Y-club-2 G-mam-2 S:G | C: R-club-3 R-mam-4 | D: R-club-4 R-club-2 | 1: R-hand-4"
    " B-club-3 | 2: S:Y G-hand-1 | 3: R-hand-1 | scores 3 -5 12 20"
)
POSITIONS: dict[str, tuple[str, int, str, dict[str, Any]]] = {
    "dudo": ("dudo", 6, "A:12345 B:12345 C:12345 D:12345 E:12345 F:12345 | round 1 open A", {}),
    "dudab at a crowded table": ("dudab", 6, CROWD, {"jungle": True, "baby": True}),
    "dudab of four": ("dudab", 4, FOUR, {}),
    "rumbugz": ("rumbugz", 2, MANY_ROWS, {}),
}


@pytest.mark.parametrize("lang", ["en", "hu", "ru", "it"])
@pytest.mark.parametrize("position", POSITIONS)
def test_a_table_holds_at_twice_the_text_size(visit: NewVisitor, position: str, lang: str) -> None:
    game, seats, text, options = POSITIONS[position]
    ann = visit(width=360, lang=lang)
    Stage(ann.page, game, seats, text, **options)
    ann.go(f"/t/{TABLE}")
    expect(ann.page.locator(".mine, .dock, .tray").first).to_be_visible()
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert ann.overflow() == 0
    if game != "dudo":
        ann.page.locator(".hand button, section[data-target='hand'] button").last.click()
        assert ann.overflow() == 0, "with a piece in hand"
