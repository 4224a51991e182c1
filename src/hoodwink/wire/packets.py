"""A packet, made of what a viewer may know and was just told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from hoodwink.engine.contract import AnyGame, Beat, Seat, View
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
        told=tuple(Told(voice(game.report(beat)), beat.clauses) for beat in beats),
        result=view.result,
        deadlines=dict(deadlines),
    )
