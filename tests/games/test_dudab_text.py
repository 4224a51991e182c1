"""Dudab Buba in words and text: what is typed wrongly, what is said in every language, what the screen shows."""

from __future__ import annotations

import random

import pytest

from hoodwink.engine.contract import AnyGame, Moved, Unreadable
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.games.dudab import GAME
from hoodwink.games.dudab.pieces import DudabOptions
from hoodwink.games.dudab.rounds import start
from hoodwink.games.dudab.sight import view
from tests.tables import random_steps

TABLE = "open A | A: R-hand-1 R-hand-2 | B: B-hand-1 B-hand-2 | 1: G-mam-4 | 2: Y-club-1"


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (TABLE + " | 3: D", "«3» is no column; they are numbered 1 to 2"),
        (TABLE + " | attack on 3", "«3» is no column; they are numbered 1 to 2"),
        (TABLE + " | due cover A", "«cover A» is nothing that can be due"),
        (TABLE + " | due cover A 3", "«3» is no column"),
        (TABLE + " | due nap A", "«nap A» is nothing that can be due"),
        (TABLE + " | C: D", "«C» is no seat"),
        (TABLE + " | nonsense", "«nonsense» is no part of a position"),
        (TABLE + " | discard R-hand-1", "R-hand-1 is there more often than the box holds it"),
        (TABLE + " | discard J", "J is there more often than the box holds it"),
        (TABLE + " | discard R-foot-1", "«R-foot-1» is no card"),
        (TABLE + " | deck 80", "The draw pile should hold 80 cards, but 74 are named nowhere else"),
        (TABLE + " | scores 1 2 3", "«1 2 3» are not the scores of 2 seats"),
        (TABLE + " | request red-ish on 1 by A", "«red-ish» cannot be asked for"),
        ("open A | A: ?? | B: B-hand-1 | 1: G-mam-4 | 2: D", "hides its cards"),
        ("open A | A: R-hand-1 | B: B-hand-1 | 1: G-mam-4", "Column 2 shows no card"),
    ],
)
def test_a_bad_position_is_refused_in_words(position: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.read_position(position, 2, DudabOptions())
    assert why in str(refused.value)


@pytest.mark.parametrize("text", ["", "R-hide-3", "R-hide-3>4", "X>1", "D>1:pink", "tuck", "toss Z", "draw R-hide-3"])
def test_a_bad_move_is_refused_in_words(text: str) -> None:
    with pytest.raises(Unreadable, match="«"):
        GAME.read_move(text)


def test_a_bad_draw_is_refused_in_words() -> None:
    with pytest.raises(Unreadable, match="is no draw"):
        GAME.read_chance("roll A:123")


def test_moves_may_be_typed_loosely() -> None:
    assert [GAME.write_move(GAME.read_move(text)) for text in ("r-HIDE-3 1", "d on 2 for hide", "Draw", "j > 1")] == [
        "R-hide-3>1",
        "D>2:hide",
        "draw",
        "J>1",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_beats_and_moves_are_said_in_every_language(lang: str) -> None:
    game: AnyGame = GAME
    voice, source = Voice(lang, ["Ann", "Bob", "Cid"]), random.Random(7)
    for step in random_steps(game, start(3, DudabOptions(jungle=True, baby=True)), source):
        for viewer in (0, None):
            assert all(voice(game.report(beat)) for beat in game.tell(*step, viewer))
            assert "Ann" in game.draw(game.view(step.after, viewer), voice)
        if isinstance(step.event, Moved):
            assert voice(game.describe(step.event.move))


def test_the_screen_shows_jungle_mirror_stack_and_duty_without_colour() -> None:
    drawn = GAME.draw(
        view(
            GAME.read_position(
                "open A turn B | A: R-hand-1 R-hand-2 + D | B: B-hand-1 B-hand-2 | 1: R-hide-3 B-club-2 =J= G-club-1"
                " | 2: [R-mam-1 J B!] Y-club-1 S:Y | attack on 2",
                2,
                DudabOptions(jungle=True, baby=True),
            ),
            1,
        ),
        Voice("en", ["Ann", "Bob"]),
    )
    assert drawn == SCREEN


SCREEN = """\
Round 1 of 2 · 82 cards to draw, 0 discarded

  A Ann  2 cards in hand, 1 in the own pile, opens
      Own pile: D
> B Bob  2 cards in hand, 0 in the own pile, you

Column 1      Column 2
R-hide-3      [3 under]
B-club-2      Y-club-1
==J=======    S:Y
G-club-1
~R-hide-3

==J== is a Jungle; ~ names the card that the next one below it lies opposite.

A Shaman on column 2: react with a Shaman, a Dudab or the penalty.

Your hand:  B-hand-1  B-hand-2"""
