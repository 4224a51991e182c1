"""Webhooks: a knock on somebody's own address when it is their turn and nobody is connected.

A knock says which table and seat, nothing of the game. It is tried a few times and never waited for. Whoever runs the
server has to allow it, since a server that calls addresses strangers name can be made to call its neighbours.
"""

from __future__ import annotations

import asyncio
import logging
import urllib.error
import urllib.request

import msgspec

from hoodwink.wire.messages import Knock

log = logging.getLogger("hoodwink.server")

TRIES = 4
PATIENCE = 5.0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """An address that sends us elsewhere is not followed."""

    def redirect_request(self, *_: object) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def _post(url: str, body: bytes) -> None:
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})  # noqa: S310 (http alone)
    with _opener.open(request, timeout=PATIENCE):
        pass


async def knock(url: str, said: Knock, *, pause: float = 1.0) -> bool:
    """Knock until it is heard, a few times with longer and longer pauses; whether it was."""
    body = msgspec.json.encode(said)
    for number in range(TRIES):
        try:
            await asyncio.to_thread(_post, url, body)
        except (OSError, ValueError) as error:
            log.info(
                "a webhook did not answer",
                extra={"table": said.table, "try": number + 1, "error": type(error).__name__},
            )
            await asyncio.sleep(pause * 2**number)
        else:
            return True
    return False
