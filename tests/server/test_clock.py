"""Time at a table: deadlines that follow from the log, bots that mind a seat and hand it back, pauses."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoodwink.server.clock import TableClock
from hoodwink.server.entries import Minded, Opened, Paused, Resumed, Returned, Slept
from hoodwink.wire.messages import Clock
from tests.server.serving import Api, Server, connected, serving
from tests.server.test_play import play_out

in_time = pytest.mark.anyio


def clock(seconds: float = 30, bank: float = 10) -> TableClock:
    opened = Opened("dudo", 1, {}, 2, public=False, watchers=True, secret="", host="", clock=Clock(seconds, bank))
    return TableClock(opened)


def test_a_decision_uses_its_seconds_first_and_then_the_bank() -> None:
    time = clock()
    time.ask([0], 100)
    assert time.deadlines() == {0: 140}
    time.decided(0, 125)
    assert time.banks == [10, 10]
    time.ask([0], 125)
    time.decided(0, 159)
    assert time.banks == [6, 10]
    time.ask([0], 200)
    assert time.deadlines() == {0: 236}


def test_asking_again_gives_no_new_time() -> None:
    time = clock()
    time.ask([0, 1], 100)
    time.ask([0, 1], 120)
    assert time.deadlines() == {0: 140, 1: 140}
    time.decided(1, 121)
    time.ask([0], 121)
    assert time.deadlines() == {0: 140}


def test_nobody_is_out_of_time_while_the_table_rests_or_a_bot_minds() -> None:
    time = clock()
    time.ask([0, 1], 100)
    time.fold(Minded(1, "greedy", "time", 140))
    assert time.deadlines() == {0: 140}
    time.fold(Paused(110))
    assert time.deadlines() == {}
    time.fold(Resumed(170))
    assert time.deadlines() == {0: 200}
    time.fold(Returned(1, 300))
    assert time.deadlines() == {0: 200, 1: 330}


@given(st.floats(0, 1e6))
def test_a_restart_neither_loses_nor_invents_time(away: float) -> None:
    time = clock()
    time.ask([0], 100)
    time.fold(Slept(away))
    assert time.deadlines() == {0: pytest.approx(140 + away)}


def test_without_a_clock_nobody_is_ever_out_of_time() -> None:
    time = TableClock(Opened("dudo", 1, {}, 2, public=False, watchers=True, secret="", host=""))
    time.ask([0], 100)
    time.decided(0, 1e9)
    time.ask([1], 1e9)
    assert time.deadlines() == {}


@in_time
async def test_out_of_time_a_bot_minds_the_seat_openly_and_hands_it_back(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated(
        "dudo", 2, options={"first_player": "A"}, clock={"seconds": 1}, minder="random"
    )
    async with connected(server, table, keys[0]) as ann, connected(server, table, keys[1]) as bob:
        await api.post(f"/tables/{table}/begin", host=host)
        first = await ann.hear("packet")
        assert list(first["deadlines"]) == ["0"]
        room = await bob.hear("room")
        while room["card"]["seats"][0]["minded"] is None:
            room = await bob.hear("room")
        assert room["card"]["seats"][0]["minded"] == "random"
        moved = await ann.hear("packet")
        assert moved["told"][0]["text"].startswith("P0 ")
        await ann.say(type="take-back")
        while room["card"]["seats"][0]["minded"] is not None:
            room = await ann.hear("room")
        await ann.say(type="take-back")
        assert (await ann.hear("error"))["code"] == "not-minded"


@in_time
async def test_nobody_elses_time_out_ends_the_game(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, clock={"seconds": 1}, options={"dice": 1})
    async with connected(server, table, keys[1]) as bob:
        await api.post(f"/tables/{table}/begin", host=host)
        assert (await play_out(bob, random.Random(2)))["result"] is not None


@in_time
async def test_a_seat_out_of_reach_is_minded_after_the_grace(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"}, grace=1)
    async with connected(server, table, keys[1]) as bob:
        await api.post(f"/tables/{table}/begin", host=host)
        room = await bob.hear("room")
        while room["card"]["seats"][0]["minded"] is None:
            room = await bob.hear("room")
        told = await bob.hear("packet")
        while not any(line["text"].startswith("P0 bids") for line in told["told"]):
            told = await bob.hear("packet")


@in_time
async def test_the_table_rests_when_all_agree_and_not_before(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, 3, options={"first_player": "A"}, clock={"seconds": 60})
    async with connected(server, table, keys[0]) as ann, connected(server, table, keys[1]) as bob:
        await ann.say(type="pause")
        assert (await ann.hear("error"))["code"] == "not-started"
        await api.post(f"/tables/{table}/begin", host=host)
        packet = await ann.hear("packet")
        await ann.say(type="pause")
        room = await bob.hear("room")
        while not room["card"]["pausing"]:
            room = await bob.hear("room")
        assert (room["card"]["pausing"], room["card"]["status"]) == ([0], "playing")
        await bob.say(type="no-pause")
        while room["card"]["pausing"]:
            room = await bob.hear("room")
        await bob.say(type="no-pause")
        assert (await bob.hear("error"))["code"] == "no-pause-asked"
        await ann.say(type="pause")
        await bob.say(type="pause")
        while room["card"]["status"] != "paused":
            room = await ann.hear("room")
        await ann.say(type="play", seq=packet["seq"], move="1x2")
        assert (await ann.hear("error"))["code"] == "paused"
        await ann.say(type="look")
        assert (await ann.hear("packet"))["deadlines"] == {}
        await bob.say(type="resume")
        while room["card"]["status"] != "playing":
            room = await ann.hear("room")
        await bob.say(type="resume")
        assert (await bob.hear("error"))["code"] == "not-paused"
        await ann.say(type="play", seq=packet["seq"], move="1x2")
        assert (await ann.hear("packet"))["told"][0]["text"] == "P0 bids 1 two."


@in_time
async def test_deadlines_survive_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        api = Api(server)
        table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"}, clock={"seconds": 3600})
        await api.post(f"/tables/{table}/begin", host=host)
        async with connected(server, table, keys[0]) as ann:
            before = await ann.hear("packet")
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(3)
        await asyncio.to_thread(server.start)
        async with connected(server, table, keys[0]) as ann:
            after = await ann.hear("packet")
    assert after | {"deadlines": 0} == before | {"beats": [], "told": [], "deadlines": 0}
    shifted = after["deadlines"]["0"] - before["deadlines"]["0"]
    assert shifted >= 3, "the clock ran while nobody could move"
