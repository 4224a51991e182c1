"""Whatever comes over HTTP: a coded error, and the table is unharmed; see test_bad_input.py."""

from __future__ import annotations

import contextlib
import json
import socket
from typing import Any

import httpx2
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hoodwink.engine.record import Sitter
from hoodwink.server.api import ENDPOINTS
from hoodwink.wire.messages import Name
from tests.server.scene import DEEP, PATIENCE, Scene, fuzzed, json_values, spoilt

POSTS = [endpoint.path for endpoint in ENDPOINTS if "wanted" in endpoint.hints]
BODIES: list[dict[str, Any]] = [
    {"game": "dudo", "seats": 2, "options": {"dice": 3}, "preset": "novice", "public": True, "watchers": False},
    {"name": "Ann", "seat": 0, "commitment": "0" * 64},
    {"key": "x" * 22, "nonce": "00" * 16},
    {"key": "x" * 22},
    {"key": "x" * 22, "at": 3, "redealt": True},
    {"host": "x" * 22, "seat": 1},
    {"address": "192.0.2.1", "banned": False},
    {"host": "x" * 22, "bot": "greedy"},
    {"seq": 3, "move": "1x2"},
    {"text": "hello"},
    {"emote": "wave"},
    {"answer": "pass"},
]


def post(scene: Scene, path: str, content: bytes, **headers: str) -> httpx2.Response:
    url = scene.server.url + path.replace("{table}", scene.table)
    return scene.server.http.post(url, content=content, headers=headers)


def coded(answer: httpx2.Response) -> str:
    """The code of an error, which must have a sentence too and the headers of every answer."""
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["why"]
    code: str = answer.json()["code"]
    return code


@given(path=st.sampled_from(POSTS), content=spoilt(BODIES).map(str.encode) | st.binary(max_size=200))
@example(path="/api/tables", content=DEEP.encode())
@example(path="/api/tables", content=b'{"game":"dudo","seats":2,"options":{"dice":' + DEEP.encode())
@example(path="/api/tables", content=b'{"game":"dudo","seats":2,"options":{"dice":' + b"9" * 9000 + b"}}")
@example(path="/api/tables", content=b'{"game":"dudo","seats":2,"options":{"dice":1e400}}')
@example(path="/api/tables", content=b'{"game":"dudo","seats":2,"options":{"dice":18446744073709551616}}')
@fuzzed
def test_a_bad_body_is_a_coded_error(scene: Scene, path: str, content: bytes) -> None:
    answer = post(scene, path, content)
    if path == "/api/tables" and answer.status_code == 201:
        return  # a table somebody might have wanted
    assert coded(answer)


@given(options=st.dictionaries(st.sampled_from(["dice", "max_bid", "bonus_cap", "first_player", "x"]), json_values))
@fuzzed
def test_any_options_open_a_table_or_are_refused_with_a_sentence(scene: Scene, options: dict[str, Any]) -> None:
    answer = post(scene, "/api/tables", json.dumps({"game": "dudo", "seats": 2, "options": options}).encode())
    assert answer.status_code == 201 or coded(answer)


@given(name=st.text(max_size=45))
@example(name="a\u2028b")
@example(name="a\x85")
@example(name="\u3000a")
@fuzzed
def test_a_name_that_may_sit_down_may_stand_in_a_record(name: str) -> None:
    with contextlib.suppress(msgspec.ValidationError):
        msgspec.convert(name, Name)
        assert msgspec.convert({"name": " ".join(name.split())}, Sitter)


@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_too_large_is_refused(scene: Scene, path: str) -> None:
    answer = post(scene, path, b'{"name":"' + b"x" * 20_000 + b'"}')
    assert (answer.status_code, coded(answer)) == (413, "too-large")


@pytest.mark.parametrize("path", POSTS)
def test_a_post_from_a_page_of_another_origin_is_refused(scene: Scene, path: str) -> None:
    answer = post(scene, path, b"{}", Origin="https://elsewhere.example")
    assert (answer.status_code, coded(answer)) == (403, "foreign-origin")


@pytest.mark.parametrize("table", ["nosuchtabl", "x", "a" * 500, "%00", "%ff%fe", "..%2f..", "%F0%9F%8E%B2"])
def test_unknown_tables_and_pages_are_coded(scene: Scene, table: str) -> None:
    for endpoint in ENDPOINTS:
        if "{table}" in endpoint.path and endpoint.key != "admin":
            path = endpoint.path.replace("{table}", table).replace("{number:int}", "1")
            url = scene.server.url + path
            content = next((json.dumps(body) for body in BODIES if fits(endpoint.hints.get("wanted"), body)), None)
            headers = {"Authorization": "Bearer " + "x" * 22}
            answer = scene.server.http.request(endpoint.method, url, content=content, headers=headers)
            assert (answer.status_code, coded(answer) in ("no-such-table", "no-such-page")) == (404, True), url


def fits(kind: Any, body: dict[str, Any]) -> bool:
    """Whether a body, less what it has too much of, is one that an endpoint takes."""
    names = getattr(kind, "__struct_fields__", ())
    try:
        msgspec.convert(body, kind)
    except (msgspec.ValidationError, TypeError):
        return False
    return bool(names)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_another_method_is_coded_and_told_which_are_right(scene: Scene, method: str) -> None:
    answer = scene.server.http.request(method, f"{scene.server.url}/api/tables")
    assert (answer.status_code, coded(answer)) == (405, "wrong-method")
    assert {"GET", "POST"} <= set(answer.headers["allow"].replace(" ", "").split(","))


def test_the_head_of_a_stream_is_not_waited_for(scene: Scene) -> None:
    assert scene.server.http.head(scene.url("/stream"), timeout=PATIENCE).status_code == 405


@given(lang=st.text(max_size=5), more=st.booleans())
@fuzzed
def test_an_odd_question_is_coded(scene: Scene, lang: str, more: bool) -> None:
    answer = scene.server.http.get(scene.url("/stream"), params={"lang": f"{lang}?"} | ({"x": "1"} if more else {}))
    assert coded(answer) == "malformed"


@given(data=st.binary(max_size=200))
@example(data=b"GET /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n")
@example(data=b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{}")
@example(data=b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n")
@example(data=b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: " + b"b" * 100_000 + b"\r\n\r\n")
@fuzzed
def test_bytes_that_are_no_request_harm_nobody(scene: Scene, data: bytes) -> None:
    there = ("127.0.0.1", scene.server.port)
    with contextlib.closing(socket.create_connection(there, timeout=PATIENCE)) as raw, contextlib.suppress(OSError):
        raw.sendall(data)
        raw.shutdown(socket.SHUT_WR)
        while raw.recv(65536):
            pass


def test_a_client_that_goes_in_the_middle_of_its_body_leaves_no_fault(scene: Scene) -> None:
    with socket.create_connection(("127.0.0.1", scene.server.port), timeout=PATIENCE) as raw:
        raw.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    assert scene.server.http.get(scene.url()).is_success
    assert "Traceback" not in scene.server.said
