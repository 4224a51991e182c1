"""The wire: its types gathered from where they are defined, and written out for TypeScript."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct, inspect

from hoodwink import games, lessons
from hoodwink.wire import catalogue, typescript
from hoodwink.wire.messages import Join, Packet
from hoodwink.wire.programs import RecordFile, Stale
from tests.makers import fair_record

WRITTEN = typescript.source()


def test_the_typescript_types_are_current() -> None:
    committed = typescript.TARGET.read_text(encoding="utf-8")
    assert committed == WRITTEN, "run: python -m hoodwink.wire.typescript"


def test_every_game_is_taught_by_a_lesson_that_the_engine_has_played() -> None:
    assert {path.parent.name for path in lessons.files()} == {game.info.key for game in games.every()}
    for path, text in lessons.files().items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m hoodwink.lessons"


def test_a_lesson_that_asks_for_an_illegal_move_is_refused() -> None:
    scene = lessons.Scene(given="A:22 B:33 | round 1 open A", step=(lessons.Step("dudo.web.learn.open", do="dudo"),))
    with pytest.raises(ValueError, match="dudo cannot be played there"):
        list(lessons.steps(games.find("dudo"), lessons.Lesson(scene=(scene,))))


def test_every_struct_of_the_wire_is_found() -> None:
    found = catalogue.structs()
    assert {Join, Packet, Stale, RecordFile} <= set(found)
    assert len({struct.__name__ for struct in found}) == len(found)
    for struct in found:
        assert f"export interface {struct.__name__} {{" in WRITTEN


def test_every_game_has_its_views_beats_moves_and_options() -> None:
    for game in games.every():
        for kind in ("View", "Beat", "Move", "Options"):
            assert re.search(rf"^export (type|interface) {game.info.key.title()}{kind} ", WRITTEN, re.MULTILINE)
    assert "Chance" not in WRITTEN, "no client sends or sees one"


def test_every_name_that_is_used_is_defined_once() -> None:
    defined = re.findall(r"^export (?:type|interface) (\w+)", WRITTEN, re.MULTILINE)
    assert len(set(defined)) == len(defined)
    code = re.sub(r'"[^"]*"|/\*\*.*\*/|^//.*', "", WRITTEN, flags=re.MULTILINE)
    assert set(re.findall(r"\b[A-Z]\w+", code)) - {"Record"} == set(defined)


class Odd(Struct, forbid_unknown_fields=True, tag_field="kind", tag="odd"):
    """A struct of many types, */ in its words."""

    pair: tuple[int, str]
    many: list[int | None]
    named: dict[str, float]
    anything: Any
    short: Annotated[str, Meta(max_length=3)] | None = None


def test_types_are_written_as_typescript_has_them() -> None:
    writer = typescript._Writer()
    assert writer.name(inspect.type_info(Odd)) == "Odd"
    assert writer.written["Odd"].splitlines() == [
        "/** A struct of many types, * / in its words. */",
        "export interface Odd {",
        '  kind: "odd"',
        "  pair: [number, string]",
        "  many: (number | null)[]",
        "  named: Record<string, number>",
        "  anything: unknown",
        "  short?: string | null",
        "}",
    ]


def test_a_type_that_javascript_has_not_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        typescript._Writer().name(inspect.type_info(bytes))


def test_a_record_is_downloaded_in_the_form_described() -> None:
    record = fair_record()
    whole = msgspec.json.decode(record.to_json(), type=RecordFile)
    assert (whole.sealed, whole.events) == (record.seal(), record.events)
