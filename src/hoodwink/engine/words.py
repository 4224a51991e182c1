"""Words for people: messages with parameters, said in any of our languages.

A message is an id and its values; the sentence is in the catalogues, one JSON file a language, which the browser reads
too. A sentence is written in the ICU style, of which three forms are understood:

    {name}                                                    a value
    {count, plural, =0 {no dice} one {# die} other {# dice}}  the number decides; # is the number
    {face, select, 2 {twos} other {threes}}                   the word decides

A brace between apostrophes is printed as it stands: '{'. Values may be messages themselves, seats (`Who`), or tuples
of these, which are joined with commas.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

LANGUAGES: Mapping[str, str] = {"en": "English", "hu": "magyar", "ru": "русский", "it": "italiano"}

PLURALS: Mapping[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "hu": ("one", "other"),
    "it": ("one", "other"),
    "ru": ("one", "few", "many", "other"),
}
"""The plural forms each language tells apart, for whole numbers as the Unicode CLDR has them."""


class Who(Struct, frozen=True):
    """A seat as a value: said by the player's name."""

    seat: int


Value: TypeAlias = "int | str | Who | Message | tuple[Value, ...]"


class Message(Struct, frozen=True):
    """Something to say, in no language yet."""

    id: str
    values: dict[str, Value]


def message(id: str, /, **values: Value) -> Message:  # noqa: A002
    """A message with its values, written as one would call it: `message("dudo.bids", who=Who(0))`."""
    return Message(id, values)


class Voice:
    """Somebody speaking one language at a table with these names."""

    def __init__(self, lang: str = "en", names: Sequence[str] = "ABCDEF") -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"no words in {lang!r}; there are {', '.join(LANGUAGES)}")
        self.lang = lang
        self.names = names

    def __call__(self, said: Message | str, /, **values: Value) -> str:
        """The sentence for a message, or for an id with its values."""
        if isinstance(said, str):
            said = Message(said, values)
        return self.fill(sentence(self.lang, said.id), said.values)

    def fill(self, parts: Sentence, values: Mapping[str, Value]) -> str:
        """A sentence with its values put in."""
        said: list[str] = []
        for part in parts:
            if isinstance(part, str):
                said.append(part)
            elif isinstance(part, Slot):
                value = values[part.name]
                said.append(value if isinstance(value, str) else self.value(value))
            else:
                said.append(self.fill(self._branch(part, values[part.name]), values))
        return said[0] if len(said) == 1 else "".join(said)

    def _branch(self, part: Choice, value: Value) -> Sentence:
        """The branch that a value decides on."""
        if part.kind == "select":
            return part.branches.get(str(value)) or part.branches["other"]
        if not isinstance(value, int):
            raise TypeError(f"{part.name!r} decides a plural and must be a number, not {value!r}")
        exact = part.branches.get(f"={value}")
        return exact or part.branches.get(plural_form(self.lang, value)) or part.branches["other"]

    def value(self, value: Value) -> str:
        """One value as it stands inside a sentence."""
        if isinstance(value, int):
            return str(value)
        if isinstance(value, Message):
            return self.fill(sentence(self.lang, value.id), value.values)
        if isinstance(value, Who):
            return self.names[value.seat]
        if isinstance(value, tuple):
            return ", ".join([self.value(one) for one in value])
        return value


_NAMELESS = "".join(map(chr, range(0xE000, 0xE006)))
"""Names that nobody has, a private character a seat."""
_MARKS = re.compile(f"[{_NAMELESS}]")


class Outline:
    """A message put into words but for the names: cheap where the same is said at many tables."""

    __slots__ = ("_seats", "_text")

    def __init__(self, lang: str, said: Message) -> None:
        self._text = Voice(lang, _NAMELESS)(said)
        self._seats = [_NAMELESS.index(mark) for mark in _MARKS.findall(self._text)]
        if self._seats:
            self._text = _MARKS.sub("%s", self._text.replace("%", "%%"))

    def __call__(self, names: Sequence[str]) -> str:
        """The sentence with the names of a table's seats."""
        return self._text % tuple([names[seat] for seat in self._seats]) if self._seats else self._text


class Slot(Struct, frozen=True):
    """A place in a sentence for a value."""

    name: str


class Choice(Struct, frozen=True):
    """A place in a sentence where a value decides between branches."""

    name: str
    kind: str
    branches: dict[str, Sentence]


Part: TypeAlias = "str | Slot | Choice"
Sentence: TypeAlias = "tuple[Part, ...]"


COMMON = Path(__file__).parent.parent / "words"
_shelves: dict[str, Path] = {}


def shelve(prefix: str, folder: Path) -> None:
    """Let the messages whose ids begin with `prefix.` be found in a folder of catalogues, not in the common one."""
    _shelves[prefix] = folder


@cache
def catalogue(folder: Path, lang: str) -> Mapping[str, str]:
    """All messages of one folder in one language."""
    return msgspec.json.decode((folder / f"{lang}.json").read_bytes(), type=dict[str, str])


@cache
def sentence(lang: str, id: str) -> Sentence:  # noqa: A002
    """The sentence of a message; KeyError names an id that no catalogue holds."""
    messages = catalogue(_shelves.get(id.partition(".")[0], COMMON), lang)
    if id not in messages:
        raise KeyError(f"no message {id!r} in {lang!r}")
    return parse(messages[id])


def plural_form(lang: str, number: int) -> str:
    """The plural form a language uses with a whole number.

    >>> [plural_form("ru", n) for n in (1, 2, 5, 11, 21, 22)]
    ['one', 'few', 'many', 'many', 'one', 'few']
    """
    number = abs(number)
    if lang != "ru":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14):
        return "few"
    return "many"


_TOKEN = re.compile(r"'([{}#])'|([{}])|(#)|([^{}'#]+|')")
_HEAD = re.compile(r"\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?")
_BRANCH = re.compile(r"\s*(=\d+|\w+)\s*\{")


def parse(text: str) -> Sentence:
    """Read a sentence in the ICU style; ValueError says where it is broken.

    >>> dice = parse("{n, plural, =0 {no dice} one {# die} other {# dice}} left")
    >>> [Voice().fill(dice, {"n": n}) for n in (0, 1, 5)]
    ['no dice left', '1 die left', '5 dice left']
    """
    said, end = _parse(text, 0, counted=None)
    if end != len(text):
        raise ValueError(f"a brace too many at character {end + 1} of {text!r}")
    return said


def _parse(text: str, at: int, *, counted: str | None) -> tuple[Sentence, int]:
    """Read up to the closing brace of this level; # stands for the number of the plural we are in."""
    parts: list[Part] = []
    while at < len(text) and text[at] != "}":
        token = _TOKEN.match(text, at)
        if token is None:
            raise ValueError(f"cannot read {text[at:]!r}")
        quoted, brace, number, plain = token.groups()
        if brace:
            part, at = _parse_value(text, at + 1)
            parts.append(part)
        else:
            parts.append(Slot(counted) if number and counted else quoted or number or plain)
            at = token.end()
    return tuple(parts), at


def _parse_value(text: str, at: int) -> tuple[Slot | Choice, int]:
    """Read what stands between braces: a name alone, or a plural or select with its branches."""
    head = _HEAD.match(text, at)
    if head is None:
        raise ValueError(f"a name is missing after the brace in {text!r}")
    name, kind = head.groups()
    at = head.end()
    branches: dict[str, Sentence] = {}
    while kind is not None and (branch := _BRANCH.match(text, at)) is not None:
        branches[branch[1]], at = _parse(text, branch.end(), counted=name if kind == "plural" else None)
        at += 1
    closing = text.find("}", at)
    if closing < 0 or text[at:closing].strip():
        raise ValueError(f"{{{name} is not closed in {text!r}")
    if kind is None:
        return Slot(name), closing + 1
    if "other" not in branches:
        raise ValueError(f"{{{name}, {kind}}} has no branch 'other' in {text!r}")
    return Choice(name, kind, branches), closing + 1
