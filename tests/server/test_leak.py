"""No byte that reaches a seat or a watcher tells what they may not know.

Two tables are kept side by side that differ in what a viewer cannot see. As long as both tell the viewer the same
beats, every frame the viewer is sent, and every answer to every move it might try, must be the same to the byte.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from hoodwink import games
from hoodwink.engine.contract import AnyGame, AnyState, Event, Said, Viewer
from hoodwink.engine.fair import commitment
from hoodwink.engine.table import write_event
from hoodwink.engine.words import Voice
from hoodwink.server import history
from hoodwink.server.entries import Happened, Opened, Sat, Started
from hoodwink.server.hub import Hub
from hoodwink.server.minds import Minds
from hoodwink.server.routes import trouble_of
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.table import Table, key_hash
from tests.sight import follow, told
from tests.tables import apply, random_event, seat_counts, table_name, viewers


class Ear:
    """A looker that keeps every frame."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.lang = "en"
        self.muted: set[int] = set()
        self.frames: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.frames.append(message)

    def cut(self, reason: str) -> None:
        self.frames.append(reason.encode())


class Listening:
    """A table with a position of our choice, and one viewer listening to it."""

    def __init__(self, hub: Hub, game: AnyGame, seats: int, secret: bytes, viewer: Viewer) -> None:
        self.hub, self.game, self.viewer = hub, game, viewer
        opened = Opened(
            game=game.info.key,
            edition=game.info.edition,
            options={},
            seats=seats,
            public=False,
            watchers=True,
            secret=secret.hex(),
            host=key_hash("host"),
        )
        self.table = Table("leaktest00", games.find, opened)
        nonces = [bytes([seat]) * 16 for seat in range(seats)]
        self.table.fold(
            [
                Sat(seat, f"P{seat}", None, key_hash(str(seat)), commitment(nonce).hex(), nonce.hex())
                for seat, nonce in enumerate(nonces)
            ]
        )
        self.table.fold([Started()])
        self.ear = Ear(viewer)
        hub.audience.lookers[self.table.id] = [self.ear]

    @property
    def state(self) -> AnyState:
        assert self.table.state is not None
        return self.table.state

    def happen(self, event: Event) -> None:
        """Let an event be true and told."""
        self.hub.audience.lookers[self.table.id] = [self.ear]
        self.table.fold([Happened(write_event(self.game, event))])
        self.hub.audience.tell(self.table)

    def answers(self, tries: list[str]) -> list[bytes]:
        """What the viewer would be answered to each of these moves, what a hint would go by, and the packet on coming
        back."""
        said = [self.hub.audience.packet(self.table, self.viewer)]
        if self.viewer is None:
            return said
        for text in tries:
            try:
                self.table.play(self.viewer, text, 0.0)
                said.append(b"legal")
            except Said as error:
                said.append(self._trouble(error))
        try:
            said.append(msgspec.json.encode(self.table.may_have_a_hint(self.viewer)))
        except Said as error:
            said.append(self._trouble(error))
        return said

    def past(self) -> list[bytes]:
        """What the viewer finds when looking back: the log, and the table as it was with each line of it."""
        past, voice = history.past(self.table, self.viewer), Voice("en", self.table.names)
        found = history.log(past, voice)
        seqs = dict.fromkeys(line.seq for line in found.lines)
        glimpses = [history.glimpse(past, seq, voice) for seq in list(seqs)[-12:]]
        return [msgspec.json.encode(one) for one in (found, *glimpses)]

    def _trouble(self, error: Said) -> bytes:
        return msgspec.json.encode(trouble_of(error, Voice("en", self.table.names)))


@pytest.mark.parametrize(("game", "seats"), seat_counts(), ids=table_name)
def test_swapping_what_a_viewer_cannot_see_changes_no_byte_for_them(game: AnyGame, seats: int, tmp_path: Path) -> None:
    hub = Hub(SqliteStore(tmp_path / "leak.db"), Minds())
    source = random.Random(f"{game.info.key} {seats} leak")
    followed = differed = 0
    for viewer in viewers(seats):
        for time in range(3):
            mine = Listening(hub, game, seats, bytes([time]) * 32, viewer)
            other = Listening(hub, game, seats, bytes([time]) * 32, viewer)
            for _ in range(60):
                if mine.state.result() is not None:
                    break
                event = random_event(mine.state, source)
                before = mine.state.copy()
                after = before.copy()
                apply(after, event)
                twin = follow(game, viewer, other.state, event, told(game, before, event, after, viewer), source)
                if twin is None:
                    break
                differed += twin != event
                mine.happen(event)
                other.happen(twin)
                followed += 1
                tries = [game.write_move(move) for move in probes(mine.state, source)]
                assert mine.ear.frames == other.ear.frames
                assert mine.answers(tries) == other.answers(tries)
            assert mine.past() == other.past()
    assert followed > 20 * seats
    assert differed, "the twin never differed in anything hidden"
    hub.keeper.minds.close()
    asyncio.run(hub.store.close())


def probes(state: AnyState, source: random.Random) -> list[object]:
    """Some moves that somebody could try now."""
    moves = [move for seat in state.to_move() for move in state.moves(seat)]
    return source.sample(moves, min(5, len(moves)))


def test_an_ear_hears_something(tmp_path: Path) -> None:
    """Else the comparison above would compare nothing with nothing."""
    game = games.find("dudo")
    hub = Hub(SqliteStore(tmp_path / "leak.db"), Minds())
    listening, source = Listening(hub, game, 2, bytes(32), 0), random.Random(1)
    while listening.state.result() is None:
        listening.happen(random_event(listening.state, source))
    assert len(listening.ear.frames) == len(listening.table.events)
    assert b"Cups up" in b"".join(listening.ear.frames)
    assert b"Cups up" in listening.past()[0]
    hub.keeper.minds.close()
    asyncio.run(hub.store.close())
