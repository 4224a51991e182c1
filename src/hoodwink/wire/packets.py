"""A packet, made of what a viewer may know and was just told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from hoodwink.engine.contract import AnyGame, Beat, Options, Seat, View
from hoodwink.engine.words import Voice
from hoodwink.wire.messages import Packet, Told


def packet(
    game: AnyGame, view: View, beats: Sequence[Beat], *, seq: int, voice: Voice, deadlines: Mapping[Seat, float]
) -> Packet:
    """The whole table as the viewer of a view may see it."""
    return Packet(
        seq=seq,
        view=msgspec.Raw(msgspec.json.encode(view)),
        moves=tuple(map(game.write_move, view.moves)),
        to_move=view.to_move,
        beats=msgspec.Raw(msgspec.json.encode(beats)),
        told=in_words(game, view.options, beats, voice),
        result=view.result,
        deadlines=dict(deadlines),
    )


def in_words(game: AnyGame, options: Options, beats: Sequence[Beat], voice: Voice) -> tuple[Told, ...]:
    """Beats as they are told."""
    return tuple(Told(voice(game.report(beat)), beat.clauses, game.keeps(options, beat)) for beat in beats)
