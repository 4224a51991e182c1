"""A designer's lens: the same deals under other options, and what that does to length, seats, scores and clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct, inspect

from hoodwink import __version__
from hoodwink.arena.estimates import Estimate, estimate
from hoodwink.arena.match import Match
from hoodwink.arena.report import Spread, spread
from hoodwink.arena.setup import Setup, prepare
from hoodwink.engine.contract import AnyGame, Options, Refused, clauses
from hoodwink.engine.options import BadOptions, agree, option_kinds
from hoodwink.engine.words import message

FORMAT = 1
MOST_VALUES = 6
"""Of an option that takes more whole numbers, some are tried: the ends, the middle and those beside the base."""


class Firing(Struct, frozen=True):
    """How often a clause fires: events that rest on it a match, and the share of matches with any."""

    events: Estimate
    matches: float


class Variant(Struct, frozen=True):
    """One set of options, played; the first one is what the others vary."""

    option: str | None
    value: Any
    refused: str | None = None
    """Why these options cannot be played with so many seats, or together."""
    matches: int = 0
    decisions: Spread | None = None
    rounds: Spread | None = None
    longer: Estimate | None = None
    """How many more decisions than the base has on the same deals."""
    first: Estimate | None = None
    """The share of wins of whoever decides first."""
    scores: Spread | None = None
    shared: float = 0.0
    """In what part of the matches several won."""
    clauses: dict[str, Firing] = {}

    @property
    def name(self) -> str:
        """As it would be typed."""
        value = (
            "none" if self.value is None else str(self.value).lower() if isinstance(self.value, bool) else self.value
        )
        return "base" if self.option is None else f"{self.option}={value}"


class LabReport(Struct, frozen=True):
    """All variants of a game, and the clauses that none of them told of."""

    format: int
    hoodwink: str
    setup: Setup
    """The base."""
    fair: float
    variants: tuple[Variant, ...]
    silent: tuple[str, ...]


def experiments(
    game: AnyGame, preset: str | None, settings: Mapping[str, Any], vary: Mapping[str, Sequence[str]]
) -> list[tuple[str, Any]]:
    """Which options take which values instead of the base's, one at a time: those asked for, or all there are."""
    base = agree(game, preset, settings)
    kinds = option_kinds(game.info.options)
    for name in vary:
        if name not in kinds:
            raise BadOptions(message("options.unknown", option=name, known=", ".join(kinds)))
    if vary:
        wanted = [
            (name, getattr(agree(game, preset, {**settings, name: text}), name))
            for name, texts in vary.items()
            for text in texts
        ]
    else:
        wanted = [(name, value) for name, kind in kinds.items() for value in values_of(kind, getattr(base, name))]
    return [(name, value) for name, value in dict.fromkeys(wanted) if value != getattr(base, name)]


def values_of(kind: inspect.Type, base: Any) -> list[Any]:
    """The values an option may take, in order."""
    match kind:
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.NoneType():
            return [None]
        case inspect.IntType() if kind.ge is not None and kind.le is not None:
            every = range(int(kind.ge), int(kind.le) + 1)
            some = {every[0], every[len(every) // 2], every[-1]}
            if isinstance(base, int):
                some |= {base - 1, base + 1} & set(every)
            return list(every) if len(every) <= MOST_VALUES else sorted(some)
        case inspect.UnionType():
            return [value for one in kind.types for value in values_of(one, base)]
        case _:
            return []


def experiment(
    game: AnyGame,
    bots: Sequence[str],
    wanted: Sequence[tuple[str, Any]],
    play: Callable[[Setup], Sequence[Match]],
    *,
    preset: str | None,
    settings: Mapping[str, Any],
    seed: int,
    time_limit: float,
) -> LabReport:
    """Play the base and every variant of it on the same deals."""

    def prepared(changed: Mapping[str, Any]) -> Setup:
        options: Options = agree(game, preset, {**settings, **changed})
        plain = msgspec.to_builtins(options)
        return prepare(game.info.key, bots, seed=seed, options=plain, time_limit=time_limit, clauses=True)

    base = prepared({})
    played = play(base)
    variants = [measured(base, None, None, played, played)]
    for name, value in wanted:
        try:
            setup = prepared({name: "none" if value is None else value})
        except Refused as refused:
            variants.append(Variant(name, value, refused=str(refused)))
            continue
        variants.append(measured(setup, name, value, play(setup), played))
    told = {clause for variant in variants for clause in variant.clauses}
    silent = tuple(clause for clause in clauses(game.info) if clause not in told)
    return LabReport(FORMAT, __version__, base, round(1 / base.seats, 6), tuple(variants), silent)


def measured(setup: Setup, option: str | None, value: Any, matches: Sequence[Match], base: Sequence[Match]) -> Variant:
    """What came of one variant."""
    groups = [list(group) for _, group in groupby(matches, lambda match: match.deal)]
    whole = [match for match in matches if match.failure is None]
    lengths, usual = mean_decisions(matches), mean_decisions(base)
    apart = [lengths[deal] - usual[deal] for deal in lengths if deal in usual]
    return Variant(
        option=option,
        value=value,
        matches=len(matches),
        decisions=spread(groups, lambda match: [match.decisions]),
        rounds=spread(groups, lambda match: [match.rounds]),
        longer=None if option is None else estimate(apart),
        first=estimate([fmean(match.share(match.first) for match in group) for group in groups], bounds=(0.0, 1.0)),
        scores=spread(groups, lambda match: match.scores or ()),
        shared=round(fmean(len(match.winners) > 1 for match in whole), 6) if whole else 0.0,
        clauses=firings(groups),
    )


def mean_decisions(matches: Sequence[Match]) -> dict[int, float]:
    """The length of each deal that was played out."""
    whole = [match for match in matches if match.failure is None]
    return {deal: fmean(match.decisions for match in group) for deal, group in groupby(whole, lambda match: match.deal)}


def firings(groups: Sequence[Sequence[Match]]) -> dict[str, Firing]:
    """How often each clause fires that does at all."""
    matches = [match for group in groups for match in group]
    found = {}
    for clause in sorted({clause for match in matches for clause in match.clauses}):
        events = estimate([fmean(match.clauses.get(clause, 0) for match in group) for group in groups])
        if events is not None:
            found[clause] = Firing(events, round(fmean(clause in match.clauses for match in matches), 6))
    return found
