"""Hints at a served table: for who has to decide alone, where they are allowed, and without a trace."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hoodwink.server.entries import Opened, decode_opened
from hoodwink.wire.messages import Advice
from tests.server.scene import newest
from tests.server.served import Served
from tests.server.serving import connected


def whispered(server: Served, table: str, key: str, status: int = 200, lang: str = "en") -> Any:
    headers = {"Authorization": f"Bearer {key}", "Accept-Language": lang}
    given = server.http.post(f"{server.url}/api/tables/{table}/hint", headers=headers)
    assert given.status_code == status, given.text
    return given.json()


def seated(server: Served, **more: Any) -> tuple[str, str, str]:
    """A game of two people: the table, the key of who has to decide, and the other's."""
    table, keys = server.begun(people=2, **more)
    [turn] = newest(server, table, keys[0])["to_move"]
    return table, keys[turn], keys[1 - turn]


def test_who_has_to_decide_gets_moves_with_reasons(server: Served) -> None:
    table, mover, _ = seated(server)
    packet = newest(server, table, mover)
    advice = msgspec.convert(whispered(server, table, mover), Advice)
    assert advice.seq == packet["seq"]
    assert 1 <= len(advice.hints) <= 3
    assert {hint.move for hint in advice.hints} <= set(packet["moves"])
    assert all(hint.words and hint.why for hint in advice.hints)
    hungarian = msgspec.convert(whispered(server, table, mover, lang="hu"), Advice)
    assert [hint.why for hint in hungarian.hints] != [hint.why for hint in advice.hints]


def test_errors_are_said_in_words(server: Served) -> None:
    table, mover, other = seated(server)
    assert whispered(server, table, other, 400)["code"] == "nothing-to-decide"
    strict, mover, _ = seated(server, hints=False)
    assert whispered(server, strict, mover, 400)["code"] == "hints-not-allowed"
    gathering, _ = server.open(seats=2)
    key = server.post(f"/{gathering}/sit", {"name": "Ann"})["key"]
    assert whispered(server, gathering, key, 400)["code"] == "not-started"
    assert server.http.post(f"{server.url}/api/tables/{table}/hint").json()["code"] == "no-key"


def test_everybody_knows_whether_a_table_allows_hints(server: Served) -> None:
    for allowed in (True, False):
        table, _ = server.open(hints=allowed)
        assert server.http.get(f"{server.url}/api/tables/{table}").json()["hints"] is allowed


@pytest.mark.anyio
async def test_nobody_else_hears_of_a_hint_and_nothing_is_stored(server: Served) -> None:
    table, mover, other = seated(server)
    before = server.log(table)
    running: Any = server
    async with (
        connected(running, table, mover) as ann,
        connected(running, table, other) as bob,
        connected(running, table) as watcher,
    ):
        for client in (ann, bob, watcher):
            await client.hear("packet")
        await ann.say(type="hint")
        assert (await ann.hear("advice"))["hints"]
        await watcher.say(type="hint")
        assert (await watcher.hear("error"))["code"] == "only-watching"
        for client in (bob, watcher):
            await client.say(type="look")
            await client.hear("packet")
            kinds = [msgspec.json.decode(frame)["type"] for frame in client.heard]
            assert "advice" not in kinds
            assert kinds.count("packet") == 2, "the one on joining and the one that was asked for"
    assert server.log(table) == before


def test_a_log_from_before_hints_allows_them() -> None:
    old = {"type": "opened", "game": "dudo", "edition": 1, "options": {}, "seats": 2, "public": False}
    opened: Opened = decode_opened(msgspec.json.encode(old | {"watchers": True, "secret": "", "host": ""}))
    assert opened.hints
