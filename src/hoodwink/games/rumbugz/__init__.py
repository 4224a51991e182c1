"""RumBugz, the NumBugz rummy: four kinds of rows, exchanges on the table, offers out of turn."""

from pathlib import Path

from hoodwink.engine.contract import Game, Info, Types
from hoodwink.games.rumbugz import (
    beats,
    bots,
    notation,
    plan,
    position,
    reasons,
    saying,
    screen,
    sight,
    standing,
    state,
    telling,
)
from hoodwink.games.rumbugz.pieces import OPTION_CLAUSES, RumbugzChance, RumbugzMove, RumbugzOptions
from hoodwink.games.rumbugz.rulebook import RULEBOOK
from hoodwink.games.rumbugz.thinking import advice, race

GAME = Game(
    info=Info(
        key="rumbugz",
        seats=range(2, 7),
        edition=1,
        folder=Path(__file__).parent,
        options=RumbugzOptions,
        option_clauses=OPTION_CLAUSES,
        presets={
            "standard": RumbugzOptions(),
            "short": RumbugzOptions(rounds=1),
            "strict": RumbugzOptions(one_sequence_per_turn=True, min_naturals=2, plyt_hand_value=12),
            "loose": RumbugzOptions(early_add=True, free_removal=True),
        },
        rulebook=RULEBOOK,
        types=Types(
            move=RumbugzMove,
            chance=RumbugzChance,
            view=sight.RumbugzView,
            beat=beats.RumbugzBeat,
            wish=plan.Wish,
            standing=standing.Standing,
        ),
    ),
    start=state.start,
    check=reasons.check,
    audit=state.audit,
    bound=state.bound,
    view=sight.view,
    tell=telling.tell,
    insider=telling.insider,
    imagine=sight.imagine,
    write_move=notation.write_move,
    read_move=notation.read_move,
    write_chance=notation.write_chance,
    read_chance=notation.read_chance,
    write_position=position.write_position,
    read_position=position.read_position,
    draw=screen.draw,
    describe=saying.describe,
    report=screen.report,
    bots=bots.BOTS,
    levels=bots.LEVELS,
    advise=advice.advise,
    prepare=race.prepare,
    plan=plan.plan,
    faults=plan.faults,
    answer=standing.answer,
    read_standing=standing.read_standing,
)
