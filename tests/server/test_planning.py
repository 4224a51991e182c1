"""Plans: the moves towards a wished-for table, or why there are none; asking changes nothing."""

from __future__ import annotations

import pytest

from hoodwink import games
from tests.server.serving import Api, Server, connected

pytestmark = pytest.mark.anyio

PLANS = next(game.info.key for game in games.every() if game.plan is not None)
PLANS_NOT = next(game.info.key for game in games.every() if game.plan is None)


async def test_a_plan_names_the_moves_and_what_is_wrong_with_a_row(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated(PLANS, 2)
    async with connected(server, table, keys[0]) as ann, connected(server, table, keys[1]) as bob:
        await api.post(f"/tables/{table}/begin", host=host)
        packets = {ann: await ann.hear("packet"), bob: await bob.hear("packet")}
        client = next(one for one, packet in packets.items() if packet["moves"])
        await client.say(type="play", seq=packets[client]["seq"], move="bag")
        packet = await client.hear("packet")
        hand, seq = packet["view"]["hand"], packet["seq"]
        wish = {"rows": [], "hand": hand[1:], "discard": hand[0]}
        await client.say(type="plan", seq=seq, wish=wish)
        planned = await client.hear("planned")
        assert [move for move in planned["moves"] if move not in packet["moves"]] == []
        assert planned["refusal"] is None
        assert len(planned["moves"]) == 1
        short = {"rows": [{"kind": "single", "slots": [1, 2, 3]}], "hand": hand, "discard": None}
        await client.say(type="plan", seq=seq, wish=short)
        planned = await client.hear("planned")
        assert planned["moves"] == []
        assert planned["faults"][0]["clause"] == planned["refusal"]["clause"] == "RB-7"
        await client.say(type="look")
        assert (await client.hear("packet"))["view"] == packet["view"], "asking has changed something"


async def test_a_wish_that_cannot_be_read_is_malformed(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated(PLANS, 2)
    async with connected(server, table, keys[0]) as ann:
        await api.post(f"/tables/{table}/begin", host=host)
        await ann.say(type="plan", seq=1, wish={"rows": "all of them"})
        assert (await ann.hear("error"))["code"] == "malformed"


async def test_a_game_of_single_moves_has_no_plans_and_a_watcher_none_at_all(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated(PLANS_NOT, 2)
    async with connected(server, table, keys[0]) as ann, connected(server, table) as watcher:
        await api.post(f"/tables/{table}/begin", host=host)
        await ann.say(type="plan", seq=1, wish={})
        assert (await ann.hear("error"))["code"] == "no-plan"
        await watcher.say(type="plan", seq=1, wish={})
        assert (await watcher.hear("error"))["code"] == "only-watching"


async def test_somebody_at_several_tables_asks_where_they_are_awaited(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated(PLANS_NOT, 2)
    headers = [{"Authorization": f"Bearer {key}"} for key in keys]
    before = await api.get(f"/tables/{table}/awaited", 200, **headers[0])
    assert before.json() == {"awaited": False, "seq": 0}
    await api.post(f"/tables/{table}/begin", host=host)
    answers = [(await api.get(f"/tables/{table}/awaited", 200, **header)).json()["awaited"] for header in headers]
    assert sorted(answers) == [False, True]
    await api.get(f"/tables/{table}/awaited", 401)
