"""A packet, made of what a viewer may know and was just told.

Most of what a server does is to write packets, and much of one is the same at many tables: lists of moves, and what
can be said of an event but for the names. That much is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from hoodwink.engine.contract import AnyGame, Beat, Move, Options, Seat, View
from hoodwink.engine.words import Message, Outline, Voice
from hoodwink.wire.messages import Packet, Told


def packet(
    game: AnyGame,
    view: View,
    beats: Sequence[Beat],
    told: Sequence[Told],
    *,
    seq: int,
    deadlines: Mapping[Seat, float],
) -> Packet:
    """The whole table as the viewer of a view may see it, and beats with how they are told; to be encoded, not read."""
    moves = _written(game.write_move, view.moves)
    if view.moves:
        view = msgspec.structs.replace(view, moves=moves.values)
    made: Packet = _as_given(seq, view, moves.texts, view.to_move, beats, told, view.result, deadlines)
    return made


_as_given: Any = Packet
"""A packet of whatever encodes to what its readers expect: they get JSON, and what is one already stays it."""


class _Written(NamedTuple):
    """A list of moves in JSON, as values and as texts."""

    values: Raw
    texts: Raw


@lru_cache(maxsize=1_000)
def _written(write_move: Callable[[Any], str], moves: tuple[Move, ...]) -> _Written:
    texts = [write_move(move) for move in moves]
    return _Written(Raw(msgspec.json.encode(moves)), Raw(msgspec.json.encode(texts)))


def in_words(game: AnyGame, options: Options, beats: Sequence[Beat], voice: Voice) -> tuple[Told, ...]:
    """Beats as they are told."""
    return tuple([Told(voice(game.report(beat)), beat.clauses, game.keeps(options, beat)) for beat in beats])


def in_words_for_all(game: AnyGame, options: Options, beats: Sequence[Beat], voice: Voice) -> list[Told]:
    """The same for beats that everybody may hear: were others kept, the time they take would tell of them."""
    report, lang, names = game.report, voice.lang, voice.names
    return [
        Told(
            _outlined(report, beat, lang)(names) if beat.recurs else voice(report(beat)),
            beat.clauses,
            game.keeps(options, beat),
        )
        for beat in beats
    ]


@lru_cache(maxsize=10_000)
def _outlined(report: Callable[[Any], Message], beat: Beat, lang: str) -> Outline:
    return Outline(lang, report(beat))
