"""PettingZoo's three usual wrappers in one layer, which makes them several times cheaper.

Stacked wrappers look every attribute up through each other, and that takes longer than most games do. This one checks
the same: nothing before `reset`, no action outside the action space, and an illegal action ends the game at the
agent's cost. It works for any environment whose observations hold an `action_mask`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoodwink.engine.encoding import missing

try:
    from pettingzoo.utils.env import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise missing(__name__, error) from error


class Guard(OrderEnforcingWrapper):
    """Order, bounds and legality of every step, checked in one place."""

    def __init__(self, env: AECEnv[str, Any, Any], *, illegal_reward: float = -1) -> None:
        super().__init__(env)
        self.illegal_reward = illegal_reward
        self._has_updated: bool = False
        self._mask: Any = None
        self._ended_by_us = False

    @property
    def agents(self) -> list[str]:
        """Who is still at the table."""
        agents: list[str] = self.env.agents
        return agents

    @property
    def agent_selection(self) -> str:
        """Who is asked."""
        agent: str = self.env.agent_selection
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self._mask = None
        self._ended_by_us = False
        super().reset(seed=seed, options=options)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Who is asked, one agent after the other."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return self._asked(max_iter)

    def _asked(self, most: int) -> Iterator[str]:
        env = self.env
        while env.agents and most > 0:
            assert self._has_updated, "need to call step() or reset() in a loop over `agent_iter`"  # noqa: S101
            self._has_updated = False
            most -= 1
            yield env.agent_selection

    def observe(self, agent: str) -> Any:
        """What an agent may observe; the mask of the agent being asked is remembered."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        seen = self.env.observe(agent)
        if agent == self.env.agent_selection:
            self._mask = seen["action_mask"]
        return seen

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002
        """All that the agent being asked is told."""
        env = self.env
        agent = env.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, env._cumulative_rewards[agent], env.terminations[agent], env.truncations[agent], env.infos[agent]

    def step(self, action: Any) -> None:
        """Let the agent act, once all is checked."""
        env = self.env
        if not self._has_reset or not env.agents:
            super().step(action)  # which complains
            return
        self._has_updated = True
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            (env._was_dead_step if self._ended_by_us else env.step)(action)
            return
        assert env.action_space(agent).contains(action), "action is not in action space"  # noqa: S101 (as PettingZoo does)
        mask = env.observe(agent)["action_mask"] if self._mask is None else self._mask
        self._mask = None
        if mask[action]:
            env.step(action)
        else:
            self._end(agent)

    def _end(self, culprit: str) -> None:
        """End the game for everybody, at one agent's cost."""
        EnvLogger.warn_on_illegal_move()
        env, agents = self.env, self.env.agents
        env._cumulative_rewards[culprit] = 0
        env.terminations = dict.fromkeys(agents, True)
        env.truncations = dict.fromkeys(agents, True)
        env.rewards = dict.fromkeys(agents, 0.0) | {culprit: float(self.illegal_reward)}
        env._accumulate_rewards()
        env._deads_step_first()
        self._ended_by_us = True
