"""Random agents at a table, through PettingZoo: who wins, and how long games are.

python docs/examples/research/random_agents.py --game dudo --seats 4 --games 200
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from hoodwink.research import pettingzoo


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dudo")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    env = pettingzoo.env(given.game, seats=given.seats)
    source = np.random.default_rng(given.seed)
    wins: Counter[str] = Counter()
    decisions = 0
    for number in range(given.games):
        env.reset(seed=given.seed + number)
        for agent in env.agent_iter():
            seen, reward, ended, _, _ = env.last()
            if ended:
                wins[agent] += reward > 0
                env.step(None)
            else:
                decisions += 1
                env.step(source.choice(np.flatnonzero(seen["action_mask"])))

    print(f"{given.games} games of {given.game}, {decisions / given.games:.1f} decisions each")
    for agent in env.possible_agents:
        print(f"  {agent} won {wins[agent] / given.games:.1%}")


if __name__ == "__main__":
    main()
