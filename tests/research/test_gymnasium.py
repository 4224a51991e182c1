"""The Gymnasium face: the library's own check, masks, opponents and the vectorised form."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hoodwink.engine.contract import AnyGame, Said
from hoodwink.research import gymnasium as faces
from tests.encodings import encoded_games
from tests.tables import table_name

every_game = pytest.mark.parametrize("game", encoded_games(), ids=table_name)


def made(game: AnyGame, **settings: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(f"hoodwink/{game.info.key}-v{game.info.edition}", **settings)


@every_game
@pytest.mark.parametrize("seats", [2, 4])
def test_the_library_accepts_it(game: AnyGame, seats: int) -> None:
    check_env(made(game, seats=seats, opponents="greedy").unwrapped)


@every_game
def test_a_game_is_played_to_the_end_from_any_seat(game: AnyGame) -> None:
    env = made(game, seats=3, seat=None, opponents=["random", "greedy"])
    source, seats, rewards = np.random.default_rng(0), set(), set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            assert env.unwrapped.action_masks().nonzero()[0].tolist() == legal.tolist()  # type: ignore[attr-defined]
            _, reward, over, _, info = env.step(source.choice(legal))
        assert not info["action_mask"].any()
        rewards.add(reward)
    assert seats == {0, 1, 2}
    assert rewards <= {1.0, -0.5, 0.5, -1.0, 0.0}


def test_an_illegal_action_ends_the_game_and_says_why() -> None:
    env = gymnasium.make("hoodwink/dudo-v1", options={"first_player": "A"})
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over) == (-1.0, True)
    assert "[Q-DU-10]" in info["refused"]
    with pytest.raises(Said, match="The game is over"):
        env.unwrapped.step(1)


def test_the_table_is_drawn() -> None:
    env = faces.SeatEnv("dudo", render_mode="ansi")
    env.reset(seed=1)
    assert "Your dice:" in env.render()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"seat": 2}, "no seat number 2"),
        ({"seats": 3, "opponents": ["random"]}, "1 opponent is named, but 2 sit"),
        ({"opponents": "nobody"}, "no bot nobody"),
    ],
)
def test_what_cannot_be_is_said(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(Said, match=said):
        faces.SeatEnv("dudo", **settings)


@every_game
@pytest.mark.parametrize("processes", [False, True])
def test_tables_step_together_and_by_seed_alike(game: AnyGame, processes: bool) -> None:
    def run() -> list[bytes]:
        many = faces.vector(game.info.key, 3, processes=processes, opponents="greedy")
        source = np.random.default_rng(0)
        seen, info = many.reset(seed=7)
        lines = [seen.tobytes()]
        for _ in range(30):
            masks = info["action_mask"]
            actions = [source.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
            seen, rewards, *_, info = many.step(np.array(actions))
            lines.append(seen.tobytes() + rewards.tobytes())
        many.close()
        return lines

    assert run() == run()
