"""One seat of any game as a Gymnasium environment, the other seats taken by bots of your choice.

    import gymnasium
    from hoodwink.research import gymnasium as faces
    env = gymnasium.make("hoodwink/dudo-v1", seats=3, opponents=["greedy", "random"])
    many = faces.vector("dudo", 8, opponents="greedy")

Importing this registers `hoodwink/<game>-v<edition>`. The observation is the seat's view as an array, `info` holds the
`action_mask`, and the reward comes at the end: the winners share 1, the others share -1. An illegal action ends the
game with -1, and `info["refused"]` says why.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, SupportsInt

from hoodwink import bots, games
from hoodwink.engine.contract import Said, Seat
from hoodwink.engine.encoding import missing
from hoodwink.engine.words import Voice, message
from hoodwink.research.playing import Play, Settings, Table

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(__name__, error) from error

Told = tuple[NDArray[np.float32], dict[str, Any]]


class SeatEnv(gymnasium.Env[NDArray[np.float32], SupportsInt]):
    """A table at which you hold one seat: a given one, or another every game when it is None."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's habit)

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        seat: Seat | None = 0,
        opponents: str | Sequence[str] = "random",
        options: Settings = None,
        preset: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = table = Table(game, seats, options, preset)
        if seat is not None and not 0 <= seat < seats:
            raise Said(message("research.no-such-seat", seat=seat, last=seats - 1))
        names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != seats - 1:
            raise Said(message("research.opponents", count=len(names), wanted=seats - 1))
        self.opponents = [bots.find(table.game, name) for name in names]
        self.fixed_seat = seat
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0.0, 1.0, (table.size,), np.float32)
        self.action_space = spaces.Discrete(table.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        """Begin a game and play on to your first decision; the same seed gives the same chances and opponents."""
        super().reset(seed=seed)
        source = self.np_random.integers(2**63)
        self.random = random.Random(int(source))
        seats = range(self.table.seats)
        self.seat = self.random.choice(seats) if self.fixed_seat is None else self.fixed_seat
        others = [seat for seat in seats if seat != self.seat]
        self.bots = dict(zip(others, self.opponents, strict=True))
        self.play: Play = self.table.begin()
        self._until_asked()
        return self._told()

    def step(self, action: SupportsInt) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make your move; then the others play until you are asked again or it is over."""
        number = int(action)
        if self.play.seat != self.seat:
            raise Said(message("research.over"))
        if (refused := self.table.refusal(self.play, number)) is not None:
            array, info = self._told()
            self.play.asked = ()
            return array, -1.0, True, False, info | {"refused": str(refused)}
        self.play.decide(self.table.move_of(number))
        self._until_asked()
        array, info = self._told()
        if self.render_mode == "human":
            self.render()
        return array, self.table.returns(self.play)[self.seat], self.play.seat is None, False, info

    def _until_asked(self) -> None:
        """Let chance and the others act."""
        play = self.play
        play.deal(self.random)
        while (seat := play.seat) is not None and seat != self.seat:
            play.decide(self.bots[seat].choose(self.table.view(play, seat), self.random))
            play.deal(self.random)

    def _told(self) -> Told:
        array, mask = self.table.look(self.play, self.seat)
        return array, {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as some libraries ask for them."""
        return self.table.look(self.play, self.seat)[1].astype(bool)

    def render(self) -> Any:
        """The table as you see it: returned as text, or printed in the mode `human`."""
        drawn = self.table.game.draw(self.table.view(self.play, self.seat), Voice())
        if self.render_mode == "human":
            print(drawn, end="\n\n")
            return None
        return drawn if self.render_mode == "ansi" else None


def vector(game: str, count: int, *, processes: bool = False, **settings: Any) -> VectorEnv[Any, Any, Any]:
    """Several tables stepped together, in this process or in one each; the settings are those of `SeatEnv`."""
    makers = [partial(SeatEnv, game, **settings)] * count
    return AsyncVectorEnv(makers) if processes else SyncVectorEnv(makers)


for _game in games.every():
    gymnasium.register(
        id=f"hoodwink/{_game.info.key}-v{_game.info.edition}",
        entry_point=f"{__name__}:SeatEnv",
        kwargs={"game": _game.info.key},
        order_enforce=True,
    )
