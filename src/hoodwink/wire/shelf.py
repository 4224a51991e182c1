"""What can be played, for whoever sets a table up: games with their presets, options and bots, in one language."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from hoodwink.wire.messages import Lang


class ShelfQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The language of the sentences; without it that of `Accept-Language`."""

    lang: Lang | None = None


class OptionCard(Struct, frozen=True):
    """A table option: what it does and what it takes."""

    name: str
    """The field of `NewTable.options`."""
    text: str
    clause: str
    """The clause or ruling behind it."""
    kind: Literal["bool", "int", "choice"]
    default: bool | int | str | None
    low: int | None
    high: int | None
    """The bounds of a whole number."""
    choices: tuple[str, ...]
    """What a choice is made from, the default first."""
    optional: bool
    """Whether it may be left unset (null)."""


class PresetCard(Struct, frozen=True):
    """A named set of options; the first of a game is what it plays out of the box."""

    name: str
    text: str
    options: dict[str, Any]
    """Only what differs from the options' defaults."""


class BotCard(Struct, frozen=True):
    """A bot that can take a chair."""

    name: str
    """What `SitBot.bot`, `Begin.bot` and `NewTable.minder` take; they take the level as text, too."""
    title: str
    """The name as people see it."""
    text: str
    level: int | None
    """1 is the weakest to choose among; None for bots that are there to measure others by."""


class GameCard(Struct, frozen=True):
    """A game on the shelf."""

    key: str
    title: str
    tagline: str
    edition: int
    seats: tuple[int, ...]
    """How many may sit at a table."""
    presets: tuple[PresetCard, ...]
    options: tuple[OptionCard, ...]
    bots: tuple[BotCard, ...]
    """Weakest first."""
    hints: bool
    """Whether a table of it can give hints."""
