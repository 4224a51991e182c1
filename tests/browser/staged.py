"""A position put before the page: the engine itself answers, without a server, so that a test begins where it matters.

The page's WebSocket ends here. Moves are checked and made as at a table; other seats' moves and all chances are the
test's, so that a whole situation can be played from a line of text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from hoodwink import games
from hoodwink.engine import table
from hoodwink.engine.contract import Beat, Refused, Seat, Viewer
from hoodwink.engine.words import Voice
from hoodwink.wire.messages import Packet, Planned, Refusal, Told

NAMES = ("Ann", "Bela", "Chiara", "Dmitri", "Eve", "Ferenc")
TABLE = "staged00"


class Stage:
    """One table at which a test plays everybody but the page; `alone`, the others do little by themselves."""

    def __init__(
        self,
        page: Page,
        game: str,
        seats: int,
        position: str,
        *,
        viewer: Viewer = 0,
        alone: bool = False,
        **options: Any,
    ) -> None:
        self.game = games.find(game)
        self.seats, self.viewer, self.alone = seats, viewer, alone
        self.options = msgspec.convert(options, self.game.info.options)
        self.state = self.game.read_position(position, seats, self.options)
        self.seq = 1
        self.beats: list[Beat] = []
        self.played: list[str] = []
        """What the page has sent, in notation."""
        self._chances: list[str] = []
        self._line: WebSocketRoute | None = None
        page.route_web_socket("**/ws", self._open)

    def expect_chances(self, *chances: str) -> None:
        """What comes next from the draw pile; afterwards anything."""
        self._chances += chances

    def play(self, seat: Seat, move: str) -> None:
        """Somebody else's move."""
        self._act(seat, move)
        self._tell()

    def _open(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "join":
            self._send(msgspec.json.encode(self._room()))
            self._settle()
            self.beats.clear()
            self._tell()
        elif message["type"] == "plan":
            self._send(msgspec.json.encode(self._planned(message)))
        elif message["type"] == "play" and self.viewer is not None:
            self.played.append(message["move"])
            try:
                self._act(self.viewer, message["move"])
            except Refused as refused:
                voice = Voice("en", NAMES[: self.seats])
                self._send(msgspec.json.encode(Refusal(refused.clause, refused.told(voice))))
            else:
                self._pass_by()
                self._tell()

    def _planned(self, message: dict[str, Any]) -> Planned:
        """As `server.planning` answers, without a table."""
        assert self.game.plan is not None
        assert self.game.faults is not None
        voice = Voice("en", NAMES[: self.seats])
        view = self.game.view(self.state, self.viewer)
        wish = msgspec.convert(message["wish"], self.game.info.types.wish)
        told = [
            None if fault is None else Refusal(fault.clause, fault.told(voice))
            for fault in self.game.faults(view, wish)
        ]
        try:
            moves = tuple(map(self.game.write_move, self.game.plan(view, wish)))
        except Refused as refused:
            return Planned(message["seq"], (), Refusal(refused.clause, refused.told(voice)), tuple(told))
        return Planned(message["seq"], moves, None, tuple(told))

    def _pass_by(self) -> None:
        """With nobody else at the table the other seats draw, or do the first thing they can."""
        while self.alone and self.state.to_move() and self.viewer not in self.state.to_move():
            seat = self.state.to_move()[0]
            legal = list(map(self.game.write_move, self.state.moves(seat)))
            self._act(seat, next((move for move in legal if move in ("draw", "penalty")), legal[0]))

    def _act(self, seat: Seat, text: str) -> None:
        before = self.state.copy()
        event = table.act(self.game, self.state, seat, self.game.read_move(text))
        self.beats += self.game.tell(before, event, self.state, self.viewer)
        self._settle()

    def _settle(self) -> None:
        luck = Random(7)
        while not self.state.to_move() and self.state.result() is None:
            before = self.state.copy()
            chance = self.game.read_chance(self._chances.pop(0)) if self._chances else self.state.sample(luck)
            event = table.settle(self.game, self.state, chance)
            self.beats += self.game.tell(before, event, self.state, self.viewer)

    def _tell(self) -> None:
        view = self.game.view(self.state, self.viewer)
        voice = Voice("en", NAMES[: self.seats])
        self.seq += 1
        self._send(
            msgspec.json.encode(
                Packet(
                    seq=self.seq,
                    view=msgspec.Raw(msgspec.json.encode(view)),
                    moves=tuple(map(self.game.write_move, view.moves)),
                    to_move=view.to_move,
                    beats=msgspec.Raw(msgspec.json.encode(self.beats)),
                    told=tuple(Told(voice(self.game.report(beat)), beat.clauses) for beat in self.beats),
                    result=view.result,
                    deadlines={},
                )
            )
        )
        self.beats.clear()

    def _send(self, message: bytes) -> None:
        assert self._line is not None
        self._line.send(message.decode())

    def _room(self) -> dict[str, Any]:
        return {"type": "room", "card": self.card(), "seat": self.viewer, "standing": None}

    def card(self) -> dict[str, Any]:
        """What everybody may know of the table."""
        sitters: Sequence[dict[str, Any]] = [
            {"name": name, "bot": None, "minded": None, "here": True} for name in NAMES[: self.seats]
        ]
        return {
            "table": TABLE,
            "game": self.game.info.key,
            "edition": self.game.info.edition,
            "seats": sitters,
            "options": msgspec.to_builtins(self.options),
            "status": "playing",
            "clock": None,
            "pausing": [],
            "public": False,
            "watchers": True,
            "chat": False,
            "anchor": "",
            "previous": None,
            "next": None,
            "series": [],
        }
