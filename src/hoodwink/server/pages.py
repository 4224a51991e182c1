"""The web table as files: one page for every place in it, and what the page needs."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hoodwink.server.table import Declined

STATIC = Path(__file__).parents[1] / "static"
PLACES = ("/", "/new", "/new/{game}", "/t/{table}", "/t/{table}/replay", "/learn/{game}", "/rules/{game}")
"""Addresses of the page's own places: each opens the page, which shows the place."""
FILES = ("/favicon.svg", "/manifest.webmanifest", "/assets/{file}")
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")


@cache
def files() -> dict[str, bytes]:
    """The compiled page by address; all of it is small, and a server reads it once."""
    found = (path for path in STATIC.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {"/" + path.relative_to(STATIC).as_posix(): path.read_bytes() for path in found}


async def page(request: Request) -> Response:
    """The page itself; where it was never compiled, that is said."""
    content = files().get("/index.html")
    if content is None:
        raise Declined("server.no-page")
    return Response(content, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})


async def file(request: Request) -> Response:
    """A file of the page; those named after their content may be kept for ever."""
    content = files().get(request.url.path)
    if content is None:
        raise Declined("server.no-such-page")
    kind = mimetypes.guess_type(request.url.path)[0] or "application/octet-stream"
    kept = FOREVER if request.url.path.startswith("/assets/") else "no-cache"
    return Response(content, media_type=kind, headers={"Cache-Control": kept})


ROUTES = [*(Route(place, page) for place in PLACES), *(Route(name, file) for name in FILES)]
