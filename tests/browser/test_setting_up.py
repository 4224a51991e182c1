"""From the first page to a seat: home, a new table, the link, sitting down, the host's powers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from hoodwink import games
from tests.browser.conftest import NewVisitor

every_game = pytest.mark.parametrize("game", [game.info.key for game in games.every()])
every_language = pytest.mark.parametrize("lang", ["en", "hu", "ru", "it"])
every_width = pytest.mark.parametrize("width", [360, 1280])


@every_game
def test_one_click_plays_against_bots(visit: NewVisitor, game: str) -> None:
    ann = visit()
    title = {"dudo": "Dudo", "dudab": "Dudab Buba", "rumbugz": "RumBugz"}[game]
    ann.page.get_by_role("listitem").filter(has_text=title).get_by_role("button", name="Play now").click()
    ann.page.wait_for_url(re.compile("/t/[a-z0-9]{10}"))
    expect(ann.page.locator("main")).to_contain_text("Barnaby")


def test_a_friend_sits_down_by_link_and_the_host_begins(visit: NewVisitor) -> None:
    ann = visit("/new/dudo")
    ann.page.get_by_label("Your name at the table").fill("Ann")
    ann.page.get_by_label("2", exact=True).check()
    ann.page.get_by_role("button", name="Open the table").click()
    link = ann.page.get_by_label("The table’s link", exact=True)
    address = link.input_value()
    bob = visit(address.removeprefix(ann.url), width=360)
    bob.page.get_by_label("Your name at the table").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.get_by_text("You are seated.")).to_be_visible()
    expect(ann.page.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()
    ann.page.get_by_role("button", name="Begin").click()
    expect(ann.page.get_by_role("button", name="Begin")).to_have_count(0)
    expect(bob.page.get_by_text("You are seated.")).to_have_count(0)


def test_the_host_adds_and_frees_a_bot(visit: NewVisitor) -> None:
    ann = visit("/new/rumbugz")
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.get_by_role("button", name="Add a bot").first.click()
    expect(ann.page.get_by_role("button", name="Add a bot")).to_have_count(1)
    ann.page.get_by_role("button", name=re.compile("Free the chair of")).click()
    expect(ann.page.get_by_role("button", name="Add a bot")).to_have_count(2)


def test_options_that_contradict_each_other_are_refused_in_words(visit: NewVisitor) -> None:
    ann = visit("/new/dudo")
    ann.page.get_by_text("House rules").click()
    ann.page.get_by_label("Nobody receives a bonus die beyond this many.").fill("3")
    ann.page.get_by_role("button", name="Open the table").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("bonus")
    expect(ann.page).to_have_url(re.compile("/new/dudo"))


def test_a_code_that_is_none_is_refused_in_words(visit: NewVisitor) -> None:
    ann = visit()
    ann.page.get_by_label("Join by code or link").fill("nonsense")
    ann.page.get_by_role("button", name="Join").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("«nonsense» is not the code of a table")


def test_a_choice_of_language_is_kept(visit: NewVisitor) -> None:
    ann = visit()
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label("magyar").check()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Három csalafinta játék, egy asztal.")
    ann.page.reload()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Három csalafinta játék, egy asztal.")


@every_language
def test_wider_letters_make_no_page_wider_than_a_phone(visit: NewVisitor, lang: str) -> None:
    """Where a system's font is wide, the button of the settings left the window; WCAG 1.4.12 allows for 0.12 em."""
    ann = visit(lang=lang, width=360)
    for path in ("/", "/new/dudo", "/new/dudab", "/new/rumbugz"):
        ann.go(path)
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        ann.page.evaluate("for (const one of document.querySelectorAll('*')) one.style.letterSpacing = '0.12em'")
        assert ann.overflow() == 0, path


@every_language
@every_width
def test_home_and_new_tables_are_sound_in_every_language_and_width(visit: NewVisitor, lang: str, width: int) -> None:
    ann = visit(lang=lang, width=width)
    for path in ("/", "/new/dudo", "/new/dudab", "/new/rumbugz"):
        ann.go(path)
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        if path != "/":
            ann.page.locator("summary").click()
        assert ann.overflow() == 0, path
        assert ann.axe() == [], path
