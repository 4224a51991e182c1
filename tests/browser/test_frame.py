"""What stands around every game: seats, log, chat, rules, notices; and a connection that may be lost."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.tables import begun, opened
from tests.browser.visitor import Visitor
from tests.server.serving import Server, serving

every_language = pytest.mark.parametrize("lang", ["en", "hu", "ru", "it"])
every_width = pytest.mark.parametrize("width", [360, 1280])
every_game = pytest.mark.parametrize("game", ["dudo", "dudab", "rumbugz"])


def log_of(visitor: Visitor) -> Locator:
    return visitor.page.locator(".log li")


def chair(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("list", name="Who sits at the table").get_by_role("listitem").filter(has_text=name)


def bid(visitor: Visitor, words: str) -> None:
    visitor.page.get_by_label(f"Bid {words}", exact=True).click()


def test_seats_show_who_is_here_whose_turn_it_is_and_who_is_a_bot(visit: NewVisitor, server: Server) -> None:
    table = begun(server, seats=3)
    ann = visit()
    table.sit(ann)
    expect(chair(ann, "Ann")).to_have_attribute("aria-current", "true")
    expect(chair(ann, "Ann")).to_contain_text("Your turn")
    expect(chair(ann, "Bob")).to_contain_text("Away")
    expect(chair(ann, "Corsica")).to_contain_text("Random")
    expect(ann.page).to_have_title("Your turn · Dudo")
    bob = visit()
    table.sit(bob, 1)
    expect(chair(ann, "Bob")).to_contain_text("Here")
    table.play("1x3")
    expect(chair(ann, "Bob")).to_have_attribute("aria-current", "true")
    expect(ann.page).to_have_title("Dudo · Hoodwink")
    expect(bob.page).to_have_title("Your turn · Dudo")


def test_a_clock_counts_down_at_the_seat_that_decides(visit: NewVisitor, server: Server) -> None:
    table = begun(server, clock={"seconds": 3000})
    ann = visit()
    table.sit(ann)
    expect(chair(ann, "Ann").get_by_role("timer")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))


def test_a_refused_move_names_its_clause_which_opens_in_the_rulebook(visit: NewVisitor, server: Server) -> None:
    table = begun(server)
    table.play("2x3")
    for width in (1280, 360):
        bob = visit(width=width)
        table.sit(bob, 1)
        bob.page.get_by_label("Face 2").check(force=True)
        bob.page.get_by_label(re.compile("^1 two")).click(force=True)
        refusal = bob.page.get_by_role("alert").filter(has_text="a raise must increase the quantity")
        expect(refusal).to_be_visible()
        expect(refusal).to_be_in_viewport()
        refusal.get_by_role("button", name="Rule DU-13").click()
        clause = bob.page.locator("[data-clause='DU-13']")
        expect(clause).to_be_in_viewport()
        expect(clause).to_be_focused()


def test_the_log_is_the_same_after_a_reload_and_marks_what_is_new(visit: NewVisitor, server: Server) -> None:
    table = begun(server)
    ann = visit()
    table.sit(ann)
    expect(log_of(ann)).to_have_count(2)
    before = log_of(ann).all_inner_texts()
    ann.page.reload()
    expect(log_of(ann)).to_have_text(before)
    ann.go("/")
    table.play("1x3")
    table.play("2x3", 1)
    table.sit(ann)
    expect(log_of(ann)).to_have_text([*before, "New since your last visit", "Ann bids 1 three.", "Bob bids 2 threes."])


def test_what_the_table_leaves_to_memory_passes(visit: NewVisitor, server: Server) -> None:
    table = begun(server, options={"bid_history": "last"})
    bob = visit()
    table.sit(bob, 1)
    expect(log_of(bob)).to_have_count(2)
    table.play("1x3")
    expect(log_of(bob).last).to_have_text("Ann bids 1 three.")
    table.play("2x3", 1)
    expect(log_of(bob).last).to_have_text("Bob bids 2 threes.")
    expect(bob.page.get_by_text("Ann bids 1 three.")).to_have_count(0)


def test_screen_readers_hear_what_happens(visit: NewVisitor, server: Server) -> None:
    table = begun(server)
    bob = visit()
    table.sit(bob, 1)
    expect(log_of(bob)).to_have_count(2)
    table.play("1x3")
    heard = bob.page.locator("[role=status][aria-live=polite]").filter(has_text="Ann bids 1 three.")
    expect(heard).to_contain_text("Your turn")


def test_a_line_of_the_log_shows_the_moment_and_its_clauses(visit: NewVisitor, server: Server) -> None:
    table = begun(server)
    table.play("1x3")
    ann = visit()
    table.sit(ann)
    ann.page.get_by_role("button", name="Ann bids 1 three.").click()
    moment = ann.page.get_by_role("dialog")
    expect(moment).to_contain_text("This is what you saw then.")
    expect(moment.get_by_role("button", name="DU-10")).to_be_visible()
    expect(moment.locator(".then .table")).to_be_visible()
    moment.get_by_role("button", name="DU-10").click()
    expect(ann.page.locator("[data-clause='DU-10']")).to_be_focused()


def test_a_killed_server_is_a_blink(visit: NewVisitor, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as own:
        table = begun(own)
        table.play("1x3")
        bob = visit(url=own.url)
        table.sit(bob, 1)
        expect(log_of(bob)).to_have_count(3)
        own.stop(signal.SIGKILL)
        expect(bob.page.get_by_text("The connection is lost")).to_be_visible()
        expect(log_of(bob)).to_have_count(3)
        expect(bob.page.get_by_role("group", name="The bid board")).to_be_visible()
        own.start()
        expect(bob.page.get_by_text("The connection is lost")).to_have_count(0)
        bid(bob, "2 threes") if bob.page.get_by_label("Bid 2 threes", exact=True).count() else table.play("2x3", 1)
        expect(log_of(bob).last).to_have_text("Bob bids 2 threes.")
        expect(log_of(bob)).to_have_count(4)


def test_words_and_gestures_reach_the_others_unless_muted(visit: NewVisitor, server: Server) -> None:
    table = opened(server)
    table.begin()
    ann, bob = visit(), visit(width=360)
    table.sit(ann)
    table.sit(bob, 1)
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something").fill("Ahoy")
    ann.page.get_by_role("button", name="Send").click()
    bob.page.get_by_role("navigation").get_by_role("button", name="Chat").click()
    expect(bob.page.get_by_role("log")).to_contain_text("Ahoy")
    ann.page.get_by_role("button", name="Laugh").click()
    expect(chair(bob, "Ann").locator(".gesture")).to_be_attached()
    bob.page.get_by_text("Mute somebody").click()
    bob.page.get_by_label("Hear nothing of Ann").check()
    expect(bob.page.get_by_role("log")).not_to_contain_text("Ahoy")
    ann.page.get_by_label("Say something").fill("Anybody there?")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("log")).to_contain_text("Anybody there?")
    expect(bob.page.get_by_role("log")).not_to_contain_text("Anybody there?")
    ann.page.reload()
    ann.page.get_by_role("tab", name="Chat").click()
    expect(ann.page.get_by_role("log")).to_contain_text("Anybody there?")


def test_a_pause_is_asked_for_agreed_to_and_ended(visit: NewVisitor, server: Server) -> None:
    table = begun(server)
    ann, bob = visit(), visit(width=360)
    table.sit(ann)
    table.sit(bob, 1)
    ann.page.get_by_role("button", name="Ask for a pause").click()
    expect(bob.page.get_by_text("Asking for a pause: Ann.")).to_be_visible()
    bob.page.get_by_role("button", name="Agree").click()
    expect(ann.page.get_by_text("The table rests.")).to_be_visible()
    ann.page.get_by_role("button", name="Go on").click()
    expect(bob.page.get_by_text("The table rests.")).to_have_count(0)


def test_a_second_window_leads_and_the_first_can_take_over_again(visit: NewVisitor, server: Server) -> None:
    table = begun(server)
    first, second = visit(), visit()
    table.sit(first)
    expect(log_of(first)).to_have_count(2)
    table.sit(second)
    expect(log_of(second)).to_have_count(2)
    first.page.get_by_label(re.compile("^Bid 1 ")).first.click()
    expect(first.page.get_by_text("Here you only look on.")).to_be_visible()
    first.page.get_by_role("button", name="Play here").click()
    expect(first.page.get_by_text("Here you only look on.")).to_have_count(0)
    first.page.get_by_label(re.compile("^Bid 1 ")).first.click()
    expect(log_of(first)).to_have_count(3)


def test_a_minded_seat_is_taken_back(visit: NewVisitor, server: Server) -> None:
    table = begun(server, clock={"seconds": 1}, minder="random")
    bob = visit()
    expect_minded = "A bot minds your seat."
    table.sit(bob, 0)
    expect(bob.page.get_by_text(expect_minded)).to_be_visible()
    bob.page.get_by_role("button", name="Take it back").click()
    expect(bob.page.get_by_text(expect_minded)).to_have_count(0)


@every_width
def test_a_hint_gives_moves_with_reasons_and_one_of_them_is_played(
    visit: NewVisitor, server: Server, width: int
) -> None:
    table = begun(server)
    ann, bob = visit(width=width), visit()
    table.sit(ann)
    table.sit(bob, 1)
    expect(bob.page.get_by_role("button", name="Hint")).to_be_disabled()
    ann.page.get_by_role("button", name="Hint").click()
    whisper = ann.page.get_by_role("region", name="What a friend would play")
    expect(whisper.get_by_role("listitem").first).to_contain_text("%")
    expect(whisper).to_contain_text("The odds")
    assert ann.axe(but=".stage") == []
    whisper.get_by_role("button", name="Play it").first.click()
    expect(log_of(bob).last).to_contain_text("Ann bids")
    expect(whisper).to_have_count(0)
    assert "advice" not in "".join(bob.frames)


def test_a_table_without_hints_offers_none(visit: NewVisitor, server: Server) -> None:
    table = begun(server, hints=False)
    ann = visit()
    table.sit(ann)
    expect(chair(ann, "Ann")).to_contain_text("Your turn")
    expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_rules_are_searched_beside_the_table_and_on_a_page_of_their_own(visit: NewVisitor, server: Server) -> None:
    ann = visit("/rules/dudo?at=DU-13")
    expect(ann.page.locator("[data-clause='DU-13']")).to_be_in_viewport()
    ann.page.get_by_label("Search the rules").fill("joker bid")
    expect(ann.page.locator("[data-clause='DU-13']")).to_have_count(0)
    expect(ann.page.locator("[data-clause='DU-26']")).to_be_visible()
    ann.page.get_by_label("Search the rules").fill("zebra")
    expect(ann.page.locator(".none")).to_have_text("No clause says so.")
    ann.go("/rules/tarot")
    expect(ann.page.get_by_role("alert")).to_have_text("There is no such game here.")


def test_the_end_tells_scores_and_story_and_a_rematch_is_followed_by_all(visit: NewVisitor, server: Server) -> None:
    table = begun(server)
    ann, bob = visit(), visit(width=360)
    table.sit(ann)
    table.sit(bob, 1)
    table.play_out()
    winner = table.packet()["result"]["winners"][0]
    expected = {0: "You won!", 1: "Bob wins"}[winner]
    for visitor in (ann, bob):  # the end waits until the last moment was looked at
        expect(visitor.page.get_by_role("button", name="Go on")).to_be_visible()
        expect(visitor.page.get_by_role("button", name="Rematch")).to_have_count(0)
        visitor.page.get_by_role("button", name="Go on").click()
    expect(ann.page.get_by_role("heading", level=2, name=expected)).to_be_visible()
    expect(ann.page.get_by_role("table").get_by_role("row")).to_have_count(3)
    expect(ann.page.locator(".story li").last).to_contain_text("alone has dice and wins!")
    with ann.page.expect_download() as saved:
        ann.page.get_by_role("button", name="Record as text").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("Hoodwink record 1\n")
    bob.page.get_by_role("button", name="Rematch").click()
    bob.page.wait_for_url(lambda url: table.table not in url)
    expect(ann.page).to_have_url(bob.page.url)
    expect(ann.page.get_by_role("button", name="Begin")).to_be_visible()


@every_game
@every_width
def test_the_frame_is_sound(visit: NewVisitor, server: Server, game: str, width: int) -> None:
    table = begun(server, game, people=1, seats=4)
    ann = visit(width=width)
    table.sit(ann)
    expect(ann.page.locator(".stage")).to_be_visible()
    assert ann.overflow() == 0
    for tab in ("Log", "Chat", "Rules"):
        if width == 360:
            ann.page.get_by_role("navigation").get_by_role("button", name=tab).click()
        else:
            ann.page.get_by_role("tab", name=tab).click()
        expect(ann.page.get_by_role("tabpanel")).to_be_visible()
        assert ann.axe(but=".stage") == [], tab
        if width == 360:
            ann.page.get_by_role("button", name="Close").click()
    assert ann.axe(but=".stage") == []


@every_language
def test_the_frame_fits_a_phone_in_every_language(visit: NewVisitor, server: Server, lang: str) -> None:
    table = begun(server, people=1, seats=6)
    ann = visit(width=360, lang=lang)
    table.sit(ann)
    expect(ann.page.locator(".stage")).to_be_visible()
    assert ann.overflow() == 0
    ann.page.get_by_role("navigation").get_by_role("button").last.click()
    expect(ann.page.locator("[data-clause='DU-1']")).to_be_visible()
    assert ann.overflow() == 0
    ann.go("/rules/dudo")
    expect(ann.page.locator("[data-clause='DU-1']")).to_be_visible()
    assert ann.overflow() == 0
    assert ann.axe() == []


def test_the_frame_holds_at_twice_the_text_size(visit: NewVisitor, server: Server) -> None:
    table = begun(server, people=1, seats=3)
    ann = visit(width=360)
    for path in ("", "/rules/dudo"):
        if path:
            ann.go(path)
        else:
            table.sit(ann)
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert ann.overflow() == 0


def test_a_reveal_is_seen_before_the_next_move(visit: NewVisitor, server: Server) -> None:
    table = begun(server, options={"dice": 4})
    table.play("1x3")
    cid = visit()
    cid.go(f"/t/{table.table}")
    expect(log_of(cid)).to_have_count(3)
    table.play("dudo", 1)
    opener = table.packet()["to_move"][0]
    table.play("1x2", opener)
    expect(log_of(cid).filter(has_text="Cups up")).to_have_count(1)
    expect(log_of(cid).filter(has_text="bids 1 two")).to_have_count(0)
    expect(cid.page.get_by_role("region", name="Cups up")).to_be_visible()
    expect(log_of(cid).filter(has_text="bids 1 two")).to_have_count(1, timeout=15_000)
