"""How far a run is: a bar with the time left on a terminal, plain lines now and then elsewhere; on the error stream."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Call what is given with every number of matches that have come in."""
    if sys.stderr.isatty():
        with click.progressbar(length=length, label=label, file=sys.stderr, show_eta=True, show_pos=True) as bar:
            yield bar.update
    else:
        yield Lines(length, label).update


class Lines:
    """Progress where nothing can be drawn over."""

    def __init__(self, length: int, label: str) -> None:
        self.length = length
        self.label = label
        self.done = 0
        self._begun = self._said = time.monotonic()

    def update(self, matches: int) -> None:
        """So many more are done."""
        self.done += matches
        now = time.monotonic()
        if self.done and now - self._said >= SECONDS_BETWEEN_LINES:
            left = (now - self._begun) * (self.length - self.done) / self.done
            click.echo(f"{self.label}: {self.done:,} of {self.length:,}, about {left:.0f} s left", err=True)
            self._said = now
