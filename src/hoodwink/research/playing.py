"""What all faces share: a table in numbers, and a game that is asked for one decision at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Self

from hoodwink import games
from hoodwink.engine.contract import AnyState, Chance, Move, Options, Random, Refused, Result, Said, Seat
from hoodwink.engine.encoding import Floats, missing
from hoodwink.engine.options import agree
from hoodwink.engine.words import message

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(__name__, error) from error

Settings = Mapping[str, Any] | Options | None
"""Table options: by name and value on top of a preset, or whole."""
MENUS_KEPT = 256
"""Of how many sets of legal moves the ids and marks are kept."""
SCARCE = 3
"""So few moves are legal together again and again in every game; of more, only some games' are worth keeping."""
MARKS = np.dtype(np.int8)


class Table:
    """A game with its seats and options agreed, and what every face asks of it again and again."""

    def __init__(self, key: str, seats: int = 2, options: Settings = None, preset: str | None = None) -> None:
        self.game = games.find(key)
        self.encoding = games.encoding(key)
        low, high = self.game.info.seats[0], self.game.info.seats[-1]
        if seats not in self.game.info.seats:
            raise Said(message("play.seats", seats=seats, low=low, high=high))
        self.seats = seats
        self.options = options if isinstance(options, Options) else agree(self.game, preset, options or {})
        self.game.start(seats, self.options)  # refuses options that contradict each other
        self.actions = self.encoding.actions(seats, self.options)
        self.size = self.encoding.size(seats, self.options)
        self.kept = lru_cache(MENUS_KEPT)(self._menu)
        self.kept_up_to = self.actions if self.encoding.menus_recur else SCARCE
        self.id_of, self.move_of, self.encode = self.encoding.id_of, self.encoding.move_of, self.encoding.encode

    def begin(self) -> Play:
        """A new game, before any chance."""
        return Play(self.game.start(self.seats, self.options))

    def legal(self, moves: Sequence[Move]) -> list[int]:
        """The ids of these moves, ascending; a list that nobody may change."""
        return self.kept(tuple(moves))[0] if len(moves) <= self.kept_up_to else self.encoding.ids(moves)

    def _menu(self, moves: tuple[Move, ...]) -> tuple[list[int], bytearray]:
        """The ids of some moves, ascending, and a one at each of them."""
        ids = self.encoding.ids(moves)
        return ids, self._marks(ids)

    def _marks(self, ids: list[int]) -> bytearray:
        marks = bytearray(self.actions)
        for number in ids:
            marks[number] = 1
        return marks

    def view(self, play: Play, seat: Seat) -> Any:
        """What a seat may know."""
        return self.game.view(play.state, seat)

    def look(self, play: Play, seat: Seat) -> tuple[Floats, NDArray[np.int8]]:
        """What a seat may know as an array, and its mask: all zeros unless this seat is being asked."""
        view = self.game.view(play.state, seat)
        if seat != play.seat:
            return self.encode(view), np.zeros(self.actions, np.int8)
        if len(view.moves) <= self.kept_up_to:
            play.legal, kept = self.kept(view.moves)
            marks = kept[:]  # whoever looks may write on it
        else:
            play.legal = [*map(self.id_of, view.moves)]
            marks = self._marks(play.legal)
        return self.encode(view), np.frombuffer(marks, MARKS)

    def refusal(self, play: Play, action: int) -> Refused | None:
        """Why the seat being asked may not make the move of an id, or None."""
        if play.legal is not None and action in play.legal:
            return None
        if not 0 <= action < self.actions:
            raise Said(message("research.no-such-action", action=action, last=self.actions - 1))
        seat = play.asked[len(play.held)]
        refused: Refused | None = self.game.check(play.state, seat, self.move_of(action))
        return refused

    def returns(self, play: Play) -> list[float]:
        """What a game was worth to each seat; zeros as long as it goes on."""
        result = play.state.result()
        return [0.0] * self.seats if result is None else share(result, self.seats)


class Play:
    """A game going on. Where several seats decide at once they are asked in seat order, hidden from each other.

    Their answers are held back until all have answered, so nobody's view tells what another has just decided; then
    they are played in seat order. An answer that an earlier one has made impossible falls away.
    """

    __slots__ = ("asked", "held", "legal", "state")

    def __init__(self, state: AnyState) -> None:
        self.state = state
        self.asked: tuple[Seat, ...] = state.to_move()
        self.held: tuple[Move, ...] = ()
        self.legal: list[int] | None = None
        """The ids of the moves of the seat being asked in any order, once it has looked."""

    @property
    def seat(self) -> Seat | None:
        """The seat being asked, or None while chance decides and when it is over."""
        return self.asked[len(self.held)] if self.asked else None

    def decide(self, move: Move) -> None:
        """Take the decision of the seat being asked, which is trusted to be legal."""
        asked = self.asked
        self.legal = None
        if len(asked) == 1:
            self.play(asked[0], move)
        else:
            self.held = (*self.held, move)
            if len(self.held) < len(asked):
                return
            for seat, answer in zip(asked, self.held, strict=True):
                if answer in self.state.moves(seat):
                    self.play(seat, answer)
            self.held = ()
        self.asked = self.state.to_move()

    def play(self, seat: Seat, move: Move) -> None:
        """Let a move happen."""
        self.state.play(seat, move)

    def settle(self, chance: Chance) -> None:
        """Let a chance happen."""
        self.state.resolve(chance)
        self.asked = self.state.to_move()

    def deal(self, random: Random) -> None:
        """Let chance act until somebody must decide or it is over."""
        state = self.state
        while not self.asked and state.result() is None:
            state.resolve(state.sample(random))
            self.asked = state.to_move()

    def copy(self) -> Self:
        """The same game once more, to be played on alone."""
        twin = object.__new__(type(self))
        twin.state = self.state.copy()
        twin.asked = self.asked
        twin.held = self.held
        twin.legal = self.legal
        return twin


def share(result: Result, seats: int) -> list[float]:
    """What a game was worth to each seat: the winners share 1, the others share -1; nothing when everybody won.

    >>> share(Result(scores=(0, 3, 0), winners=(1,)), 3)
    [-0.5, 1.0, -0.5]
    """
    winners = len(result.winners)
    if winners == seats:
        return [0.0] * seats
    lost = -1 / (seats - winners)
    return [1 / winners if seat in result.winners else lost for seat in range(seats)]
