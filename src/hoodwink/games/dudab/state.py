"""The whole truth of a Dudab Buba position and how it moves on.

What is still to be done before the next turn lies on a stack, `todo`, the uppermost task first: so an effect inside an
effect (a Baby drawn because of a Baby) is done before the outer one goes on (Q-BA-02). With nothing to do, the seat on
turn acts: freely, or under the one duty there may be (Q-DB-41).
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Self

from hoodwink.engine.contract import SEAT_LETTERS, Random, Result, Seat, below
from hoodwink.games.dudab.columns import NOTHING, Fits, fitting, mirror_of, parrying
from hoodwink.games.dudab.drawing import cover, deal, flip, module_drawn
from hoodwink.games.dudab.menus import chores, duty_moves, free_moves
from hoodwink.games.dudab.pieces import (
    BABY,
    DEALT,
    DRAWN,
    DUDAB,
    DUDAB_PLAYS,
    FEWEST,
    FULL_COLUMN,
    JUNGLE,
    KINDS,
    MOST,
    NO_REQUEST,
    SHAMAN,
    Card,
    Column,
    Draw,
    DudabChance,
    DudabMove,
    DudabOptions,
    Lay,
    Opener,
    Place,
    Toss,
    Tuck,
    base_deck,
    column_count,
    round_count,
)
from hoodwink.games.dudab.scoring import score
from hoodwink.games.dudab.tasks import (
    ANYWHERE,
    ATTACKED,
    COVER,
    DEAL,
    FLIP,
    FREE,
    FROM_HAND_DRAW,
    NOBODY,
    OWN_DRAW,
    PASS_ON,
    REQUESTED,
    SHED_ONE,
    SHED_TO_2,
    SHORT_HAND,
    SPARE,
    START,
    TO_DISCARD,
    TO_PILE,
    TRIM,
    Task,
)

SHEDDING = (Tuck, Toss)
BITS = tuple((stop - 1).bit_length() for stop in range(97))
"""How many random bits pick one of so many cards."""
ALONE = tuple((seat,) for seat in range(len(SEAT_LETTERS)))
"""The tuples that `to_move` answers, built once."""


@cache
def tails(free_shaman: bool) -> tuple[Fits, ...]:  # noqa: FBT001
    """For each card that may end a column without Jungle, the cards that fit it."""
    return tuple(fitting(card, NOTHING, free_shaman) if card <= DUDAB else b"" for card in KINDS)


class DudabState:
    """A position."""

    __slots__ = (
        "above",
        "asked",
        "asker",
        "below",
        "closing",
        "decider",
        "discard",
        "dudab_plays",
        "duty",
        "duty_column",
        "fits",
        "hands",
        "hidden",
        "ledger",
        "opener",
        "options",
        "over",
        "pile",
        "piles",
        "seats",
        "shown",
        "tails",
        "todo",
        "tucked",
        "turn",
    )

    def __init__(self, seats: int, options: DudabOptions) -> None:
        self.seats = seats
        self.options = options
        self.tails = tails(options.free_dudab_accepts_shaman)
        self.dudab_plays = DUDAB_PLAYS[options.request_mandatory]
        self.ledger: list[tuple[int, ...]] = []
        """DB-SCORE-13: one row of scores a finished round."""
        self.closing: tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...] = ()
        """The hands and own piles of the round scored last: no part of the position, only told once."""
        self.over = False
        self.opener = self.turn = self.decider = NOBODY
        self.clear_table()
        if options.first_player != "random":
            self.open_round(SEAT_LETTERS.index(options.first_player))

    def clear_table(self) -> None:
        """DB-SETUP-2: all cards back into one sorted heap, of which the draw is a random one."""
        seats, columns = self.seats, column_count(self.seats, self.options)
        self.pile: list[Card] = list(base_deck())  # Q-DB-02: the modules join after the deal
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.shown: list[tuple[Card, ...]] = [()] * seats  # of each hand, what all have seen and is still there
        self.piles: list[tuple[Card, ...]] = [()] * seats
        self.tucked: list[tuple[Card, ...]] = [()] * seats  # Q-DB-08: own pile cards nobody else has seen
        self.discard: list[Card] = []
        self.above: list[tuple[Card, ...]] = [()] * columns
        self.below: list[tuple[Card, ...] | None] = [None] * columns  # None: no Jungle lies there
        self.hidden: list[tuple[Card, ...]] = [()] * columns
        self.fits: list[Fits] = [b""] * columns
        self.todo: list[Task] = []
        self._free()

    def open_round(self, opener: Seat) -> None:
        """DB-SETUP-2, DB-SETUP-3: three cards to each player, the opener first, then the columns."""
        self.clear_table()
        self.opener = self.turn = opener
        self.decider = NOBODY
        seats = self.seats
        self.todo = [(START, column, 0) for column in reversed(range(len(self.above)))]
        self.todo += [(DEAL, (opener + away) % seats, DEALT) for away in reversed(range(seats))]

    def to_move(self) -> tuple[Seat, ...]:
        return ALONE[self.decider] if self.decider >= 0 else ()

    def moves(self, seat: Seat) -> Sequence[DudabMove]:
        if seat != self.decider:
            return ()
        if self.todo:
            return chores(self, seat)
        if self.duty == FREE:
            return free_moves(self, self.hands[seat])
        return duty_moves(self, self.hands[seat])

    def parry(self) -> Fits:
        """What answers the attack on its own column, as that column lies now (Q-DB-29)."""
        return parrying(*self.end_of(self.duty_column))

    def end_of(self, column: Column) -> tuple[Card, Card, bool]:
        """What a further card must go by: the card before it, the one opposite, whether a free Dudab takes Shamans."""
        under, over = self.below[column], self.above[column]
        if under is None:
            return over[-1], NOTHING, self.options.free_dudab_accepts_shaman
        return (under[-1] if under else NOTHING), mirror_of(over, under), True  # Q-JU-14

    def open_to_jungle(self) -> Sequence[Column]:
        """JU-7: the columns on which a Jungle may be laid."""
        return self.sheltered([column for column, under in enumerate(self.below) if under is None])

    def sheltered(self, columns: Sequence[Column]) -> Sequence[Column]:
        """Q-JU-05: where the table agreed so, the column of a request is taken only when there is no other."""
        if self.duty != REQUESTED or not self.options.protect_request_column:
            return columns
        return [column for column in columns if column != self.duty_column] or columns

    def play(self, seat: Seat, move: DudabMove) -> None:
        if isinstance(move, Place):
            self._place(seat, move)
        elif isinstance(move, Draw):
            self.todo.append((OWN_DRAW, seat, 1))
            self.decider = NOBODY
            full = len(self.hands[seat]) >= MOST
            if full or self.duty == REQUESTED:
                self.shown[seat] = tuple(self.hands[seat])  # DB-DRAW-3, DB-DUD-8
            if full:  # DB-DRAW-4, DB-DUD-9: shed before seeing the new card
                self.todo.append((SHED_ONE, seat, 0))
                self.decider = seat
        elif isinstance(move, SHEDDING):
            self._shed(seat, move.card, TO_PILE if isinstance(move, Tuck) else TO_DISCARD)
        elif isinstance(move, Lay):
            self._lay(seat, move.card, move.column)
        else:  # DB-SHA-7
            self._free()
            self.todo.append((FLIP, seat, 0))
            self.decider = NOBODY

    def _place(self, seat: Seat, move: Place) -> None:
        card, column, hand = move.card, move.column, self.hands[seat]
        hand.remove(card)
        if self.shown[seat]:
            self._seen_no_more(seat, card)
        under, over = self.below[column], self.above[column]
        sheds = False
        if under is None and len(over) < FULL_COLUMN:
            self.above[column] = (*over, card)
            self.fits[column] = self.tails[card]
        elif under is not None and len(under) < len(over):  # JU-4
            self.below[column] = (*under, card)
            self.fits[column] = fitting(*self.end_of(column))
        else:
            sheds = under is None or self.options.jungle_pickup_sheds  # Q-JU-10
            self._pick_up(seat, column, card)
        if card < SHAMAN:
            self.duty = FREE  # DB-DUD-7
        elif card < DUDAB:
            self.duty, self.duty_column, self.asked, self.asker = ATTACKED, column, NO_REQUEST, NOBODY  # DB-SHA-4
        elif move.request >= 0:
            self.duty, self.duty_column, self.asked, self.asker = REQUESTED, column, move.request, seat
        else:
            self.duty = FREE  # Q-DB-33, Q-DB-38
        if sheds and len(hand) > FEWEST:  # DB-PICK-4, Q-DB-17
            self.todo.append((SHED_TO_2, seat, ANYWHERE))
        elif len(hand) < FEWEST:
            self._go_on()
        else:
            self._pass_on()

    def _pick_up(self, seat: Seat, column: Column, card: Card) -> None:
        """DB-PICK-1, JU-5, BA-11: all that lies there goes to the own pile, the card starts the column anew."""
        self.piles[seat] += self.whole_column(column)
        self.above[column], self.below[column], self.hidden[column] = (card,), None, ()
        self.fits[column] = self.tails[card]

    def whole_column(self, column: Column) -> tuple[Card, ...]:
        """Every card of a column: what is hidden, above, the Jungle, below."""
        under = self.below[column]
        jungle = () if under is None else (JUNGLE, *under)
        return self.hidden[column] + self.above[column] + jungle

    def _shed(self, seat: Seat, card: Card, place: int) -> None:
        hand, task = self.hands[seat], self.todo[-1][0]
        hand.remove(card)
        if self.shown[seat]:
            self._seen_no_more(seat, card)
        if place == TO_DISCARD:
            self.discard.append(card)
        elif self.options.hidden_own_piles:
            self.tucked[seat] += (card,)
            self.shown[seat] = ()  # nobody else knows which one went
        else:
            self.piles[seat] += (card,)
        if task == SHED_TO_2 and len(hand) > FEWEST:
            self.todo[-1] = (SHED_TO_2, seat, place)  # DB-PICK-6
        elif task != TRIM or len(hand) <= MOST:
            self.todo.pop()
            self._go_on()

    def _seen_no_more(self, seat: Seat, card: Card) -> None:
        """A card leaves a hand: if it was one that all had seen, one less is known of that hand."""
        known = list(self.shown[seat])
        if card in known:
            known.remove(card)
            self.shown[seat] = tuple(known)

    def _lay(self, seat: Seat, card: Card, column: Column) -> None:
        """JU-2, BA-2. Q-JU-05, Q-BA-07: a request on that column lapses; Q-DB-29: an attack does not."""
        _, _, drawn = self.todo.pop()
        if self.duty == REQUESTED and self.duty_column == column:
            self._free()
        if card == JUNGLE:
            self.below[column] = ()
            self.fits[column] = fitting(*self.end_of(column))
            if self.options.jungle_replacement_draw and drawn == FROM_HAND_DRAW:  # Q-JU-07
                self.todo.append((SPARE, seat, 1))
        else:
            self.hidden[column] = (*self.whole_column(column), BABY)  # BA-3, Q-BA-06
            self.above[column], self.below[column] = (), None
            self.todo.append((COVER, seat, column))
        self._go_on()

    def _free(self) -> None:
        self.duty, self.duty_column, self.asked, self.asker = FREE, NOBODY, NO_REQUEST, NOBODY

    def _pass_on(self) -> None:
        """DB-TURN-2: the left neighbour is on turn."""
        self.turn = self.decider = (self.turn + 1) % self.seats

    def _go_on(self) -> None:
        """Find out what is next: a task, a hand to trim, the end of the round, a short hand, or the next turn."""
        todo = self.todo
        if todo and todo[-1][0] != PASS_ON:
            task, seat, _ = todo[-1]
            self.decider = seat if task > COVER else NOBODY
        elif (seat := self._over_five()) >= 0:
            todo.append((TRIM, seat, 0))
            self.decider = seat
        elif not self.pile:
            self._close_round()
        elif todo:
            todo.pop()
            self._pass_on()
        elif len(self.hands[self.turn]) < FEWEST:  # DB-HAND-2, Q-DB-13
            if self.options.jungle_redraw_2015:
                todo.append((PASS_ON, self.turn, 0))
            todo.append((SHORT_HAND, self.turn, 1))
            self.decider = NOBODY
        else:
            self._pass_on()

    def _over_five(self) -> Seat:
        """Q-DB-15: who must trim first, the acting player before the others; Q-DB-44: perhaps not at the end."""
        if max(map(len, self.hands)) > MOST and (self.pile or self.options.end_trim):
            for away in range(self.seats):
                seat = (self.turn + away) % self.seats
                if len(self.hands[seat]) > MOST:
                    return seat
        return NOBODY

    def _close_round(self) -> None:
        """DB-END-1: score, then open the next round or end the game (DB-SETUP-9, DB-SCORE-14)."""
        owned = zip(self.hands, self.piles, self.tucked, strict=True)
        self.closing = tuple((tuple(hand), tuple(sorted(pile + tucked))) for hand, pile, tucked in owned)
        self.ledger.append(tuple(score(hand, pile, self.options) for hand, pile in self.closing))
        if len(self.ledger) < round_count(self.seats, self.options):
            self.open_round((self.opener + 1) % self.seats)
        else:
            self.clear_table()
            self.over = True
            self.turn = self.decider = NOBODY

    def chances(self) -> Sequence[tuple[DudabChance, int]]:
        if self.decider >= 0 or self.over:
            return ()
        if self.opener < 0:
            return [(Opener(seat), 1) for seat in range(self.seats)]  # Q-DB-05
        return [(DRAWN[card], len(list(alike))) for card, alike in groupby(self.pile)]

    def sample(self, random: Random) -> DudabChance:
        if self.opener < 0:
            return Opener(below(self.seats, random))
        pile = self.pile
        stop, bits = len(pile), BITS[len(pile)]
        at = random.getrandbits(bits)
        while at >= stop:  # as `contract.below` does
            at = random.getrandbits(bits)
        return DRAWN[pile[at]]

    def resolve(self, chance: DudabChance) -> None:
        if isinstance(chance, Opener):
            self.open_round(chance.seat)
            return
        card = chance.card
        pile, todo = self.pile, self.todo
        del pile[bisect_left(pile, card)]
        task, seat, number = todo[-1]
        if task <= START:
            deal(self, card)
            return
        if task < FLIP:
            if number == 1:
                todo.pop()
            else:
                todo[-1] = (task, seat, number - 1)
            if card <= DUDAB:
                hand = self.hands[seat]
                insort(hand, card)
                if todo and pile and todo[-1][0] <= COVER:
                    return  # a further card is due
                if task <= SHORT_HAND and not todo and pile and FEWEST <= len(hand) <= MOST:  # the usual draw
                    self.turn = self.decider = (self.turn + 1) % self.seats
                    return
            else:
                module_drawn(self, seat, card)
        elif task == FLIP:
            flip(self, seat, card)
        else:
            cover(self, seat, number, card)
        if not pile:
            todo.clear()  # DB-END-1, Q-DB-43: everything stops
        self._go_on()

    def result(self) -> Result | None:
        if not self.over:
            return None
        totals = tuple(map(sum, zip(*self.ledger, strict=True)))
        return Result(scores=totals, winners=tuple(seat for seat, total in enumerate(totals) if total == min(totals)))

    def round(self) -> int:
        return len(self.ledger) + (not self.over)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seats, twin.options = self.seats, self.options
        twin.tails, twin.dudab_plays = self.tails, self.dudab_plays
        twin.ledger = self.ledger.copy()
        twin.closing, twin.over = self.closing, self.over
        twin.opener, twin.turn, twin.decider = self.opener, self.turn, self.decider
        twin.pile = self.pile.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.shown = self.shown.copy()
        twin.piles, twin.tucked, twin.discard = self.piles.copy(), self.tucked.copy(), self.discard.copy()
        twin.above, twin.below, twin.hidden = self.above.copy(), self.below.copy(), self.hidden.copy()
        twin.fits, twin.todo = self.fits.copy(), self.todo.copy()
        twin.duty, twin.duty_column = self.duty, self.duty_column
        twin.asked, twin.asker = self.asked, self.asker
        return twin
