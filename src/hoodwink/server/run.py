"""Starting the server: one process, one file, no services."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import click
import uvicorn

from hoodwink.engine.words import Voice
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Limits
from hoodwink.server.minds import Minds
from hoodwink.server.store import open_store, shown
from hoodwink.server.watch import log_to_stderr
from hoodwink.server.web import MOST_BODY, app


def run(host: str, port: int, db: str, limits: Limits, voice: Voice, *, webhooks: bool = False) -> None:
    """Serve until told to stop."""
    log_to_stderr(os.environ.get("HOODWINK_LOG", "warning"))
    asyncio.run(_try(db))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn hands it on once all is put away
    click.echo(voice("server.serving", url=f"http://{host}:{port}", db=shown(db)))
    uvicorn.run(
        app(lambda: Hub(open_store(db), Minds(), webhooks=webhooks), limits, os.environ.get("HOODWINK_ADMIN_TOKEN")),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
    )


async def _try(db: str) -> None:
    """Use the store once, so that what is wrong with it is said before anything listens."""
    store = open_store(db)
    try:
        await store.unfinished()
    finally:
        await store.close()
