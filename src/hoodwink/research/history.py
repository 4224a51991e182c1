"""A game that remembers what every seat was told, so that information states have perfect recall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import msgspec

from hoodwink.engine.contract import AnyState, Chance, Chanced, Event, Move, Moved, Options, Random, Seat, below, letter
from hoodwink.engine.table import read_event, write_event
from hoodwink.research.playing import Play, Table

News = tuple["News", Event] | None
"""What happened and has not been told yet: the last event, after those before it."""

_as_json = msgspec.json.Encoder().encode


class History(Play):
    """A game with the beats of every seat, worked out when first asked for.

    `told` is what the seats knew when the position was `known`; `news` has happened since. A history that somebody
    else may hold is not played on: `after` gives another one, which shares what was told with the first.
    """

    __slots__ = ("known", "news", "over", "table", "told")

    def __init__(self, table: Table, state: AnyState, told: tuple[str, ...]) -> None:
        super().__init__(state)
        self.table = table
        self.known = state.copy()
        self.told = told
        self.news: News = None
        self.over = state.result() is not None

    def after(self, what: Move | Chance) -> Self:
        """The game once the seat being asked has decided so, or chance has."""
        twin = self.copy()
        if twin.asked:
            twin.decide(what)  # type: ignore[arg-type]
        else:
            twin.settle(what)  # type: ignore[arg-type]
        twin.over = not twin.asked and twin.state.result() is not None
        return twin

    def play(self, seat: Seat, move: Move) -> None:
        """Let a move happen, and remember it."""
        super().play(seat, move)
        self.news = (self.news, Moved(seat, move))

    def settle(self, chance: Chance) -> None:
        """Let a chance happen, and remember it."""
        super().settle(chance)
        self.news = (self.news, Chanced(chance))

    def unheard(self) -> Sequence[Event]:
        """The news in the order in which they happened."""
        events, news = [], self.news
        while news is not None:
            news, event = news
            events.append(event)
        return events[::-1]

    def recall(self, seat: Seat) -> str:
        """All that a seat was told and did, from the beginning; one line an event, beats as JSON."""
        self._catch_up()
        held = self.asked.index(seat) if seat in self.asked else len(self.held)
        mine = self.table.game.write_move(self.held[held]) if held < len(self.held) else ""
        return self.told[seat] + mine

    def _catch_up(self) -> None:
        """Let every seat hear the news."""
        game, told = self.table.game, [*self.told]
        for event in self.unheard():
            after = self.known.copy()
            if isinstance(event, Moved):
                after.play(event.seat, event.move)
                told[event.seat] += f"{game.write_move(event.move)} "  # what a seat did itself it never forgets
            else:
                after.resolve(event.chance)
            for seat in range(self.table.seats):
                told[seat] += _as_json(game.tell(self.known, event, after, seat)).decode() + "\n"
            self.known = after
        self.told, self.news = tuple(told), None

    def imagine(self, seat: Seat, random: Random) -> History:
        """A game that the seat being asked cannot tell from this one; what is hidden from it falls anew.

        The others begin with what they see in it: what they were told before is not ours to know.
        """
        game = self.table.game
        state = game.imagine(game.view(self.state, seat), random)
        told = tuple(
            self.recall(seat) if other == seat else f"{letter(other)} {game.write_position(game.view(state, other))}\n"
            for other in range(self.table.seats)
        )
        imagined = History(self.table, state, told)
        while imagined.seat != seat:  # others are asked before, and their answers are hidden
            moves = state.moves(imagined.asked[len(imagined.held)])
            imagined.decide(moves[below(len(moves), random)])
        return imagined

    def copy(self) -> Self:
        """The same game once more, to be played on alone."""
        twin = super().copy()
        twin.table, twin.known, twin.told, twin.news = self.table, self.known, self.told, self.news
        twin.over = self.over
        return twin

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., History], tuple[Any, ...]]:
        table, game = self.table, self.table.game
        position = game.write_position(self.known)
        news = [write_event(game, event) for event in self.unheard()]
        held = [game.write_move(move) for move in self.held]
        return _again, (game.info.key, table.seats, table.options, position, self.told, news, held)


def begin(table: Table) -> History:
    """A new game, in which every seat knows who it is."""
    told = tuple(f"{letter(seat)}\n" for seat in range(table.seats))
    return History(table, table.game.start(table.seats, table.options), told)


def _again(
    key: str, seats: int, options: Options, position: str, told: tuple[str, ...], news: list[str], held: list[str]
) -> History:
    """The game that was written down."""
    table = Table(key, seats, options)
    again = History(table, table.game.read_position(position, seats, options), told)
    for text in news:
        event = read_event(table.game, text, seats)
        if isinstance(event, Moved):
            again.state.play(event.seat, event.move)
        else:
            again.state.resolve(event.chance)
        again.news = (again.news, event)
    again.asked = again.state.to_move()
    again.over = again.state.result() is not None
    for text in held:
        again.decide(table.game.read_move(text))
    return again
