"""A table's life beside the moves: the host's powers, words and gestures, other devices, and what comes afterwards."""

from __future__ import annotations

import asyncio
import random

import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import AnyGame
from hoodwink.engine.record import read_record
from hoodwink.engine.scenario import read_scenarios, run
from tests.server.serving import Api, Server, connected
from tests.server.test_play import play_out
from tests.tables import table_name

pytestmark = pytest.mark.anyio


async def finished(server: Server, game: str = "dudo") -> tuple[str, str, list[str]]:
    """A table whose game is over."""
    table, host, keys = await Api(server).seated(game, 1, 3)
    await Api(server).post(f"/tables/{table}/begin", host=host, bot="greedy")
    async with connected(server, table, keys[0]) as ann:
        await play_out(ann, random.Random(3))
    return table, host, keys


async def test_the_host_seats_and_removes_bots_and_people(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, 4)
    card = await api.post(f"/tables/{table}/bots", host=host, bot="random", seat=3)
    assert card["seats"][3] == {"name": "Dagger", "bot": "random", "here": True, "minded": None}
    card = await api.post(f"/tables/{table}/bots", host=host)
    assert card["seats"][2]["bot"] == bots.best(games.find("dudo"))
    assert (await api.post(f"/tables/{table}/bots", 400, host=host))["code"] == "seat-taken"
    card = await api.post(f"/tables/{table}/remove", host=host, seat=2)
    assert card["seats"][2] is None
    await api.post(f"/tables/{table}/remove", host=host, seat=1)
    assert (await api.post(f"/tables/{table}/remove", 400, host=host, seat=1))["code"] == "nobody-sits-there"
    assert (await api.post(f"/tables/{table}/remove", 403, host=keys[0], seat=3))["code"] == "wrong-key"
    assert (await api.post(f"/tables/{table}/stand", 403, key=keys[1]))["code"] == "wrong-key"


async def test_hosting_can_be_handed_over(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, 2)
    await api.post(f"/tables/{table}/host", host=host, seat=1)
    assert (await api.post(f"/tables/{table}/begin", 403, host=host))["code"] == "wrong-key"
    assert (await api.post(f"/tables/{table}/begin", 403, host=keys[0]))["code"] == "wrong-key"
    await api.post(f"/tables/{table}/begin", host=keys[1])


async def test_words_and_gestures_reach_all_but_who_has_muted_them(server: Server) -> None:
    api = Api(server)
    table, _, keys = await api.seated("dudo", 2)
    async with (
        connected(server, table, keys[0]) as ann,
        connected(server, table, keys[1]) as bob,
        connected(server, table) as watcher,
    ):
        await ann.say(type="say", text="  hello   there ")
        for client in (ann, bob, watcher):
            assert await client.hear("said") == {"type": "said", "seat": 0, "text": "hello there"}
        await watcher.say(type="say", text="me too")
        assert (await watcher.hear("error"))["code"] == "no-chat"
        await bob.say(type="mute", seat=0)
        await bob.say(type="look")
        assert (await bob.hear("error"))["code"] == "not-started"
        await ann.say(type="emote", emote="wave")
        assert await watcher.hear("gestured") == {"type": "gestured", "seat": 0, "emote": "wave"}
        await bob.say(type="emote", emote="clap")
        assert (await bob.hear())["seat"] == 1
        for _ in range(3):
            await ann.say(type="emote", emote="laugh")
        await ann.say(type="emote", emote="laugh")
        assert (await ann.hear("error"))["code"] == "too-chatty"
        await ann.say(type="emote", emote="juggle")
        assert (await ann.hear("error"))["code"] == "malformed"
    quiet, _, keys = await api.seated("dudo", 2, chat=False)
    async with connected(server, quiet, keys[0]) as ann:
        await ann.say(type="say", text="hello")
        assert (await ann.hear("error"))["code"] == "no-chat"


async def test_of_two_devices_the_latest_leads_and_the_other_follows(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"})
    async with connected(server, table, keys[0]) as phone:
        await phone.hear("room")
        async with connected(server, table, keys[0]) as laptop:
            await laptop.hear("room")
            await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
            packet = await phone.hear("packet")
            assert await laptop.hear("packet") == packet
            await phone.say(type="play", seq=packet["seq"], move="1x2")
            assert (await phone.hear("error"))["code"] == "following"
            await laptop.say(type="play", seq=packet["seq"], move="1x2")
            followed = await phone.hear("packet")
            assert await laptop.hear("packet") == followed
        async with connected(server, table, keys[1]) as bob:
            theirs = await bob.hear("packet")
            await bob.say(type="play", seq=theirs["seq"], move="2x2")
            packet = await phone.hear("packet")
            await phone.say(type="play", seq=packet["seq"], move="3x2")
            assert (await phone.hear("packet"))["told"][0]["text"] == "P0 bids 3 twos."


async def test_a_rematch_keeps_the_seats_and_the_series(server: Server) -> None:
    api = Api(server)
    table, host, keys = await finished(server)
    record = read_record((await api.get(f"/tables/{table}/record")).text)
    cards = await asyncio.gather(*(api.post(f"/tables/{table}/rematch", 201, key=keys[0]) for _ in range(3)))
    assert len({card["table"] for card in cards}) == 1
    card = cards[0]
    assert card["previous"] == table
    assert (await api.get(f"/tables/{table}")).json()["next"] == card["table"]
    assert [sitter["name"] for sitter in card["seats"]] == [sitter.name for sitter in record.seats]
    assert sum(card["series"]) >= 1
    await api.post(f"/tables/{card['table']}/begin", host=host, bot="greedy")
    async with connected(server, card["table"], keys[0]) as ann:
        await play_out(ann, random.Random(4))
    assert (await api.post(f"/tables/{table}/rematch", 403, key="A" * 22))["code"] == "wrong-key"
    going, _, keys = await api.seated("dudo", 2)
    assert (await api.post(f"/tables/{going}/rematch", 400, key=keys[0]))["code"] == "not-over"


@pytest.mark.parametrize("game", games.every(), ids=table_name)
async def test_every_moment_can_be_watched_again_and_disputed(server: Server, game: AnyGame) -> None:
    api = Api(server)
    table, _, _ = await finished(server, game.info.key)
    record = read_record((await api.get(f"/tables/{table}/record")).text)
    numbers = {1, 2, len(record.events) // 2, len(record.events)}
    for number in numbers:
        for eyes in ("A", "watcher", "open"):
            scene = (await api.get(f"/tables/{table}/replay/{number}?eyes={eyes}")).json()
            assert (scene["number"], scene["count"]) == (number, len(record.events))
            assert ("?" in scene["position"]) <= (eyes != "open")
        moment = (await api.get(f"/tables/{table}/dispute/{number}")).json()
        assert moment["event"] == record.events[number - 1]
        [scenario] = read_scenarios(moment["scenario"]).scenario
        assert run(game, scenario) == []
    assert (await api.get(f"/tables/{table}/replay/99999", 400)).json()["why"].startswith("There is no event 99999")
    assert (await api.get(f"/tables/{table}/replay/1?eyes=Q", 400)).json()["code"] == "unreadable"


async def test_a_stretch_of_a_replay_is_its_scenes_one_after_another(server: Server) -> None:
    api = Api(server)
    table, _, _ = await finished(server)
    for eyes in ("B", "watcher", "open"):
        stretch = (await api.get(f"/tables/{table}/replay?eyes={eyes}&first=3&count=4")).json()
        assert [scene["number"] for scene in stretch] == [3, 4, 5, 6]
        for scene in stretch:
            alone = (await api.get(f"/tables/{table}/replay/{scene['number']}?eyes={eyes}")).json()
            assert scene == alone
            assert len(scene["beats"]) == len(scene["told"])
    count = stretch[0]["count"]
    assert len((await api.get(f"/tables/{table}/replay?first={count}&count=50")).json()) == 1
    assert (await api.get(f"/tables/{table}/replay?first={count + 1}")).json() == []
    assert (await api.get(f"/tables/{table}/replay?count=101", 400)).json()["code"] == "malformed"


async def test_open_eyes_see_every_roll_and_who_decided(server: Server) -> None:
    api = Api(server)
    table, _, _ = await finished(server)
    record = read_record((await api.get(f"/tables/{table}/record")).text)
    scenes = (await api.get(f"/tables/{table}/replay?eyes=open&count=100")).json()
    rolls = [beat for scene in scenes for beat in scene["beats"] if beat["type"] == "rolled"]
    assert rolls
    assert all(roll["dice"] for roll in rolls)
    deciders = [None if scene["by"] is None else "ABC"[scene["by"]] for scene in scenes]
    assert deciders == [event[0] if event[1] == " " else None for event in record.events[:100]]


@pytest.mark.parametrize("game", games.every(), ids=table_name)
@pytest.mark.parametrize("redealt", [False, True])
async def test_a_finished_game_can_be_played_on_from_ones_own_decisions(
    server: Server, game: AnyGame, redealt: bool
) -> None:
    api = Api(server)
    table, _, keys = await finished(server, game.info.key)
    record = read_record((await api.get(f"/tables/{table}/record")).text)
    own = next(number for number, event in enumerate(record.events, 1) if event.startswith("A "))
    forked = await api.post(f"/tables/{table}/fork", 201, key=keys[0], at=own, redealt=redealt)
    new = forked["card"]["table"]
    seated = await api.post(f"/tables/{new}/sit", 201, name="Ann again")
    await api.post(f"/tables/{new}/begin", host=forked["host"])
    async with connected(server, new, seated["key"]) as ann:
        packet = await ann.hear("packet")
        assert 0 in packet["to_move"]
        await play_out(ann, random.Random(5), packet)
    again = read_record((await api.get(f"/tables/{new}/record")).text)
    assert again.position is not None
    other = next(number for number, event in enumerate(record.events, 1) if not event.startswith("A "))
    assert (await api.post(f"/tables/{table}/fork", 400, key=keys[0], at=other))["code"] == "not-your-decision"


async def test_a_game_that_is_on_shows_nothing_of_itself_by_link(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2)
    await api.post(f"/tables/{table}/begin", host=host, bot="greedy")
    for path in ("replay", "replay?eyes=open", "replay/1?eyes=open", "replay/1?eyes=A", "dispute/1", "record"):
        assert (await api.get(f"/tables/{table}/{path}", 400)).json()["code"] == "not-over"
    assert (await api.post(f"/tables/{table}/fork", 400, key=keys[0], at=1))["code"] == "not-over"
