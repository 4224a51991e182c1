"""A Dudo table as plain text, understandable without colour: seats and cups, the bid board, the viewer's dice."""

from __future__ import annotations

from hoodwink.engine.contract import letter
from hoodwink.engine.words import Message, Voice, Who, message
from hoodwink.games.dudo.beats import (
    Bade,
    Doubted,
    DudoBeat,
    Gained,
    Lost,
    OpenerDrawn,
    Out,
    Revealed,
    Rolled,
    RoundOpened,
    Won,
)
from hoodwink.games.dudo.notation import write_move
from hoodwink.games.dudo.pieces import Bid, Claim, Jokers, ladder, limits, rank
from hoodwink.games.dudo.reasons import describe
from hoodwink.games.dudo.sight import DudoView

CELL = 5
CELLS_A_LINE = 13


def draw(view: DudoView, voice: Voice) -> str:
    """The whole table as one viewer sees it."""
    parts = [
        voice("dudo.draw.round", round=view.round, dice=view.in_play, middle=view.middle),
        "\n".join(_seat(view, seat, voice) for seat in range(view.seats)),
        voice("dudo.draw.board") + "\n" + board(view),
    ]
    if view.bids:
        bids = ", ".join(f"{voice.names[bid.seat]} {write_move(bid.claim)}" for bid in view.bids)
        parts.append(voice("dudo.draw.bids", bids=bids))
    if view.dice:
        parts.append(voice("dudo.draw.your-dice", dice=" ".join(f"[{face}]" for face in view.dice)))
    return "\n\n".join(parts)


def _seat(view: DudoView, seat: int, voice: Voice) -> str:
    width = max(len(name) for name in voice.names[: view.seats])
    marks = []
    if view.left[seat] == 0:
        marks.append(voice("dudo.draw.out"))
    if seat == view.opener and view.result is None:
        marks.append(voice("dudo.draw.opens"))
    if seat == view.viewer:
        marks.append(voice("dudo.draw.you"))
    pointer = ">" if seat in view.to_move else " "
    cup = "o" * view.left[seat]
    most = max(view.left)
    return f"{pointer} {letter(seat)} {voice.names[seat]:<{width}}  {cup:<{most}}  {', '.join(marks)}".rstrip()


def board(view: DudoView) -> str:
    """The ladder's cells in order (Q-DU-01), the marker die in brackets on the standing bid's cell (DU-7).

    Lower cells are out of reach and shown as dots.
    """
    cells = {rank(claim): claim for claim in ladder(*limits(view.in_play, view.options))}
    standing = view.standing
    texts = [_cell(claim, standing).center(CELL) for claim in cells.values()]
    lines = [texts[at : at + CELLS_A_LINE] for at in range(0, len(texts), CELLS_A_LINE)]
    return "\n".join("  " + "".join(line).rstrip() for line in lines)


def _cell(claim: Claim, standing: Claim | None) -> str:
    if standing is not None and rank(claim) == rank(standing):
        return f"[{write_move(standing)}]"
    if standing is not None and rank(claim) < rank(standing):
        return "·"
    return f"{claim.count}*" if isinstance(claim, Jokers) else str(claim.count)


def report(beat: DudoBeat) -> Message:
    """A beat in words."""
    match beat:
        case OpenerDrawn():
            return message("dudo.beat.opener", who=Who(beat.seat))
        case Rolled(dice=None):
            return message("dudo.beat.rolled", who=Who(beat.seat), count=beat.count)
        case Rolled():
            return message("dudo.beat.rolled-seen", who=Who(beat.seat), dice=beat.dice or ())
        case Bade():
            return message("dudo.beat.bade", who=Who(beat.seat), bid=describe(beat.claim))
        case Doubted():
            return message("dudo.beat.doubted", who=Who(beat.seat), bid=describe(beat.claim), bidder=Who(beat.bidder))
        case Revealed():
            return _revealed(beat)
        case Lost():
            return message("dudo.beat.lost", who=Who(beat.seat), dice=beat.dice, left=beat.left)
        case Out():
            return message("dudo.beat.out", who=Who(beat.seat))
        case Gained():
            return message("dudo.beat.gained", who=Who(beat.seat), left=beat.left)
        case RoundOpened():
            return message("dudo.beat.round", round=beat.round, who=Who(beat.opener))
        case Won():
            return message("dudo.beat.won", who=Who(beat.seat))


def _revealed(beat: Revealed) -> Message:
    cups = tuple(
        message("dudo.cup", who=Who(seat), dice=" ".join(map(str, dice))) for seat, dice in enumerate(beat.cups) if dice
    )
    face = beat.claim.face if isinstance(beat.claim, Bid) else 1
    return message("dudo.beat.revealed", cups=cups, found=beat.found, count=beat.claim.count, face=face)
