"""The log of a table: it survives a reload, shows each viewer their own, and keeps what the table agreed to keep."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from hoodwink import games
from hoodwink.engine.contract import clauses
from tests.server.serving import Api, Server, connected
from tests.server.test_play import play_out
from tests.server.test_table_life import finished

pytestmark = pytest.mark.anyio


def bearer(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Authorization": f"Bearer {key}"}


async def log(server: Server, table: str, key: str | None = None, **headers: str) -> dict[str, Any]:
    found: dict[str, Any] = (await Api(server).get(f"/tables/{table}/log", 200, **bearer(key), **headers)).json()
    return found


async def look(server: Server, path: str, key: str | None = None, status: int = 200) -> dict[str, Any]:
    """Something of a table, seen with a key."""
    found: dict[str, Any] = (await Api(server).get(f"/tables/{path}", status, **bearer(key))).json()
    return found


async def begun(server: Server, **wanted: Any) -> tuple[str, list[str]]:
    """A Dudo table of two people, whose first opens."""
    options = {"dice": 2, "first_player": "A"} | wanted.pop("options", {})
    table, host, keys = await Api(server).seated("dudo", 2, options=options, **wanted)
    await Api(server).post(f"/tables/{table}/begin", host=host)
    return table, keys


async def bid(server: Server, table: str, key: str, move: str) -> None:
    async with connected(server, table, key) as client:
        packet = await client.hear("packet")
        await client.say(type="play", seq=packet["seq"], move=move)
        await client.hear("packet")


async def test_each_viewer_finds_what_they_were_told(server: Server) -> None:
    table, keys = await begun(server)
    await bid(server, table, keys[0], "1x3")
    texts = {
        key: [line["text"] for line in (await log(server, table, key))["lines"]] for key in (keys[0], keys[1], None)
    }
    assert texts[None] == ["P0 rolls 2 dice.", "P1 rolls 2 dice.", "P0 bids 1 three."]
    differ = {key: [mine == public for mine, public in zip(texts[key], texts[None], strict=True)] for key in keys}
    assert differ == {keys[0]: [False, True, True], keys[1]: [True, False, True]}  # each sees their own dice alone


async def test_lines_bear_the_numbers_of_their_packets_and_clauses_but_of_no_event_while_play_is_on(
    server: Server,
) -> None:
    table, keys = await begun(server)
    found = await log(server, table, keys[0])
    assert [line["seq"] for line in found["lines"]] == list(range(1, found["seq"] + 1))
    assert {line["number"] for line in found["lines"]} == {None}
    assert found["lines"][0] | {"text": ""} == {
        "text": "",
        "clauses": ["DU-9"],
        "kept": True,
        "seq": 1,
        "number": None,
        "kind": "rolled",
    }


async def test_the_log_speaks_the_language_that_is_asked_for(server: Server) -> None:
    table, _ = await begun(server)
    found = await log(server, table, **{"Accept-Language": "it"})
    assert "tira" in found["lines"][0]["text"]


async def test_what_is_left_to_memory_is_told_once_and_not_kept(server: Server) -> None:
    table, keys = await begun(server, options={"bid_history": "last"})
    async with connected(server, table, keys[1]) as bob:
        await bob.hear("packet")
        await bid(server, table, keys[0], "1x3")
        [told] = (await bob.hear("packet"))["told"]
    assert told["text"] == "P0 bids 1 three."
    assert not told["kept"]
    found = await log(server, table, keys[1])
    assert "bade" not in {line["kind"] for line in found["lines"]}
    refused = await look(server, f"{table}/log/{found['seq']}", keys[1], 404)
    assert refused["code"] == "no-such-line"


async def test_a_line_shows_the_table_as_its_viewer_saw_it_then(server: Server) -> None:
    table, keys = await begun(server)
    await bid(server, table, keys[0], "1x3")
    newest = (await log(server, table, keys[1]))["seq"]
    then = await look(server, f"{table}/log/{newest - 1}", keys[1])
    now = await look(server, f"{table}/log/{newest}", keys[1])
    assert then["view"]["viewer"] == now["view"]["viewer"] == 1
    assert (then["view"]["bids"], len(now["view"]["bids"])) == ([], 1)
    assert then["view"]["moves"] == now["view"]["moves"] == []
    assert [told["text"] for told in now["told"]] == ["P0 bids 1 three."]


async def test_only_the_seats_look_back_where_nobody_may_watch(server: Server) -> None:
    table, keys = await begun(server, watchers=False)
    for path in ("log", "log/1"):
        assert (await look(server, f"{table}/{path}", None, 403))["code"] == "no-watchers"
        assert (await look(server, f"{table}/{path}", "x" * 22, 403))["code"] == "wrong-key"
        assert (await look(server, f"{table}/{path}", keys[0]))["seq"] > 0


async def test_a_table_that_has_not_begun_has_an_empty_log(server: Server) -> None:
    table, _, keys = await Api(server).seated("dudo", 2)
    assert await log(server, table, keys[0]) == {"seq": 0, "lines": [], "spoken": []}


async def test_when_the_game_is_over_each_line_names_its_event(server: Server) -> None:
    table, _, keys = await finished(server)
    lines = (await log(server, table, keys[0]))["lines"]
    scene = await look(server, f"{table}/replay/{lines[-1]['number']}?eyes=A")
    assert lines[-1]["text"] in [told["text"] for told in scene["told"]]
    assert lines[-1]["number"] == scene["count"]


async def test_what_was_said_is_found_again_after_a_restart(server: Server) -> None:
    table, keys = await begun(server)
    async with connected(server, table, keys[0]) as ann:
        await ann.say(type="say", text="Ahoy")
        await ann.hear("said")
    server.stop()
    server.start()
    found = await log(server, table, keys[1])
    assert found["spoken"] == [{"type": "said", "seat": 0, "text": "Ahoy"}]
    assert len(found["lines"]) == found["seq"]


async def test_the_log_and_the_packets_agree(server: Server) -> None:
    table, host, keys = await Api(server).seated("rumbugz", 1, 2)
    await Api(server).post(f"/tables/{table}/begin", host=host)
    async with connected(server, table, keys[0]) as ann:
        await play_out(ann, random.Random(5))
        heard = [json.loads(text) for text in ann.heard]
    told = [one["text"] for message in heard if message["type"] == "packet" for one in message["told"]]
    lines = [line["text"] for line in (await log(server, table, keys[0]))["lines"]]
    assert lines[-len(told) :] == told


async def test_every_rulebook_is_listed_with_all_its_clauses(server: Server) -> None:
    books = (await Api(server).get("/rules")).json()
    assert [book["game"] for book in books] == [game.info.key for game in games.every()]
    for book in books:
        listed = [clause["id"] for chapter in book["chapters"] for clause in chapter["clauses"]]
        assert listed == list(clauses(games.find(book["game"]).info))
