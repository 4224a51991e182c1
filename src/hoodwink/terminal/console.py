"""A person at a terminal: showing, asking with help at every prompt, and leaving at any of them."""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

from hoodwink.engine.contract import Said
from hoodwink.engine.words import Message, Value, Voice

with contextlib.suppress(ImportError):  # line editing and history at the prompt, where the platform has it
    import readline  # noqa: F401

T = TypeVar("T")


class Left(Exception):
    """The person left: ctrl-C, ctrl-D or `quit` at a prompt."""


class Console:
    """One terminal and the language spoken at it."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    def say(self, said: Message | str, /, **values: Value) -> None:
        """Print a message."""
        click.echo(self.voice(said, **values))

    def show(self, text: str = "") -> None:
        """Print text that is in the right language already."""
        click.echo(text)

    def wrapped(self, text: str) -> None:
        """Print long text in lines that fit."""
        width = min(shutil.get_terminal_size().columns, 100)
        for line in text.splitlines():
            click.echo(textwrap.fill(line, width - 2, initial_indent="  ", subsequent_indent="  "))

    def title(self, said: Message | str, /, **values: Value) -> None:
        """Print a message that stands out where colours are to be had."""
        click.echo(click.style(self.voice(said, **values), bold=True))

    def refuse(self, sentence: str) -> None:
        """Say what is wrong with an entry."""
        click.echo(click.style(f"! {sentence}", fg="red"))

    @contextlib.contextmanager
    def bar(self, said: Message | str, /, **values: Value) -> Iterator[Callable[[float], None]]:
        """Show how far something is (0 to 1), from the first word of it on; nothing where nobody looks."""
        with contextlib.ExitStack() as stack:
            bars: list[Any] = []

            def progress(part: float) -> None:
                if not bars and sys.stderr.isatty():
                    label = self.voice(said, **values)
                    bars.append(stack.enter_context(click.progressbar(length=100, label=label, file=sys.stderr)))
                for bar in bars:
                    bar.update(round(100 * part) - bar.pos)

            yield progress

    def clear(self) -> None:
        """Wipe the screen, so that nobody reads what was for another; a pipe gets a line instead."""
        if sys.stdout.isatty():
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False)  # the scroll-back too, which click.clear() would leave
        else:
            click.echo("-" * 72)

    def line(self, prompt: str) -> str:
        """One line typed by the person."""
        try:
            return input(click.style(prompt, bold=True) if sys.stdout.isatty() else prompt).strip()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise Left from None

    def ask(self, prompt: Message, guide: Message, read: Callable[[str], T], default: str = "") -> T:
        """Ask until `read` understands the answer; `?` shows the guide, `quit` leaves."""
        while True:
            text = self.line(self.voice(prompt) + (f" [{default}]" if default else "") + " > ") or default
            if text.lower() in ("quit", "exit"):
                raise Left
            if text in ("?", "help", ""):
                self.wrapped(self.voice(guide))
                continue
            try:
                return read(text)
            except Said as error:
                self.refuse(error.told(self.voice))

    def choose(self, prompt: Message, guide: Message, choices: Sequence[str], default: int = 0) -> int:
        """Let the person pick one of a numbered list, by number or by name."""
        for number, choice in enumerate(choices, 1):
            self.show(f"  {number}  {choice}")

        def read(text: str) -> int:
            names = [choice.split()[0].lower() for choice in choices]
            if text.lower() in names:
                return names.index(text.lower())
            if text.isdecimal() and 1 <= int(text) <= len(choices):
                return int(text) - 1
            raise Said(Message("play.not-a-choice", {"text": text, "most": len(choices)}))

        return self.ask(prompt, guide, read, str(default + 1))
