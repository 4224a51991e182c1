"""Who decides for a seat at a server: one of our bots, or a program that reads lines and writes moves."""

from __future__ import annotations

import os
import queue
import random
import shlex
import subprocess
import threading
from typing import Any, Protocol

import msgspec

from hoodwink import bots, games
from hoodwink.engine.contract import AnyGame, Bot, Said
from hoodwink.engine.words import message
from hoodwink.wire.messages import FromServer, Packet, Room

GRACE = 5.0
"""Seconds a program has to end by itself once the game is over."""


class ProgramTrouble(Said):
    """A program that does not play; the sentence says what it did instead."""


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


class Program:
    """A program of one's own: every message to its standard input, a line each; a move from its standard output."""

    def __init__(self, command: str, patience: int, hidden: str | None = None) -> None:
        """Start it. `hidden` is a variable of the environment that it does not get: the key is no business of its."""
        self.name = command
        self.patience = patience
        environment = {name: value for name, value in os.environ.items() if name != hidden}
        try:
            self._process = subprocess.Popen(  # noqa: S603 (the person at the keyboard names the program)
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, encoding="utf-8"
            )
        except (OSError, ValueError, IndexError) as error:
            raise ProgramTrouble(message("bot.cannot-start", program=command, reason=str(error))) from error
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        try:
            for line in self._process.stdout or ():
                self._answers.put(line.strip())
        except UnicodeDecodeError:
            self._answers.put("�")  # no move of any game: the server says so
        self._answers.put(None)

    def hear(self, said: FromServer | None, line: str) -> None:
        if isinstance(said, Packet):
            while not self._answers.empty():  # whatever was printed before the packet is no answer to it
                if self._answers.get() is None:
                    raise self._crashed()
        try:
            if self._process.stdin is not None:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except OSError as error:
            raise self._crashed() from error

    def choose(self, packet: Packet) -> str:
        try:
            move = self._answers.get(timeout=self.patience)
        except queue.Empty:
            seconds = message("bot.seconds", count=self.patience)
            raise ProgramTrouble(message("bot.too-late", program=self.name, seconds=seconds)) from None
        if move is None:
            raise self._crashed()
        return move

    def _crashed(self) -> ProgramTrouble:
        self.close()
        return ProgramTrouble(message("bot.crashed", program=self.name, status=self._process.returncode))

    def close(self) -> None:
        """Let it end: its input is closed, and if that is no hint to it, it is stopped."""
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except OSError:
            pass  # it is gone already
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(GRACE)
        if self._process.stdout is not None and not self._listener.is_alive():  # a child of its own may hold it open
            self._process.stdout.close()
