"""Webhooks: a knock when it is one's turn and nobody is connected, with nothing of the game in it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hoodwink.server.knocking import knock
from hoodwink.wire.messages import Knock
from tests.server.serving import Api, Server, connected, serving

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def a_door(*answers: str) -> AsyncIterator[tuple[str, asyncio.Queue[bytes]]]:
    """An address that hears knocks, and answers the first of them as told."""
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    left = list(answers)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        await heard.put(await reader.readexactly(length))
        status = left.pop(0) if left else "200 OK"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/turn", heard


async def test_a_knock_is_tried_again_and_given_up_in_the_end() -> None:
    async with a_door("500 Oh", "302 Found\r\nLocation: http://127.0.0.1:9/") as (url, heard):
        assert await knock(url, Knock("abcdefghij", 1, 7), pause=0)
        assert heard.qsize() == 3
        assert json.loads(heard.get_nowait()) == {"table": "abcdefghij", "seat": 1, "seq": 7}
    async with a_door(*["500 Oh"] * 9) as (url, heard):
        assert not await knock(url, Knock("abcdefghij", 1, 7), pause=0)
        assert heard.qsize() == 4


async def test_who_is_away_is_knocked_for_once_a_decision(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", "--webhooks", "--requests", "1000") as server:
        async with a_door() as (url, heard):
            api = Api(server)
            opened = await api.post("/tables", 201, game="dudo", seats=2, options={"first_player": "A"})
            table = opened["card"]["table"]
            ann = await api.post(f"/tables/{table}/sit", 201, name="Ann")
            await api.post(f"/tables/{table}/sit", 201, name="Bob", webhook=url)
            async with connected(server, table, ann["key"]) as client:
                await api.post(f"/tables/{table}/begin", host=opened["host"])
                packet = await client.hear("packet")
                assert heard.empty()
                await client.say(type="play", seq=packet["seq"], move="1x2")
                knocked = json.loads(await asyncio.wait_for(heard.get(), 10))
                assert (knocked["table"], knocked["seat"]) == (table, 1)
                await client.say(type="say", text="Bob?")
                await client.hear("said")
            assert heard.empty(), "one knock a decision"


async def test_a_server_that_does_not_knock_says_so(server: Server) -> None:
    api = Api(server)
    opened = await api.post("/tables", 201, game="dudo", seats=2)
    table = opened["card"]["table"]
    refused = await api.post(f"/tables/{table}/sit", 400, name="Bob", webhook="http://127.0.0.1:9/")
    assert refused["code"] == "no-webhooks"
    assert (await api.post(f"/tables/{table}/sit", 400, name="Bob", webhook="file:///etc/passwd"))[
        "code"
    ] == "malformed"
