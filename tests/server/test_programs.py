"""Bots in any language: lines to read and moves to post, over a real server."""

from __future__ import annotations

import contextlib
import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect

from hoodwink import games
from tests.server.served import Served, served

Lines = Iterator[dict[str, Any]]


@contextlib.contextmanager
def stream(server: Served, table: str, key: str | None = None, query: str = "") -> Iterator[Lines]:
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    with (
        httpx2.Client(timeout=30) as client,
        client.stream("GET", f"{server.url}/api/tables/{table}/stream{query}", headers=headers) as given,
    ):
        assert given.status_code == 200
        assert given.headers["content-type"] == "application/x-ndjson"
        yield (json.loads(line) for line in given.iter_lines() if line)


def move(server: Served, table: str, key: str | None, seq: int, text: str) -> httpx2.Response:
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return server.http.post(f"{server.url}/api/tables/{table}/moves", json={"seq": seq, "move": text}, headers=headers)


def next_of(lines: Lines, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["type"] == kind)


def my_turn(lines: Lines) -> dict[str, Any]:
    return next(line for line in lines if line["type"] == "packet" and line["moves"])


def test_a_whole_game_is_played_by_reading_lines_and_posting_moves(server: Served) -> None:
    table, [key] = server.begun()
    with stream(server, table, key) as lines:
        assert next_of(lines, "room")["seat"] == 0
        for packet in lines:
            if packet["type"] == "packet" and packet["result"] is not None:
                break
            if packet["type"] == "packet" and packet["moves"]:
                taken = move(server, table, key, packet["seq"], packet["moves"][-1])
                assert taken.status_code == 200
                assert taken.json()["seq"] > packet["seq"]
    record = server.http.get(f"{server.url}/api/tables/{table}/record").json()
    assert record["finished"]


def test_the_stream_says_what_a_websocket_says(server: Served) -> None:
    table, keys = server.begun(people=2)
    for key in (*keys, None):
        with stream(server, table, key) as lines, connect(server.ws) as socket:
            first = [next(lines), next(lines)]
            socket.send(json.dumps({"type": "join", "table": table, "key": key}))
            heard = [json.loads(socket.recv()) for _ in range(2)]
            assert [line["type"] for line in first] == [line["type"] for line in heard] == ["room", "packet"]
            assert first[1] == heard[1]
            assert next_of(lines, "room") == heard[0]


def test_without_a_key_one_watches_and_sees_nobodys_dice(server: Served) -> None:
    table, _ = server.begun()
    with stream(server, table) as lines:
        packet = next_of(lines, "packet")
    assert packet["moves"] == []
    assert packet["view"]["dice"] is None


def test_the_stream_speaks_the_language_asked_for(server: Served) -> None:
    table, [key, other] = server.begun(people=2)
    with stream(server, table, key, "?lang=it") as lines:
        packet = next_of(lines, "packet")
        mover = key if packet["moves"] else other
        with stream(server, table, mover) as own:
            asked = my_turn(own)
        assert move(server, table, mover, asked["seq"], "1x2").status_code == 200
        told = next(line for line in lines if line["type"] == "packet" and line["told"])
    assert "punta" in told["told"][0]["text"]


def test_a_stale_move_is_answered_with_the_newest_packet(server: Served) -> None:
    table, keys = server.begun(people=2)
    before = server.log(table)
    given = move(server, table, keys[0], 0, "1x2")
    assert given.status_code == 409
    assert given.json()["code"] == "stale"
    with stream(server, table, keys[0]) as lines:
        assert given.json()["packet"] == next_of(lines, "packet")
    assert server.log(table) == before


def test_a_refused_move_is_answered_with_clause_and_sentence(server: Served) -> None:
    table, keys = server.begun(people=2)
    before = server.log(table)
    for key in keys:
        with stream(server, table, key) as lines:
            packet = next_of(lines, "packet")
        given = move(server, table, key, packet["seq"], "dudo")
        assert given.status_code == 422
        assert given.json()["clause"].startswith(("DU-", "Q-DU-"))
        assert given.json()["why"]
    assert server.log(table) == before


def test_an_unreadable_move_is_a_coded_error(server: Served) -> None:
    table, keys = server.begun(people=2)
    with stream(server, table, keys[0]) as lines:
        seq = next_of(lines, "packet")["seq"]
    given = move(server, table, keys[0], seq, "castle")
    assert (given.status_code, given.json()["code"]) == (400, "unreadable")


def test_a_seat_that_a_bot_has_minded_is_taken_back(server: Served) -> None:
    table, keys = server.begun(people=2, clock={"seconds": 1})
    card = f"{server.url}/api/tables/{table}"
    while not (minded := [seat["minded"] for seat in server.http.get(card).json()["seats"]])[0] and not minded[1]:
        time.sleep(0.05)
    seat = next(place for place, bot in enumerate(minded) if bot)
    headers = {"Authorization": f"Bearer {keys[seat]}"}
    taken = server.http.post(f"{card}/take-back", headers=headers)
    assert taken.json()["seats"][seat]["minded"] is None
    again = server.http.post(f"{card}/take-back", headers=headers)
    assert (again.status_code, again.json()["code"]) == (400, "not-minded")


def posted(server: Served, table: str, key: str, what: str, body: object = None) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {key}"}
    return server.http.post(f"{server.url}/api/tables/{table}/{what}", json=body, headers=headers)


def test_words_and_gestures_can_be_posted(server: Served) -> None:
    table, keys = server.begun(people=2)
    with stream(server, table, keys[1]) as lines:
        next_of(lines, "packet")
        assert posted(server, table, keys[0], "say", {"text": "good  luck"}).status_code == 204
        assert next_of(lines, "said") == {"type": "said", "seat": 0, "text": "good luck"}
        assert posted(server, table, keys[0], "emote", {"emote": "clap"}).status_code == 204
        assert next_of(lines, "gestured") == {"type": "gestured", "seat": 0, "emote": "clap"}
        answers = [posted(server, table, keys[0], "say", {"text": "again"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [204, 204, 204, 400]
        assert answers[-1].json()["code"] == "too-chatty"


def test_a_pause_can_be_asked_for_declined_agreed_to_and_ended(server: Served) -> None:
    table, [ann, bob] = server.begun(people=2)
    assert posted(server, table, ann, "no-pause").json()["code"] == "no-pause-asked"
    assert posted(server, table, ann, "pause").json()["pausing"] == [0]
    assert posted(server, table, bob, "no-pause").json()["pausing"] == []
    assert posted(server, table, ann, "pause").json()["status"] == "playing"
    assert posted(server, table, bob, "pause").json()["status"] == "paused"
    assert posted(server, table, bob, "resume").json()["status"] == "playing"
    assert posted(server, table, ann, "resume").json()["code"] == "not-paused"


def test_a_standing_answer_can_be_posted_and_taken_back(server: Served) -> None:
    key = next(game.info.key for game in games.every() if game.answer is not None)
    table, [ann, _] = server.begun(people=2, game=key, options={})
    assert posted(server, table, ann, "standing", {"answer": "pass"}).status_code == 204
    assert posted(server, table, ann, "standing", {"answer": None}).status_code == 204
    assert posted(server, table, ann, "standing", {"answer": "offer 99"}).json()["code"] == "unreadable"
    left = [json.loads(body) for _, _, body in server.log(table) if b'"standing"' in body]
    assert [entry["answer"] for entry in left] == ["pass", None]
    dudo, [other] = server.begun()
    assert posted(server, dudo, other, "standing", {"answer": "pass"}).json()["code"] == "no-standing"


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (None, 401, "no-key"),
        ("Basic YTpi", 401, "no-key"),
        ("Bearer short", 401, "no-key"),
        ("Bearer " + "x" * 22, 403, "wrong-key"),
    ],
)
def test_a_move_needs_the_key_of_a_seat(server: Served, header: str | None, status: int, code: str) -> None:
    table, _ = server.begun(people=2)
    headers = {} if header is None else {"Authorization": header}
    path = f"{server.url}/api/tables/{table}"
    given = server.http.post(f"{path}/moves", json={"seq": 3, "move": "1x2"}, headers=headers)
    assert (given.status_code, given.json()["code"]) == (status, code)
    assert ("www-authenticate" in given.headers) == (status == 401)
    if header is not None:
        assert server.http.get(f"{path}/stream", headers=headers).status_code == status


def test_a_key_in_the_address_is_refused(server: Served) -> None:
    table, [key] = server.begun()
    given = server.http.get(f"{server.url}/api/tables/{table}/stream?key={key}")
    assert (given.status_code, given.json()["code"]) == (400, "malformed")


def test_a_server_that_stops_ends_its_streams_with_a_reason(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, [key] = server.begun()
        with stream(server, table, key) as lines:
            next(lines)
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            assert list(lines)[-1]["code"] == "closing"
        assert server.process.wait(timeout=30) in (0, -signal.SIGTERM)
