"""What can be done with a finished game: watch it again, lay a moment open, play on from it, play another."""

from __future__ import annotations

import random

import msgspec
from msgspec import Raw

from hoodwink.engine import fair
from hoodwink.engine.contract import Moved, seat_of
from hoodwink.engine.dispute import Moment, moment, step_of
from hoodwink.engine.words import Voice
from hoodwink.server import seating
from hoodwink.server.entries import Opened, Rematched
from hoodwink.server.hub import Hub
from hoodwink.server.table import Declined, Table, key_hash, new_key
from hoodwink.wire.messages import Fork, Hosting, TableCard
from hoodwink.wire.programs import Scene


def _finished(table: Table) -> None:
    if table.status != "over":
        raise Declined("server.not-over")


def scene(table: Table, number: int, eyes: str, voice: Voice) -> Scene:
    """A finished game after an event, from a seat's eyes, a watcher's or with everything open."""
    _finished(table)
    record, game = table.record(), table.game
    viewer = None if eyes in ("watcher", "open") else seat_of(eyes, table.opened.seats)
    step = step_of(game, record, number)
    view = game.view(step.after, viewer)
    return Scene(
        number=number,
        count=len(record.events),
        eyes=eyes,
        view=Raw(msgspec.json.encode(view)),
        told=table.in_words(game.tell(*step, viewer), voice),
        position=game.write_position(step.after if eyes == "open" else view),
    )


def dispute(table: Table, number: int) -> Moment:
    """An event of a finished game laid open."""
    _finished(table)
    return moment(table.game, table.record(), number)


async def rematch(hub: Hub, table: Table, key: str) -> TableCard:
    """Another game of the same people with the same options; who asks second gets the same table."""
    _finished(table)
    table.own_seat(key)
    async with hub.lock(table):
        if table.next is None:
            new = await hub.create(_another(table), seating.again(table))
            await hub.store_and_tell(table, [Rematched(new.id)])
    return hub.audience.card(await hub.find(table.next or table.id))


def _another(table: Table) -> Opened:
    """How a rematch opens: the series goes on."""
    result = table.state.result() if table.state is not None else None
    won = result.winners if result is not None else ()
    before = table.opened.series or (0,) * table.opened.seats
    return msgspec.structs.replace(
        table.opened,
        secret=fair.new_secret().hex(),
        host=table.host,
        previous=table.id,
        position=None,
        series=tuple(wins + (seat in won) for seat, wins in enumerate(before)),
    )


async def fork(hub: Hub, table: Table, wanted: Fork) -> Hosting:
    """A new table that goes on from one of one's own decisions, as it was or dealt anew."""
    _finished(table)
    seat = table.own_seat(wanted.key)
    step = step_of(table.game, table.record(), wanted.at)
    if not isinstance(step.event, Moved) or step.event.seat != seat:
        raise Declined("server.not-your-decision", number=wanted.at)
    state = step.before
    if wanted.redealt:
        state = table.game.imagine(table.game.view(state, seat), random.SystemRandom())
    host = new_key()
    opened: Opened = msgspec.structs.replace(
        table.opened,
        secret=fair.new_secret().hex(),
        host=key_hash(host),
        position=table.game.write_position(state),
        previous=None,
        series=(),
    )
    return Hosting(hub.audience.card(await hub.create(opened)), host)
