"""A finished game watched again: deep links, keys, eyes, nothing told too early, fairness, playing on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.tables import Opened, begun
from tests.server.serving import Server

every_game = pytest.mark.parametrize("game", ["dudo", "dudab", "rumbugz"])
SHORT: dict[str, dict[str, object]] = {"dudo": {}, "dudab": {"rounds": 1}, "rumbugz": {"rounds": 1, "stall_limit": 1}}
every_width = pytest.mark.parametrize("width", [360, 1280])


@pytest.fixture(scope="module")
def played(server: Server) -> Opened:
    """A finished game of Dudo between two people."""
    table = begun(server)
    table.play_out()
    return table


def test_a_deep_link_opens_at_its_event_and_follows_every_step(visit: NewVisitor, played: Opened) -> None:
    ann = visit(f"/t/{played.table}/replay?at=3&eyes=A")
    expect(ann.page.get_by_text("Event 3", exact=True)).to_be_visible()
    expect(ann.page.get_by_label("Eyes")).to_have_value("A")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page).to_have_url(re.compile(r"at=4&eyes=A"))
    ann.page.keyboard.press("ArrowLeft")
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.page.get_by_text("Event 2", exact=True)).to_be_visible()
    ann.page.get_by_role("button", name="One event on").click()
    expect(ann.page).to_have_url(re.compile(r"at=3&eyes=A"))
    ann.page.reload()
    expect(ann.page.get_by_text("Event 3", exact=True)).to_be_visible()


def test_the_space_bar_plays_to_the_end_and_pauses(visit: NewVisitor, played: Opened) -> None:
    count = played.ask("replay/1").json()["count"]
    ann = visit(f"/t/{played.table}/replay?at={count - 2}")
    ann.page.get_by_label("Speed").select_option("4 ×")
    ann.page.locator("h1").click()
    ann.page.keyboard.press(" ")
    expect(ann.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(ann.page.get_by_text("alone has dice and wins!")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(ann.page).to_have_url(re.compile(f"at={count}&"))


def test_every_pair_of_eyes_sees_its_own(visit: NewVisitor, played: Opened) -> None:
    events = played.ask("record").json()["events"]
    number, dice = next((n, event[-2:]) for n, event in enumerate(events, 1) if event.startswith("roll A:"))
    seen = f"Ann rolls {', '.join(dice)}."
    ann = visit(f"/t/{played.table}/replay?at={number}")
    told = ann.page.locator(".told")
    expect(told).to_have_text("Ann rolls 2 dice.")
    ann.page.get_by_label("Eyes").select_option("B · Bob")
    expect(told).to_have_text("Ann rolls 2 dice.")
    for eyes in ("A · Ann", "Everything open"):
        ann.page.get_by_label("Eyes").select_option(eyes)
        expect(told).to_have_text(seen)
    ann.page.get_by_text("The whole position").click()
    expect(ann.page.locator("code").first).to_contain_text(f"A:{dice}")


def test_the_end_is_not_told_before_it_is_asked_for(visit: NewVisitor, played: Opened) -> None:
    count = played.ask("replay/1").json()["count"]
    ann = visit(f"/t/{played.table}/replay?at=2")
    expect(ann.page.get_by_text("Event 2", exact=True)).to_be_visible()
    expect(ann.page.get_by_role("slider")).to_have_attribute("max", "2")
    expect(ann.page.locator(".marks .end")).to_have_count(0)
    expect(ann.page.locator("main")).not_to_contain_text(re.compile("[Ww]inner|wins"))
    ann.page.get_by_role("button", name="Show all").click()
    expect(ann.page.get_by_text(f"Event 2 of {count}")).to_be_visible()
    expect(ann.page.get_by_role("slider")).to_have_attribute("max", str(count))
    expect(ann.page.locator(".marks .end")).to_have_count(1)


@every_game
def test_every_roll_and_draw_is_drawn_again_in_the_page(visit: NewVisitor, server: Server, game: str) -> None:
    table = begun(server, game, options=SHORT[game])
    table.play_out()
    ann = visit(f"/t/{table.table}/replay")
    ann.page.get_by_role("button", name="Check it here").click()
    expect(ann.page.get_by_text("Nothing contradicts what was promised.")).to_be_visible()
    chances = [event for event in table.ask("record").json()["events"] if not re.match("[A-F] ", event)]
    assert len(chances) > 1
    expect(ann.page.get_by_text(f"{len(chances)} rolls and draws were drawn again")).to_be_visible()
    expect(ann.page.get_by_text("This browser did not see the promise")).to_be_visible()


def test_a_forged_record_does_not_pass(visit: NewVisitor, played: Opened) -> None:
    ann = visit(f"/t/{played.table}/replay")
    record = played.ask("record").json()
    place = next(place for place, event in enumerate(record["events"]) if event.startswith("roll"))
    record["events"][place] = re.sub(r"\d\d$", lambda dice: "66" if dice[0] != "66" else "55", record["events"][place])
    ann.page.route("**/record", lambda route: route.fulfill(json=record))
    ann.page.get_by_role("button", name="Check it here").click()
    expect(ann.page.get_by_text(f"Event {place + 1} is not the one that the keys give.")).to_be_visible()
    expect(ann.page.get_by_text("This record does not agree with what was promised.")).to_be_visible()


def test_one_plays_on_from_ones_own_decision(visit: NewVisitor, played: Opened) -> None:
    events = played.ask("record").json()["events"]
    own = next(number for number, event in enumerate(events, 1) if event.startswith("A "))
    ann = visit()
    played.sit(ann, 0, f"/replay?at={own - 1}")
    expect(ann.page.get_by_text(f"Event {own - 1}", exact=True)).to_be_visible()
    expect(ann.page.get_by_role("button", name="As it was")).to_have_count(0)
    ann.page.keyboard.press("ArrowRight")
    ann.page.get_by_role("button", name="As it was").click()
    ann.page.wait_for_url(re.compile(f"/t/(?!{played.table})[a-z0-9]{{10}}$"))
    expect(ann.page.locator(".chair.plays")).to_contain_text("Your turn")


def test_a_game_that_is_on_has_no_replay_yet(visit: NewVisitor, server: Server) -> None:
    ann = visit(f"/t/{begun(server).table}/replay")
    expect(ann.page.get_by_role("alert")).to_contain_text("when the game is over")


def test_a_link_beyond_the_end_shows_the_end(visit: NewVisitor, played: Opened) -> None:
    count = played.ask("replay/1").json()["count"]
    ann = visit(f"/t/{played.table}/replay?at=5000")
    expect(ann.page.get_by_text("alone has dice and wins!")).to_be_visible()
    expect(ann.page).to_have_url(re.compile(f"at={count}&"))


@every_game
@every_width
def test_replay_and_end_are_sound(visit: NewVisitor, server: Server, game: str, width: int) -> None:
    table = begun(server, game, options=SHORT[game])
    table.play_out()
    ann = visit(width=width)
    table.sit(ann)
    expect(ann.page.locator(".end")).to_be_visible()
    assert ann.overflow() == 0
    assert ann.axe(but=".stage") == []
    ann.go(f"/t/{table.table}/replay?at=8")
    expect(ann.page.get_by_text("Event 8", exact=True)).to_be_visible()
    ann.page.get_by_role("button", name="Check it here").click()
    expect(ann.page.get_by_text("Nothing contradicts what was promised.")).to_be_visible()
    assert ann.overflow() == 0
    assert ann.axe(but=".stage") == []
