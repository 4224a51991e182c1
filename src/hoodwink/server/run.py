"""Starting the server: one process, one file, no services."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import click
import uvicorn

from hoodwink.engine.words import Voice
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Limits
from hoodwink.server.minds import Minds
from hoodwink.server.store import SqliteStore, StoreTrouble
from hoodwink.server.watch import log_to_stderr
from hoodwink.server.web import MOST_BODY, app


def run(host: str, port: int, db: Path, limits: Limits, voice: Voice, *, webhooks: bool = False) -> None:
    """Serve until told to stop."""
    log_to_stderr(os.environ.get("HOODWINK_LOG", "warning"))
    try:
        db.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreTrouble(f"{db}: {error.strerror}") from error
    SqliteStore(db).close()  # says what is wrong with it before anything listens
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn hands it on once all is put away
    click.echo(voice("server.serving", url=f"http://{host}:{port}", db=str(db)))
    uvicorn.run(
        app(lambda: Hub(SqliteStore(db), Minds(), webhooks=webhooks), limits, os.environ.get("HOODWINK_ADMIN_TOKEN")),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
    )
