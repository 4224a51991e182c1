"""Every game as an OpenSpiel game: chance is explicit, information states have perfect recall.

    from hoodwink.research import openspiel
    game = openspiel.load("dudo", seats=2, options={"dice": 1, "first_player": "A"})

Importing this registers `hoodwink_dudo` and so on, so that `pyspiel.load_game("hoodwink_dudo(players=3)")` works too.
Actions are the ids of the encoding; a chance's action is its place in `chances()`. The returns add up to 0: the winners
share 1, the others share -1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hoodwink import games
from hoodwink.engine.contract import Random
from hoodwink.engine.encoding import missing
from hoodwink.engine.options import read_settings
from hoodwink.research import history
from hoodwink.research.playing import Settings, Table

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(__name__, error) from error

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def load(game: str, *, seats: int = 2, options: Settings = None, preset: str | None = None) -> Any:
    """The OpenSpiel game of a table; its string loads it again."""
    table = Table(game, seats, options, preset)
    return pyspiel.load_game(f"hoodwink_{game}", {"players": seats, "options": as_text(table)})


def as_text(table: Table) -> str:
    """The options of a table that differ from the first preset, as an OpenSpiel parameter: `dice:1 first_player:A`."""
    usual = next(iter(table.game.info.presets.values()))
    fields = {name: getattr(table.options, name) for name in table.options.__struct_fields__}
    changed = {name: value for name, value in fields.items() if value != getattr(usual, name)}
    return (
        " ".join(f"{name}:{value if isinstance(value, str) else str(value).lower()}" for name, value in changed.items())
        or "default"
    )


class TableGame(pyspiel.Game):
    """A table as OpenSpiel knows a game; every game of ours has a class of its own, made below."""

    key: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        key = self.key
        given = {**game_type(key).parameter_specification, **(params or {})}
        settings = [] if given["options"] == "default" else given["options"].replace(":", "=").split()
        preset = None if given["preset"] == "default" else given["preset"]
        self.table = table = Table(key, given["players"], read_settings(settings), preset)
        self.bound = table.game.bound(table.seats, table.options)
        self.begun = history.begin(table)
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=table.encoding.most_chances(table.seats, table.options),
            num_players=table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.bound,
        )
        super().__init__(game_type(key), info, given)

    def new_initial_state(self) -> TableState:
        """The beginning of a game."""
        return TableState(self, self.begun)

    def max_chance_nodes_in_history(self) -> int:
        """More than any game has."""
        return self.bound

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Somebody who turns a state into what a player knows: all that was told, or what is seen now."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("A player knows a view, or its public part; no other observation is offered.")
        if kind.perfect_recall:
            return Rememberer()
        return Observer(self.table, public_only=kind.private_info == pyspiel.PrivateInfoType.NONE)


class TableState(pyspiel.State):
    """A state. It holds a history and not its game: that would be a circle which is never freed.

    Clones share the history, for playing on replaces it: that makes cloning as cheap as OpenSpiel allows.
    """

    def __init__(self, game: TableGame, play: history.History) -> None:
        super().__init__(game)
        self.play = play

    def current_player(self) -> int:
        """Whose decision it is."""
        play = self.play
        if play.asked:
            return play.asked[len(play.held)]
        return TERMINAL if play.over else CHANCE

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.play.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.table.legal(self.play.state.moves(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability."""
        return _probabilities(tuple([weight for _, weight in self.play.state.chances()]))

    def _apply_action(self, action: int) -> None:
        play = self.play
        self.play = play.after(play.table.move_of(action) if play.asked else play.state.chances()[action][0])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.play.table.game
        if player == CHANCE:
            return game.write_chance(self.play.state.chances()[action][0])
        return game.write_move(self.play.table.move_of(action))

    def returns(self) -> list[float]:
        """What it was worth to each seat."""
        return self.play.table.returns(self.play)

    def __str__(self) -> str:
        return self.play.table.game.write_position(self.play.state)


class Observer:
    """What a player sees now: the view as an array and in notation."""

    def __init__(self, table: Table, *, public_only: bool) -> None:
        self.public_only = public_only
        self.tensor = np.zeros(table.size, np.float32)
        slices = table.encoding.layout(table.seats, table.options)
        self.dict = {one.name: self.tensor[one.start : one.stop] for one in slices}

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the array."""
        self.tensor[:] = state.play.table.encode(self._view(state, player))

    def string_from(self, state: TableState, player: int) -> str:
        """The view on one line."""
        return state.play.table.game.write_position(self._view(state, player))

    def _view(self, state: TableState, player: int) -> Any:
        return state.play.table.game.view(state.play.state, None if self.public_only else player)


class Rememberer:
    """All that a player was told and did. That has no fixed size, so there is no array of it."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: TableState, player: int) -> None:
        """There is no array to fill."""

    def string_from(self, state: TableState, player: int) -> str:
        """Everything, from the beginning."""
        return state.play.recall(player)


def resampler(source: Random) -> Callable[[TableState, int], TableState]:
    """For OpenSpiel's Python ISMCTS (`set_resampler`): states that the player to move cannot tell from a given one."""

    def resample(state: TableState, player: int) -> TableState:
        return TableState(state.get_game(), state.play.imagine(player, source))

    return resample


@cache
def _probabilities(weights: tuple[int, ...]) -> list[tuple[int, float]]:
    total = sum(weights)
    return [(place, weight / total) for place, weight in enumerate(weights)]


@cache
def game_type(key: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    info = games.find(key).info
    kind = pyspiel.GameType
    return kind(
        short_name=f"hoodwink_{key}",
        long_name=f"Hoodwink {key}, edition {info.edition}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=info.seats[0],
        max_num_players=info.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": info.seats[0], "preset": "default", "options": "default"},
    )


for _key in games.KEYS:  # a class each: OpenSpiel lets go of factories when Python is gone, which a function dies of
    pyspiel.register_game(game_type(_key), type(f"TableGame_{_key}", (TableGame,), {"key": _key}))
