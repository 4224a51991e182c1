"""A whole game at a server: hear, choose, answer, until there is a result."""

from __future__ import annotations

from hoodwink.engine.contract import Said
from hoodwink.engine.words import Message, message
from hoodwink.remote.link import Link, read
from hoodwink.remote.minds import Mind
from hoodwink.wire.messages import Packet, Play, Refusal, Room, TableCard, TakeBack, Trouble

PASSING = {"stale", "too-slow", "closing", "not-minded"}
"""Errors that are nobody's mistake: the newest packet follows, or the connection is made anew."""


class Unwelcome(Said):
    """The mind's moves are not taken."""


class Sitting:
    """One seat played to the end of its game."""

    def __init__(self, link: Link, mind: Mind) -> None:
        self.link = link
        self.mind = mind
        self.card: TableCard | None = None
        self._asked: tuple[Packet, str] | None = None
        """The packet that was answered last and the line it came in."""
        self._answered = (0, 0)
        """The connection and the number of that packet: a packet that comes twice on one is answered once."""
        self._refused = False
        """Whether an answer to it was refused: the second time is one too many."""

    def play(self) -> Message:
        """Play until the game is over; how it ended."""
        for line in self.link.lines():
            said = read(line)
            self.mind.hear(said, line)
            match said:
                case Room():
                    self.card = said.card
                    self._take_back(said)
                case Packet() if said.result is not None:
                    names = [sitter.name if sitter else "" for sitter in self.card.seats] if self.card else []
                    winners = tuple(names[seat] for seat in said.result.winners)
                    return message("bot.over", winners=winners, count=len(winners))
                case Packet() if said.moves and self._answered != (self.link.times, said.seq):
                    self._refused = False
                    self._answered = (self.link.times, said.seq)
                    self._answer(said, line)
                case Refusal():
                    self._again(said.why)
                case Trouble() if said.code not in PASSING:
                    self._again(said.why)
        raise AssertionError("the lines of a link end by an error only")

    def _answer(self, packet: Packet, line: str) -> None:
        self._asked = (packet, line)
        self.link.send(Play(packet.seq, self.mind.choose(packet)))

    def _take_back(self, room: Room) -> None:
        """Whoever was away too long finds a bot minding the seat."""
        sitter = None if room.seat is None else room.card.seats[room.seat]
        if sitter is not None and sitter.minded is not None:
            self.link.send(TakeBack())

    def _again(self, why: str) -> None:
        """Ask once more; a mind that is refused twice at one packet leaves."""
        if self._asked is None or self._refused:
            raise Unwelcome(message("bot.refused-twice", program=self.mind.name, why=why))
        self._refused = True
        self.mind.hear(*self._asked)
        self._answer(*self._asked)
