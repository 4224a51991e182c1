"""The part of docs/PROTOCOL.md that follows from the code: every route, message, field and error code.

`python3 dev.py golden` rewrites it; test_protocol.py compares, and reads the examples above it.
"""

from __future__ import annotations

import ast
import inspect as reflection
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct, inspect

import hoodwink
from hoodwink.engine.words import COMMON
from hoodwink.engine.words import catalogue as words
from hoodwink.server.api import ENDPOINTS
from hoodwink.server.routes import STATUSES, Endpoint
from hoodwink.wire import catalogue, typescript

PAGE = Path(__file__).parent.parent / "docs/PROTOCOL.md"
BEGIN = "<!-- From here on written by `python3 dev.py golden`; not to be edited. -->\n"
OTHER_CODES = {
    "malformed": "server.malformed",
    "unreadable": "A move that is no move of the game: a typing mistake rather than a breach of its rules.",
    "refused": "Something the game does not allow, such as options that contradict each other; the sentence says why.",
}
"""Codes of errors that are not raised by name, with their sentence."""


def whole_page() -> str:
    """The page as it should be: what people wrote, then what follows from the code."""
    by_hand = PAGE.read_text(encoding="utf-8").partition(BEGIN)[0]
    return by_hand + BEGIN + "\n" + "\n".join([*_routes(), *_structs(), *_codes()]) + "\n"


def _routes() -> Iterator[str]:
    yield "## Every route\n"
    yield "| route | key | takes | gives | |"
    yield "| --- | --- | --- | --- | --- |"
    for endpoint in ENDPOINTS:
        told = " ".join((reflection.getdoc(endpoint.handler) or "").split())
        taken = [_type(endpoint.hints[name]) for name in ("query", "wanted") if name in endpoint.hints]
        cells = [
            f"`{endpoint.method} {endpoint.path}`",
            endpoint.key,
            " ".join(taken),
            "; ".join(_gives(endpoint)),
            told,
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _gives(endpoint: Endpoint) -> Iterator[str]:
    for media, kind in endpoint.answers.items():
        yield f"{endpoint.status} {_type(kind)}" + ("" if media == "application/json" else f" as {media}")
    for status, kind in endpoint.others.items():
        yield f"{status} {_type(kind)}"


def _type(kind: object) -> str:
    written = typescript._Writer().name(inspect.type_info(kind))
    return f"`{written}`".replace("|", "\\|")


def _structs() -> Iterator[str]:
    yield "## Every message\n"
    yield "Types are written as in TypeScript; `web/src/wire.ts` has the same, with the views and beats of each game.\n"
    for struct in catalogue.structs():
        kind = inspect.type_info(struct)
        assert isinstance(kind, inspect.StructType)
        tag = "" if kind.tag_field is None else f" · `{kind.tag_field}: {kind.tag!r}`".replace("'", '"')
        yield f"### `{struct.__name__}`{tag}\n"
        yield f"{' '.join((reflection.getdoc(struct) or '').split())}\n"
        if kind.fields:
            yield "| field | type | |"
            yield "| --- | --- | --- |"
        told = _field_words(struct)
        for one in kind.fields:
            raw = catalogue.RAW_FIELDS.get((struct.__name__, one.name))
            shown = f"`{raw}` of the game" if raw else _type_of(one)
            may_lack = "" if one.required or not struct.__struct_config__.forbid_unknown_fields else " (optional)"
            yield f"| `{one.encode_name}` | {shown}{may_lack} | {told.get(one.name, '')} |"
        yield ""


def _type_of(one: inspect.Field) -> str:
    return f"`{typescript._Writer().name(one.type)}`".replace("|", "\\|")


def _field_words(struct: type[Struct]) -> Mapping[str, str]:
    """What stands below a struct's fields in the source."""
    body = ast.parse(reflection.cleandoc("\n" + reflection.getsource(struct))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            found[field.target.id] = " ".join(str(below.value.value).split())
    return found


def codes() -> Mapping[str, str]:
    """Every error code with its sentence, gathered from where errors are raised."""
    declined = re.compile(r'Declined\(\s*(?:"server\.([a-z-]+)"(?: if [^"]+? else "server\.([a-z-]+)")?)')
    found = set()
    for path in sorted((Path(hoodwink.__file__).parent / "server").glob("*.py")):
        for match in declined.finditer(path.read_text(encoding="utf-8")):
            found |= {code for code in match.groups() if code}
    sentences = {code: f"server.{code}" for code in sorted(found)} | OTHER_CODES
    english = words(COMMON, "en")
    return {code: english.get(said, said) for code, said in sorted(sentences.items())}


def _codes() -> Iterator[str]:
    yield "## Every error code\n"
    yield "| code | HTTP | sentence |"
    yield "| --- | --- | --- |"
    for code, sentence in codes().items():
        yield f"| `{code}` | {STATUSES.get(code, 400)} | {sentence} |"


if __name__ == "__main__":
    PAGE.write_text(whole_page(), encoding="utf-8")
