"""Starting the server: one process, one file, no services."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys

import click
import uvicorn
from starlette.applications import Starlette

from hoodwink.engine.words import Voice
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Limits
from hoodwink.server.minds import Minds
from hoodwink.server.programs import end_streams
from hoodwink.server.routes import MOST_BODY
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


class NotOurs(logging.Filter):
    """Keeps out of the log, as faults with tracebacks, what is a client's mistake and was answered as one."""

    mistakes = ("Invalid UTF-8 sequence received from client.", "ASGI callable returned without completing handshake.")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to keep a line; the second one is what an answer instead of a handshake looks like to uvicorn."""
        return record.msg not in self.mistakes


def run(host: str, port: int, db: str, limits: Limits, voice: Voice, *, webhooks: bool = False) -> None:
    """Serve until told to stop."""
    log_to_stderr(os.environ.get("HOODWINK_LOG", "warning"))
    asyncio.run(_try(db))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn hands it on once all is put away
    click.echo(voice("server.serving", url=f"http://{host}:{port}", db=shown(db)))
    config = uvicorn.Config(
        app(lambda: Hub(open_store(db), Minds(), webhooks=webhooks), limits, os.environ.get("HOODWINK_ADMIN_TOKEN")),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
    )
    logging.getLogger("uvicorn.error").addFilter(NotOurs())
    server = TableServer(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:  # it has said why
        sys.exit(3)


async def _try(db: str) -> None:
    """Use the store once, so that what is wrong with it is said before anything listens."""
    store = open_store(db)
    try:
        await store.unfinished()
    finally:
        await store.close()
