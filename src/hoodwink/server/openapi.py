"""The HTTP side as an OpenAPI 3.1 document, worked out from the endpoints and the structs they take and give."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from hoodwink import __version__
from hoodwink.server.routes import JSON, Endpoint
from hoodwink.wire import catalogue
from hoodwink.wire.messages import TableId, Trouble

Json = dict[str, Any]
REF = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint]) -> Json:
    """The whole document."""
    schemas = _Schemas(endpoints)
    paths: Json = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path.replace(":int", ""), {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Hoodwink",
            "version": __version__,
            "description": "A table server for games of mischief; docs/PROTOCOL.md has an example of each message.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "The key of a seat."},
                "admin": {"type": "http", "scheme": "bearer", "description": "The administrator's token."},
            },
        },
    }


class _Schemas:
    """The JSON schema of every type that an endpoint takes or gives."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._types: list[Any] = [Trouble, TableId, *catalogue.of_games("View"), *catalogue.of_games("Beat")]
        for endpoint in endpoints:
            self._types += [*endpoint.answers.values(), *endpoint.others.values()]
            self._types += [endpoint.hints[name] for name in ("wanted", "query") if name in endpoint.hints]
        found, components = msgspec.json.schema_components(self._types, ref_template=REF)
        self._found: list[Json] = [_renamed(one) for one in found]
        self.components: Json = {_short(name): _renamed(one) for name, one in components.items()}
        for (struct, name), kind in catalogue.RAW_FIELDS.items():
            self.components[struct]["properties"][name] = self._raw(kind)

    def of(self, kind: Any) -> Json:
        """The schema of a type, mostly a reference to a component."""
        return self._found[self._types.index(kind)]

    def _raw(self, kind: str) -> Json:
        one = {"anyOf": [self.of(each) for each in catalogue.of_games(kind.removesuffix("[]"))]}
        return {"type": "array", "items": one} if kind.endswith("[]") else one

    def fields(self, kind: Any) -> Json:
        """The fields of a struct, each with its schema."""
        fields: Json = self.components[self.of(kind)["$ref"].rpartition("/")[2]]["properties"]
        return fields


def _short(name: str) -> str:
    """A component's name. Structs of one name come with their modules: a game's then bears its key."""
    match name.split("."):
        case ["hoodwink", "games", key, *_, own]:
            return f"{key.title()}{own}"
        case ["hoodwink", "wire", *_, own]:
            return own
        case ["hoodwink", *_, module, own]:
            return f"{module.title()}{own}"
    return name


def _renamed(schema: Any) -> Any:
    """A schema that refers to components by their short names."""
    if isinstance(schema, dict):
        return {
            key: REF.format(name=_short(value.rpartition("/")[2])) if key == "$ref" else _mapped(key, value)
            for key, value in schema.items()
        }
    return [_renamed(one) for one in schema] if isinstance(schema, list) else schema


def _mapped(key: str, value: Any) -> Any:
    """A discriminator names components outside of any `$ref`."""
    if key != "mapping":
        return _renamed(value)
    return {tag: REF.format(name=_short(target.rpartition("/")[2])) for tag, target in value.items()}


def _operation(endpoint: Endpoint, schemas: _Schemas) -> Json:
    good = {media: {"schema": schemas.of(kind)} for media, kind in endpoint.answers.items()}
    responses: Json = {str(endpoint.status): {"description": HTTPStatus(endpoint.status).phrase}}
    if endpoint.status != HTTPStatus.NO_CONTENT:
        responses[str(endpoint.status)]["content"] = good
    for status, kind in endpoint.others.items():
        content = {JSON: {"schema": schemas.of(kind)}}
        responses[str(status)] = {"description": inspect.getdoc(kind), "content": content}
    coded = {JSON: {"schema": schemas.of(Trouble)}}
    responses["default"] = {"description": "A coded error; nothing has changed.", "content": coded}
    operation: Json = {
        "operationId": endpoint.handler.__name__,
        "summary": inspect.getdoc(endpoint.handler),
        "parameters": list(_parameters(endpoint, schemas)),
        "responses": responses,
    }
    if "wanted" in endpoint.hints:
        wanted = {JSON: {"schema": schemas.of(endpoint.hints["wanted"])}}
        operation["requestBody"] = {"required": True, "content": wanted}
    match endpoint.key:
        case "optional":
            operation["security"] = [{}, {"key": []}]
        case "needed":
            operation["security"] = [{"key": []}]
        case "admin":
            operation["security"] = [{"admin": []}]
    return operation


def _parameters(endpoint: Endpoint, schemas: _Schemas) -> Iterable[Json]:
    if "{table}" in endpoint.path:
        yield {"name": "table", "in": "path", "required": True, "schema": schemas.of(TableId)}
    if "number" in endpoint.hints:
        yield {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    if "query" in endpoint.hints:
        for name, schema in schemas.fields(endpoint.hints["query"]).items():
            yield {"name": name, "in": "query", "required": False, "schema": schema}
