"""OpenSpiel's CFR+ and best responses on Dudo with one die each.

    python docs/examples/research/cfr_small_dudo.py --iterations 30

In equilibrium the first seat wins 193/324 = 0.595679 of the games. Best responses to the policy found so far show what
either seat can be sure of: the truth lies between the two.
"""

from __future__ import annotations

import argparse

from open_spiel.python.algorithms import best_response, cfr

from hoodwink.research import openspiel


def main() -> None:
    """Solve, and print the bracket as it closes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=30)
    given = parser.parse_args()

    game = openspiel.load("dudo", seats=2, options={"dice": 1, "first_player": "A"})
    root = game.new_initial_state()
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(1, given.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % 10 == 0 or iteration == given.iterations:
            policy = solver.average_policy()
            gain = [best_response.BestResponsePolicy(game, seat, policy).value(root) for seat in (0, 1)]
            least, most = (1 - gain[1]) / 2, (1 + gain[0]) / 2
            print(f"after {iteration} iterations the first seat wins between {least:.4f} and {most:.4f}")

    print("\nWhat the first seat opens with, by its die:")
    for die in range(1, 7):
        state = game.new_initial_state()
        state.apply_action(die - 1)  # roll A
        state.apply_action(0)  # roll B, which A does not see
        chances = solver.average_policy().action_probabilities(state)
        likely = sorted(chances.items(), key=lambda item: -item[1])[:3]
        print(f"  {die}: " + ", ".join(f"{state.action_to_string(action)} {chance:.0%}" for action, chance in likely))


if __name__ == "__main__":
    main()
