"""The reference page of the encodings, written from the encodings themselves; `python3 dev.py golden` rewrites it."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from hoodwink import games
from hoodwink.engine.contract import AnyGame

PAGE = Path(__file__).parent.parent / "docs/reference/encodings.md"
FIRST_IDS = 14
HEAD = """\
# Encodings

How the games are written in numbers: an id for every move, an array of 32-bit floats from 0 to 1 for every view. An
encoding takes a view and never the truth, so an array holds nothing that the seat may not know. The faces of
[the research guide](../guides/research.md) all use it; by hand:

```python
>>> from hoodwink import games
>>> dudo, numbers = games.find("dudo"), games.encoding("dudo")
>>> state = dudo.read_position("A:13356 B:22456 | open A | A 3x5", 2, dudo.info.options())
>>> view = dudo.view(state, 1)
>>> numbers.encode(view).shape
(136,)
>>> [dudo.write_move(numbers.move_of(number)) for number in numbers.ids(view.moves)][:5]
['dudo', '2*', '3*', '4x2', '4x3']

```

Ids hold for every number of seats, all options and all versions of one edition of a game: a table's moves have the ids
below its number of actions, and a test pins them. Other tests hold that two positions which a seat cannot tell apart
give the same array, and that the array determines the legal moves.

This page is written from the code by `python3 dev.py golden`.
"""


def encoded_games() -> list[AnyGame]:
    """The games that are written in numbers."""
    return [game for game in games.every() if (game.info.folder / "encoding.py").exists()]


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for game in encoded_games() for line in _chapter(game))])


def _chapter(game: AnyGame) -> list[str]:
    encoding, info = games.encoding(game.info.key), game.info
    preset, options = next(iter(info.presets.items()))
    about = inspect.getdoc(sys.modules[f"hoodwink.games.{info.key}.encoding"]) or ""
    first = ", ".join(f"{number} `{game.write_move(encoding.move_of(number))}`" for number in range(FIRST_IDS))
    sizes = [
        f"| {seats} | {encoding.actions(seats, options)} | {encoding.size(seats, options)} |" for seats in info.seats
    ]
    slices = [
        f"| {one.start}–{one.stop - 1} | `{one.name}` | {one.meaning} |"
        for one in encoding.layout(info.seats[0], options)
    ]
    return [
        f"## {info.key}, edition {info.edition}",
        "",
        about.partition("\n\n")[2],
        "",
        f"The first ids: {first}, …",
        "",
        f"| seats ({preset}) | actions | numbers in a view |",
        "| --- | --- | --- |",
        *sizes,
        "",
        f"A view with {info.seats[0]} seats, {preset}:",
        "",
        "| numbers | slice | meaning |",
        "| --- | --- | --- |",
        *slices,
        "",
    ]
