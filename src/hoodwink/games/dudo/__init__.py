"""Dudo, the Squiirl edition: bluff about everybody's dice, doubt, pay in dice."""

from pathlib import Path

from hoodwink.engine.contract import Game, Info, Types
from hoodwink.games.dudo import advice, beats, bots, notation, reasons, screen, sight, state
from hoodwink.games.dudo.pieces import OPTION_CLAUSES, DudoChance, DudoMove, DudoOptions
from hoodwink.games.dudo.rulebook import RULEBOOK

GAME = Game(
    info=Info(
        key="dudo",
        seats=range(2, 7),
        edition=1,
        folder=Path(__file__).parent,
        options=DudoOptions,
        option_clauses=OPTION_CLAUSES,
        presets={
            "standard": DudoOptions(),
            "novice": DudoOptions(one_die_losses=True),
            "long": DudoOptions(survivor_bonus_die=True),
        },
        rulebook=RULEBOOK,
        types=Types(move=DudoMove, chance=DudoChance, view=sight.DudoView, beat=beats.DudoBeat),
    ),
    start=state.start,
    check=reasons.check,
    audit=state.audit,
    bound=state.bound,
    view=sight.view,
    tell=sight.tell,
    insider=sight.insider,
    imagine=sight.imagine,
    write_move=notation.write_move,
    read_move=notation.read_move,
    write_chance=notation.write_chance,
    read_chance=notation.read_chance,
    write_position=notation.write_position,
    read_position=notation.read_position,
    draw=screen.draw,
    describe=reasons.describe,
    report=screen.report,
    bots=bots.BOTS,
    levels=bots.LEVELS,
    advise=advice.advise,
    keeps=sight.keeps,
)
