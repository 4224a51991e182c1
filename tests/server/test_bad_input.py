"""Whatever comes over a WebSocket: a coded error or a close with a reason, and the table is unharmed.

Real sockets against a real server; when the module is done, the fixture looks for faults in what the server logged.
test_bad_requests.py does the same to the HTTP side.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.scene import DEEP, PATIENCE, Scene, fuzzed, newest, spoilt
from tests.server.served import Served

JOINS: list[dict[str, Any]] = [
    {"type": "join", "table": "abcdefghij", "key": "x" * 22, "lang": "en"},
    {"type": "play", "seq": 1, "move": "1x2"},
    {"type": "look"},
]
PLAYS: list[dict[str, Any]] = [{"type": "play", "seq": 3, "move": "dudo"}, {"type": "play", "seq": 3, "move": "1x2"}]


@contextlib.contextmanager
def joined(scene: Scene) -> Iterator[ClientConnection]:
    with connect(scene.server.ws, compression=None, max_queue=None) as client:
        client.send(json.dumps(scene.join()))
        assert [heard(client)["type"] for _ in range(2)] == ["room", "packet"]
        yield client


def heard(client: ClientConnection) -> dict[str, Any]:
    """The next message that is not about somebody coming or going."""
    while True:
        message: dict[str, Any] = json.loads(client.recv(timeout=PATIENCE))
        if message["type"] != "room" or "seen" not in vars(client):
            vars(client)["seen"] = True
            return message


def closed(client: ClientConnection) -> tuple[int, str]:
    """How the server closes, after whatever it still says."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            client.recv(timeout=PATIENCE)
    assert client.protocol.close_rcvd is not None, "closed without a reason"
    return client.protocol.close_rcvd.code, client.protocol.close_rcvd.reason


@given(text=spoilt(JOINS))
@example(text=DEEP)
@example(text='{"type":"join","table":"abcdefghij","key":' + DEEP)
@example(text='{"type":"play","seq":' + "9" * 9000 + ',"move":"x"}')
@example(text='{"type":"join","table":"abcde\\ud800"}')
@fuzzed
def test_a_first_message_that_joins_nothing_is_answered_and_closed(scene: Scene, text: str) -> None:
    with connect(scene.server.ws, compression=None) as client:
        client.send(text)
        assert heard(client)["type"] == "error"
        code, reason = closed(client)
        assert code == 1008
        assert reason


@given(text=spoilt(PLAYS))
@example(text=DEEP)
@example(text='{"type":"play","seq":3,"move":' + DEEP)
@example(text='{"type":"play","seq":' + "9" * 9000 + ',"move":"x"}')
@example(text=json.dumps(JOINS[0]))
@fuzzed
def test_a_bad_message_is_answered_to_its_sender_and_the_connection_goes_on(scene: Scene, text: str) -> None:
    with joined(scene) as client:
        client.send(text)
        answer = heard(client)
        assert answer["type"] in ("error", "refusal")
        assert answer.get("code") or answer.get("clause")
        assert answer["why"]
        if answer.get("code") == "stale":
            assert heard(client) == scene.packet
        client.send('{"type":"look"}')
        assert heard(client) == scene.packet


NOTATION = st.from_regex(r"[0-9]{0,6}[x*]?[0-9]{1,6}", fullmatch=True)


@given(move=st.text(min_size=1, max_size=200) | NOTATION)
@example(move="9" * 200)
@example(move="٣x٢")
@fuzzed
def test_any_text_for_a_move_out_of_turn_is_refused(scene: Scene, move: str) -> None:
    with joined(scene) as client:
        client.send(json.dumps({"type": "play", "seq": scene.packet["seq"], "move": move}))
        assert heard(client)["type"] in ("error", "refusal")


@pytest.mark.parametrize("first", [True, False])
def test_a_binary_frame_closes_the_connection(scene: Scene, first: bool) -> None:
    with connect(scene.server.ws) if first else joined(scene) as client:
        client.send(b'{"type":"look"}')
        assert closed(client) == (1003, "text only")


@pytest.mark.parametrize("first", [True, False])
def test_a_huge_frame_closes_the_connection(scene: Scene, first: bool) -> None:
    with connect(scene.server.ws) if first else joined(scene) as client:
        client.send(json.dumps({"type": "play", "seq": 1, "move": "x" * 20_000}))
        assert closed(client)[0] == 1009


def test_nothing_is_played_before_joining(scene: Scene) -> None:
    for message in ({"type": "play", "seq": scene.packet["seq"], "move": "1x2"}, {"type": "look"}):
        with connect(scene.server.ws) as client:
            client.send(json.dumps(message))
            assert heard(client)["code"] == "join-first"
            assert closed(client) == (1008, "join-first")


def test_a_connection_joins_once(scene: Scene) -> None:
    with joined(scene) as client:
        client.send(json.dumps(scene.join(scene.mover)))
        assert heard(client)["code"] == "joined-already"
        client.send('{"type":"look"}')
        assert heard(client) == scene.packet


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"table": "nosuchtabl"}, "no-such-table"),
        ({"key": "x" * 22}, "wrong-key"),
        ({"key": "x" * 21}, "malformed"),
        ({"lang": "xx"}, "malformed"),
        ({"seat": 0}, "malformed"),
        ({"type": "host"}, "malformed"),
    ],
)
def test_joining_wrongly_is_told_by_its_code(scene: Scene, change: dict[str, Any], code: str) -> None:
    with connect(scene.server.ws) as client:
        client.send(json.dumps(scene.join() | change))
        assert heard(client)["code"] == code
        assert closed(client) == (1008, code)


def test_the_key_of_another_table_opens_nothing(scene: Scene) -> None:
    other, [key] = scene.server.begun()
    assert other != scene.table
    with connect(scene.server.ws) as client:
        client.send(json.dumps(scene.join(key)))
        assert heard(client)["code"] == "wrong-key"
    assert scene.server.http.get(scene.url("/stream"), headers={"Authorization": f"Bearer {key}"}).status_code == 403


def test_a_seat_cannot_move_for_another(scene: Scene) -> None:
    """Only the key says whose move it is, and a message that names a seat is malformed."""
    play = {"type": "play", "seq": scene.packet["seq"], "move": "1x2"}
    with joined(scene) as client:
        client.send(json.dumps(play))
        assert heard(client)["type"] == "refusal"
        client.send(json.dumps(play | {"seat": scene.packet["to_move"][0]}))
        assert heard(client)["code"] == "malformed"
        client.send(json.dumps(play | {"key": scene.mover}))
        assert heard(client)["code"] == "malformed"


def test_a_watcher_cannot_move(scene: Scene) -> None:
    with connect(scene.server.ws) as client:
        client.send(json.dumps({"type": "join", "table": scene.table}))
        seq = [heard(client), heard(client)][1]["seq"]
        client.send(json.dumps({"type": "play", "seq": seq, "move": "1x2"}))
        assert heard(client)["code"] == "only-watching"


def test_an_old_message_sent_again_changes_nothing(server: Served) -> None:
    table, keys = server.begun(people=2)
    [turn] = newest(server, table, keys[0])["to_move"]
    play = {"type": "play", "seq": newest(server, table, keys[turn])["seq"], "move": "1x2"}
    with connect(server.ws) as client:
        client.send(json.dumps({"type": "join", "table": table, "key": keys[turn]}))
        client.send(json.dumps(play))
        while heard(client).get("seq") != play["seq"] + 1:
            pass
        before = server.log(table)
        client.send(json.dumps(play))
        assert heard(client)["code"] == "stale"
        assert heard(client)["seq"] == play["seq"] + 1
    again, headers = {"seq": play["seq"], "move": "1x2"}, {"Authorization": f"Bearer {keys[turn]}"}
    assert server.http.post(f"{server.url}/api/tables/{table}/moves", json=again, headers=headers).status_code == 409
    assert server.log(table) == before


def test_a_flood_harms_nobody_else(scene: Scene) -> None:
    with joined(scene) as flood, joined(scene) as other:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2000):
                flood.send("nonsense")
        other.send('{"type":"look"}')
        assert heard(other) == scene.packet


def test_a_page_of_another_origin_gets_no_socket(scene: Scene) -> None:
    for origin in ("https://elsewhere.example", "null", f"http://127.0.0.1:{scene.server.port}.elsewhere.example"):
        with pytest.raises(InvalidStatus) as refused, connect(scene.server.ws, origin=Origin(origin)):
            pass
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"")["code"] == "foreign-origin"
    with connect(scene.server.ws, origin=Origin(scene.server.url)):
        pass


def handshaken(server: Served) -> socket.socket:
    """A socket that was told it may speak WebSocket."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert raw.recv(4096).startswith(b"HTTP/1.1 101")
    return raw


@given(data=st.binary(min_size=1, max_size=200))
@example(data=b"\x81\x82\x00\x00\x00\x00\xff\xfe")  # a text frame that is not UTF-8
@example(data=b"\x81\x02{}")  # a frame that is not masked
@example(data=b"\x83\x80\x00\x00\x00\x00")  # a kind of frame that does not exist
@example(data=b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00")  # a frame of 2^63 - 1 bytes
@example(data=b"\x88\x81\x00\x00\x00\x00\x01")  # a close with half a code
@fuzzed
def test_bytes_that_are_no_frames_harm_nobody(scene: Scene, data: bytes) -> None:
    with contextlib.closing(handshaken(scene.server)) as raw, contextlib.suppress(OSError):
        raw.sendall(data)
        raw.shutdown(socket.SHUT_WR)
        while raw.recv(65536):
            pass
