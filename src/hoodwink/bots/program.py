"""A program of one's own that plays: lines to its standard input, a move from its standard output when it is asked.

What the lines say is nobody's business here; docs/PROTOCOL.md tells it. Whatever a program does (end, wait, write
without being asked, not read), whoever asks it gets an answer or a `ProgramTrouble` in the time it was given.
"""

from __future__ import annotations

import math
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Literal

from hoodwink.engine.contract import Said
from hoodwink.engine.words import Message, message

GRACE = 5.0
"""Seconds a program has to end by itself once nothing more will be asked."""
LONGEST_LINE = 1000
MOST_UNASKED = 64
"""More lines than that before anybody asked, or a line longer than that, are a flood."""


class ProgramTrouble(Said):
    """A program that does not play; the sentence says what it did instead."""

    def __init__(self, kind: Literal["crashed", "late", "flooded"], message: Message) -> None:
        super().__init__(message)
        self.kind = kind


class Program:
    """A running program."""

    def __init__(self, command: str, patience: float, environment: Mapping[str, str]) -> None:
        """Start it; an answer may take so many seconds."""
        self.name = command
        self.patience = patience
        try:
            self._process = subprocess.Popen(  # noqa: S603 (the person at the keyboard names the program)
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                encoding="utf-8",
                errors="replace",  # what is no text is no move of any game either
                start_new_session=True,  # so that its own children end with it
            )
        except (OSError, ValueError, IndexError) as error:
            said = message("bot.cannot-start", program=command, reason=str(error))
            raise ProgramTrouble("crashed", said) from error
        self._grace = GRACE
        self._flooded = False
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._listen, self._speak)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        if self._process.stdout is not None:
            with suppress(ValueError):  # closed under our hands
                while line := self._process.stdout.readline(LONGEST_LINE):
                    if len(line) == LONGEST_LINE or self._answers.qsize() >= MOST_UNASKED:
                        self._flooded = True
                        break
                    self._answers.put(line.strip())
        self._answers.put(None)

    def _speak(self) -> None:
        """Write in a thread of its own: a program that does not read must not hold up whoever asks it."""
        stdin = self._process.stdin
        if stdin is None:
            return
        with suppress(OSError, ValueError):  # it is gone; whoever asks it next is told
            while (line := self._lines.get()) is not None:
                stdin.write(line + "\n")
                stdin.flush()
        with suppress(OSError, ValueError):
            stdin.close()

    def tell(self, line: str) -> None:
        """A line for it to read."""
        self._lines.put(line)

    def forget(self) -> None:
        """Drop what it has printed so far: it is no answer to what it will be asked."""
        while not self._answers.empty():
            if self._answers.get() is None:
                raise self._trouble()

    def answer(self) -> str:
        """What it prints next."""
        try:
            line = self._answers.get(timeout=self.patience)
        except queue.Empty:
            self._grace = 0.0
            seconds = message("bot.seconds", count=math.ceil(self.patience))
            raise ProgramTrouble("late", message("bot.too-late", program=self.name, seconds=seconds)) from None
        if line is None:
            raise self._trouble()
        return line

    def _trouble(self) -> ProgramTrouble:
        if self._flooded:
            self._grace = 0.0
            return ProgramTrouble("flooded", message("bot.flooded", program=self.name))
        self.close()
        said = message("bot.crashed", program=self.name, status=self._process.returncode)
        return ProgramTrouble("crashed", said)

    def close(self) -> None:
        """Let it end: its input is closed, and if that is no hint to it, it is stopped with all it has started."""
        self._lines.put(None)
        try:
            self._process.wait(self._grace)
        except subprocess.TimeoutExpired:
            self._stop()
        for thread in self._threads:
            thread.join(GRACE)
        if self._process.stdout is not None and not self._threads[0].is_alive():  # somebody may hold it open
            self._process.stdout.close()

    def _stop(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
