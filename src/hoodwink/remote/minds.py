"""Who decides for a seat at a server: one of our bots, or a program that reads lines and writes moves."""

from __future__ import annotations

import os
import random
from typing import Any, Protocol

import msgspec

from hoodwink import bots, games
from hoodwink.bots.program import Program
from hoodwink.engine.contract import AnyGame, Bot
from hoodwink.wire.messages import FromServer, Packet, Room


class Mind(Protocol):
    """Somebody who hears all that the server says and is asked for moves."""

    name: str

    def hear(self, said: FromServer | None, line: str) -> None:
        """A message, and the line it came in; None for one that only a newer server knows."""

    def choose(self, packet: Packet) -> str:
        """A move in notation, in answer to the packet heard last."""

    def close(self) -> None: ...


class OwnBot:
    """One of our bots."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._random = random.SystemRandom()
        self._game: AnyGame | None = None
        self._bot: Bot | None = None

    def hear(self, said: FromServer | None, line: str) -> None:
        """Only which game it is matters: a bot goes by the packet alone."""
        if isinstance(said, Room) and self._game is None:
            self._game = games.find(said.card.game)
            self._bot = bots.find(self._game, self.name)

    def choose(self, packet: Packet) -> str:
        if self._game is None or self._bot is None:
            raise ValueError("a packet came before the room")
        view: Any = msgspec.json.decode(packet.view, type=self._game.info.types.view)
        return self._game.write_move(self._bot.choose(view, self._random))

    def close(self) -> None:
        pass


class OwnProgram:
    """A program of one's own: every message to its standard input, a line each; a move from its standard output."""

    def __init__(self, command: str, patience: int, hidden: str | None = None) -> None:
        """Start it. `hidden` is a variable of the environment that it does not get: the key is no business of its."""
        self.name = command
        self._program = Program(command, patience, {name: it for name, it in os.environ.items() if name != hidden})

    def hear(self, said: FromServer | None, line: str) -> None:
        if isinstance(said, Packet):
            self._program.forget()
        self._program.tell(line)

    def choose(self, packet: Packet) -> str:
        return self._program.answer()

    def close(self) -> None:
        self._program.close()
