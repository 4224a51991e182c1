"""Finished matches on disk, a line each: a run that was killed goes on from there and comes to the same result.

The first line is the setup, all that decides how matches go. The number of matches and of workers is not part of it: a
journal can be continued with more of either. A last line that was cut off is as if it had never been written.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import click
import msgspec

from hoodwink.arena.match import Match
from hoodwink.arena.setup import Setup


class Journal:
    """A file of matches, opened for one setup."""

    def __init__(self, path: Path, setup: Setup) -> None:
        """Open a file or begin one; refuses a file that holds another setup's matches, or something else."""
        self.path = path
        self._seatings = setup.seatings
        self._matches: dict[tuple[int, int], Match] = {}
        try:
            held = path.read_bytes() if path.exists() else b""
            whole = held[: held.rfind(b"\n") + 1]
            self._read(whole, setup)
            self._file = path.open("r+b" if held else "wb")
            self._file.truncate(len(whole))
            self._file.seek(len(whole))
        except OSError as error:
            raise click.UsageError(f"The journal {path} cannot be used: {error.strerror or error}.") from error
        if not whole:
            self._write([msgspec.json.encode(setup)])

    def _read(self, whole: bytes, setup: Setup) -> None:
        head, *lines = whole.splitlines() or [msgspec.json.encode(setup)]
        try:
            begun = msgspec.json.decode(head, type=Setup)
            matches = [msgspec.json.decode(line, type=Match) for line in lines]
        except msgspec.DecodeError as error:
            raise click.UsageError(f"{self.path} is not a journal of the arena: {error}.") from error
        if begun != setup:
            names = [name for name in setup.__struct_fields__ if getattr(begun, name) != getattr(setup, name)]
            raise click.UsageError(
                f"{self.path} is the journal of other matches: they differ in {', '.join(names)}. "
                "Name another file, or run with what it was begun with."
            )
        self._matches = {(match.deal, match.rotation): match for match in matches}

    def deals(self, below: int) -> dict[int, list[Match]]:
        """The deals that are finished, of those asked for; a deal whose seatings are not all there is played again."""
        grouped: dict[int, list[Match]] = {}
        for (deal, _), match in sorted(self._matches.items()):
            if deal < below:
                grouped.setdefault(deal, []).append(match)
        return {deal: matches for deal, matches in grouped.items() if len(matches) == self._seatings}

    def add(self, matches: Iterable[Match]) -> None:
        """Write matches down before anybody counts on them."""
        self._write(map(msgspec.json.encode, matches))

    def _write(self, lines: Iterable[bytes]) -> None:
        self._file.write(b"".join(line + b"\n" for line in lines))
        self._file.flush()
        with suppress(OSError):  # a pipe or a device cannot
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._file.close()
