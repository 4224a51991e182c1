"""For whoever runs a server: limits, the administrator, numbers and logs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import resource
import socket
import sys
from pathlib import Path

import httpx2
import pytest
import websockets

from hoodwink.server.limits import Addresses, Bucket, Limits
from hoodwink.server.watch import JsonLines
from tests.server.serving import ADMIN, Api, Server, connected, serving

in_time = pytest.mark.anyio


def test_a_bucket_runs_dry_and_fills_again() -> None:
    bucket = Bucket(flow=1000, brim=3)
    assert [bucket.take() for _ in range(3)] == [True] * 3
    bucket.held, bucket.flow = 0.0, 0.0
    assert not bucket.take()
    bucket.flow, bucket.since = 1000, bucket.since - 1
    assert bucket.take()


def test_an_address_is_kept_to_its_limits() -> None:
    addresses = Addresses(Limits(requests=0.1, connections=2))
    assert addresses.may_ask("one")
    assert not addresses.may_ask("one")
    assert addresses.may_ask("other")
    assert [addresses.connect("one") for _ in range(3)] == [True, True, False]
    addresses.disconnect("one")
    assert addresses.connect("one")
    addresses.banned.add("two")
    assert not addresses.may_ask("two")
    assert not addresses.connect("two")


def test_a_server_holds_more_connections_than_it_is_granted_unasked(tmp_path: Path) -> None:
    """With a system's usual 1,024 files a server of 1,000 connections took no more, and said nothing."""
    unasked, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, most))
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(serving(tmp_path / "tables.db"))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (unasked, most))
        for _ in range(150):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))
        assert httpx2.get(f"{server.url}/healthz", timeout=10).status_code == 200


@in_time
async def test_floods_are_cut_off_and_the_table_is_unharmed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", "--messages", "5", "--requests", "1", "--connections", "2") as server:
        api = Api(server)
        table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"})
        await api.post(f"/tables/{table}/begin", host=host)
        async with connected(server, table, keys[0]) as flooding, connected(server, table, keys[1]) as bob:
            packet = await bob.hear("packet")
            with pytest.raises(websockets.InvalidStatus, match="429"):
                await websockets.connect(f"ws://127.0.0.1:{server.port}/ws")
            for _ in range(30):
                await flooding.say(type="look")
            assert await flooding.closed() == "too fast"
            await bob.say(type="look")
            assert (await bob.hear("packet"))["seq"] == packet["seq"]
        answers = [httpx2.post(f"{server.url}/api/tables", json={"game": "dudo", "seats": 2}) for _ in range(60)]
        assert {answer.status_code for answer in answers} == {201, 429}
        assert {answer.json().get("code") for answer in answers if answer.status_code == 429} == {"too-fast"}


@in_time
async def test_the_administrator_lists_shuts_and_bans(server: Server) -> None:
    api = Api(server)
    table, _, keys = await api.seated("dudo", 2)
    allowed = {"authorization": f"Bearer {ADMIN}"}
    for headers in ({}, {"authorization": "Bearer guess"}):
        assert httpx2.get(f"{server.url}/api/admin/tables", headers=headers).status_code == 401
    listed = httpx2.get(f"{server.url}/api/admin/tables", headers=allowed).json()
    assert {"table": table, "game": "dudo", "status": "gathering", "events": 0} in listed
    async with connected(server, table, keys[0]) as ann:
        await ann.hear("room")
        gone = httpx2.post(f"{server.url}/api/admin/tables/{table}/shut", headers=allowed)
        assert gone.status_code == 204
        assert await ann.closed() == "shut"
    async with connected(server, table, keys[0]) as ann:
        assert (await ann.hear())["code"] == "shut"
    banned = httpx2.post(f"{server.url}/api/admin/ban", headers=allowed, json={"address": "192.0.2.1"})
    assert banned.status_code == 204


@in_time
async def test_numbers_are_there_and_tell_no_secrets(server: Server) -> None:
    api = Api(server)
    table, host, keys = await api.seated("dudo", 2, options={"first_player": "A"})
    await api.post(f"/tables/{table}/begin", host=host)
    async with connected(server, table, keys[0]) as ann:
        packet = await ann.hear("packet")
        await ann.say(type="play", seq=packet["seq"], move="1x2")
        await ann.hear("packet")
        await asyncio.sleep(0)
    text = httpx2.get(f"{server.url}/metrics").text
    assert 'hoodwink_moves_total{game="dudo"}' in text
    assert "hoodwink_storing_seconds_bucket" in text
    for secret in (*keys, host, table, "P0"):
        assert secret not in text


def test_answers_carry_strict_headers(server: Server) -> None:
    for path in ("/healthz", "/api/tables", "/api/tables/zzzzzzzzzz"):
        headers = httpx2.get(f"{server.url}{path}").headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_log_line_is_one_json_object() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "file", 1, "a %s", ("thing",), sys.exc_info())
    record.table = "abc"
    line = json.loads(JsonLines().format(record))
    assert (line["said"], line["level"], line["table"]) == ("a thing", "error", "abc")
    assert "ValueError: broken" in line["trace"]


def test_a_database_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from hoodwink.cli import app

    (tmp_path / "tables.db").write_text("this is no database at all, but it is long enough to be read as one" * 20)
    shown = CliRunner().invoke(app, ["serve", "--db", str(tmp_path / "tables.db"), "--lang", "en"])
    assert shown.exit_code == 2
    assert "The database cannot be used" in shown.stderr


def test_a_second_server_on_one_database_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from hoodwink.cli import app

    db = tmp_path / "tables.db"
    with serving(db) as server:
        opened = httpx2.post(f"{server.url}/api/tables", json={"game": "dudo", "seats": 2}).json()
        shown = CliRunner().invoke(app, ["serve", "--db", str(db), "--port", "0", "--lang", "en"])
        assert shown.exit_code == 2
        assert "Another server is using" in shown.stderr
        copied = CliRunner().invoke(app, ["backup", str(tmp_path / "copy.db"), "--db", str(db)])
        assert copied.exit_code == 0, copied.output
    with serving(db) as again:  # the first one was killed a moment ago
        assert httpx2.get(f"{again.url}/api/tables/{opened['card']['table']}").status_code == 200
