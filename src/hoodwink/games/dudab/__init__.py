"""Dudab Buba with its Jungle and Baby modules: shed cards, dodge the sixth card of a column, collect few points."""

from pathlib import Path

from hoodwink.engine.contract import Game, Info, Types
from hoodwink.games.dudab import beats, bots, notation, positions, reasons, rounds, screen, sight, telling
from hoodwink.games.dudab.pieces import OPTION_CLAUSES, DudabChance, DudabMove, DudabOptions
from hoodwink.games.dudab.rulebook import RULEBOOK
from hoodwink.games.dudab.thinking import advice

GAME = Game(
    info=Info(
        key="dudab",
        seats=range(2, 7),
        edition=1,
        folder=Path(__file__).parent,
        options=DudabOptions,
        option_clauses=OPTION_CLAUSES,
        presets={
            "base": DudabOptions(),
            "jungle": DudabOptions(jungle=True),
            "baby": DudabOptions(baby=True),
            "both": DudabOptions(jungle=True, baby=True),
            "2015": DudabOptions(jungle=True, jungle_redraw_2015=True),
            "2018": DudabOptions(jungle=True, baby=True),
        },
        rulebook=RULEBOOK,
        types=Types(move=DudabMove, chance=DudabChance, view=sight.DudabView, beat=beats.DudabBeat),
    ),
    start=rounds.start,
    check=reasons.check,
    audit=rounds.audit,
    bound=rounds.bound,
    view=sight.view,
    tell=telling.tell,
    insider=telling.insider,
    imagine=sight.imagine,
    write_move=notation.write_move,
    read_move=notation.read_move,
    write_chance=notation.write_chance,
    read_chance=notation.read_chance,
    write_position=positions.write_position,
    read_position=positions.read_position,
    draw=screen.draw,
    describe=reasons.describe,
    report=screen.report,
    bots=bots.BOTS,
    levels=tuple(bots.LEVELS),
    advise=advice.advise,
)
