"""The HTTP side for everybody: opening tables, sitting down, and what can be done with a game afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from hoodwink import games
from hoodwink.engine.dispute import Moment
from hoodwink.engine.words import Voice
from hoodwink.server import admin, afterwards, history, openapi, programs, seating, shelf
from hoodwink.server.entries import Entry
from hoodwink.server.routes import JSON, Asked, Endpoint
from hoodwink.server.table import Declined, Table
from hoodwink.wire.log import Glimpse, Rulebook, TableLog
from hoodwink.wire.messages import (
    Begin,
    Fork,
    Hosting,
    NewTable,
    OfSeat,
    OpenNonce,
    Seated,
    Sit,
    SitBot,
    TableCard,
    WithKey,
)
from hoodwink.wire.programs import Health, RecordFile, ReplayQuery, Scene, ScenesQuery
from hoodwink.wire.shelf import GameCard, ShelfQuery


async def healthz(asked: Asked) -> Health:
    """Whether the server is up."""
    return Health("ok")


async def list_games(asked: Asked, query: ShelfQuery) -> list[GameCard]:
    """What can be played: every game with its presets, options and bots."""
    return shelf.cards(asked.voice if query.lang is None else Voice(query.lang))


async def list_rules(asked: Asked) -> list[Rulebook]:
    """The rulebook of every game: its chapters and clauses in reading order, by their ids in the word catalogues."""
    return [history.rulebook(game) for game in games.every()]


async def list_tables(asked: Asked) -> list[TableCard]:
    """The tables anybody may find."""
    return asked.hub.public()


async def open_table(asked: Asked, wanted: NewTable) -> Hosting:
    """Open a table."""
    return await asked.hub.open(wanted)


async def show_table(asked: Asked) -> TableCard:
    """What everybody may know of a table."""
    return asked.hub.audience.card(await asked.table())


async def sit(asked: Asked, wanted: Sit) -> Seated:
    """Sit down, before the game begins."""
    return await asked.hub.sit(await asked.table(), wanted)


async def _changed(asked: Asked, made: Callable[[Table], list[Entry]]) -> TableCard:
    """Change the table that the path names; its card afterwards."""
    hub, table = asked.hub, await asked.table()
    await hub.change(table, lambda: made(table))
    return hub.audience.card(table)


async def stand(asked: Asked, wanted: WithKey) -> TableCard:
    """Give a chair back, before the game begins."""
    return await _changed(asked, lambda table: seating.stand(table, wanted.key))


async def open_nonce(asked: Asked, wanted: OpenNonce) -> TableCard:
    """Open the nonce that was promised when sitting down."""
    return await _changed(asked, lambda table: seating.open_nonce(table, wanted.key, wanted.nonce))


async def sit_bot(asked: Asked, wanted: SitBot) -> TableCard:
    """Put a bot on a chair, as the host."""
    return await _changed(asked, lambda table: seating.sit_bot(table, wanted.host, wanted.bot, wanted.seat))


async def remove(asked: Asked, wanted: OfSeat) -> TableCard:
    """Free a chair, as the host."""
    return await _changed(asked, lambda table: seating.remove(table, wanted.host, wanted.seat))


async def hand_over(asked: Asked, wanted: OfSeat) -> TableCard:
    """Make somebody else at the table its host."""
    return await _changed(asked, lambda table: seating.hand_over(table, wanted.host, wanted.seat))


async def begin(asked: Asked, wanted: Begin) -> TableCard:
    """Start the game, as its host."""
    return await _changed(asked, lambda table: seating.begin(table, wanted.host, wanted.bot, time.time()))


async def rematch(asked: Asked, wanted: WithKey) -> TableCard:
    """Another game of the same people with the same options; who asks second gets the same table."""
    return await afterwards.rematch(asked.hub, await asked.table(), wanted.key)


async def fork(asked: Asked, wanted: Fork) -> Hosting:
    """A new table that goes on from one of one's own decisions in a finished game."""
    return await afterwards.fork(asked.hub, await asked.table(), wanted)


async def show_log(asked: Asked) -> TableLog:
    """What happened so far as the holder of a key was told it, and what was said. Without a key: as a watcher."""
    table = await asked.table()
    past, voice = history.past(table, programs.viewer_of(table, asked.key())), asked.voice_at(table)
    return await asked.hub.aside(lambda: history.log(past, voice))


async def show_line(asked: Asked, number: int) -> Glimpse:
    """The table as the holder of a key saw it with an earlier packet. Without a key: as a watcher."""
    table = await asked.table()
    past, voice = history.past(table, programs.viewer_of(table, asked.key())), asked.voice_at(table)
    return await asked.hub.aside(lambda: history.glimpse(past, number, voice))


async def replay(asked: Asked, number: int, query: ReplayQuery) -> Scene:
    """A finished game just after an event, from somebody's eyes."""
    table = await asked.table()
    voice = asked.voice_at(table)
    return await asked.hub.aside(lambda: afterwards.scene(table, number, query.eyes, voice))


async def replay_stretch(asked: Asked, query: ScenesQuery) -> list[Scene]:
    """A stretch of a finished game, just after each of its events, from somebody's eyes; shorter at its end."""
    table = await asked.table()
    voice = asked.voice_at(table)
    return await asked.hub.aside(lambda: afterwards.scenes(table, query.first, query.count, query.eyes, voice))


async def dispute(asked: Asked, number: int) -> Moment:
    """An event of a finished game laid open: the position before and after, and the clauses applied."""
    table = await asked.table()
    return await asked.hub.aside(lambda: afterwards.dispute(table, number))


async def record(asked: Asked) -> Response:
    """The whole record, once the game is over; as text where that is asked for."""
    table = await asked.table()
    if table.status != "over":
        raise Declined("server.not-over")
    whole = table.record()
    if asked.wants("text/plain"):
        return Response(whole.to_text(), media_type="text/plain; charset=utf-8")
    return Response(whole.to_json(), media_type=JSON)


async def describe(asked: Asked) -> dict[str, Any]:
    """This description of the HTTP side."""
    return openapi.document(ENDPOINTS)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/healthz", healthz),
    Endpoint("GET", "/api/openapi.json", describe),
    Endpoint("GET", "/api/games", list_games),
    Endpoint("GET", "/api/rules", list_rules),
    Endpoint("GET", "/api/tables", list_tables),
    Endpoint("POST", "/api/tables", open_table, status=201),
    Endpoint("GET", "/api/tables/{table}", show_table),
    Endpoint("POST", "/api/tables/{table}/sit", sit, status=201),
    Endpoint("POST", "/api/tables/{table}/stand", stand),
    Endpoint("POST", "/api/tables/{table}/nonce", open_nonce),
    Endpoint("POST", "/api/tables/{table}/bots", sit_bot),
    Endpoint("POST", "/api/tables/{table}/remove", remove),
    Endpoint("POST", "/api/tables/{table}/host", hand_over),
    Endpoint("POST", "/api/tables/{table}/begin", begin),
    Endpoint("POST", "/api/tables/{table}/rematch", rematch, status=201),
    Endpoint("POST", "/api/tables/{table}/fork", fork, status=201),
    Endpoint("GET", "/api/tables/{table}/log", show_log, key="optional"),
    Endpoint("GET", "/api/tables/{table}/log/{number:int}", show_line, key="optional"),
    Endpoint("GET", "/api/tables/{table}/record", record, gives={JSON: RecordFile, "text/plain": str}),
    Endpoint("GET", "/api/tables/{table}/replay", replay_stretch),
    Endpoint("GET", "/api/tables/{table}/replay/{number:int}", replay),
    Endpoint("GET", "/api/tables/{table}/dispute/{number:int}", dispute),
    *programs.ENDPOINTS,
    *admin.ENDPOINTS,
)
