"""The lessons, played to their end in the browser, in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hoodwink import games
from tests.browser.conftest import NewVisitor

every_game = pytest.mark.parametrize("game", [game.info.key for game in games.every()])
MOST_STEPS = 40


@every_game
@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("hu", 360), ("ru", 360), ("it", 1280)])
def test_a_lesson_is_played_to_its_end(visit: NewVisitor, game: str, lang: str, width: int) -> None:
    """Wrong tries are answered by the guide, who in the end does it; every screen is sound."""
    learner = visit(f"/learn/{game}", lang=lang, width=width)
    page = learner.page
    guide = page.locator(".guide")
    expect(guide).to_be_visible()
    assert learner.axe() == []
    for _ in range(MOST_STEPS):
        assert learner.overflow() == 0
        if guide.locator("a.primary").count():
            break
        if guide.locator("button.primary").count():
            guide.locator("button.primary").click()
        else:
            guide.locator("button.show").click()
    expect(guide.locator("a.primary")).to_be_visible()
    assert learner.axe() == []
