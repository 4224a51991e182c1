"""A PettingZoo environment that does nothing: what the library's own loop and wrappers leave to any game.

No environment can be faster in the same wrappers, so its figure is the ceiling of ours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv

DECISIONS = 4
"""About as many as a random game of `leduc_holdem_v4` has."""


class Nothing(AECEnv[str, Any, Any]):
    """Two agents decide in turn among four actions that mean nothing, and see the same every time."""

    metadata = {"name": "nothing"}  # noqa: RUF012 (PettingZoo's habit)

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["player_0", "player_1"]
        self._space = spaces.Discrete(4)
        self._seen = {"observation": np.zeros(36, np.float32), "action_mask": np.ones(4, np.int8)}

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
        self.left = DECISIONS

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
