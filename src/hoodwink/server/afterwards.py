"""What can be done with a finished game: watch it again, lay a moment open, play on from it, play another."""

from __future__ import annotations

import random
from itertools import islice

import msgspec
from msgspec import Raw

from hoodwink.engine import fair
from hoodwink.engine.contract import Moved, Viewer, seat_of
from hoodwink.engine.dispute import Moment, moment, step_of
from hoodwink.engine.record import begin
from hoodwink.engine.table import Step, read_event, steps
from hoodwink.engine.words import Voice
from hoodwink.server import seating
from hoodwink.server.entries import Opened, Rematched
from hoodwink.server.hub import Hub
from hoodwink.server.table import Declined, Table, key_hash, new_key
from hoodwink.wire.messages import Fork, Hosting, TableCard
from hoodwink.wire.packets import in_words
from hoodwink.wire.programs import Scene


def _finished(table: Table) -> None:
    if table.status != "over":
        raise Declined("server.not-over")


def scene(table: Table, number: int, eyes: str, voice: Voice) -> Scene:
    """A finished game after an event, from a seat's eyes, a watcher's or with everything open."""
    _finished(table)
    return _scene(table, number, step_of(table.game, table.record(), number), eyes, voice)


def scenes(table: Table, first: int, count: int, eyes: str, voice: Voice) -> list[Scene]:
    """A stretch of a finished game, for whoever watches it in motion."""
    _finished(table)
    record, game = table.record(), table.game
    events = (read_event(game, text, table.opened.seats) for text in record.events)
    stretch = islice(enumerate(steps(game, begin(game, record), events), 1), first - 1, first - 1 + count)
    return [_scene(table, number, step, eyes, voice) for number, step in stretch]


def _scene(table: Table, number: int, step: Step, eyes: str, voice: Voice) -> Scene:
    game = table.game
    viewer = _viewer(table, step, eyes)
    view, beats = game.view(step.after, viewer), game.tell(*step, viewer)
    return Scene(
        number=number,
        count=len(table.events),
        eyes=eyes,
        by=step.event.seat if isinstance(step.event, Moved) else None,
        view=Raw(msgspec.json.encode(msgspec.structs.replace(view, moves=()))),
        beats=Raw(msgspec.json.encode(beats)),
        told=in_words(game, table.options, beats, voice),
        position=game.write_position(step.after if eyes == "open" else view),
    )


def _viewer(table: Table, step: Step, eyes: str) -> Viewer:
    """Who looks. With everything open it is whoever saw more than a watcher, else whoever decides next."""
    if eyes == "watcher":
        return None
    if eyes != "open":
        return seat_of(eyes, table.opened.seats)
    insider: Viewer = table.game.insider(step.before, step.event)
    return next(iter(step.after.to_move()), None) if insider is None else insider


def dispute(table: Table, number: int) -> Moment:
    """An event of a finished game laid open."""
    _finished(table)
    return moment(table.game, table.record(), number)


async def rematch(hub: Hub, table: Table, key: str) -> TableCard:
    """Another game of the same people with the same options; who asks second gets the same table."""
    _finished(table)
    table.own_seat(key)
    async with hub.turn(table):
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
    step = await hub.aside(lambda: step_of(table.game, table.record(), wanted.at))
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
