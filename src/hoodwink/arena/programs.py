"""A program in a seat of a match: it reads what a server would send it, and writes moves (docs/PROTOCOL.md)."""

from __future__ import annotations

import os

import msgspec

from hoodwink import bots
from hoodwink.arena.contenders import Failed
from hoodwink.arena.setup import Setup
from hoodwink.bots.program import Program, ProgramTrouble
from hoodwink.engine.contract import AnyGame, AnyState, Beat, Event, Move, Refused, Said, Seat, View
from hoodwink.engine.words import Voice
from hoodwink.wire.messages import Packet, Refusal, Room, Sitter, TableCard, Trouble
from hoodwink.wire.packets import in_words, packet

SEED = "HOODWINK_SEED"
"""Where a program finds a number to seed its own luck with: another one for each match and seat."""


class ProgramContender:
    """One seat, played by a program that was started for this match."""

    def __init__(self, setup: Setup, game: AnyGame, command: str, seat: Seat, seed: int) -> None:
        self._game = game
        self._seat = seat
        self._limit = setup.time_limit
        self._voice = Voice("en", bots.SITTING_NAMES[: setup.seats])
        self._told: list[Beat] = []
        self._seq = 0
        self._awaited = False
        """Whether the packet it got last asks for a move that it has not given."""
        self._state: AnyState | None = None
        self._program: Program | None = None
        self._trouble: ProgramTrouble | None = None
        """What went wrong already; it is told when the program must decide."""
        try:
            self._program = Program(command, setup.time_limit, {**os.environ, SEED: str(seed)})
        except ProgramTrouble as trouble:
            self._trouble = trouble
        self._send(Room(card(setup), seat))

    def hear(self, before: AnyState, event: Event, after: AnyState) -> None:
        """Something happened, perhaps also in its eyes."""
        if beats := self._game.tell(before, event, after, self._seat):
            self._seq += 1
            self._told += beats

    def look(self, state: AnyState) -> None:
        """Somebody must decide, or it is over: whoever was told something gets a packet."""
        self._state = state
        if self._told:
            self._show(self._game.view(state, self._seat))

    def choose(self, view: View) -> Move:
        """Its answer to the packet; a refused one is asked for once more."""
        if not self._awaited:
            self._show(view)
        try:
            return self._read(self._ask())
        except Said as refused:
            self._send(self._refusal(refused))
        self._send(self._packet)
        try:
            return self._read(self._ask())
        except Said as refused:
            raise Failed("illegal", refused.told(self._voice)) from refused

    def _ask(self) -> str:
        try:
            if self._trouble is not None:
                raise self._trouble
            answer = self._program.answer() if self._program is not None else ""
        except ProgramTrouble as trouble:
            why = f"no move within {self._limit:g} s" if trouble.kind == "late" else str(trouble)
            raise Failed(trouble.kind, why) from trouble
        self._awaited = False
        return answer

    def _read(self, text: str) -> Move:
        move: Move = self._game.read_move(text)
        if self._state is not None and (refused := self._game.check(self._state, self._seat, move)) is not None:
            raise refused
        return move

    def _refusal(self, refused: Said) -> Refusal | Trouble:
        why = refused.told(self._voice)
        return Refusal(refused.clause, why) if isinstance(refused, Refused) else Trouble("unreadable", why)

    def _show(self, view: View) -> None:
        told = in_words(self._game, view.options, self._told, self._voice)
        self._packet = packet(self._game, view, self._told, told, seq=self._seq, deadlines={})
        self._told = []
        self._awaited = bool(view.moves)
        self._send(self._packet)

    def _send(self, said: Room | Packet | Refusal | Trouble) -> None:
        if self._program is None or self._trouble is not None:
            return
        try:
            if isinstance(said, Packet):
                self._program.forget()
            self._program.tell(msgspec.json.encode(said).decode())
        except ProgramTrouble as trouble:
            self._trouble = trouble

    def close(self) -> None:
        if self._program is not None:
            self._program.close()


def card(setup: Setup) -> TableCard:
    """The table as its card would say at a server; who the others are stays unsaid."""
    return TableCard(
        table="arena",
        game=setup.game,
        edition=setup.edition,
        options=setup.options,
        seats=tuple(Sitter(name, bot=None, here=True) for name in bots.SITTING_NAMES[: setup.seats]),
        status="playing",
        clock=None,
        pausing=(),
        public=False,
        watchers=False,
        chat=False,
        hints=False,
        anchor="",
        previous=None,
        next=None,
        series=(0,) * setup.seats,
    )
