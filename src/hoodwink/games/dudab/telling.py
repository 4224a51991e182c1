"""What an event looked like to a viewer of a Dudab Buba table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoodwink.engine.contract import Chanced, Moved, Seat, Viewer
from hoodwink.games.dudab.beats import (
    Attacked,
    BabyLaid,
    Covered,
    Dealt,
    Discarded,
    Drew,
    DudabBeat,
    Flipped,
    HandShown,
    JungleLaid,
    Lapsed,
    OpenerDrawn,
    PickedUp,
    Placed,
    RoundEnded,
    RoundOpened,
    Scored,
    Tossed,
    Tucked,
    TurnedUp,
    Won,
    Yielded,
)
from hoodwink.games.dudab.columns import NOTHING
from hoodwink.games.dudab.pieces import (
    BABY,
    DUDAB,
    JUNGLE,
    MOST,
    SHAMAN,
    SHAMANS,
    Card,
    Draw,
    Drawn,
    DudabChance,
    DudabMove,
    Lay,
    Penalty,
    Place,
    Toss,
    Tuck,
)
from hoodwink.games.dudab.scoring import Sheet, reckon
from hoodwink.games.dudab.state import DudabState
from hoodwink.games.dudab.tasks import (
    ATTACKED,
    BABY_DRAW,
    COVER,
    DEAL,
    FINE,
    FLIP,
    LAY_JUNGLE,
    OWN_DRAW,
    REQUESTED,
    SHED_ONE,
    SHED_TO_2,
    SHORT_HAND,
    SPARE,
    START,
)


def tell(
    before: DudabState, event: Moved[DudabMove] | Chanced[DudabChance], after: DudabState, viewer: Viewer
) -> Sequence[DudabBeat]:
    """What an event looked like to a viewer."""
    if isinstance(event, Moved):
        beats = list(_moved(before, event.seat, event.move, after, viewer))
    elif isinstance(event.chance, Drawn):
        beats = list(_drawn(before, event.chance.card, after, viewer))
    else:
        beats = [OpenerDrawn(seat=event.chance.seat)]
    if len(after.ledger) > len(before.ledger):
        beats += _reckoning(before, after)
    return beats


def insider(before: DudabState, event: Moved[DudabMove] | Chanced[DudabChance]) -> Seat | None:
    """Whoever is dealt a card, draws one that is not shown, or tucks one away unseen."""
    if isinstance(event, Moved):
        return event.seat if isinstance(event.move, Tuck) and before.options.hidden_own_piles else None
    if not isinstance(event.chance, Drawn):
        return None
    task, seat, _ = before.todo[-1]
    shown = task in (START, COVER, FLIP) or (task != DEAL and event.chance.card > DUDAB)
    return None if shown else seat


def _moved(before: DudabState, seat: Seat, move: DudabMove, after: DudabState, viewer: Viewer) -> Iterator[DudabBeat]:
    match move:
        case Place():
            yield from _placed(before, seat, move, after)
        case Draw():
            if before.duty == REQUESTED:
                yield HandShown(seat=seat, cards=tuple(before.hands[seat]), clauses=("DB-DUD-8", "Q-DB-12"))
            elif len(before.hands[seat]) >= MOST:
                yield HandShown(seat=seat, cards=tuple(before.hands[seat]), clauses=("DB-DRAW-3", "Q-DB-12"))
        case Penalty():
            yield Yielded(seat=seat)
        case Tuck():
            open_to_all = not before.options.hidden_own_piles or viewer == seat
            yield Tucked(seat=seat, card=move.card if open_to_all else None, clauses=_tuck_clauses(before))
        case Toss():
            yield Tossed(seat=seat, card=move.card)
        case Lay():
            yield from _laid(before, seat, move, after)


def _tuck_clauses(before: DudabState) -> tuple[str, ...]:
    task = before.todo[-1][0]
    if task == SHED_ONE:
        return ("DB-DUD-9" if before.duty == REQUESTED else "DB-DRAW-4",)
    if task == SHED_TO_2:
        return ("DB-PICK-4", "DB-PICK-5")
    return ("DB-HAND-3", "Q-DB-15") if before.pile else ("DB-HAND-3", "Q-DB-44")


def _placed(before: DudabState, seat: Seat, move: Place, after: DudabState) -> Iterator[DudabBeat]:
    yield Placed(
        seat=seat, card=move.card, column=move.column, request=move.request, clauses=_place_clauses(before, move)
    )
    under, over = before.below[move.column], before.above[move.column]
    if under is not None and len(under) == len(over):
        taken = before.whole_column(move.column)
        yield PickedUp(seat=seat, column=move.column, cards=taken, clauses=("JU-5",))
    elif under is None and len(over) == 5:
        hidden = bool(before.hidden[move.column])
        taken = before.whole_column(move.column)
        yield PickedUp(seat=seat, column=move.column, cards=taken, clauses=("BA-11" if hidden else "DB-PICK-1",))
    if after.duty == ATTACKED:
        yield Attacked(seat=(seat + 1) % before.seats, column=move.column)


def _place_clauses(before: DudabState, move: Place) -> tuple[str, ...]:
    """The clauses that let this card lie there."""
    jungle = before.below[move.column] is not None
    if move.card == DUDAB:
        return ("JU-14",) if jungle else ("DB-DUD-1",) if move.request < 0 else ("DB-DUD-1", "DB-DUD-2")
    if before.duty == REQUESTED:
        return ("DB-NUM-5",) if move.card < SHAMAN else ("DB-SHA-3",)
    last, mirror, _ = before.end_of(move.column)
    mirrored = (_mirror_clause(mirror),) if jungle else ()
    if before.duty == ATTACKED:
        return (*mirrored, "DB-SHA-5")
    return (*mirrored, _follow_clause(move.card, last, jungle=jungle))


def _mirror_clause(mirror: Card) -> str:
    if mirror == NOTHING:
        return "Q-JU-03"
    return "JU-12" if mirror in SHAMANS else "JU-9"


def _follow_clause(card: Card, last: Card, *, jungle: bool) -> str:
    if last == NOTHING:
        return "Q-JU-01"
    if last == DUDAB:
        return "JU-15" if jungle else "DB-NUM-4" if card < SHAMAN else "Q-DB-04"
    if card in SHAMANS:
        return "DB-SHA-2"
    if last in SHAMANS:
        return "DB-NUM-3"
    return "JU-11" if jungle else "DB-NUM-2"


def _laid(before: DudabState, seat: Seat, move: Lay, after: DudabState) -> Iterator[DudabBeat]:
    column = move.column
    if move.card == JUNGLE:
        yield JungleLaid(seat=seat, column=column, above=len(before.above[column]))
    else:
        yield BabyLaid(seat=seat, column=column, hidden=len(after.hidden[column]))
    if before.duty == REQUESTED and after.duty != REQUESTED:
        ruling = "Q-JU-05" if move.card == JUNGLE else "Q-BA-07"
        yield Lapsed(request=before.asked, column=column, clauses=("Q-DB-40", ruling))


def _drawn(before: DudabState, card: Card, after: DudabState, viewer: Viewer) -> Iterator[DudabBeat]:
    task, seat, number = before.todo[-1]
    last = len(before.pile) == 1
    if task == DEAL:
        yield Dealt(seat=seat, card=card if seat == viewer else None)
    elif task == START:
        yield TurnedUp(column=seat, card=card)
    elif task == COVER:
        yield Covered(seat=seat, column=number, card=card, clauses=_cover_clauses(card, last=last))
    elif task == FLIP:
        yield Flipped(seat=seat, card=card, clauses=_flip_clauses(before, card))
    else:
        known = card > DUDAB or seat == viewer
        yield Drew(seat=seat, card=card if known else None, clauses=(_draw_clause(before),))
        if card > DUDAB and last:
            yield Discarded(card=card, clauses=("Q-DB-46",))
        elif card == JUNGLE and not _waits(after):
            yield Discarded(card=card, clauses=("JU-8b" if before.options.jungle_redraw_2015 else "JU-8",))


def _waits(after: DudabState) -> bool:
    """Whether the Jungle just drawn waits for its column."""
    return bool(after.todo) and after.todo[-1][0] == LAY_JUNGLE


def _draw_clause(before: DudabState) -> str:
    """Why a card is drawn to a hand."""
    task = before.todo[-1][0]
    if task == OWN_DRAW:
        return "DB-DUD-8" if before.duty == REQUESTED else "DB-DRAW-1"
    return {SHORT_HAND: "DB-HAND-2", FINE: "DB-SHA-7", BABY_DRAW: "BA-5", SPARE: "Q-JU-07"}[task]


def _cover_clauses(card: Card, *, last: bool) -> tuple[str, ...]:
    if last:
        return ("BA-4", "Q-BA-09")
    if card == JUNGLE:
        return ("BA-4", "Q-BA-03")
    if card == BABY:
        return ("BA-4", "Q-BA-04")
    return ("BA-4", "BA-5") if card < SHAMAN else ("BA-4", "BA-7")


def _flip_clauses(before: DudabState, card: Card) -> tuple[str, ...]:
    if card < SHAMAN:
        return ("DB-SHA-7",)
    return ("DB-SHA-8",) if card <= DUDAB else ("DB-SHA-8", "Q-DB-27")


def _reckoning(before: DudabState, after: DudabState) -> Iterator[DudabBeat]:
    """DB-SCORE-1: all hands are revealed, with everybody's sheet."""
    yield RoundEnded(round=len(after.ledger))
    for seat, (hand, pile) in enumerate(after.closing):
        sheet = reckon(hand, pile, before.options)
        yield Scored(seat=seat, hand=hand, sheet=sheet, clauses=tuple(_sheet_clauses(sheet)))
    result = after.result()
    if result is None:
        yield RoundOpened(round=after.round(), opener=after.opener)
    else:
        yield Won(winners=result.winners, scores=result.scores)


def _sheet_clauses(sheet: Sheet) -> Iterator[str]:
    """The scoring clauses that this sheet made use of."""
    yield "DB-SCORE-1"
    if sheet.hand_dudabs:
        yield "DB-SCORE-2"
    if sheet.couples:
        yield "DB-SCORE-5"
    if sheet.negated:
        yield "DB-SCORE-6"
    if sheet.shamans:
        yield "DB-SCORE-7"
    if any(group.cards[0] < SHAMAN for group in sheet.groups):
        yield "DB-SCORE-8"
    if sheet.idle_jungles:
        yield "DB-SCORE-9"
    if sheet.babies:
        yield "DB-SCORE-10"
    if sheet.numbers:
        yield "DB-SCORE-11"
    if any(group.cards[0] in SHAMANS for group in sheet.groups):
        yield "DB-SCORE-12"
