"""The HTTP side as an application: who may ask, and the routes (api.py). Play goes over the WebSocket (attending.py).

The web library is known here and in the modules that speak HTTP: routes.py, api.py, programs.py, admin.py.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hoodwink.engine.contract import Said
from hoodwink.server import pages
from hoodwink.server.api import ENDPOINTS
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Addresses, Limits
from hoodwink.server.routes import Asked, failed, routes
from hoodwink.server.table import Declined

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def app(make_hub: Callable[[], Hub], limits: Limits | None = None, admin_token: str | None = None) -> Starlette:
    """The server as an ASGI application; the hub wakes with it and closes with it."""

    @contextlib.asynccontextmanager
    async def lifespan(served: Starlette) -> AsyncIterator[None]:
        served.state.hub = hub = make_hub()
        await hub.wake()
        yield
        await hub.close()

    served = Starlette(
        routes=[*routes(ENDPOINTS), *pages.ROUTES],
        lifespan=lifespan,
        exception_handlers=dict.fromkeys((Said, msgspec.MsgspecError, HTTPException), failed),
        middleware=[Middleware(Guard)],
    )
    served.state.addresses = Addresses(limits or Limits())
    served.state.admin_token = admin_token
    served.state.streams = set()
    return served


class Guard:
    """Whoever asks too much, or is banned, is asked to wait; every answer says how it may be used."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        asked = Asked(Request(scope))
        if scope["method"] != "GET" and not asked.addresses.may_ask(asked.address):
            refused = await failed(asked.request, Declined("server.too-fast"))
            await refused(scope, receive, send_with_headers)
        else:
            await self.inner(scope, receive, send_with_headers)
