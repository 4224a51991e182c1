"""A Dudab Buba table as plain text, understandable without colour: columns, seats, the viewer's hand, the duty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoodwink.engine.contract import letter
from hoodwink.engine.words import Message, Voice, Who, message
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
from hoodwink.games.dudab.notation import write_card
from hoodwink.games.dudab.pieces import FEWEST, MOST, NO_REQUEST, SHAMAN, SHAMANS, VALUE, Card, round_count
from hoodwink.games.dudab.saying import say_card, say_cards, say_request
from hoodwink.games.dudab.scoring import BABIES, STRAY, Sheet
from hoodwink.games.dudab.sight import ColumnSeen, DudabView, Duty

WIDTH = 10


def draw(view: DudabView, voice: Voice) -> str:
    """The whole table as one viewer sees it."""
    rounds = round_count(view.seats, view.options)
    parts = [
        voice("dudab.draw.round", round=view.round, rounds=rounds, deck=view.draw_pile, discard=len(view.discard)),
        "\n".join(_seat(view, seat, voice) for seat in range(view.seats)),
        columns(view, voice),
    ]
    if any(column.below is not None for column in view.columns):
        parts.append(voice("dudab.draw.mirror"))
    if view.duty is not None:
        parts.append(_duty(view.duty, voice))
    if (chore := _chore(view)) is not None:
        parts.append(voice(chore))
    if view.hand:
        parts.append(voice("dudab.draw.your-hand", cards="  ".join(map(write_card, view.hand))))
    return "\n\n".join(parts)


def _chore(view: DudabView) -> Message | None:
    """What is to be done before the turn can go on, and by whom."""
    if not view.to_move:
        return None
    seat = view.to_move[0]
    match view.phase:
        case "place-jungle":
            return message("dudab.draw.lay-jungle", who=Who(seat))
        case "place-baby":
            return message("dudab.draw.lay-baby", who=Who(seat))
        case "shed-one":
            return message("dudab.draw.shed", who=Who(seat), count=1)
        case "shed-to-2":
            return message("dudab.draw.shed", who=Who(seat), count=view.hand_sizes[seat] - FEWEST)
        case "trim":
            return message("dudab.draw.trim", who=Who(seat), count=view.hand_sizes[seat] - MOST)
        case _:
            return None


def _seat(view: DudabView, seat: int, voice: Voice) -> str:
    width = max(len(name) for name in voice.names[: view.seats])
    pointer = ">" if seat in view.to_move else " "
    total = sum(row[seat] for row in view.ledger)
    marks = [voice("dudab.draw.hand", count=view.hand_sizes[seat])]
    own = len(view.piles[seat]) + view.tucked_sizes[seat]
    marks.append(voice("dudab.draw.pile", count=own))
    if view.ledger:
        marks.append(voice("dudab.draw.points", points=total))
    if seat == view.opener:
        marks.append(voice("dudab.draw.opens"))
    if seat == view.viewer:
        marks.append(voice("dudab.draw.you"))
    line = f"{pointer} {letter(seat)} {voice.names[seat]:<{width}}  {', '.join(marks)}"
    lines = [line]
    if view.shown[seat] and seat != view.viewer:
        lines.append("      " + voice("dudab.draw.shown", cards=" ".join(map(write_card, view.shown[seat]))))
    if view.piles[seat]:
        lines.append("      " + voice("dudab.draw.collected", cards=" ".join(map(write_card, view.piles[seat]))))
    return "\n".join(lines)


def columns(view: DudabView, voice: Voice) -> str:
    """The columns side by side, oldest card on top; a Jungle is a rung across, a stack under a Baby a sum of cards."""
    drawn = [list(_column(column, voice)) for column in view.columns]
    height = max(map(len, drawn))
    head = "".join(f"{voice('dudab.draw.column', column=number):<{WIDTH + 4}}" for number in range(1, len(drawn) + 1))
    lines = [head.rstrip()]
    for row in range(height):
        cells = [column[row] if row < len(column) else "" for column in drawn]
        lines.append("".join(f"{cell:<{WIDTH + 4}}" for cell in cells).rstrip())
    return "\n".join(lines)


def _column(column: ColumnSeen, voice: Voice) -> Iterator[str]:
    if column.hidden:
        yield f"[{voice('dudab.draw.stack', count=len(column.hidden))}]"
    yield from map(write_card, column.above)
    if column.below is not None:
        yield "==J=" + "=" * (WIDTH - 4)
        yield from map(write_card, column.below)
        if len(column.below) < len(column.above):
            yield f"~{write_card(column.above[-1 - len(column.below)])}"


def _duty(duty: Duty, voice: Voice) -> str:
    if duty.request == NO_REQUEST:
        return voice("dudab.draw.attack", column=duty.column + 1)
    return voice("dudab.draw.request", column=duty.column + 1, request=say_request(duty.request))


def report(beat: DudabBeat) -> Message:
    """A beat in words."""
    return _setup(beat) or _turn(beat) or _module(beat) or _end(beat)


def _setup(beat: DudabBeat) -> Message | None:
    match beat:
        case OpenerDrawn():
            return message("dudab.beat.opener", who=Who(beat.seat))
        case RoundOpened():
            return message("dudab.beat.round", round=beat.round, who=Who(beat.opener))
        case Dealt(card=None):
            return message("dudab.beat.dealt", who=Who(beat.seat))
        case Dealt(card=int() as card):
            return message("dudab.beat.dealt-seen", who=Who(beat.seat), card=say_card(card))
        case TurnedUp():
            return message("dudab.beat.turned-up", column=beat.column + 1, card=say_card(beat.card))
    return None


def _turn(beat: DudabBeat) -> Message | None:
    match beat:
        case Placed(request=-1):
            return message("dudab.beat.placed", who=Who(beat.seat), card=say_card(beat.card), column=beat.column + 1)
        case Placed():
            asked = say_request(beat.request)
            return message("dudab.beat.asked", who=Who(beat.seat), column=beat.column + 1, request=asked)
        case PickedUp():
            cards = say_cards(beat.cards)
            return message("dudab.beat.picked-up", who=Who(beat.seat), count=len(cards), cards=cards)
        case Attacked():
            return message("dudab.beat.attacked", who=Who(beat.seat))
        case HandShown():
            return message("dudab.beat.shown", who=Who(beat.seat), cards=say_cards(beat.cards))
        case Drew(card=None):
            return message("dudab.beat.drew", who=Who(beat.seat))
        case Drew(card=int() as card):
            return message("dudab.beat.drew-seen", who=Who(beat.seat), card=say_card(card))
        case Tucked(card=None):
            return message("dudab.beat.tucked", who=Who(beat.seat))
        case Tucked(card=int() as card):
            return message("dudab.beat.tucked-seen", who=Who(beat.seat), card=say_card(card))
        case Tossed():
            return message("dudab.beat.tossed", who=Who(beat.seat), card=say_card(beat.card))
        case Yielded():
            return message("dudab.beat.yielded", who=Who(beat.seat))
        case Flipped():
            return message("dudab.beat.flipped", who=Who(beat.seat), card=say_card(beat.card))
    return None


def _module(beat: DudabBeat) -> Message | None:
    match beat:
        case Lapsed():
            return message("dudab.beat.lapsed", request=say_request(beat.request))
        case Discarded():
            return message("dudab.beat.discarded", card=say_card(beat.card))
        case JungleLaid():
            return message("dudab.beat.jungle", who=Who(beat.seat), column=beat.column + 1, above=beat.above)
        case BabyLaid():
            return message("dudab.beat.baby", who=Who(beat.seat), column=beat.column + 1, hidden=beat.hidden)
        case Covered():
            what = "number" if beat.card < SHAMAN and "BA-5" in beat.clauses else "other"
            card = say_card(beat.card)
            return message("dudab.beat.covered", who=Who(beat.seat), card=card, what=what, count=VALUE[beat.card])
    return None


def _end(beat: DudabBeat) -> Message:
    match beat:
        case Scored():
            lines = tuple(sheet_lines(beat.sheet))
            if not lines:
                return message("dudab.beat.scored-nothing", who=Who(beat.seat))
            return message("dudab.beat.scored", who=Who(beat.seat), lines=lines, total=beat.sheet.total)
        case Won():
            totals = tuple(message("dudab.total", who=Who(at), points=points) for at, points in enumerate(beat.scores))
            winners = tuple(map(Who, beat.winners))
            return message("dudab.beat.won", totals=totals, count=len(winners), winners=winners)
        case RoundEnded():
            return message("dudab.beat.ended", round=beat.round)
        case _:
            raise TypeError(f"no words for {beat!r}")


def sheet_lines(sheet: Sheet) -> Iterator[Message]:
    """A scoring sheet, one message a kind of card: what was paired with what, and what it cost."""
    if sheet.hand_dudabs:
        count = sheet.hand_dudabs
        yield message("dudab.sheet.hand-dudabs", count=count, points=STRAY * count)
    if sheet.couples:
        yield message("dudab.sheet.couples", cards=say_cards(sheet.couples))
    if sheet.negated:
        yield message("dudab.sheet.negated", cards=say_cards(sheet.negated), points=-_worth(sheet.negated))
    if sheet.idle_dudabs:
        yield message("dudab.sheet.idle-dudabs", count=sheet.idle_dudabs)
    for group in sheet.groups:
        kind = "shamans" if group.cards[0] in SHAMANS else str(VALUE[group.cards[0]])
        yield message("dudab.sheet.group", kind=kind, count=len(group.cards))
    if sheet.idle_jungles:
        yield message("dudab.sheet.idle-jungles", count=sheet.idle_jungles)
    if sheet.babies:
        yield message("dudab.sheet.babies", count=sheet.babies, points=-BABIES[sheet.babies])
    if sheet.shamans:
        yield message("dudab.sheet.shamans", count=len(sheet.shamans), points=STRAY * len(sheet.shamans))
    if sheet.numbers:
        yield message("dudab.sheet.numbers", cards=say_cards(sheet.numbers), points=_worth(sheet.numbers))


def _worth(cards: Iterable[Card]) -> int:
    return sum(VALUE[card] for card in cards)
