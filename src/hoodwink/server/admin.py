"""For whoever runs the server: list tables, put one away, ban an address. All of it needs a token."""

from __future__ import annotations

import hmac

from starlette.responses import Response

from hoodwink.server import watch
from hoodwink.server.hub import Hub
from hoodwink.server.routes import Asked, Endpoint
from hoodwink.server.table import Declined
from hoodwink.wire.programs import AdminTable, Ban


def _admin(asked: Asked) -> Hub:
    token: str | None = asked.request.app.state.admin_token
    shown = asked.request.headers.get("authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(token.encode(), shown.encode()):
        raise Declined("server.not-admin")
    return asked.hub


async def admin_tables(asked: Asked) -> list[AdminTable]:
    """Every table at hand, without names or keys."""
    tables = _admin(asked).tables.values()
    return [AdminTable(table.id, table.opened.game, table.status, len(table.events)) for table in tables]


async def shut(asked: Asked) -> None:
    """Put a table away."""
    hub = _admin(asked)
    await hub.shut(await asked.table())


async def ban(asked: Asked, wanted: Ban) -> None:
    """Ban an address, or let it in again."""
    _admin(asked)
    (asked.addresses.banned.add if wanted.banned else asked.addresses.banned.discard)(wanted.address)


async def metrics(asked: Asked) -> Response:
    """Numbers for Prometheus."""
    return Response(watch.numbers(), media_type="text/plain; version=0.0.4; charset=utf-8")


ENDPOINTS = (
    Endpoint("GET", "/metrics", metrics, gives={"text/plain": str}),
    Endpoint("GET", "/api/admin/tables", admin_tables, key="admin"),
    Endpoint("POST", "/api/admin/tables/{table}/shut", shut, status=204, key="admin"),
    Endpoint("POST", "/api/admin/ban", ban, status=204, key="admin"),
)
