"""A policy that learns to beat random play in about a minute: policy gradients (REINFORCE) in plain numpy.

    python docs/examples/research/train_policy.py --game dudo --games 40000

One matrix turns a view into a preference for every action; the mask leaves the legal ones. After every few games the
preferences for what was done rise where the game was won, and fall where it was lost.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from hoodwink.research.gymnasium import SeatEnv

Floats = NDArray[np.float64]
GAMES_AN_UPDATE = 20
STEP = 0.02


def chances(weights: Floats, view: Floats, mask: NDArray[np.int8]) -> Floats:
    """How likely each action is."""
    wanted = np.where(mask, weights @ view, -np.inf)
    likely = np.exp(wanted - wanted.max())
    share: Floats = likely / likely.sum()
    return share


def play(env: SeatEnv, weights: Floats, source: np.random.Generator, seed: int) -> tuple[Floats, float]:
    """One game: the direction in which its actions become more likely, and what it was worth."""
    direction = np.zeros_like(weights)
    seen, info = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        view = np.append(seen, 1.0)
        likely = chances(weights, view, info["action_mask"])
        action = source.choice(len(likely), p=likely)
        direction += np.outer((np.arange(len(likely)) == action) - likely, view)
        seen, reward, over, _, info = env.step(action)
    return direction, reward


def main() -> None:
    """Train, then count how often the policy wins."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dudo")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--trials", type=int, default=2000, help="games played to judge the policy")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    env = SeatEnv(given.game, seat=None, opponents=given.opponent)
    source = np.random.default_rng(given.seed)
    weights = np.zeros((env.table.actions, env.table.size + 1))
    usual = 0.0
    for first in range(0, given.games, GAMES_AN_UPDATE):
        batch = [play(env, weights, source, seed) for seed in range(first, first + GAMES_AN_UPDATE)]
        weights += STEP * sum((reward - usual) * direction for direction, reward in batch)
        usual += 0.05 * (sum(reward for _, reward in batch) / len(batch) - usual)
        if first % max(1, given.games // 10) < GAMES_AN_UPDATE:
            print(f"after {first:>6} games a game is worth about {usual:+.2f}")

    worth = [play(env, weights, source, seed)[1] for seed in range(given.games, given.games + given.trials)]
    print(f"the policy wins {sum(one > 0 for one in worth) / len(worth):.1%} of its games against {given.opponent}")


if __name__ == "__main__":
    main()
