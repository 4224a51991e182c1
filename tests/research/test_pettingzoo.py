"""The PettingZoo face: the library's own tests, and what they do not ask."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from hoodwink.engine.contract import AnyGame, Refused
from hoodwink.research import pettingzoo
from hoodwink.research.guard import Guard
from tests.encodings import encoded_games
from tests.tables import table_name

TABLES = [(game, seats, preset) for game in encoded_games() for seats in (2, 4) for preset in game.info.presets]
every_table = pytest.mark.parametrize(("game", "seats", "preset"), TABLES, ids=table_name)
expected = [  # PettingZoo says these of every environment with masks that is not among its own, and of every end
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]
pytestmark = expected


def play_at_random(env: Any, seed: int) -> dict[str, float]:
    """A whole game; what every agent got."""
    source = np.random.default_rng(seed)
    worth: dict[str, float] = {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        worth[agent] = worth.get(agent, 0.0) + reward
        env.step(None if ended else source.choice(np.flatnonzero(seen["action_mask"])))
    return worth


@every_table
def test_the_library_accepts_it(game: AnyGame, seats: int, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(game.info.key, seats=seats, preset=preset), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@every_table
def test_the_same_seed_gives_the_same_game(game: AnyGame, seats: int, preset: str) -> None:
    seed_test(partial(pettingzoo.env, game.info.key, seats=seats, preset=preset), num_cycles=100)


@every_table
def test_the_library_accepts_it_turned_parallel(game: AnyGame, seats: int, preset: str) -> None:
    env = turn_based_aec_to_parallel(pettingzoo.env(game.info.key, seats=seats, preset=preset))
    parallel_api_test(env, num_cycles=200)


@every_table
def test_rewards_add_up_to_nothing_and_somebody_wins(game: AnyGame, seats: int, preset: str) -> None:
    worth = play_at_random(pettingzoo.env(game.info.key, seats=seats, preset=preset), seed=5)
    assert len(worth) == seats
    assert sum(worth.values()) == pytest.approx(0)


@pytest.mark.parametrize("game", encoded_games(), ids=table_name)
def test_the_guard_does_what_the_usual_wrappers_do(game: AnyGame) -> None:
    def usual(env: Any) -> Any:
        checked = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))

    def trace(env: Any, *, mistake_at: int) -> list[Any]:
        source, lines = np.random.default_rng(3), []
        env.reset(seed=3)
        for number, agent in enumerate(env.agent_iter()):
            seen, *rest = env.last()
            mask = seen["action_mask"] == (0 if number == mistake_at else 1)
            action = None if rest[1] or rest[2] else source.choice(np.flatnonzero(mask))
            lines.append([agent, rest, action, dict(env.rewards)])
            env.step(action)
        return lines

    for mistake in (-1, 0, 3):
        raw = [pettingzoo.raw_env(game.info.key, seats=3) for _ in range(2)]
        assert trace(Guard(raw[0]), mistake_at=mistake) == trace(usual(raw[1]), mistake_at=mistake)


def test_the_guard_watches_order_and_bounds() -> None:
    env = pettingzoo.env("dudo")
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agent_selection
    with pytest.raises(AssertionError, match="reset"):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(10_000)


def test_the_guard_asks_for_a_step_before_it_names_the_next_agent() -> None:
    env = pettingzoo.env("dudo")
    with pytest.raises(AssertionError, match="reset"):
        env.agent_iter()
    env.reset(seed=1)
    asked = iter(env.agent_iter(max_iter=2))
    next(asked)
    with pytest.raises(AssertionError, match="need to call step"):
        next(asked)
    env.reset(seed=1)
    assert sum(env.step(env.last()[0]["action_mask"].argmax()) is None for _ in env.agent_iter(max_iter=2)) == 2


@pytest.mark.parametrize(
    "thing",
    [
        0,
        60,
        61,
        -1,
        True,
        np.int64(60),
        np.int64(61),
        np.int64(-1),
        np.int8(3),
        np.array(3),
        np.array([3]),
        3.0,
        "3",
        None,
    ],
)
def test_the_space_of_actions_holds_what_the_library_says_it_holds(thing: Any) -> None:
    ours = pettingzoo.env("dudo").action_space("player_0")
    theirs = spaces.Discrete(61)
    assert ours == theirs
    assert ours.contains(thing) is bool(theirs.contains(thing))


def test_without_the_guard_an_illegal_action_is_refused_with_its_clause() -> None:
    env = pettingzoo.raw_env("dudo")
    env.reset(seed=1)
    with pytest.raises(Refused, match="Q-DU-10"):
        env.step(0)


def test_the_table_is_drawn_as_the_agent_to_move_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("dudo", render_mode="ansi")
    env.reset(seed=1)
    assert "Your dice:" in env.render()
    shown = pettingzoo.env("dudo", options={"first_player": "A"}, render_mode="human")
    shown.reset(seed=1)
    shown.step(1)
    assert "Bids: A 1x2" in capsys.readouterr().out
    silent = pettingzoo.raw_env("dudo")
    silent.reset()
    assert silent.render() is None


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env("dudo", seats=3, options={"dice": 2})))
    assert (env.table.seats, env.table.options.dice) == (3, 2)
