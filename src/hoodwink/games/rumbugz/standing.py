"""Standing answers to «does anybody want this discard?»: kept beside a seat, applied by the table, shown to nobody.

As text: `pass`, `offer`, `ask`, or `offer 7 P` with what to do about all other tiles: `offer 7 P else ask`. Since every
seat is asked after every discard, an answer that comes by itself tells the others nothing about a hand.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from hoodwink.engine.contract import Unreadable
from hoodwink.engine.words import message
from hoodwink.games.rumbugz.pieces import OFFER, PASS, Offer, Pass
from hoodwink.games.rumbugz.rows import PLYT
from hoodwink.games.rumbugz.rowtext import write_tile
from hoodwink.games.rumbugz.sight import RumbugzView


class Standing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat answers without being asked: offer for these tiles, and otherwise offer, pass, or ask after all."""

    offer_for: tuple[int, ...] = ()
    otherwise: Literal["ask", "offer", "pass"] = "ask"


def answer(standing: Standing, view: RumbugzView) -> Offer | Pass | None:
    """The answer for the viewer, or None when there is nothing to answer or the person is to be asked."""
    if view.phase != "poll" or view.viewer not in view.to_move:
        return None
    if view.pile[-1] in standing.offer_for:
        return OFFER
    if standing.otherwise == "ask":
        return None
    return OFFER if standing.otherwise == "offer" else PASS


def write_standing(standing: Standing) -> str:
    """A standing answer as it is typed."""
    if not standing.offer_for:
        return standing.otherwise
    return f"offer {' '.join(map(write_tile, standing.offer_for))} else {standing.otherwise}"


def read_standing(text: str) -> Standing:
    """The standing answer a text stands for; without `else`, other tiles are passed.

    >>> read_standing("offer 7 P")
    Standing(offer_for=(7, 13), otherwise='pass')
    """
    wanted, _, otherwise = text.strip().lower().partition(" else ")
    verb, *tiles = wanted.split() or [""]
    otherwise = otherwise.strip() or ("pass" if tiles else verb)
    known = all(tile == "p" or (tile.isdecimal() and 1 <= int(tile) < PLYT) for tile in tiles)
    for choice in ("ask", "offer", "pass"):
        if otherwise == choice and known and (verb == "offer" or (verb == choice and not tiles)):
            numbers = sorted({PLYT if tile == "p" else int(tile) for tile in tiles})
            return Standing(tuple(numbers), choice)
    raise Unreadable(message("rumbugz.no-such-standing", text=text.strip()))
