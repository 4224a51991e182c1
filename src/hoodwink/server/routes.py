"""Typed routes: a handler's annotations say what it takes and gives, and both the routing and the OpenAPI document
(openapi.py) follow from them, so that nothing is described twice."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar, get_type_hints

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from hoodwink.engine.contract import Said, Unreadable
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.server import watch
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Addresses
from hoodwink.server.table import Declined, Table
from hoodwink.wire.messages import Trouble

JSON = "application/json"
NDJSON = "application/x-ndjson"
MOST_BODY = 16_384
STATUSES = {
    "no-key": 401,
    "not-admin": 401,
    "wrong-key": 403,
    "only-watching": 403,
    "no-watchers": 403,
    "foreign-origin": 403,
    "no-such-table": 404,
    "no-page": 404,
    "no-such-page": 404,
    "no-such-line": 404,
    "wrong-method": 405,
    "stale": 409,
    "conflict": 409,
    "other-edition": 409,
    "too-large": 413,
    "too-fast": 429,
    "too-many-tables": 503,
    "database": 503,
    "database-lost": 503,
}
"""What a coded error is in HTTP; any other is 400."""
_BEARER = re.compile(r"[Bb]earer +([\w-]{22})", re.ASCII)

T = TypeVar("T")


def reader(kind: Any) -> Callable[[bytes | bytearray | str], Any]:
    """Reads messages of a kind. One nested too deeply to be read is malformed like any other, not a fault of ours."""
    decode = msgspec.json.Decoder[Any](kind).decode

    def read(body: bytes | bytearray | str) -> Any:
        try:
            return decode(body)
        except RecursionError as error:
            raise msgspec.DecodeError("too many levels") from error

    return read


def trouble_of(error: Exception, voice: Voice) -> Trouble:
    """What a client is told of an error that is its own."""
    if not isinstance(error, Said):
        return Trouble("malformed", voice("server.malformed", reason=str(error)))
    if isinstance(error, Declined):
        return Trouble(error.code, error.told(voice))
    return Trouble("unreadable" if isinstance(error, Unreadable) else "refused", error.told(voice))


def answer(content: object, status: int = 200) -> Response:
    """A message as an HTTP answer."""
    return Response(msgspec.json.encode(content), status, media_type=JSON)


async def failed(request: Request, error: Exception) -> Response:
    """A coded error as an HTTP answer."""
    headers: Mapping[str, str] = {}
    if isinstance(error, HTTPException):  # a path or a method that nobody serves
        headers = error.headers or {}
        error = Declined("server.no-such-page" if error.status_code == 404 else "server.wrong-method")
    trouble = trouble_of(error, Asked(request).voice)
    watch.TROUBLE.labels(trouble.code).inc()
    refused = answer(trouble, STATUSES.get(trouble.code, 400))
    refused.headers.update(headers if refused.status_code != 401 else {"WWW-Authenticate": "Bearer"})
    return refused


def own_origin(headers: Mapping[str, str]) -> bool:
    """Browsers say where a page came from: only our own pages may open a socket or post."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host", "")


@dataclass(frozen=True)
class Asked:
    """A request, as handlers see it."""

    request: Request

    @property
    def hub(self) -> Hub:
        hub: Hub = self.request.app.state.hub
        return hub

    async def table(self) -> Table:
        """The table that the path names."""
        return await self.hub.find(self.request.path_params["table"])

    @property
    def addresses(self) -> Addresses:
        """What each address has asked for lately."""
        addresses: Addresses = self.request.app.state.addresses
        return addresses

    @property
    def address(self) -> str:
        """Where the client is."""
        return self.request.client.host if self.request.client is not None else ""

    @property
    def voice(self) -> Voice:
        """The language a client asks for, English when it is none of ours."""
        wanted = self.request.headers.get("accept-language", "")[:2].lower()
        return Voice(wanted if wanted in LANGUAGES else "en")

    def voice_at(self, table: Table) -> Voice:
        """The same, which knows the names of a table's seats."""
        return Voice(self.voice.lang, table.names)

    def wants(self, media: str) -> bool:
        """Whether the client asks for a form of answer by name."""
        return media in self.request.headers.get("accept", "")

    def key(self) -> str | None:
        """The key in the header `Authorization: Bearer KEY`; a header that holds none is declined."""
        header = self.request.headers.get("authorization")
        if header is None:
            return None
        found = _BEARER.fullmatch(header.strip())
        if found is None:
            raise Declined("server.no-key")
        return found[1]

    async def body(self, kind: type[T]) -> T:
        """What the client sent, as the handler wants it."""
        body = bytearray()
        try:
            async for chunk in self.request.stream():
                body += chunk
                if len(body) > MOST_BODY:
                    raise Declined("server.too-large", most=MOST_BODY)
        except ClientDisconnect as error:  # nobody is left to hear it
            raise msgspec.DecodeError("the body is cut short") from error
        found: T = reader(kind)(body)
        return found


Handler = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One method of one path. The handler's first parameter is what was asked (`Asked`); `wanted` is the body and
    `query` the values after the question mark, decoded into the structs of their annotations; `number` is a part of
    the path."""

    method: str
    path: str
    handler: Handler
    status: int = 200
    key: Literal["none", "optional", "needed", "admin"] = "none"
    """Whether a seat's key, or the administrator's token, is looked for in the Authorization header."""
    gives: Mapping[str, Any] = field(default_factory=dict)
    """The type of the answer by its form, where it is not the handler's annotation as JSON."""
    others: Mapping[int, Any] = field(default_factory=dict)
    """The types of answers that are not plain errors, by status."""

    @cached_property
    def hints(self) -> Mapping[str, Any]:
        """What the handler takes and gives."""
        return get_type_hints(self.handler, include_extras=True)

    @property
    def answers(self) -> Mapping[str, Any]:
        """The type of a good answer, by its form."""
        return self.gives or {JSON: self.hints["return"]}

    async def __call__(self, request: Request) -> Response:
        """Decode, let the handler answer, encode."""
        asked, values = Asked(request), dict[str, Any]()
        if self.method == "POST" and not own_origin(request.headers):
            raise Declined("server.foreign-origin")
        if "number" in self.hints:
            values["number"] = request.path_params["number"]
        if "query" in self.hints:
            values["query"] = msgspec.convert(dict(request.query_params), self.hints["query"], strict=False)
        if "wanted" in self.hints:
            values["wanted"] = await asked.body(self.hints["wanted"])
        given = await self.handler(asked, **values)
        if given is None:
            return Response(status_code=self.status)
        return given if isinstance(given, Response) else answer(given, self.status)


def routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """One route a path, so that a wrong method is answered with all the right ones."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [_route(path, methods) for path, methods in paths.items()]


def _route(path: str, methods: Mapping[str, Endpoint]) -> Route:
    async def dispatch(request: Request) -> Response:
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    route = Route(path, dispatch, methods=list(methods))
    if route.methods is not None and any(NDJSON in endpoint.answers for endpoint in methods.values()):
        route.methods.discard("HEAD")  # the head of a stream would keep a connection for nothing
    return route
