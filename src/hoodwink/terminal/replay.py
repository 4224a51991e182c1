"""Stepping through a record from any seat's eyes."""

from __future__ import annotations

from collections.abc import Sequence

from hoodwink.engine.contract import AnyGame, Said, Viewer, letter, seat_of
from hoodwink.engine.record import Record, begin, read_events
from hoodwink.engine.table import Step, steps, write_event
from hoodwink.engine.words import Voice, message
from hoodwink.terminal.console import Console, Left

OPEN = "open"
"""Eyes that see everything: the truth itself."""


class Replay:
    """A record and how far it has been watched."""

    def __init__(self, game: AnyGame, record: Record, eyes: str, voice: Voice) -> None:
        self.game = game
        self.record = record
        self.voice = voice
        self.begun = begin(game, record)
        self.steps: Sequence[Step] = list(steps(game, self.begun, read_events(game, record)))
        self.at = 0
        self.look_from(eyes)

    def look_from(self, eyes: str) -> None:
        """Change whose eyes are looking: a seat's letter, `watcher` or `open`."""
        if eyes not in (OPEN, "watcher"):
            seat_of(eyes, len(self.record.seats))
        self.eyes = eyes

    @property
    def viewer(self) -> Viewer:
        """Whose view is drawn; with everything open, the public one beside the truth."""
        return None if self.eyes in (OPEN, "watcher") else seat_of(self.eyes, len(self.record.seats))

    def go(self, number: int) -> None:
        """Go to just after an event; 0 is before the first."""
        if not 0 <= number <= len(self.steps):
            raise Said(message("replay.no-such-event", number=number, most=len(self.steps)))
        self.at = number

    def page(self) -> str:
        """What the eyes see now: the last event, what it told, and the table."""
        state = self.steps[self.at - 1].after if self.at else self.begun
        eyes = letter(self.viewer) if self.eyes != OPEN else OPEN
        head = self.voice("replay.head", at=self.at, count=len(self.steps), eyes=eyes)
        return "\n".join([head, *self.told(), "", self.game.draw(self.game.view(state, self.viewer), self.voice)])

    def told(self) -> list[str]:
        """The last event as the eyes saw it, each line with its clauses."""
        if not self.at:
            return []
        step = self.steps[self.at - 1]
        told = [
            f"  {self.voice(self.game.report(beat))} [{', '.join(beat.clauses)}]"
            for beat in self.game.tell(*step, self.viewer)
        ]
        if self.eyes == OPEN:
            event, truth = write_event(self.game, step.event), self.game.write_position(step.after)
            told += [self.voice("replay.truth", event=event, position=truth)]
        return told


def watch(replay: Replay, console: Console) -> None:
    """Let a person step back and forth until they leave."""
    console.clear()
    console.show(replay.page())

    def read(text: str) -> None:
        command, _, rest = text.partition(" ")
        match command.lower():
            case "n" | "next":
                replay.go(min(replay.at + 1, len(replay.steps)))
            case "p" | "previous":
                replay.go(max(replay.at - 1, 0))
            case "eyes":
                eyes = rest.strip()
                replay.look_from(eyes.lower() if len(eyes) > 1 else eyes.upper())
            case "end":
                replay.go(len(replay.steps))
            case _ if command.isdecimal():
                replay.go(int(command))
            case _:
                raise Said(message("replay.no-such-command", text=text))
        console.clear()
        console.show(replay.page())

    while True:
        try:
            console.ask(message("replay.prompt"), message("replay.help"), read, "n")
        except Left:
            return
