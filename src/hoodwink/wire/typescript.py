"""The wire as TypeScript: `python -m hoodwink.wire.typescript` writes web/src/wire.ts, and a test tells when it is old.

The types of a game bear its name before their own (`DudoBid`), since two games may both have a bid.
"""

from __future__ import annotations

import inspect as reflection
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, inspect

from hoodwink import games
from hoodwink.engine.contract import AnyGame
from hoodwink.wire import catalogue, messages

TARGET = Path(__file__).parents[3] / "web/src/wire.ts"
HEAD = "// Written by `python -m hoodwink.wire.typescript` from the structs of the server; not to be edited.\n"


def source() -> str:
    """The whole file."""
    writer = _Writer()
    for struct in catalogue.structs():
        writer.name(inspect.type_info(struct))
    unions = {name: getattr(messages, name) for name in ("FromClient", "FromServer")}
    lines = [_alias(name, writer.name(inspect.type_info(union))) for name, union in unions.items()]
    for game in games.every():
        lines += _of_game(writer, game)
    keys = [_title(game.info.key) for game in games.every()]
    lines += [_alias(kind, " | ".join(f"{key}{kind}" for key in keys)) for kind in ("View", "Beat", "Options")]
    return "\n".join([HEAD, *writer.written.values(), *lines])


def _of_game(writer: _Writer, game: AnyGame) -> list[str]:
    """The aliases of a game's unions; a single struct has its own name already."""
    aliases = []
    for kind, found in catalogue.game_types(game).items():
        name, meant = f"{_title(game.info.key)}{kind}", writer.name(inspect.type_info(found))
        if name != meant:
            aliases.append(_alias(name, meant))
    return aliases


def _title(key: str) -> str:
    return key[0].upper() + key[1:]


def _alias(name: str, meant: str) -> str:
    return f"export type {name} = {meant}\n"


class _Writer:
    """Structs written once each, in the order in which they are first needed."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def name(self, kind: inspect.Type) -> str:
        """How TypeScript calls a type."""
        match kind:
            case inspect.StructType():
                return self._struct(kind)
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(map(self.name, kind.types)))
            case inspect.VarTupleType() | inspect.ListType():
                return self._array(kind.item_type)
            case inspect.TupleType():
                return f"[{', '.join(map(self.name, kind.item_types))}]"
            case inspect.DictType():
                return f"Record<{self.name(kind.key_type)}, {self.name(kind.value_type)}>"
            case inspect.LiteralType():
                return " | ".join(_literal(value) for value in kind.values)
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType() | inspect.RawType():
                return "unknown"
        raise TypeError(f"no TypeScript for {kind!r}")

    def _array(self, item: inspect.Type) -> str:
        name = self.name(item)
        return f"({name})[]" if "|" in name else f"{name}[]"

    def _struct(self, kind: inspect.StructType) -> str:
        name = _struct_name(kind.cls)
        if self._classes.setdefault(name, kind.cls) is not kind.cls:
            raise TypeError(f"{name} is both {self._classes[name]!r} and {kind.cls!r}")
        if name not in self.written:
            self.written[name] = ""  # a struct may hold itself
            body = "".join(f"  {line}\n" for line in self._fields(kind))
            told = (reflection.getdoc(kind.cls) or "").replace("*/", "* /").partition("\n\n")[0].replace("\n", " ")
            del self.written[name]  # what it needs comes first
            self.written[name] = f"/** {told} */\nexport interface {name} {{\n{body}}}\n"
        return name

    def _fields(self, kind: inspect.StructType) -> Sequence[str]:
        lines = [] if kind.tag_field is None else [f"{kind.tag_field}: {_literal(kind.tag)}"]
        config = kind.cls.__struct_config__
        # what has a default may be left out by a client, and by us where the struct says so
        may_lack = config.omit_defaults or config.forbid_unknown_fields
        for one in kind.fields:
            raw = catalogue.RAW_FIELDS.get((kind.cls.__name__, one.name))
            optional = "?" if may_lack and not one.required else ""
            lines.append(f"{one.encode_name}{optional}: {raw or self.name(one.type)}")
        return lines


def _struct_name(struct: type[Struct]) -> str:
    """A struct's own name, after its game's where it is a game's, and its module's where the wire has one alike."""
    match struct.__module__.split("."):
        case [_, "games", key, *_] if not struct.__name__.startswith(_title(key)):
            return _title(key) + struct.__name__
        case [_, "engine", module] if struct.__name__ in {one.__name__ for one in catalogue.structs() if one != struct}:
            return _title(module) + struct.__name__
    return struct.__name__


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(source(), encoding="utf-8")
