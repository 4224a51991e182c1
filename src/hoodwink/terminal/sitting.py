"""A game at one keyboard: people take turns behind a curtain, bots fill the other seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hoodwink import bots
from hoodwink.engine.contract import AnyGame, Bot, Move, Refused, Said, Seat, Viewer, clauses
from hoodwink.engine.options import read_options
from hoodwink.engine.record import Record, add, begin, read_events
from hoodwink.engine.table import Step, act, deal, steps
from hoodwink.engine.words import Message, message
from hoodwink.terminal.console import Console
from hoodwink.terminal.rules import one_clause, rulebook

MOVES_SHOWN = 60


class Sitting:
    """One game being played in a terminal. Every event is stored before anybody is told."""

    def __init__(self, game: AnyGame, record: Record, console: Console, store: Callable[[Record], None]) -> None:
        self.game = game
        self.record = record
        self.console = console
        self.store = store
        self.random = random.Random()
        self.options = read_options(game, record.options)
        self.bots: dict[Seat, Bot] = {
            seat: bots.find(game, sitter.bot) for seat, sitter in enumerate(record.seats) if sitter.bot is not None
        }
        self.people = [seat for seat in range(len(record.seats)) if seat not in self.bots]
        viewers: list[Viewer] = [*self.people] or [None]
        self.unseen: dict[Viewer, list[Message]] = {viewer: [] for viewer in viewers}
        self.log: dict[Viewer, list[Message]] = {viewer: [] for viewer in viewers}
        self.looking: Viewer = None
        self.standing: dict[Seat, Any] = {}
        self.state = begin(game, record)
        for step in steps(game, self.state, read_events(game, record)):
            self._note(step)
            self.state = step.after
        for said in self.unseen.values():
            said.clear()

    def play(self) -> None:
        """Play to the end; whoever is asked may leave, and the record stays."""
        named = [bots.named(self.game, sitter.bot) for sitter in self.record.seats if sitter.bot is not None]
        if any(bots.level(self.game, name) for name in named):
            self._prepare()
        self._deal()
        while self.state.result() is None:
            seat = self.state.to_move()[0]
            view = self.game.view(self.state, seat)
            move = self.bots[seat].choose(view, self.random) if seat in self.bots else self._standing_move(seat)
            if move is None:
                move = self._ask(seat)
            before = self.state.copy()
            self._happened(Step(before, act(self.game, self.state, seat, move), self.state))
            self._deal()
            if not self.people:
                self._catch_up(None)
        self._finish()

    def _prepare(self) -> None:
        """Let the game get ready for bots and hints, while a bar says how far it is."""
        if self.game.prepare is not None:
            with self.console.bar("play.preparing") as progress:
                self.game.prepare(len(self.record.seats), self.options, progress)

    def _standing_move(self, seat: Seat) -> Move | None:
        """What a person's standing answer says, where one was left and applies."""
        if self.game.answer is None or seat not in self.standing:
            return None
        move: Move | None = self.game.answer(self.standing[seat], self.game.view(self.state, seat))
        return move

    def _deal(self) -> None:
        before = self.state.copy()
        for event in deal(self.state, lambda _round: self.random):
            self._happened(Step(before, event, self.state))
            before = self.state.copy()

    def _happened(self, step: Step) -> None:
        """Store, then tell."""
        self.record = add(self.record, self.game, [step.event], step.after)
        self.store(self.record)
        self._note(step)

    def _note(self, step: Step) -> None:
        """Keep what each viewer may be told of an event."""
        for viewer in self.unseen:
            for beat in self.game.tell(*step, viewer):
                said = self.game.report(beat)
                self.unseen[viewer].append(said)
                if self.game.keeps(self.options, beat):
                    self.log[viewer].append(said)

    def _catch_up(self, viewer: Viewer) -> None:
        """Tell a viewer all that happened since the last look."""
        for said in self.unseen[viewer]:
            self.console.say("play.told", text=said)
        self.unseen[viewer] = []

    def _ask(self, seat: Seat) -> Move:
        console = self.console
        if len(self.people) > 1 and self.looking != seat:
            console.clear()
            console.title("play.curtain", name=self.record.seats[seat].name)
            console.line(console.voice("play.curtain-prompt", name=self.record.seats[seat].name) + " ")
        console.clear()
        self.looking = seat
        self._catch_up(seat)
        self._draw(seat)
        prompt = message("play.your-move", name=self.record.seats[seat].name)
        moving = message(f"{self.game.info.key}.how-to-move")
        guide = message("play.help", moving=moving, clause=next(iter(clauses(self.game.info))))
        if self.game.read_standing is not None:
            guide = message("play.help-standing", help=guide)
        while True:
            move = console.ask(prompt, guide, lambda text: self._read(seat, text))
            if move is not None:
                return move

    def _draw(self, seat: Seat | None) -> None:
        self.console.show()
        self.console.show(self.game.draw(self.game.view(self.state, seat), self.console.voice))
        self.console.show()

    def _read(self, seat: Seat, text: str) -> Move | None:
        """A move, or None after a command that only shows something; refusals are raised with their clause."""
        command, _, rest = text.partition(" ")
        match command.lower():
            case "moves":
                self._list_moves(seat)
            case "table":
                self._draw(seat)
            case "log":
                for said in self.log[seat]:
                    self.console.say("play.told", text=said)
            case "hint":
                self._hint(seat)
            case "standing":
                self._leave_standing(seat, rest)
            case "rules":
                voice = self.console.voice
                self.console.show(one_clause(self.game, rest.strip(), voice) if rest else rulebook(self.game, voice))
            case _:
                return self._checked(seat, self.game.read_move(text))
        return None

    def _leave_standing(self, seat: Seat, text: str) -> None:
        """Keep an answer for when the seat would be asked out of turn; no text takes it back."""
        if self.game.read_standing is None:
            raise Said(message("server.no-standing"))
        self.standing.pop(seat, None)
        if text.strip():
            self.standing[seat] = self.game.read_standing(text)
        self.console.say("play.standing-kept" if text.strip() else "play.standing-gone")

    def _hint(self, seat: Seat) -> None:
        """What a good friend would play."""
        if self.game.advise is None:
            raise Said(message("server.no-hints"))
        self._prepare()
        advice = self.game.advise(self.game.view(self.state, seat), self.random)
        for said in advice.odds:
            self.console.say("play.told", text=said)
        for number, hint in enumerate(advice.hints, 1):
            move, notation = self.game.describe(hint.move), self.game.write_move(hint.move)
            self.console.say("play.hint", number=number, move=move, notation=notation, why=hint.why)

    def _checked(self, seat: Seat, move: Move) -> Move:
        refused: Refused | None = self.game.check(self.state, seat, move)
        if refused is None:
            return move
        raise Said(message("play.refused", why=refused.message, clause=refused.clause, hint=refused.hint or ""))

    def _list_moves(self, seat: Seat) -> None:
        moves = self.state.moves(seat)
        self.console.say("play.moves", count=len(moves))
        self.console.wrapped("   ".join(self.game.write_move(move) for move in moves[:MOVES_SHOWN]))
        if len(moves) > MOVES_SHOWN:
            self.console.say("play.more-moves", count=len(moves) - MOVES_SHOWN)

    def _finish(self) -> None:
        if len(self.people) > 1:
            self.console.clear()
        viewer = self.people[0] if len(self.people) == 1 else None
        if viewer in self.unseen:
            self._catch_up(viewer)
        self._draw(viewer)
        result = self.state.result()
        winners = tuple(self.record.seats[seat].name for seat in (result.winners if result else ()))
        self.console.title("play.over", winners=winners, count=len(winners))
