"""Dudo in the browser: whole games by mouse and by keyboard alone, a refusal, and nothing of another hand."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.staged import TABLE, Stage
from tests.browser.visitor import Visitor

MOST_TURNS = 80


def table_of_two(visit: NewVisitor, dice: int, width: int = 1280, chairs: int = 2) -> tuple[Visitor, Visitor]:
    """Ann hosts on a wide screen, Bob follows the link; both are at the table when it begins, with bots beside them."""
    ann = visit("/new/dudo", width=width)
    ann.page.get_by_label("Your name at the table").fill("Ann")
    ann.page.get_by_label(str(chairs), exact=True).check()
    ann.page.get_by_text("House rules").click()
    ann.page.get_by_label("How many dice each player starts with.").fill(str(dice))
    ann.page.get_by_role("button", name="Open the table").click()
    link = ann.page.get_by_label("The table’s link", exact=True).input_value()
    bob = visit(link.removeprefix(ann.url), width=360)
    bob.page.get_by_label("Your name at the table").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()
    ann.page.get_by_role("button", name=re.compile("^Begin")).click()
    return ann, bob


def over(page: Page) -> bool:
    return page.get_by_role("button", name="Rematch").count() > 0


def take_turn(page: Page) -> bool:
    """Look at the reveal; doubt where that is possible, else bid the lowest cell; whether there was anything to do."""
    if (on := page.get_by_role("button", name="Go on")).count():
        on.click()
    doubt = page.get_by_role("button", name="Dudo!", exact=True, disabled=False)
    if doubt.count():
        doubt.click()
        return True
    cells = page.get_by_role("button", name=re.compile("^Bid "))
    if cells.count():
        cells.first.click()
        return True
    return False


def test_two_people_and_a_bot_play_a_whole_game(visit: NewVisitor) -> None:
    ann, bob = table_of_two(visit, 2, chairs=3)
    expect(ann.page.get_by_role("group", name="The bid board")).to_be_visible()
    expect(bob.page.get_by_role("group", name="The bid board")).to_be_visible()
    turns = 0
    while not (over(ann.page) and over(bob.page)):  # between turns the bot thinks for as long as it needs
        turns += sum(take_turn(visitor.page) for visitor in (ann, bob) if not over(visitor.page))
        assert turns <= MOST_TURNS
        ann.page.wait_for_timeout(60)
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_whole_game_by_keyboard_alone(visit: NewVisitor) -> None:
    """No mouse: tab to what is needed, arrows on the board, enter to play."""
    ann = visit("/new/dudo")
    page = ann.page

    def press_on(name: str | re.Pattern[str]) -> None:
        wanted = page.get_by_role("button", name=name, exact=isinstance(name, str)).first
        expect(wanted).to_be_visible()
        for _ in range(80):
            if wanted.evaluate("element => element === document.activeElement"):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        pytest.fail(f"the tab key does not lead to {name}")

    page.get_by_text("House rules").focus()
    page.keyboard.press("Enter")
    page.get_by_label("How many dice each player starts with.").focus()
    page.keyboard.type("1")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    press_on("Open the table")
    press_on(re.compile("^Begin"))
    for _ in range(MOST_TURNS):
        if over(page):
            break
        if page.get_by_role("button", name="Go on").count():
            press_on("Go on")
        if page.get_by_role("button", name="Dudo!", exact=True, disabled=False).count():  # the end takes it away
            press_on("Dudo!")
        elif page.get_by_role("button", name=re.compile("^Bid ")).count():
            page.get_by_role("button", name=re.compile("^Bid ")).first.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("by", ["a click", "the keyboard resting on it"])
def test_an_illegal_cell_says_why_with_its_clause(visit: NewVisitor, by: str) -> None:
    ann, bob = table_of_two(visit, 2)
    expect(ann.page.get_by_role("group", name="The bid board")).to_be_visible()
    expect(bob.page.get_by_role("group", name="The bid board")).to_be_visible()
    first, second = (ann, bob) if ann.page.get_by_role("button", name=re.compile("^Bid ")).count() else (bob, ann)
    first.page.get_by_role("button", name=re.compile("^Bid 2 ")).first.click()
    expect(second.page.get_by_role("button", name=re.compile("^Bid ")).first).to_be_visible()
    illegal = second.page.get_by_role("button", name=re.compile("^1 .*: not now"))
    expect(illegal.first).to_be_visible()
    if by == "a click":
        illegal.first.click(force=True)  # it is dimmed, and answers all the same
    else:
        legal = second.page.get_by_role("button", name=re.compile("^Bid ")).first
        legal.focus()
        while not illegal.first.evaluate("element => element === document.activeElement"):
            second.page.keyboard.press("ArrowLeft")
    expect(second.page.get_by_role("alert").filter(has_text="is not above")).to_be_visible()
    expect(second.page.get_by_role("button", name="DU-13")).to_be_visible()


def test_nothing_of_another_hand_reaches_the_page(visit: NewVisitor) -> None:
    """Frames, storage and the page itself: another's dice are nowhere until the cups go up."""
    ann, bob = table_of_two(visit, 5)
    for visitor, own in ((ann, 0), (bob, 1)):
        expect(visitor.page.get_by_role("group", name="The bid board")).to_be_visible()
        packets = [json.loads(frame) for frame in visitor.frames if '"type":"packet"' in frame]
        assert packets
        for packet in packets:
            assert packet["view"]["viewer"] == own
            rolled = [beat for beat in packet["beats"] if beat["type"] == "rolled"]
            assert [beat["dice"] for beat in rolled if beat["seat"] != own] == [None] * len(
                [beat for beat in rolled if beat["seat"] != own]
            )
    dice = next(json.loads(frame)["view"]["dice"] for frame in ann.frames if '"type":"packet"' in frame)
    seen = bob.page.content() + bob.page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    assert ", ".join(map(str, dice)) not in seen or dice == next(
        json.loads(frame)["view"]["dice"] for frame in bob.frames if '"type":"packet"' in frame
    )


@pytest.mark.parametrize("width", [360, 1280])
def test_the_table_and_the_lesson_are_sound(visit: NewVisitor, width: int) -> None:
    ann = visit(width=width)
    ann.page.get_by_role("listitem").filter(has_text="Dudo").get_by_role("button", name="Play now").first.click()
    expect(ann.page.get_by_role("group", name="The bid board")).to_be_visible()
    assert ann.overflow() == 0
    assert ann.axe() == []


def test_nothing_around_the_table_tells_the_outcome_before_the_dice_are_counted(visit: NewVisitor) -> None:
    ann = visit(motion="no-preference")
    stage = Stage(ann.page, "dudo", 2, "A:6 B:45 | open A | A 1x6")
    ann.go(f"/t/{TABLE}")
    expect(ann.page.get_by_role("group", name="The bid board")).to_be_visible()
    stage.play(1, "dudo")
    expect(ann.page.get_by_role("heading", name="Bela says Dudo! — 1 six?")).to_be_visible()
    assert "loses" not in ann.page.locator(".frame").inner_text()
    expect(ann.page.get_by_role("tabpanel")).to_contain_text("Bela loses 1 die")
    expect(ann.page.locator(".outcome")).to_contain_text("Bela loses 1 die")
