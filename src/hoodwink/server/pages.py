"""The web table as files: one page for every place in it, and what the page needs."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hoodwink.server.table import Declined

STATIC = Path(__file__).parents[1] / "static"
PLACES = ("/", "/new", "/new/{game}", "/t/{table}", "/t/{table}/replay", "/learn/{game}", "/rules/{game}")
"""Addresses of the page's own places: each opens the page, which shows the place."""
ICONS = ("/icon-192.png", "/icon-512.png", "/apple-touch-icon.png")
FILES = ("/favicon.svg", *ICONS, "/manifest.webmanifest", "/assets/{file}")
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Content(NamedTuple):
    """A file of the page: its kind, and its bytes as they are and compressed."""

    kind: str
    plain: bytes
    packed: bytes

    def answer(self, request: Request, kept: str) -> Response:
        """What goes to a browser: compressed where it can read that, and where it is worth it."""
        headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
        if len(self.packed) < len(self.plain) and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, media_type=self.kind, headers=headers | {"Content-Encoding": "gzip"})
        return Response(self.plain, media_type=self.kind, headers=headers)


@cache
def files() -> dict[str, Content]:
    """The compiled page by address; all of it is small, and a server reads and compresses it once."""
    found = (path for path in STATIC.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {"/" + path.relative_to(STATIC).as_posix(): _read(path) for path in found}


def _read(path: Path) -> Content:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    plain = path.read_bytes()
    return Content(kind, plain, gzip.compress(plain, mtime=0))


async def page(request: Request) -> Response:
    """The page itself; where it was never compiled, that is said."""
    content = files().get("/index.html")
    if content is None:
        raise Declined("server.no-page")
    return content.answer(request, "no-cache")


async def file(request: Request) -> Response:
    """A file of the page; those named after their content may be kept for ever."""
    content = files().get(request.url.path)
    if content is None:
        raise Declined("server.no-such-page")
    return content.answer(request, FOREVER if request.url.path.startswith("/assets/") else "no-cache")


ROUTES = [*(Route(place, page) for place in PLACES), *(Route(name, file) for name in FILES)]
