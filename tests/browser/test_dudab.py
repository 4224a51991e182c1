"""Dudab Buba in the page: each thing that can be done at the table, a round by keyboard, and the lesson."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from hoodwink.games.dudab.notation import read_card
from tests.browser.conftest import NewVisitor
from tests.browser.dudab_player import Player, by_keyboard, drag
from tests.browser.staged import TABLE, Stage

LESSON = Path(__file__).parents[2] / "web/src/games/dudab/lesson.json"
FREE = "open A | A: R-mam-1 B-mam-4 D | B: Y-club-2 G-mam-2 S:G | 1: R-hand-4 B-club-3 Y-hide-2 | 2: S:Y G-hand-1"
CROWD = (
    "open A | A: G-mam-1 B-mam-4 D S:B | B: Y-club-2 G-mam-2* D* | C: R-club-3 R-mam-4 | D: R-club-4 R-club-2"
    " | E: Y-mam-1 Y-mam-4 + R-hide-3 | F: Y-hide-1 S:R | 1: [R-club-1 B! G-hide-1 B!] R-hand-4 B-club-3 Y-hide-2"
    " R-mam-1 B-hand-2 =J= B-hand-3 R-hide-2 G-hide-3 B-club-2 | 2: S:G G-hand-1 B-hide-2 =J= G-mam-4"
    " | 3: R-hide-1 B-mam-2 G-club-3 Y-hand-4 D | request 2 on 3 by F | scores 3 -5 12 20 7 1, 2 2 8 9 10 11"
)
SCORES = """open A | A: D R-hand-1 + D D S:R Y-mam-4 R-hand-2 B-hand-2 | B: S:G Y-club-2 + R-hide-3 B-hide-4
| 1: B-club-3 | 2: R-mam-4 | deck Y-hide-1"""


@pytest.fixture
def sit(visit: NewVisitor) -> Any:
    """`sit(position, seats, width=360, jungle=True)`: somebody as seat A at a staged table."""

    def at(position: str, seats: int = 2, **how: Any) -> Player:
        looks = {name: how.pop(name) for name in ("width", "theme", "lang", "motion") if name in how}
        visitor = visit("/", **looks)
        stage = Stage(visitor.page, "dudab", seats, position, **how)
        visitor.go(f"/t/{TABLE}")
        expect(visitor.page.locator(".columns")).to_be_visible()
        return Player(visitor, stage)

    return at


def test_a_card_is_picked_up_and_its_columns_light_up(sit: Any) -> None:
    ann = sit(FREE)
    ann.card("R-mam-1").click()
    expect(ann.page.locator(".pillar.lit")).to_have_count(1)
    expect(ann.column(1)).to_have_accessible_name("Put red mammoth 1 on column 1")
    expect(ann.column(2)).to_have_accessible_name(re.compile("does not fit"))
    ann.column(1).click()
    expect(ann.page.locator(".columns ol").first.get_by_role("img")).to_have_count(4)
    assert ann.sent == ["R-mam-1>1"]


def test_a_card_that_fits_nowhere_says_so_while_it_is_held(sit: Any) -> None:
    ann = sit("open A | A: R-club-4 D | B: Y-club-2 G-mam-2 | 1: R-hand-4 B-club-3 | 2: S:Y G-hand-1")
    ann.card("R-club-4").click()
    expect(ann.prompt()).to_contain_text("red club 4, fits nowhere now")
    ann.act("Put back")
    ann.card("D").click()
    expect(ann.prompt()).to_contain_text("Dudab: where to?")


def test_a_card_is_dragged_to_its_column(sit: Any) -> None:
    ann = sit(FREE)
    drag(ann.page, ann.card("R-mam-1"), ann.page.locator("[data-target='column:0']"))
    expect(ann.page.locator(".columns ol").first.get_by_role("img")).to_have_count(4)
    assert ann.sent == ["R-mam-1>1"]


def test_a_card_let_go_beside_the_columns_goes_back(sit: Any) -> None:
    ann = sit(FREE)
    drag(ann.page, ann.card("R-mam-1"), ann.page.locator(".prompt"))
    expect(ann.page.locator("[data-dragged]")).to_have_count(0)
    expect(ann.page.locator(".pillar.lit")).to_have_count(0)
    assert ann.sent == []


@pytest.mark.parametrize("width", [360, 1280])
def test_a_refused_card_comes_back_and_the_clause_is_said(sit: Any, width: int) -> None:
    ann = sit(FREE, width=width)
    drag(ann.page, ann.card("B-mam-4"), ann.page.locator("[data-target='column:0']"))
    expect(ann.page.get_by_role("alert")).to_contain_text("a card needs a value one higher or lower")
    expect(ann.page.get_by_role("alert")).to_contain_text("DB-NUM-2")
    expect(ann.card("B-mam-4")).to_be_visible()
    expect(ann.page.locator("[data-dragged]")).to_have_count(0)


def test_a_dudab_asks_for_what_is_chosen(sit: Any) -> None:
    ann = sit(FREE)
    ann.do("D>2:hide")
    expect(ann.page.locator(".banner")).to_contain_text("Asked for on column 2: a hide.")
    assert ann.sent == ["D>2:hide"]


def test_a_dudab_can_be_put_back_before_it_asks(sit: Any) -> None:
    ann = sit(FREE)
    ann.card("D").click()
    ann.column(1).click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    expect(ann.page.locator(".pillar.lit")).to_have_count(0)
    assert ann.sent == []


def test_an_attack_stands_on_its_column_and_offers_the_penalty(sit: Any) -> None:
    ann = sit("open A | A: R-mam-1 B-mam-4 | B: Y-club-2 G-mam-2 | 1: R-hand-4 S:B | 2: G-hand-1 | attack on 1")
    expect(ann.page.locator(".pillar").first).to_contain_text("Attack!")
    ann.do("penalty")
    expect(ann.page.locator(".banner")).to_have_count(0)


def test_cards_to_shed_are_chosen_and_all_go_to_one_place(sit: Any) -> None:
    ann = sit("open A | A: R-mam-1 B-mam-4 S:R D | B: Y-club-2 G-mam-2 | 1: R-hand-4 | 2: G-hand-1 | due two A")
    expect(ann.prompt()).to_contain_text("Shed 2 cards")
    ann.card("B-mam-4").click()
    ann.card("S:R").click()
    expect(ann.prompt()).to_contain_text("2 chosen")
    ann.act("Discard")
    expect(ann.page.get_by_role("button", name="Discard: 2 cards")).to_be_visible()
    assert ann.sent == ["toss B-mam-4", "toss S:R"]


def test_a_hand_above_five_is_trimmed_by_dragging_too(sit: Any) -> None:
    ann = sit(
        "open A | A: R-mam-1 B-mam-4 S:R D Y-club-1 Y-club-3 | B: G-mam-2 S:G | 1: R-hand-4 | 2: G-hand-1 | due trim A"
    )
    expect(ann.prompt()).to_contain_text("1 goes into your pile")
    drag(ann.page, ann.card("D"), ann.page.locator("[data-target='own']"))
    expect(ann.page.get_by_role("button", name="Your own pile: 1 card")).to_be_visible()
    assert ann.sent == ["tuck D"]


FLOWN = """() => {
  window.flown = 0
  const count = (changes) => changes.forEach((change) => (window.flown += change.addedNodes.length))
  new MutationObserver(count).observe(document.querySelector('.layer'), { childList: true })
}"""


@pytest.mark.parametrize(("motion", "flown"), [("no-preference", 6), ("reduce", 0)])
def test_a_column_that_is_taken_flies_into_the_pile_unless_things_should_keep_still(
    sit: Any, motion: str, flown: int
) -> None:
    column = "R-hand-4 B-club-3 Y-hide-2 R-club-3 B-hide-4"
    ann = sit(f"open A | A: G-mam-3 B-mam-4 D | B: Y-club-2 G-mam-2 | 1: {column} | 2: S:G", motion=motion)
    ann.page.evaluate(FLOWN)
    ann.do("G-mam-3>1")
    expect(ann.page.get_by_role("button", name="Your own pile: 5 cards")).to_be_visible()
    expect(ann.page.locator(".layer > div")).to_have_count(0)
    assert ann.page.evaluate("window.flown") == flown, "the card that was played, and the five it takes"


def test_a_jungle_shows_what_faces_what_while_a_card_is_held(sit: Any) -> None:
    ann = sit(
        "open A | A: B-hide-1 R-mam-4 | B: G-mam-2 S:G | 1: R-hide-3 B-club-2 G-mam-1 =J= G-hand-3 Y-club-2 | 2: S:Y",
        jungle=True,
    )
    expect(ann.page.locator(".bracket")).to_have_count(0)
    ann.card("B-hide-1").click()
    expect(ann.page.locator(".bracket")).to_have_count(3)
    opposite = ann.page.locator(".piece.opposite")
    expect(opposite.get_by_role("img")).to_have_accessible_name("red hide 3")
    ann.column(1).click()
    expect(ann.page.locator(".bracket")).to_have_count(0)


def test_a_jungle_and_a_baby_are_laid_when_they_are_drawn(sit: Any) -> None:
    ann = sit(
        "open A | A: B-hide-1 R-mam-4 S:R | B: G-mam-2 S:G | 1: R-hide-3 B-club-2 | 2: S:Y", jungle=True, baby=True
    )
    ann.stage.expect_chances("draw B!")
    ann.do("draw")
    expect(ann.prompt()).to_contain_text("You drew a Baby")
    ann.stage.expect_chances("draw S:B")
    ann.do("B!>1")
    expect(ann.page.locator(".pillar").first).to_contain_text("A Baby hides 3 cards")
    ann.stage.play(1, "draw")
    ann.stage.expect_chances("draw J")
    ann.do("draw")
    ann.do("J>2")
    expect(ann.page.locator(".piece.jungle")).to_have_count(1)


def test_the_sheets_pair_the_cards_when_a_round_ends_and_can_be_seen_again(sit: Any) -> None:
    ann = sit(SCORES, rounds=2)
    ann.do("draw")
    scores = ann.page.get_by_role("region", name="Scores")
    expect(scores).to_contain_text("Dudab with red Shaman")
    expect(scores.locator(".negated .points")).to_have_text("−4")
    expect(scores.get_by_role("row", name="Total")).to_have_text(re.compile(r"Total\s*7\s*14"))
    scores.get_by_role("button", name="Close").click()
    expect(scores).to_have_count(0)
    ann.page.get_by_role("button", name="Scores").click()
    expect(scores).to_contain_text("Dudab with red Shaman")


def test_piles_can_be_looked_at_and_hidden_ones_show_their_backs(sit: Any) -> None:
    ann = sit(
        "open A | A: R-mam-1 B-mam-4 | B: G-mam-2 S:G + D R-hand-1 ~ S:R | 1: R-hand-4 | 2: G-hand-1",
        hidden_own_piles=True,
    )
    ann.page.get_by_role("button", name=re.compile("^Bela: 3 cards in the own pile")).click()
    pile = ann.page.get_by_role("dialog", name="The pile of Bela")
    names = pile.get_by_role("img")
    expect(names).to_have_count(3)
    expect(names.last).to_have_accessible_name("a card face down")


def test_nothing_of_another_hand_is_in_the_page(sit: Any) -> None:
    ann = sit(FREE)
    whole = ann.page.content() + json.dumps(ann.page.evaluate("({...localStorage, ...sessionStorage})"))
    for text in ("Y-club-2", "G-mam-2", "S:G"):
        assert f'data-card="{read_card(text)}"' not in whole
        assert text not in whole
    assert "yellow club 2" not in whole
    assert "yellow hide 2" in whole, "what lies open is there"


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing_at_the_table(sit: Any, width: int, theme: str) -> None:
    ann = sit(CROWD, 6, width=width, theme=theme, jungle=True, baby=True)
    assert ann.visitor.axe() == []
    assert ann.visitor.overflow() == 0
    ann.card("D").click()
    assert ann.visitor.axe() == []
    ann.column(3).click()
    assert ann.visitor.axe() == []
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Scores").click()
    assert ann.visitor.axe() == []
    assert ann.visitor.overflow() == 0


@pytest.mark.parametrize("lang", ["hu", "ru", "it"])
def test_every_language_fits_a_phone(sit: Any, lang: str) -> None:
    ann = sit(CROWD, 6, width=360, lang=lang, jungle=True, baby=True)
    assert ann.visitor.overflow() == 0
    ann.page.locator(".hand button").last.click()
    ann.column(3).click()
    dialog = ann.page.get_by_role("dialog")
    assert dialog.evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_a_round_is_played_by_keyboard_alone(sit: Any) -> None:
    ann = sit(
        "open A | A: R-mam-1 B-mam-4 D | B: Y-club-2 G-mam-2 | 1: R-hand-4 B-club-3 Y-hide-2 | 2: S:Y G-hand-1"
        " | deck R-club-1 B-hand-3 G-hide-4 Y-mam-2 R-hide-2 B-mam-1",
        alone=True,
        rounds=1,
    )
    page = ann.page
    page.locator("body").press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.hand button')"):
            break
        page.keyboard.press("Tab")
    expect(ann.card("R-mam-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(ann.column(1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(ann.column(2)).to_be_focused()
    page.keyboard.press("Escape")
    expect(ann.card("R-mam-1")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".pillar").first.get_by_role("img", name="red mammoth 1")).to_be_visible()
    assert ann.sent == ["R-mam-1>1"]
    page.keyboard.press("End")
    expect(ann.card("D")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert len(ann.sent) == 2
    while not page.get_by_role("region", name="Scores").count():
        by_keyboard(page)
    expect(page.get_by_role("region", name="Scores")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Scores")).to_have_count(0)


def test_the_lesson_is_played_to_its_end(visit: NewVisitor) -> None:
    visitor = visit("/learn/dudab")
    ann = Player(visitor)
    for step, shown in enumerate(json.loads(LESSON.read_text(encoding="utf-8")), 1):
        expect(ann.page.locator(".guide")).to_contain_text(f"Step {step} of")
        scores = ann.page.get_by_role("region", name="Scores")
        if scores.count():
            scores.get_by_role("button", name="Close").click()
        if step == 2:
            drag(ann.page, ann.card("G-hide-1"), ann.page.locator("[data-target='column:0']"))
            expect(ann.page.locator("[data-dragged]")).to_have_count(0)
            expect(ann.page.locator(".guide .nudged")).to_be_visible()
        if shown["do"] is not None:
            ann.do(shown["do"])
        elif ann.page.get_by_role("button", name="Go on").count():
            ann.page.get_by_role("button", name="Go on").click()
    expect(ann.page.locator(".guide")).to_contain_text("Now you know everything")
