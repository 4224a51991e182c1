"""Somebody at a Dudab Buba table, with a mouse or a keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from hoodwink.games.dudab.notation import REQUEST_TEXTS, read_card
from tests.browser.staged import Stage
from tests.browser.visitor import Visitor


class Player:
    """Somebody at a Dudab Buba table who does with the mouse what a notation says."""

    def __init__(self, visitor: Visitor, stage: Stage | None = None) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.stage = stage

    @property
    def sent(self) -> list[str]:
        assert self.stage is not None
        return self.stage.played

    def card(self, text: str) -> Locator:
        return self.page.get_by_role("list", name="Your hand").locator(f"button[data-card='{read_card(text)}']").first

    def column(self, number: int) -> Locator:
        return self.page.locator(f"button[data-target='column:{number - 1}']")

    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    def act(self, label: str) -> None:
        self.prompt().get_by_role("button", name=label, exact=True).click()

    def do(self, move: str) -> None:
        """Make a move as a hand would."""
        if move in ("draw", "penalty"):
            return self.act("Draw" if move == "draw" else "Take the penalty")
        if shed := re.fullmatch(r"(tuck|toss) (.+)", move):
            self.card(shed[2]).click()
            return self.act("Into my pile" if shed[1] == "tuck" else "Discard")
        place = re.fullmatch(r"(.+)>(\d)(?::(.+))?", move)
        assert place is not None, move
        if place[1] not in ("J", "B!"):  # these are held already
            self.card(place[1]).click()
        self.column(int(place[2])).click()
        asking = self.page.get_by_role("dialog")
        if place[3] is not None:
            asking.get_by_role("listitem").nth(REQUEST_TEXTS.index(place[3])).get_by_role("button").click()
        elif place[1] == "D" and asking.count():
            asking.get_by_role("button", name="Ask for nothing").click()
        return None


def drag(page: Page, what: Locator, to: Locator) -> None:
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] - 30, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def by_keyboard(page: Page) -> None:
    """Some move of the list of all moves, with the keyboard; the focus stays with the list."""
    summary = page.locator("summary", has_text="All moves")
    if summary.locator("..").get_attribute("open") is None:
        summary.focus()
        page.keyboard.press("Enter")
    expect(page.locator("details:focus-within")).to_have_count(1)
    if page.evaluate("document.activeElement.matches('summary')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
