"""For whoever runs the server: list tables, put one away, ban an address. All of it needs a token."""

from __future__ import annotations

import hmac

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hoodwink.server import watch
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Addresses
from hoodwink.server.table import Declined


class Ban(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that may not connect or ask any more, or may again."""

    address: str
    banned: bool = True


def _admin(request: Request) -> Hub:
    token: str | None = request.app.state.admin_token
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(token.encode(), shown.encode()):
        raise Declined("server.not-admin")
    hub: Hub = request.app.state.hub
    return hub


async def tables(request: Request) -> Response:
    """Every table at hand, without names or keys."""
    hub = _admin(request)
    rows = [
        {"table": table.id, "game": table.opened.game, "status": table.status, "events": len(table.events)}
        for table in hub.tables.values()
    ]
    return Response(msgspec.json.encode(rows), media_type="application/json")


async def shut(request: Request) -> Response:
    """Put a table away."""
    hub = _admin(request)
    await hub.shut(await hub.find(request.path_params["table"]))
    return Response(status_code=204)


async def ban(request: Request) -> Response:
    """Ban an address, or let it in again."""
    _admin(request)
    addresses: Addresses = request.app.state.addresses
    wanted = msgspec.json.decode(await request.body(), type=Ban)
    (addresses.banned.add if wanted.banned else addresses.banned.discard)(wanted.address)
    return Response(status_code=204)


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    return Response(watch.numbers(), media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = [
    Route("/metrics", metrics),
    Route("/api/admin/tables", tables, methods=["GET"]),
    Route("/api/admin/tables/{table}/shut", shut, methods=["POST"]),
    Route("/api/admin/ban", ban, methods=["POST"]),
]
