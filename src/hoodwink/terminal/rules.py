"""Rulebooks as text, whole or clause by clause, in any of our languages."""

from __future__ import annotations

import textwrap

from hoodwink.engine.contract import AnyGame, Clause, Said, clauses
from hoodwink.engine.options import allowed_texts, option_kinds
from hoodwink.engine.words import Voice, message

WIDTH = 88


class UnknownClause(Said):
    """The rulebook has no clause of that id."""


def rulebook(game: AnyGame, voice: Voice, *, markdown: bool = False) -> str:
    """The whole rulebook: chapters of clauses, each followed by the rulings on it, then the table options."""
    key = game.info.key
    parts = [_heading(voice(f"{key}.title"), 1, markdown=markdown), voice(f"{key}.tagline")]
    for section in game.info.rulebook:
        parts.append(_heading(voice(section.title), 2, markdown=markdown))
        parts += [_clause(game, clause, voice, markdown=markdown) for clause in section.clauses]
    parts.append(_heading(voice("rules.options"), 2, markdown=markdown))
    parts += [_option(game, name, voice, markdown=markdown) for name in game.info.option_clauses]
    return "\n\n".join(parts) + "\n"


def one_clause(game: AnyGame, wanted: str, voice: Voice) -> str:
    """A clause with all rulings on it; a ruling with the clauses it settles."""
    known = clauses(game.info)
    found = next((clause for clause in known.values() if clause.id.lower() == wanted.lower()), None)
    if found is None:
        raise UnknownClause(message("rules.unknown-clause", clause=wanted, first=next(iter(known)), game=game.info.key))
    related = [known[name] for name in found.rules_on]
    related += [clause for clause in known.values() if found.id in clause.rules_on]
    return "\n\n".join(_clause(game, clause, voice, markdown=False) for clause in [found, *related]) + "\n"


def _clause(game: AnyGame, clause: Clause, voice: Voice, *, markdown: bool) -> str:
    text = voice(f"{game.info.key}.{clause.id}")
    if clause.rules_on:
        text = f"{text} {voice('rules.ruling-on', clauses=', '.join(clause.rules_on))}"
    return _paragraph(clause.id, text, markdown=markdown)


def _option(game: AnyGame, name: str, voice: Voice, *, markdown: bool) -> str:
    default = getattr(game.info.options(), name)
    said = voice(
        "rules.option",
        text=voice(f"{game.info.key}.option.{name}"),
        allowed=", ".join(allowed_texts(option_kinds(game.info.options)[name])),
        default="none" if default is None else str(default).lower() if isinstance(default, bool) else str(default),
        clause=game.info.option_clauses[name],
    )
    return _paragraph(name, said, markdown=markdown)


def _heading(title: str, level: int, *, markdown: bool) -> str:
    return f"{'#' * level} {title}" if markdown else f"{title}\n{('=', '-')[level - 1] * len(title)}"


def _paragraph(name: str, text: str, *, markdown: bool) -> str:
    if markdown:
        return f"**{name}** {text}"
    return textwrap.fill(text, WIDTH, initial_indent=f"{name}  ", subsequent_indent=" " * 9)
