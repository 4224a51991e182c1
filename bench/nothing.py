"""A PettingZoo environment that does nothing: what the library's own loop and wrappers leave to any game.

It lasts as long as the game it stands for and shows arrays of the same size, because the beginning, the end and the
reading of a mask take their time too. No such game can be faster in the same wrappers: its figure is their ceiling.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv

from hoodwink.research.pettingzoo import Actions

LEGAL = 4
"""As many actions are always allowed."""


class Nothing(AECEnv[str, Any, Any]):
    """Two agents decide in turn, so many times, among actions that mean nothing, and see the same every time."""

    metadata = {"name": "nothing"}  # noqa: RUF012 (PettingZoo's habit)

    def __init__(self, *, decisions: int, size: int, actions: int) -> None:
        super().__init__()
        self.possible_agents = ["player_0", "player_1"]
        self.decisions = decisions
        self._space = Actions(actions)
        mask = np.zeros(actions, np.int8)
        mask[:LEGAL] = 1
        self._seen = {"observation": np.zeros(size, np.float32), "action_mask": mask}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for both."""
        return self._space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin again."""
        agents = self.possible_agents
        self.agents: list[str] = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[0]
        self.left = self.decisions

    def observe(self, agent: str) -> dict[str, Any]:
        """Nothing to be seen."""
        return self._seen

    def step(self, action: Any) -> None:
        """Let the other decide, or end."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.left -= 1
        self.agent_selection = self.possible_agents[self.left % 2]
        if not self.left:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
