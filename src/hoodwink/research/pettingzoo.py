"""Any game as a PettingZoo environment: agents step one after the other (AEC), with action masks.

    from hoodwink.research import pettingzoo
    env = pettingzoo.env("dudo", seats=4, options={"dice": 3})

Seat 0 is `player_0`. An observation holds the seat's view as an array and a mask of its legal actions; which number
and which action means what, docs/reference/encodings.md says. Rewards come at the end: the winners share 1, the others
share -1.
"""

from __future__ import annotations

import random
from typing import Any

from hoodwink.engine.encoding import missing
from hoodwink.engine.words import Voice
from hoodwink.research.guard import Guard
from hoodwink.research.playing import Settings, Table

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo.utils.env import AECEnv
except ModuleNotFoundError as error:
    raise missing(__name__, error) from error


class Actions(spaces.Discrete):
    """The ids of all moves. The library's own asks numpy about the type of every action, which takes longer than a move
    of some games; of the two types that are usual the answer is plain."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._ids = range(count)

    def contains(self, x: Any) -> bool:
        """Whether something is the id of a move."""
        return int(x) in self._ids if type(x) in USUAL else super().contains(x)


USUAL = (int, np.int64)


def env(
    game: str, *, seats: int = 2, options: Settings = None, preset: str | None = None, render_mode: str | None = None
) -> AECEnv[str, Any, Any]:
    """An environment that checks what PettingZoo's wrappers check: an illegal action ends the game and costs 1."""
    return Guard(raw_env(game, seats=seats, options=options, preset=preset, render_mode=render_mode))


class raw_env(AECEnv[str, Any, Any], EzPickle):  # noqa: N801 (PettingZoo's habit)
    """A table whose seats are agents, without wrappers: an illegal action raises `Refused`."""

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        options: Settings = None,
        preset: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats=seats, options=options, preset=preset, render_mode=render_mode)
        super().__init__()
        self.table = table = Table(game, seats, options, preset)
        self.metadata = {
            "name": f"hoodwink_{game}_v{table.game.info.edition}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.random = random.Random()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (table.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (table.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: Actions(table.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may observe."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The ids of all moves of the table."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same chances."""
        if seed is not None:
            self.random.seed(seed)
        agents = self.possible_agents
        self.agents: list[str] = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.play = self.table.begin()
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of an agent, and its mask: all zeros for those who are not being asked."""
        array, mask = self.table.look(self.play, self._seats[agent])
        return {"observation": array, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Make the move of the agent that is asked, then let chance act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = int(action)
        if (refused := self.table.refusal(self.play, action)) is not None:
            raise refused
        self._cumulative_rewards[agent] = 0.0
        self.play.decide(self.table.move_of(action))
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Let chance act, then ask the next agent or end the game."""
        play = self.play
        play.deal(self.random)
        seat = play.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        worth = self.table.returns(play)
        self.rewards = dict(zip(self.agents, worth, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as the agent to move sees it: returned as text, or printed in the mode `human`."""
        if self.render_mode is None:
            return None
        seat = self._seats[self.agent_selection]
        drawn = self.table.game.draw(self.table.view(self.play, seat), Voice())
        if self.render_mode == "human":
            print(drawn, end="\n\n")
            return None
        return drawn

    def close(self) -> None:
        """Nothing is held open."""
