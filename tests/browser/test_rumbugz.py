"""RumBugz in the browser: whole games by mouse and keyboard, turns tried out, offers, nothing of another hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.staged import TABLE, Stage
from tests.browser.tables import begun, opened
from tests.browser.visitor import Visitor
from tests.server.serving import Server

SHORT = {"rounds": 1, "stall_limit": 1}
"""One round, void as soon as everybody has had a turn without a row: a whole game in a few turns."""
MOST_TURNS = 400
HAND = "A:2,3,4,5,9,12,P B:1,1,6,8,10,12 | turn A table"
MANY_ROWS = (
    "A:2,2,3,7,9,10,11,11,11,12,P B:1,6,10,12 | turn A table | pile 3 4 5 | rows A single 1 2 3 4 5 6 7 8 9 10 11 12; "
    "B double 1 3 5 7 9; A triple 3 6 9 P12; B match 8 8 8 P8; A double 2 P4 6 8; B single 4 5 6 7; B triple 1 4 7 10"
)
At = Callable[..., "Player"]


class Player:
    """Somebody before a position."""

    def __init__(self, visitor: Visitor, stage: Stage) -> None:
        self.visitor, self.stage, self.page = visitor, stage, visitor.page

    def hold(self, tile: str) -> None:
        """Pick a tile of the rack up."""
        tile_of(self.page, tile).click()

    def put(self, tile: str, where: str) -> None:
        """Pick a tile up and put it into a place of that name."""
        self.hold(tile)
        self.page.get_by_role("button", name=where).click()

    def single_of(self, *tiles: str) -> None:
        """Begin a Single with these tiles."""
        self.put(tiles[0], "+ Single")
        for tile in tiles[1:]:
            self.put(tile, "Put it into row 1, Single")


@pytest.fixture
def at(visit: NewVisitor) -> At:
    """A page before a position."""

    def new(position: str = HAND, seats: int = 2, *, width: int = 1280, **how: Any) -> Player:
        visitor = visit("/", width=width, **how)
        stage = Stage(visitor.page, "rumbugz", seats, position)
        visitor.go(f"/t/{TABLE}")
        expect(rack(visitor.page)).to_be_visible()
        return Player(visitor, stage)

    return new


def rack(page: Page) -> Locator:
    return page.get_by_role("region", name="Your Bugz")


def tile_of(page: Page, tile: str) -> Locator:
    return rack(page).get_by_role("button", name=re.compile(f"^{tile}(, new)?$")).first


def tiles(page: Page) -> list[str | None]:
    """What the rack holds, in its order."""
    return [tile.get_attribute("data-card") for tile in rack(page).locator("[data-card]").all()]


def rows(page: Page) -> Locator:
    return page.get_by_role("list", name="Rows on the table").get_by_role("listitem")


def do_it(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Do it"))


def over(page: Page) -> bool:
    return page.get_by_role("button", name="Rematch").count() > 0


def on_table(page: Page) -> bool:
    """Whether it is time to lay and discard."""
    return do_it(page).count() > 0


def take_turn(page: Page) -> None:
    """Draw from the bag, discard the last tile, and pass when a discard is offered."""
    if (on := page.get_by_role("button", name="Go on")).count():
        on.click()
    if (none := page.get_by_role("button", name="Pass", exact=True)).count():
        none.click()
    bag = page.locator("button.bag.lit[aria-disabled=false]")
    if bag.count():
        bag.click()
    elif on_table(page):
        tile = rack(page).locator("button.tile").last
        if not (ready := page.get_by_role("button", name=re.compile("lies ready"))).count():
            tile.click()
            page.get_by_role("button", name="Throw it onto the discards").click()
            expect(ready).to_be_visible()
        expect(do_it(page)).to_be_enabled()
        do_it(page).click()
    page.wait_for_timeout(50)


def test_a_whole_game_against_a_bot_by_mouse(visit: NewVisitor, server: Server) -> None:
    ann = visit("/new/rumbugz")
    page = ann.page
    page.get_by_label("2", exact=True).check()
    page.get_by_text("House rules").click()
    page.get_by_label("How many rounds are played.").fill("1")
    page.get_by_label(re.compile("void")).fill("1")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Begin").click()
    expect(rack(page)).to_be_visible()
    for _ in range(MOST_TURNS):
        if over(page):
            break
        take_turn(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_two_browsers_and_a_bot_play_a_whole_game_and_see_nothing_of_each_other(
    visit: NewVisitor, server: Server
) -> None:
    table = begun(server, "rumbugz", people=2, seats=3, options=SHORT)
    ann, bob = visit(), visit(width=360)
    for seat, visitor in enumerate((ann, bob)):
        table.sit(visitor, seat)
        expect(rack(visitor.page)).to_be_visible()
    for _ in range(MOST_TURNS):
        if over(ann.page) and over(bob.page):
            break
        for visitor in (ann, bob):
            if not over(visitor.page):
                take_turn(visitor.page)
    for visitor, own in ((ann, 0), (bob, 1)):
        expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()
        packets = [json.loads(frame) for frame in visitor.frames if '"type":"packet"' in frame]
        assert packets
        assert {packet["view"]["viewer"] for packet in packets} == {own}
        drawn = [beat for packet in packets for beat in packet["beats"] if beat["type"] == "drew"]
        assert drawn
        assert {beat["tile"] for beat in drawn if beat["seat"] != own} <= {None}
        kept = visitor.page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
        assert "hand" not in kept


def test_the_page_holds_nothing_of_another_hand(at: At) -> None:
    player = at("A:1,1,1 B:9,9,9,9,9 | turn B table | rows B single 2 3 4 5")
    assert re.search(r"9\b.*9\b.*9", rack(player.page).inner_text()) is None
    assert player.page.locator("[data-card='9']").count() == 0
    assert "[9,9" not in "".join(player.visitor.frames)


def test_a_whole_game_by_keyboard_alone(visit: NewVisitor, server: Server) -> None:
    """Tab to what is needed; enter holds a tile and leads to the goals, arrows walk them, enter puts it there."""
    table = opened(server, "rumbugz", people=1, seats=2, options=SHORT)
    table.begin()
    ann = visit()
    table.sit(ann)
    page = ann.page

    def press_on(wanted: Locator) -> None:
        expect(wanted).to_be_visible()
        for _ in range(80):
            if wanted.evaluate("element => element === document.activeElement"):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        pytest.fail(f"the tab key does not lead to {wanted}")

    expect(rack(page)).to_be_visible()
    for _ in range(MOST_TURNS):
        if over(page):
            break
        if (on := page.get_by_role("button", name="Go on")).count():
            press_on(on)
        elif page.locator("button.bag.lit[aria-disabled=false]").count():
            press_on(page.locator("button.bag"))
        elif on_table(page):
            press_on(rack(page).locator("button.tile").first)
            expect(page.locator("button.goal:focus")).to_have_count(1)
            while not page.locator("button.pile:focus").count():
                page.keyboard.press("ArrowLeft")
            page.keyboard.press("Enter")
            expect(rack(page).locator("button.tile:focus")).to_have_count(1)
            expect(do_it(page)).to_be_enabled()
            press_on(do_it(page))
        page.wait_for_timeout(50)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_row_is_laid_with_the_keyboard_in_two_keys_a_tile(at: At) -> None:
    player = at()
    page = player.page
    tile_of(page, "2").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
        expect(page.locator("button.goal:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(rack(page).locator("button.tile:focus")).to_have_count(1)
    expect(do_it(page)).to_be_enabled()
    do_it(page).press("Enter")
    expect(rows(page)).to_have_count(1)
    assert player.stage.played == ["lay single 2 3 4 5"]


def test_an_unsound_turn_says_why_and_is_undone(at: At) -> None:
    player = at()
    page = player.page
    before = tiles(page)
    player.single_of("2", "3", "9")
    row = rows(page).first
    expect(row).to_contain_text("9 is not 1 above 3")
    expect(row.get_by_role("button", name=re.compile("^RB-"))).to_be_visible()
    expect(do_it(page)).to_be_disabled()
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(0)
    assert tiles(page) == before
    assert player.stage.played == []


def test_a_sound_turn_is_played_by_one_button(at: At) -> None:
    player = at()
    page = player.page
    player.single_of("2", "3", "4", "5")
    player.put("PLYT", "Put it into row 1, Single")
    expect(rows(page).first.get_by_role("button", name="PLYT for 6 in row 1")).to_be_visible()
    player.put("12", "Throw it onto the discards")
    page.get_by_role("button", name="Do it and end the turn").click()
    expect(page.get_by_text("It is Bela's turn.")).to_be_visible()
    assert player.stage.played == ["lay single 2 3 4 5 P6", "discard 12"]


def test_a_plyt_is_turned_to_another_number(at: At) -> None:
    player = at()
    player.single_of("2", "3", "4", "PLYT")
    player.page.get_by_role("button", name="PLYT for 5: let it stand for another number").click()
    expect(rows(player.page).first.get_by_role("button", name="PLYT for 1 in row 1")).to_be_visible()


def test_what_the_rules_forbid_is_refused_with_its_clause(at: At) -> None:
    player = at("A:2,3,9,12 B:1,1,6,8 | turn A table | rows B single 5 6 7 8")
    player.put("9", "Put it into row 1, Single")
    status = player.page.locator(".prompt").get_by_role("status")
    expect(status).to_contain_text("Lay a sequence of your own before changing others.")
    expect(do_it(player.page)).to_be_disabled()
    status.get_by_role("button").click()
    expect(player.page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")


def test_a_plan_with_a_span_is_played_in_all_its_steps(at: At) -> None:
    """A hand that can lay very many rows names type and span first; the page does so by itself."""
    player = at("A:1,2,3,4,5,6,7,8,P,P,P B:1 | turn A table")
    player.put("1", "+ Single")
    for tile in ("2", "3", "4"):
        player.put(tile, "Put it into row 1, Single")
    expect(do_it(player.page)).to_be_enabled()
    do_it(player.page).click()
    expect(player.page.locator(".prompt")).to_contain_text("Move Bugz about")
    expect(rows(player.page)).to_have_count(1)
    assert player.stage.played[0].startswith("begin single 1-4")


def drag(page: Page, what: Locator, to: Locator) -> None:
    """With the pointer, as a hand does it."""
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def test_tiles_are_dragged_to_rows_discards_and_within_the_rack(at: At) -> None:
    player = at("A:2,3,9,12 B:1,1,6,8 | turn A table | rows A single 5 6 7 8")
    page = player.page
    drag(page, tile_of(page, "9"), rows(page).first)
    expect(rows(page).first.get_by_role("button", name="9 in row 1")).to_be_visible()
    drag(page, tile_of(page, "12"), page.locator("button.pile"))
    expect(page.get_by_role("button", name="12 lies ready to be thrown; take it back")).to_be_visible()
    drag(page, tile_of(page, "3"), tile_of(page, "2"))
    assert tiles(page) == ["3", "2"]
    drag(page, rows(page).first.get_by_role("button", name="9 in row 1"), rack(page))
    expect(rows(page).first.get_by_role("button", name="9 in row 1")).to_have_count(0)
    assert sorted(filter(None, tiles(page))) == ["2", "3", "9"]


def test_offers_are_asked_for_and_granted(at: At) -> None:
    player = at("A:8,8,8,1,10,12 B:1,1,6,8,10,12 C:1,2,2,5,7,9 | turn C poll | pile 8 | rows A single 2 3 4 5", 3)
    page = player.page
    expect(page.locator(".prompt")).to_contain_text("Do you want the discarded 8")
    page.get_by_role("button", name="Offer", exact=True).click()
    player.stage.play(2, "grant")
    expect(rack(page).get_by_role("button", name="8, new")).to_have_count(1)
    expect(rack(page).locator("button.tile")).to_have_count(8)
    assert player.stage.played == ["offer"]


def test_a_standing_answer_is_shown_and_kept(visit: NewVisitor, server: Server) -> None:
    table = opened(server, "rumbugz", people=1, seats=3)
    table.begin()
    ann = visit()
    table.sit(ann)
    summary = ann.page.get_by_text("Discards out of turn")
    expect(summary).to_contain_text("ask me")
    summary.click()
    ann.page.get_by_role("checkbox", name="7", exact=True).check()
    ann.page.get_by_role("radio", name="pass", exact=True).check()
    expect(summary).to_contain_text("offer for 7, else pass")
    ann.page.reload()
    expect(summary).to_contain_text("offer for 7, else pass")


def test_the_end_of_a_round_is_a_moment(at: At) -> None:
    laid = "rows A single 2 3 4 5; A double 1 3 5 7; A triple 3 6 9 12; A match 8 8 8 8; B single 5 6 7 8"
    player = at(f"A:9 B:1,1,10,12 | turn A table | {laid}")
    page = player.page
    player.put("9", "Put it into row 5, Single")
    do_it(page).click()
    end = page.get_by_role("region", name="The round is over")
    expect(end.get_by_role("heading")).to_have_text("Ann is out!")
    expect(end.get_by_role("listitem")).to_contain_text("24")
    expect(end).to_contain_text("24 points for Ann")
    assert player.visitor.axe() == []
    end.get_by_role("button", name="Go on").click()
    expect(end).to_have_count(0)


def test_nothing_jumps_when_a_move_comes_in(at: At) -> None:
    player = at("A:1,2,3 B:1,1,6,8,10,12 | turn B draw | rows A single 2 3 4 5 | pile 7", width=360)
    before = player.page.locator(".tray").bounding_box()
    row = rows(player.page).first.bounding_box()
    for move in ("take", "discard 8"):
        player.stage.play(1, move)
    expect(player.page.locator("button.bag.lit")).to_be_visible()
    assert player.page.locator(".tray").bounding_box() == before
    assert rows(player.page).first.bounding_box() == row


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")])
def test_a_full_table_is_sound(at: At, width: int, theme: str) -> None:
    player = at(MANY_ROWS, width=width, theme=theme)
    assert player.visitor.overflow() == 0
    player.hold("7")
    assert player.visitor.overflow() == 0
    assert player.visitor.axe() == []


@pytest.mark.parametrize("lang", ["hu", "ru", "it"])
def test_a_full_table_fits_a_phone_in_every_language(visit: NewVisitor, lang: str) -> None:
    visitor = visit("/", width=360, lang=lang)
    Stage(visitor.page, "rumbugz", 2, MANY_ROWS)
    visitor.go(f"/t/{TABLE}")
    expect(visitor.page.locator(".tray")).to_be_visible()
    assert visitor.overflow() == 0
    for kind in visitor.page.locator(".kind .name").all():
        lines = kind.evaluate("name => name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)")
        assert round(lines) == 1, kind.text_content()
        assert kind.evaluate("name => name.scrollWidth <= name.clientWidth"), kind.text_content()


def test_tiles_are_seen_to_move_and_lie_still_for_whoever_wants_calm(at: At) -> None:
    for motion, flown in (("no-preference", 3), ("reduce", 0)):
        player = at("A:1,2,3 B:1,1,6,8,10,12 | turn B draw | pile 7 | rows A single 2 3 4 5", motion=motion)
        player.page.evaluate(
            "() => { window.flown = 0; new MutationObserver((all) => {"
            " for (const one of all) window.flown += one.addedNodes.length"
            " }).observe(document.querySelector('.layer'), { childList: true }) }"
        )
        for move in ("take", "discard 8"):
            player.stage.play(1, move)
        bag = player.page.locator("button.bag.lit")
        expect(bag).to_be_visible()
        bag.click()
        expect(rack(player.page).locator("button.tile")).to_have_count(4)
        expect(player.page.locator(".layer > div")).to_have_count(0)
        assert player.page.evaluate("window.flown") == flown


def test_a_void_round_is_told(visit: NewVisitor) -> None:
    visitor = visit("/")
    stage = Stage(visitor.page, "rumbugz", 2, "A:1,2,12 B:5,9 | turn A table | round 1 start A", stall_limit=1)
    visitor.go(f"/t/{TABLE}")
    player = Player(visitor, stage)
    player.put("12", "Throw it onto the discards")
    do_it(player.page).click()
    expect(player.page.get_by_text("It is Bela's turn.")).to_be_visible()
    for move in ("bag", "discard 5"):
        stage.play(1, move)
    end = player.page.get_by_role("region", name="The round is over")
    expect(end).to_contain_text("the round is void")
