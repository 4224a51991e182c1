"""A packet, made of what a viewer may know and was just told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from hoodwink.engine.contract import AnyGame, Beat, Move, Options, Seat, View
from hoodwink.engine.words import Voice
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
    """The whole table as the viewer of a view may see it, and beats with how they are told."""
    return Packet(
        seq=seq,
        view=msgspec.Raw(msgspec.json.encode(view)),
        moves=_written(game.write_move, view.moves),
        to_move=view.to_move,
        beats=msgspec.Raw(msgspec.json.encode(beats)),
        told=tuple(told),
        result=view.result,
        deadlines=dict(deadlines),
    )


@lru_cache(maxsize=1_000)
def _written(write_move: Callable[[Any], str], moves: tuple[Move, ...]) -> tuple[str, ...]:
    """A list of moves as text; in some games the same lists come again and again."""
    return tuple(map(write_move, moves))


def in_words(game: AnyGame, options: Options, beats: Sequence[Beat], voice: Voice) -> tuple[Told, ...]:
    """Beats as they are told."""
    return tuple(Told(voice(game.report(beat)), beat.clauses, game.keeps(options, beat)) for beat in beats)
