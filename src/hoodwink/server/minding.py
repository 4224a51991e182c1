"""Changes of a table's time: a bot minds a seat, its person takes it back, everybody rests.

Each function works out the entries of a change, or declines it with a reason; nothing here changes a table.
"""

from __future__ import annotations

from typing import Literal

from hoodwink import bots
from hoodwink.engine.contract import Seat, Viewer
from hoodwink.server.entries import Entry, Minded, PauseAsked, Paused, PauseDeclined, Resumed, Returned
from hoodwink.server.table import Declined, Table


def mind(table: Table, seat: Seat, why: Literal["time", "gone"], now: float) -> list[Entry]:
    """A bot minds a seat that has to decide; nothing when it decided meanwhile, or is minded already."""
    due = table.time.deadlines().get(seat)
    if seat not in table.time.asked or seat in table.time.minded or table.time.rests_since is not None:
        return []
    if why == "time" and (due is None or now < due):
        return []
    return [Minded(seat, table.opened.minder or bots.best(table.game), why, now)]


def take_back(table: Table, viewer: Viewer, now: float) -> list[Entry]:
    """The person of a seat is here again."""
    if viewer is None or viewer not in table.time.minded:
        raise Declined("server.not-minded")
    return [Returned(viewer, now)]


def pause(table: Table, viewer: Viewer, now: float) -> list[Entry]:
    """A seat asks for a pause or agrees to it; the table rests once all people want it."""
    seat = _player(table, viewer)
    people = {place for place, sitter in enumerate(table.sitters) if sitter is not None and sitter.bot is None} - set(
        table.time.minded
    )
    asked: list[Entry] = [PauseAsked(seat)]
    return [*asked, Paused(now)] if people <= {*table.time.pausing, seat} else asked


def no_pause(table: Table, viewer: Viewer) -> list[Entry]:
    """A seat does not want to rest."""
    seat = _player(table, viewer)
    if not table.time.pausing:
        raise Declined("server.no-pause-asked")
    return [PauseDeclined(seat)]


def resume(table: Table, viewer: Viewer, now: float) -> list[Entry]:
    """A seat lets play go on."""
    if viewer is None or table.time.rests_since is None:
        raise Declined("server.not-paused")
    return [Resumed(now)]


def _player(table: Table, viewer: Viewer) -> Seat:
    """A seat of a game that is on and does not rest."""
    if viewer is None:
        raise Declined("server.only-watching")
    table.playing()
    return viewer
