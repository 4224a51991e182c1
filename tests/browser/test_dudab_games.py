"""Whole games of Dudab Buba at a real server: by mouse, by keyboard alone, and two browsers with a bot."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.dudab_player import Player, by_keyboard
from tests.browser.tables import begun
from tests.browser.visitor import Visitor
from tests.server.serving import Server


def open_table(server: Server, seats: int, **options: Any) -> tuple[str, dict[str, Any]]:
    """A table at the server with bots on all chairs but one; its id, and what the browser keeps of it."""

    def post(path: str, body: dict[str, Any]) -> Any:
        asked = Request(server.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urlopen(asked) as answer:
            return json.load(answer)

    hosted = post("/api/tables", {"game": "dudab", "seats": seats, "options": options})
    table = hosted["card"]["table"]
    seated = post(f"/api/tables/{table}/sit", {"name": "Ann"})
    post(f"/api/tables/{table}/begin", {"host": hosted["host"]})
    return table, {"game": "dudab", "host": hosted["host"], "seen": 1, **seated}


@pytest.mark.timeout(180)
def test_a_whole_game_by_keyboard_alone(visit: NewVisitor, server: Server) -> None:
    table, held = open_table(server, 2, rounds=1)
    visitor = visit("/")
    visitor.page.evaluate("held => localStorage.setItem('hoodwink.tables', held)", json.dumps({table: held}))
    visitor.go(f"/t/{table}")
    page, answered = visitor.page, -1
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    for _ in range(1200):
        newest = packets_of(visitor)[-1]
        if newest["result"]:
            break
        if newest["moves"] and newest["seq"] != answered:
            page.locator("section.mine").wait_for()
            by_keyboard(page)
            answered = newest["seq"]
        page.wait_for_timeout(20)
    expect(page.get_by_role("region", name="Scores")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.timeout(180)
def test_a_whole_game_against_a_bot_by_mouse(visit: NewVisitor, server: Server) -> None:
    table, held = open_table(server, 2, rounds=1, jungle=True, baby=True)
    visitor = visit("/")
    visitor.page.evaluate("held => localStorage.setItem('hoodwink.tables', held)", json.dumps({table: held}))
    visitor.go(f"/t/{table}")
    ann = Player(visitor)
    for turns in range(400):
        turn = ann.page.locator("section.mine, .over section.scores").first
        turn.wait_for()
        if ann.page.get_by_role("region", name="Scores").count():
            break
        newest = packets_of(visitor)[-1]
        if newest["moves"]:
            before = len(visitor.frames)
            ann.do(pick(newest["moves"], turns))
            while len(visitor.frames) == before:
                ann.page.wait_for_timeout(10)
    expect(ann.page.get_by_role("region", name="Scores")).to_contain_text("Ann")


@pytest.mark.timeout(240)
def test_two_browsers_and_a_bot_play_a_whole_game_and_see_nothing_of_each_other(
    visit: NewVisitor, server: Server
) -> None:
    table = begun(server, "dudab", people=2, seats=3, options={"rounds": 1})
    players = [Player(visit()), Player(visit(width=360))]
    for seat, player in enumerate(players):
        table.sit(player.visitor, seat)
        expect(player.page.get_by_role("list", name="Your hand")).to_be_visible()
    answered = [-1, -1]
    for turns in range(600):
        packets = [packets_of(player.visitor)[-1] for player in players]
        if all(packet["result"] for packet in packets):
            break
        for seat, packet in enumerate(packets):
            if packet["moves"] and packet["seq"] != answered[seat]:
                players[seat].page.locator("section.mine").wait_for()
                players[seat].do(pick(packet["moves"], turns))
                answered[seat] = packet["seq"]
        players[0].page.wait_for_timeout(20)
    for own, player in enumerate(players):
        player.page.get_by_role("region", name="Scores").get_by_role("button", name="Close").click()
        expect(player.page.get_by_role("button", name="Rematch")).to_be_visible()
        beats = [beat for packet in packets_of(player.visitor) for beat in packet["beats"]]
        others = [beat for beat in beats if beat["type"] in ("dealt", "drew") and beat["seat"] != own]
        assert others
        assert {beat["card"] for beat in others} == {None}
        assert {packet["view"]["viewer"] for packet in packets_of(player.visitor)} == {own}


def packets_of(visitor: Visitor) -> list[dict[str, Any]]:
    """Every packet a page was sent."""
    return [json.loads(frame) for frame in visitor.frames if '"type":"packet"' in frame]


def pick(moves: list[str], turns: int) -> str:
    """By turns a placement and a draw, so that everything comes up and the game ends soon; a Dudab asks for nothing."""
    if turns % 2 and "draw" in moves:
        return "draw"
    return next((move for move in moves if ">" in move and ":" not in move.partition(">")[2]), moves[0])
