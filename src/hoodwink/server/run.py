"""Starting the server: one process, one file, no services."""

from __future__ import annotations

import asyncio

import click
import uvicorn

from hoodwink.engine.words import Voice
from hoodwink.server.hub import Hub
from hoodwink.server.minds import Minds
from hoodwink.server.store import open_store, shown
from hoodwink.server.web import MOST_BODY, app


def run(host: str, port: int, db: str, voice: Voice) -> None:
    """Serve until told to stop."""
    asyncio.run(_try(db))
    click.echo(voice("server.serving", url=f"http://{host}:{port}", db=shown(db)))
    uvicorn.run(
        app(lambda: Hub(open_store(db), Minds())),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
    )


async def _try(db: str) -> None:
    """Use the store once, so that what is wrong with it is said before anything listens."""
    store = open_store(db)
    try:
        await store.unfinished()
    finally:
        await store.close()
