"""docs/PROTOCOL.md: what follows from the code is current, and every example is a real message."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from hoodwink import games
from hoodwink.engine.proof import verify
from hoodwink.engine.record import read_record
from hoodwink.server.api import ENDPOINTS
from hoodwink.wire import catalogue
from hoodwink.wire.messages import FromClient, FromServer, Packet
from tests import protocol
from tests.server.served import served

TEXT = protocol.PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json (\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
STRUCTS = {struct.__name__: struct for struct in catalogue.structs()}
BOT = protocol.PAGE.parent / "examples/bot.py"


def test_what_follows_from_the_code_is_current() -> None:
    assert protocol.whole_page() == TEXT, "run: python3 dev.py golden"


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_is_a_message(name: str, example: str) -> None:
    meant: Any = msgspec.json.decode(example, type=STRUCTS[name])
    assert msgspec.json.decode(example).keys() <= msgspec.json.decode(msgspec.json.encode(meant)).keys()
    for packet in [meant, getattr(meant, "packet", None)]:
        if isinstance(packet, Packet):
            types = games.find(msgspec.json.decode(packet.view)["game"]).info.types
            msgspec.json.decode(packet.view, type=types.view)
            for beat in msgspec.json.decode(packet.beats):
                msgspec.convert(beat, types.beat)


def told_by_example() -> set[str]:
    """Whatever travels by itself: the messages of the WebSocket, and what is posted and answered over HTTP."""
    kinds: list[Any] = [*get_args(FromClient), *get_args(FromServer)]
    for endpoint in ENDPOINTS:
        kinds += [endpoint.hints.get("wanted"), *endpoint.answers.values(), *endpoint.others.values()]
    return {name for name, struct in STRUCTS.items() if struct in kinds}


@pytest.mark.parametrize("struct", sorted(told_by_example()))
def test_every_message_has_an_example(struct: str) -> None:
    assert struct in {name for name, _ in EXAMPLES}


def test_every_route_struct_and_code_is_described() -> None:
    for endpoint in ENDPOINTS:
        assert f"| `{endpoint.method} {endpoint.path}` |" in TEXT
        assert TEXT.count(f"`{endpoint.method} {endpoint.path}") >= 1
    for name in STRUCTS:
        assert f"### `{name}`" in TEXT
    assert {"stale", "malformed", "no-such-page", "wrong-method", "too-slow", "nonce-missing"} <= set(protocol.codes())
    for code in protocol.codes():
        assert f"| `{code}` |" in TEXT


def test_the_record_in_the_examples_is_that_of_a_fair_game() -> None:
    [example] = [example for name, example in EXAMPLES if name == "RecordFile"]
    record = read_record(example)
    assert verify(games.find(record.game), record).proved == 3


def test_the_example_bot_is_short_and_needs_the_standard_library_alone() -> None:
    lines = BOT.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 42
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


def test_the_example_bot_plays_a_whole_game(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, host = server.open(seats=3)
        ann = server.post(f"/{table}/sit", {"name": "Ann"})["key"]
        command = [sys.executable, str(BOT), server.url, table]
        players = [
            subprocess.Popen([*command, "Ann"], env={"HOODWINK_KEY": ann}, stdout=subprocess.PIPE, encoding="utf-8"),
            subprocess.Popen([*command, "Bob"], env={}, stdout=subprocess.PIPE, encoding="utf-8"),
        ]
        try:
            while None in server.http.get(f"{server.url}/api/tables/{table}").json()["seats"][:2]:
                pass
            server.post(f"/{table}/begin", {"host": host, "bot": "random"})
            said = [player.communicate(timeout=60)[0] for player in players]
        finally:
            for player in players:
                player.kill()
        assert [player.returncode for player in players] == [0, 0]
        winners = server.http.get(f"{server.url}/api/tables/{table}/record").json()
        assert winners["finished"]
        assert said[0] == said[1]
        assert said[0].startswith("Over; won by [")
