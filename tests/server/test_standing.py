"""Answers left with the table: applied at once, for whoever left them, and seen by nobody else."""

from __future__ import annotations

import json

import pytest

from hoodwink import games
from tests.server.serving import Api, Client, Server, connected

pytestmark = pytest.mark.anyio

ASKS_OUT_OF_TURN = next(game.info.key for game in games.every() if game.answer is not None)


async def take_turn(client: Client) -> list[str]:
    """Play one decision of a seat that has one, the least it can do; the moves it had."""
    while True:
        packet = await client.hear("packet")
        if packet["moves"]:
            wanted = [move for move in packet["moves"] if move == "bag" or move.startswith("discard")]
            await client.say(type="play", seq=packet["seq"], move=(wanted or packet["moves"])[-1])
            return list(packet["moves"])


async def test_a_standing_answer_is_applied_for_its_seat_and_shown_to_nobody(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated(ASKS_OUT_OF_TURN, 3)
    async with (
        connected(server, table, keys[0]) as ann,
        connected(server, table, keys[1]) as bob,
        connected(server, table, keys[2]) as cid,
    ):
        for client in (ann, bob, cid):
            await client.say(type="standing", answer="pass")
        await api.post(f"/tables/{table}/begin", host=host)
        first = {client: await client.hear("packet") for client in (ann, bob, cid)}
        starter = next(client for client, packet in first.items() if packet["moves"])
        order = [ann, bob, cid]
        place = order.index(starter)
        turns = [*order[place:], *order[:place]]
        await starter.say(type="play", seq=first[starter]["seq"], move="bag")
        for client in [turns[0], turns[1], turns[1], turns[2], turns[2]]:
            assert "offer" not in await take_turn(client)
        await ann.say(type="standing", answer="offer 7 else pass")
        await ann.say(type="standing", answer="offer 99")
        assert (await ann.hear("error"))["code"] == "unreadable"
        async with connected(server, table) as watcher:  # who comes in has everybody told of the room
            assert (await watcher.hear("room"))["standing"] is None
            for client in (ann, bob, cid):
                await client.say(type="standing", answer="nonsense")
                await client.hear("error")  # all that came before was heard
        rooms = [[room for frame in client.heard if (room := json.loads(frame))["type"] == "room"] for client in order]
        assert [told[-1]["standing"] for told in rooms] == ["offer 7 else pass", "pass", "pass"]
        assert not any("offer 7 else pass" in frame for client in (bob, cid) for frame in client.heard)


async def test_a_game_without_answers_out_of_turn_says_so(server: Server) -> None:
    api = Api(server)
    table, _, keys = await api.seated("dudo", 2)
    async with connected(server, table, keys[0]) as ann, connected(server, table) as watcher:
        await ann.say(type="standing", answer="pass")
        assert (await ann.hear("error"))["code"] == "no-standing"
        await watcher.say(type="standing", answer="pass")
        assert (await watcher.hear("error"))["code"] == "only-watching"
