"""Playing together over real sockets."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from hoodwink import games
from hoodwink.engine.contract import AnyGame
from hoodwink.engine.proof import verify
from hoodwink.engine.record import read_record
from tests.server.serving import Api, Client, Server, connected
from tests.tables import table_name

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("game", games.every(), ids=table_name)


async def play_out(client: Client, source: random.Random, packet: dict[str, Any] | None = None) -> dict[str, Any]:
    """Answer every packet with a random legal move until the game is over; the last packet."""
    packet = packet or await client.hear("packet")
    while packet["result"] is None:
        if packet["moves"]:
            await client.say(type="play", seq=packet["seq"], move=source.choice(packet["moves"]))
        packet = await client.hear("packet")
    return packet


@every_game
async def test_people_and_bots_play_a_whole_game_that_can_be_proved_fair(server: Server, game: AnyGame) -> None:
    api = Api(server)
    table, host, keys = await api.seated(game.info.key, 2, 3)
    async with connected(server, table, keys[0]) as ann, connected(server, table, keys[1]) as bob:
        await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
        ends = await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))
    assert ends[0]["result"] == ends[1]["result"]
    text = (await api.get(f"/tables/{table}/record", accept="text/plain")).text
    record = read_record(text)
    assert record.finished
    assert verify(game, record).waiting == 0
    assert read_record((await api.get(f"/tables/{table}/record")).text) == record


async def test_coming_back_gives_the_same_packet(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"})
    async with connected(server, table, keys[0]) as ann:
        await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
        packet = await ann.hear("packet")
        assert packet["told"]
    async with connected(server, table, keys[0]) as again:
        back = await again.hear("packet")
    assert back == packet | {"beats": [], "told": []}


async def test_a_refused_move_says_why_to_its_seat_alone(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"})
    async with connected(server, table, keys[0], lang="it") as ann, connected(server, table, keys[1]) as bob:
        await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
        packet = await ann.hear("packet")
        await bob.hear("packet")
        heard = len(bob.heard)
        await ann.say(type="play", seq=packet["seq"], move="dudo")
        refusal = await ann.hear("refusal")
        assert refusal["clause"] == "Q-DU-10"
        assert "puntata" in refusal["why"]
        await ann.say(type="play", seq=packet["seq"], move="99 luftballons")
        assert (await ann.hear("error"))["code"] == "unreadable"
        await ann.say(type="play", seq=packet["seq"], move="1x2")
        told = await bob.hear("packet")
        assert [line["text"] for line in told["told"]] == ["P0 bids 1 two."]
        assert len(bob.heard) == heard + 1


async def test_a_stale_or_foreign_move_changes_nothing(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"})
    async with connected(server, table, keys[0]) as ann, connected(server, table, keys[1]) as bob:
        await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
        packet = await ann.hear("packet")
        await ann.say(type="play", seq=packet["seq"] - 1, move="1x2")
        assert (await ann.hear("error"))["code"] == "stale"
        assert (await ann.hear("packet"))["seq"] == packet["seq"]
        theirs = await bob.hear("packet")
        await bob.say(type="play", seq=theirs["seq"], move="1x2")
        assert (await bob.hear("refusal"))["clause"] == "DU-14"
        await ann.say(type="look")
        assert (await ann.hear("packet"))["seq"] == packet["seq"]


async def test_who_watches_sees_what_is_public_and_cannot_move(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"})
    async with connected(server, table, keys[0]) as ann, connected(server, table) as watcher:
        await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
        await ann.hear("packet")
        packet = await watcher.hear("packet")
        assert packet["view"]["dice"] is None
        assert packet["moves"] == []
        await watcher.say(type="play", seq=packet["seq"], move="1x2")
        assert (await watcher.hear("error"))["code"] == "only-watching"
    shut, _, _ = await api.seated("dudo", 2, watchers=False)
    async with connected(server, shut) as watcher:
        assert (await watcher.hear())["code"] == "no-watchers"


async def test_the_room_tells_who_sits_and_who_is_here(server: Server) -> None:
    api = Api(server)
    table, _, keys = await api.seated("dudo", 1, 3)
    async with connected(server, table, keys[0]) as ann:
        room = await ann.hear("room")
        assert room["seat"] == 0
        assert [sitter and sitter["name"] for sitter in room["card"]["seats"]] == ["P0", None, None]
        seated = await api.post(f"/tables/{table}/sit", 201, name="Zoe", seat=2)
        room = await ann.hear("room")
        assert room["card"]["seats"][2] == {"name": "Zoe", "bot": None, "here": False, "minded": None}
        await api.post(f"/tables/{table}/stand", key=seated["key"])
        assert (await ann.hear("room"))["card"]["seats"][2] is None


async def test_sitting_down_is_refused_in_words(server: Server) -> None:
    api = Api(server)
    table, host, _ = await api.seated("dudo", 1, 2)
    for wanted, code in (
        ({"name": "P0"}, "name-taken"),
        ({"name": "Bob", "seat": 0}, "seat-taken"),
        ({"name": "Bob", "seat": 7}, "no-such-seat"),
        ({"name": "@bot"}, "malformed"),
        ({"name": ""}, "malformed"),
        ({"name": "x" * 41}, "malformed"),
        ({"name": 7}, "malformed"),
        ({}, "malformed"),
    ):
        assert (await api.post(f"/tables/{table}/sit", 400, **wanted))["code"] == code
    assert (await api.post(f"/tables/{table}/begin", 403, host="A" * 22))["code"] == "wrong-key"
    assert (await api.post(f"/tables/{table}/begin", 400, host=host, bot="deep"))["code"] == "refused"
    await api.get(f"/tables/{table}/record", 400)
    await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
    assert (await api.post(f"/tables/{table}/begin", 400, host=host))["code"] == "already-started"
    assert (await api.post(f"/tables/{table}/sit", 400, name="Late"))["code"] == "already-started"
    assert (await api.get(f"/tables/{table}/record", 400)).json()["code"] == "not-over"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "chess", "seats": 2}, "There is no game «chess»"),
        ({"game": "dudo", "seats": 9}, "Dudo is for 2 to 6 players, not 9."),
        ({"game": "dudo", "seats": 2, "options": {"dice": 99}}, "The option dice cannot be «99»"),
        ({"game": "dudo", "seats": 2, "options": {"bonus_cap": 3}}, "A cap of 3 on bonus dice"),
        ({"game": "dudo", "seats": 2, "preset": "wild"}, "There is no preset «wild»"),
        ({"game": "dudo"}, "missing required field `seats`"),
        ({"game": "dudo", "seats": 2, "colour": 1}, "unknown field `colour`"),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(server: Server, wanted: dict[str, Any], said: str) -> None:
    assert said in (await Api(server).post("/tables", 400, **wanted))["why"]


async def test_public_tables_are_listed_and_others_are_not(server: Server) -> None:
    api = Api(server)
    shown, _, _ = await api.seated("dudo", 1, 2, public=True, preset="novice")
    hidden, _, _ = await api.seated("dudo", 1, 2)
    listed = {card["table"]: card for card in (await api.get("/tables")).json()}
    assert listed[shown]["options"] == {"one_die_losses": True}
    assert hidden not in listed
    assert (await api.get(f"/tables/{hidden}")).json()["table"] == hidden
    assert (await api.get("/tables/zzzzzzzzzz", 404)).json()["code"] == "no-such-table"


async def test_a_seat_may_bring_a_nonce_of_its_own(server: Server) -> None:
    from hoodwink.engine.fair import commitment

    api, nonce = Api(server), bytes(range(16))
    opened = await api.post("/tables", 201, game="dudo", seats=2)
    table = opened["card"]["table"]
    key = (await api.post(f"/tables/{table}/sit", 201, name="Ann", commitment=commitment(nonce).hex()))["key"]
    waiting = await api.post(f"/tables/{table}/begin", 400, host=opened["host"])
    assert waiting["why"] == "The game waits for the promised nonces of: Ann."
    assert (await api.post(f"/tables/{table}/nonce", 400, key=key, nonce="00" * 16))["code"] == "wrong-nonce"
    await api.post(f"/tables/{table}/nonce", key=key, nonce=nonce.hex())
    await api.post(f"/tables/{table}/begin", host=opened["host"])
    async with connected(server, table, key) as ann:
        await play_out(ann, random.Random(1))
    record = read_record((await api.get(f"/tables/{table}/record")).text)
    assert record.fair is not None
    assert record.fair.nonces[0] == nonce.hex()
    assert record.fair.anchor == opened["card"]["anchor"]
