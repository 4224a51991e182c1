"""Starting the server: one process, one file, no services."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys

import click
import uvicorn
from starlette.applications import Starlette

from hoodwink.descriptors import hold_as_many_as_allowed
from hoodwink.engine.words import Voice
from hoodwink.server.attending import doorkeeper
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Limits
from hoodwink.server.minds import Minds
from hoodwink.server.programs import end_streams
from hoodwink.server.routes import MOST_BODY
from hoodwink.server.sockets import upgraded
from hoodwink.server.store import open_store, shown
from hoodwink.server.watch import log_to_stderr
from hoodwink.server.web import app


class TableServer(uvicorn.Server):
    """A server that ends its streams before it waits for all answers to be complete."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close in good order."""
        served = self.config.app
        if isinstance(served, Starlette):
            end_streams(served.state.streams)
        await super().shutdown(sockets)


def run(host: str, port: int, db: str, limits: Limits, voice: Voice, *, webhooks: bool = False) -> None:
    """Serve until told to stop."""
    hold_as_many_as_allowed()
    gc.set_threshold(300_000, 10, 1_000)  # tables are many and long-lived: looking through them all takes 100 ms
    sys.setswitchinterval(0.001)  # so that a commit that is done need not wait long to say so
    log_to_stderr(os.environ.get("HOODWINK_LOG", "warning"))
    asyncio.run(_try(db))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn hands it on once all is put away
    click.echo(voice("server.serving", url=f"http://{host}:{port}", db=shown(db)))
    served = app(
        lambda: Hub(open_store(db), Minds(), webhooks=webhooks), limits, os.environ.get("HOODWINK_ADMIN_TOKEN")
    )
    config = uvicorn.Config(
        served,
        host=host,
        port=port,
        ws=upgraded(doorkeeper(lambda: served.state.hub, served.state.addresses), MOST_BODY),
        access_log=False,
        log_config=None,
    )
    server = TableServer(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:  # it has said why
        sys.exit(3)


async def _try(db: str) -> None:
    """Use the store once, so that what is wrong with it is said before anything listens."""
    store = open_store(db)
    try:
        await store.claim()
        await store.unfinished()
    finally:
        await store.close()
