"""The OpenSpiel face: the library's own test, perfect recall, and its algorithms on our rules."""

from __future__ import annotations

import copy
import gc
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import best_response, cfr, ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from hoodwink.engine.contract import AnyGame
from hoodwink.research import openspiel
from hoodwink.research.playing import Table
from tests.encodings import encoded_games
from tests.tables import quick, table_name, variants

every_game = pytest.mark.parametrize("game", encoded_games(), ids=table_name)
FIRST_SEAT_WINS = 193 / 324
"""One die each: what the seat that opens wins in equilibrium, from an independent linear program."""


MOST_SEARCHED = 8
"""Decisions a game that are searched; long games end at random."""


def load_quick(game: AnyGame, seats: int) -> Any:
    """A table at which games are short."""
    return openspiel.load(game.info.key, seats=seats, options=quick(game.info.options()))


def one_die_each() -> Any:
    return openspiel.load("dudo", seats=2, options={"dice": 1, "first_player": "A"})


def random_states(game: Any, seed: int) -> Iterator[Any]:
    """A random game, as the states in it."""
    source, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state.clone()
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(actions, chances)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
    yield state


@every_game
@pytest.mark.parametrize("seats", [2, 4])
def test_the_library_accepts_it(game: AnyGame, seats: int) -> None:
    for options in game.info.presets.values():
        loaded = openspiel.load(game.info.key, seats=seats, options=quick(options))
        pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


@every_game
def test_every_option_can_be_loaded_and_written(game: AnyGame) -> None:
    for options in variants(game, 2).values():
        loaded = openspiel.load(game.info.key, seats=2, options=options)
        assert pyspiel.load_game(str(loaded)).table.options == options


@every_game
def test_information_states_have_perfect_recall(game: AnyGame) -> None:
    """Whoever knows the information state knows all earlier ones of the same seat: each begins with the one before."""
    for seed in range(5):
        known = [""] * 3
        for state in random_states(load_quick(game, 3), seed):
            for seat in range(3):
                now = state.information_state_string(seat)
                assert now.startswith(known[seat])
                known[seat] = now


@every_game
def test_what_is_hidden_is_in_no_information_state(game: AnyGame) -> None:
    """The seat to move knows the same in an imagined game: the same string, tensor and legal actions."""
    source = random.Random(1)
    resample = openspiel.resampler(source)
    for seed in range(5):
        for state in random_states(load_quick(game, 3), seed):
            player = state.current_player()
            if player >= 0:
                twin = resample(state, player)
                assert twin.current_player() == player
                assert twin.information_state_string(player) == state.information_state_string(player)
                assert twin.observation_tensor(player) == state.observation_tensor(player)
                assert twin.legal_actions() == state.legal_actions() == sorted(state.legal_actions())


@every_game
def test_a_clone_goes_its_own_way_and_a_serialised_state_goes_on(game: AnyGame) -> None:
    loaded = load_quick(game, 2)
    for state in random_states(loaded, 3):
        if state.is_terminal():
            break
        before = str(state), state.information_state_string(0)
        twin = copy.deepcopy(state.clone())
        twin.apply_action(twin.legal_actions()[-1])
        assert (str(state), state.information_state_string(0)) == before
        again = loaded.deserialize_state(state.serialize())
        assert (str(again), again.information_state_string(0)) == before
        again.apply_action(again.legal_actions()[-1])
        assert again.information_state_string(0) == twin.information_state_string(0)


def test_chance_has_the_probabilities_of_the_rules() -> None:
    state = openspiel.load("dudo", seats=2, options={"dice": 2, "first_player": "A"}).new_initial_state()
    named = {state.action_to_string(action): chance for action, chance in state.chance_outcomes()}
    assert named["roll A:11"] == pytest.approx(1 / 36)
    assert named["roll A:12"] == pytest.approx(2 / 36)
    assert sum(named.values()) == pytest.approx(1)


def test_observers_name_the_slices_and_hide_what_is_private() -> None:
    game = openspiel.load("dudo", seats=2, options={"first_player": "A"})
    state = next(state for state in random_states(game, 1) if state.current_player() == 0)
    seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
    seen.set_from(state, 0)
    assert seen.dict["dice"].sum() == pytest.approx(1)
    nobody, everybody = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=nobody))
    public.set_from(state, 0)
    assert public.dict["dice"].sum() == 0
    assert public.string_from(state, 0).startswith("A:????? B:?????")
    assert make_observation(game, INFO_STATE_OBS_TYPE).tensor is None
    with pytest.raises(ValueError, match="no other observation"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody))


def test_states_are_freed() -> None:
    """A state that held its game would keep both for ever."""
    game = one_die_each()
    state = next(random_states(game, 1))
    tables = sum(isinstance(thing, Table) for thing in gc.get_objects())
    for _ in range(5):
        list(random_states(one_die_each(), 1))
    del game, state
    gc.collect()
    assert sum(isinstance(thing, Table) for thing in gc.get_objects()) <= tables


def test_cfr_and_best_response_find_the_value_of_one_die_each() -> None:
    """Thirty iterations of OpenSpiel's CFR+: best responses bracket 193/324 from both sides, within 0.015 each."""
    game = one_die_each()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy, root = solver.average_policy(), game.new_initial_state()
    gains = [best_response.BestResponsePolicy(game, player, policy).value(root) for player in range(2)]
    most, least = (1 + gains[0]) / 2, (1 - gains[1]) / 2
    assert least <= FIRST_SEAT_WINS <= most
    assert least == pytest.approx(FIRST_SEAT_WINS, abs=0.015)
    assert most == pytest.approx(FIRST_SEAT_WINS, abs=0.015)
    assert (least + most) / 2 == pytest.approx(FIRST_SEAT_WINS, abs=0.002)


@every_game
def test_ismcts_plays_with_our_imagination(game: AnyGame) -> None:
    loaded = load_quick(game, 2)
    for seed in range(2):
        luck = np.random.RandomState(seed)
        bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, luck), 1.4, max_simulations=10, random_state=luck)
        bot.set_resampler(openspiel.resampler(random.Random(seed)))
        state, decided = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choice(actions, p=chances))
            elif state.current_player() == 0 and decided < MOST_SEARCHED:
                decided += 1
                state.apply_action(bot.step(state))
            else:
                state.apply_action(luck.choice(state.legal_actions()))
        assert decided
        assert sum(state.returns()) == 0


@every_game
def test_learners_of_the_library_can_step_it(game: AnyGame) -> None:
    """OpenSpiel's reinforcement learning environment takes observations, there being no tensor of all that was told."""
    kind = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(load_quick(game, 3), observation_type=kind)
    env.seed(1)
    source, step = random.Random(1), env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        step = env.step([source.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == pytest.approx(0)
