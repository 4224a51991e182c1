"""The description of the HTTP side: complete, true, and nothing described twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS, not_a_server_error
from schemathesis.python.asgi import get_client, shutdown_lifespans
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from hoodwink.server import openapi, pages
from hoodwink.server.api import ENDPOINTS
from hoodwink.server.hub import Hub
from hoodwink.server.limits import Limits
from hoodwink.server.minds import Minds
from hoodwink.server.sqlite import SqliteStore
from hoodwink.server.web import app
from tests.makers import fair_record

DOCUMENT = msgspec.json.decode(msgspec.json.encode(openapi.document(ENDPOINTS)))
BOUNDED = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)


def new_app() -> Starlette:
    return app(lambda: Hub(SqliteStore(":memory:"), Minds()), Limits(requests=1e6))


def test_every_route_is_described() -> None:
    served = {
        (route.path.replace(":int", ""), method)
        for route in new_app().routes
        if isinstance(route, Route) and route not in pages.ROUTES
        for method in route.methods or ()
        if method != "HEAD"
    }
    described = {(path, method.upper()) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert served == described


def test_the_document_is_served() -> None:
    with TestClient(new_app()) as client:
        given = client.get("/api/openapi.json")
    assert given.json() == DOCUMENT
    assert DOCUMENT["openapi"] == "3.1.0"


def test_every_reference_leads_to_a_component() -> None:
    def references(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if "$ref" in part else list(part.get("mapping", {}).values())
            return own + [one for value in part.values() for one in references(value)]
        return [one for value in part for one in references(value)] if isinstance(part, list) else []

    named = {reference.removeprefix("#/components/schemas/") for reference in references(DOCUMENT)}
    assert named <= set(DOCUMENT["components"]["schemas"])
    for name, schema in DOCUMENT["components"]["schemas"].items():
        jsonschema_rs.meta.validate(schema | {"$schema": "https://json-schema.org/draft/2020-12/schema"})
        assert "." not in name


def test_operations_have_names_of_their_own_and_summaries() -> None:
    operations = [operation for methods in DOCUMENT["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert all(operation["summary"].endswith(".") for operation in operations)


def test_a_downloaded_record_is_as_described() -> None:
    schema = {"$ref": "#/components/schemas/RecordFile", "components": DOCUMENT["components"]}
    jsonschema_rs.validate(schema, msgspec.json.decode(fair_record().to_json()))


SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
SCHEMA.app = new_app()


@pytest.fixture(scope="module", autouse=True)
def _asleep_again() -> Iterator[None]:
    """The application woke with the first request; let it close before the next module."""
    yield
    shutdown_lifespans()


@SCHEMA.exclude(path_regex="/stream$").parametrize()
@BOUNDED
def test_the_server_answers_as_the_document_says(case: Any) -> None:
    loose = ["positive_data_acceptance"]  # 2.0 is an integer to a schema, and not to msgspec
    case.call_and_validate(excluded_checks=[CHECKS.get_one(name) for name in loose])


@cache
def real_table() -> str:
    """A table at the application that the cases are sent to."""
    with get_client(SCHEMA.app) as client:
        opened = client.post("http://testserver/api/tables", json={"game": "dudo", "seats": 3})
    table: str = opened.json()["card"]["table"]
    return table


@SCHEMA.include(path_regex="table}").exclude(path_regex="/stream$").parametrize()
@BOUNDED
def test_a_real_table_answers_as_the_document_says(case: Any) -> None:
    case.path_parameters["table"] = real_table()
    case.call_and_validate(
        checks=[
            *(not_a_server_error, status_code_conformance, content_type_conformance),
            *(response_schema_conformance, response_headers_conformance),
        ]
    )
