"""What happened at a table so far, as one viewer saw it, and the rulebook it was played by."""

from __future__ import annotations

from msgspec import Raw, Struct

from hoodwink.wire.messages import Said, Told


class LogLine(Told, frozen=True, kw_only=True):
    """One line of a table's log."""

    seq: int
    """The number of the packet that told it."""
    number: int | None
    """The number of its event in the record; null while the game is on."""
    kind: str
    """The type of the beat."""


class TableLog(Struct, frozen=True):
    """All that a table's log keeps for a viewer, and the latest of what was said."""

    seq: int
    """The number of the newest packet."""
    lines: tuple[LogLine, ...]
    spoken: tuple[Said, ...]


class Glimpse(Struct, frozen=True):
    """A table as its viewer saw it with an earlier packet."""

    seq: int
    view: Raw
    """As it was then, without the moves that were legal."""
    told: tuple[Told, ...]


class RuleClause(Struct, frozen=True):
    """A clause of a rulebook; its text is the catalogue's entry of the game's key and this id."""

    id: str
    rules_on: tuple[str, ...]
    """For a ruling, the clauses it settles."""


class Chapter(Struct, frozen=True):
    """A chapter of a rulebook; its title is an entry of the catalogue."""

    title: str
    clauses: tuple[RuleClause, ...]


class Rulebook(Struct, frozen=True):
    """The order of a game's rulebook."""

    game: str
    edition: int
    chapters: tuple[Chapter, ...]
