"""Every game's scenarios hold, and between them every clause has been seen to fire, both ways where it can."""

from __future__ import annotations

import pytest

from hoodwink import games
from hoodwink.engine.contract import AnyGame, clauses
from hoodwink.engine.scenario import Scenario, Then, read_scenarios, run
from hoodwink.engine.words import Voice
from tests.tables import table_name


def scenarios(game: AnyGame) -> tuple[Scenario, ...]:
    return read_scenarios((game.info.folder / "scenarios.toml").read_text(encoding="utf-8")).scenario


every_scenario = [
    pytest.param(game, scenario, id=f"{game.info.key}: {scenario.name}")
    for game in games.every()
    for scenario in scenarios(game)
]
every_game = pytest.mark.parametrize("game", games.every(), ids=table_name)


@pytest.mark.parametrize(("game", "scenario"), every_scenario)
def test_scenario_holds(game: AnyGame, scenario: Scenario) -> None:
    assert [Voice()(said) for said in run(game, scenario)] == []


@pytest.mark.parametrize(("game", "scenario"), every_scenario)
def test_scenario_asks_something(game: AnyGame, scenario: Scenario) -> None:
    assert scenario.then != Then(), "a scenario that expects nothing proves nothing"


@every_game
def test_scenario_names_are_unique_and_cite_known_clauses(game: AnyGame) -> None:
    names = [scenario.name for scenario in scenarios(game)]
    assert len(names) == len(set(names))
    assert {clause for scenario in scenarios(game) for clause in scenario.clauses} <= set(clauses(game.info))


@every_game
def test_every_clause_is_shown_by_a_scenario(game: AnyGame) -> None:
    cited = {clause for scenario in scenarios(game) for clause in scenario.clauses}
    assert set(clauses(game.info)) - cited == set()


@every_game
def test_every_forbidding_clause_is_shown_refusing_and_allowing(game: AnyGame) -> None:
    refusing, allowing = set(), set()
    for scenario in scenarios(game):
        then = scenario.then
        refusing |= {*then.refused, then.table_refused} & set(scenario.clauses)
        if then.table_refused is None and (then.legal or then.only or then.count or scenario.moves or then.position):
            allowing |= set(scenario.clauses)
    forbidding = {clause.id for clause in clauses(game.info).values() if clause.forbids}
    assert forbidding - refusing == set(), "never shown refusing"
    assert forbidding - allowing == set(), "never shown allowing"
    assert refusing <= forbidding, "refuses although the rulebook does not mark it as forbidding"
