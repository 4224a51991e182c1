"""What a hand and an own pile cost (DB-SCORE-1 to DB-SCORE-12): the sheet says how each card was paired and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from hoodwink.games.dudab.pieces import BABY, DUDAB, JUNGLE, SHAMAN, VALUE, Card, DudabOptions

BABIES = (0, 1, 3, 6, 11, 19, 32, 51, 81)
"""DB-SCORE-10: what so many Babies take off."""
STRAY = 5
"""DB-SCORE-2, DB-SCORE-7: a Dudab in hand, a Shaman nobody matched."""
VALUES = range(1, 5)


class Group(Struct, frozen=True):
    """A Jungle and what hangs on it: all unmatched Numbers of one value, or Shamans (DB-SCORE-8, DB-SCORE-12)."""

    cards: tuple[Card, ...]


class Sheet(Struct, frozen=True):
    """How one player's round was reckoned."""

    hand_dudabs: int
    """DB-SCORE-2: five points each."""
    couples: tuple[Card, ...]
    """DB-SCORE-5: the Shamans that a Dudab took along, worth nothing."""
    negated: tuple[Card, ...]
    """DB-SCORE-6: the Numbers that a Dudab turned into minus points."""
    idle_dudabs: int
    """Q-SC-03: Dudabs that found no partner, worth nothing."""
    groups: tuple[Group, ...]
    idle_jungles: int
    """DB-SCORE-9."""
    babies: int
    shamans: tuple[Card, ...]
    """DB-SCORE-7: five points each."""
    numbers: tuple[Card, ...]
    """DB-SCORE-11: their values."""
    total: int


def score(hand: Sequence[Card], pile: Sequence[Card], options: DudabOptions) -> int:
    """The points of a round."""
    return reckon(hand, pile, options).total


def reckon(hand: Sequence[Card], pile: Sequence[Card], options: DudabOptions) -> Sheet:
    """The whole sheet. Dudabs are paired as is best for their owner, or with the highest Numbers where agreed."""
    stray = hand.count(DUDAB)  # DB-SCORE-2, Q-SC-10
    dudabs, jungles, babies = pile.count(DUDAB), pile.count(JUNGLE), pile.count(BABY)
    shamans: list[Card] = []
    by_value: list[list[Card]] = [[], [], [], []]
    for card in sorted([*pile, *hand]):  # DB-SCORE-3, DB-SCORE-4
        if card < SHAMAN:
            by_value[card & 3].append(card)
        elif card < DUDAB:
            shamans.append(card)
    couples = min(dudabs, len(shamans))  # Q-SC-01: Shamans come first, always
    alone = dudabs - couples
    taken = pairing([len(cards) for cards in by_value], alone, jungles, options)
    negated = [card for cards, count in zip(by_value, taken, strict=True) for card in cards[:count]]
    unmatched = [cards[count:] for cards, count in zip(by_value, taken, strict=True)]
    kinds = [cards for cards in unmatched if cards]
    groups = kinds[:jungles]
    numbers = [card for cards in kinds[jungles:] for card in cards]
    left = shamans[couples:]
    surplus = jungles - len(groups)
    for cards in shaman_groups(left, surplus, options):
        groups.append(cards)
        left = left[len(cards) :]
    total = STRAY * (stray + len(left)) - BABIES[babies] + sum(VALUE[card] for card in numbers)
    return Sheet(
        hand_dudabs=stray,
        couples=tuple(shamans[:couples]),
        negated=tuple(negated),
        idle_dudabs=alone - len(negated),
        groups=tuple(Group(tuple(cards)) for cards in groups),
        idle_jungles=jungles - len(groups),
        babies=babies,
        shamans=tuple(left),
        numbers=tuple(numbers),
        total=total - sum(VALUE[card] for card in negated),
    )


def shaman_groups(left: Sequence[Card], surplus: int, options: DudabOptions) -> list[list[Card]]:
    """DB-SCORE-12, Q-SC-06: the Shamans that Jungles without Numbers remove: all on one, or one on each."""
    if not left or surplus < 1:
        return []
    return [list(left)] if options.surplus_jungle_shamans == "all" else [[card] for card in left[:surplus]]


def pairing(counts: Sequence[int], dudabs: int, jungles: int, options: DudabOptions) -> tuple[int, ...]:
    """How many Numbers of each value 1 to 4 the remaining Dudabs take (DB-SCORE-6, Q-SC-02, Q-SC-04).

    >>> pairing([1, 0, 0, 3], 1, 1, DudabOptions())
    (1, 0, 0, 0)
    >>> pairing([1, 0, 0, 3], 1, 1, DudabOptions(dudab_pairing="highest_first"))
    (0, 0, 0, 1)
    """
    used = min(dudabs, sum(counts))
    if not jungles or not used or options.dudab_pairing == "highest_first":
        taken, need = [0, 0, 0, 0], used
        for place in reversed(range(4)):
            taken[place] = min(need, counts[place])
            need -= taken[place]
        return tuple(taken)
    return min(spreads(counts, used), key=lambda taken: (cost(counts, taken, jungles), [-one for one in taken[::-1]]))


def spreads(counts: Sequence[int], used: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many Numbers."""
    for ones, twos, threes in product(*(range(min(count, used) + 1) for count in counts[:3])):
        fours = used - ones - twos - threes
        if 0 <= fours <= counts[3]:
            yield ones, twos, threes, fours


def cost(counts: Sequence[int], taken: Sequence[int], jungles: int) -> int:
    """What the Numbers come to: minus those taken, plus those whose value is not among the lowest hung on Jungles."""
    points, hung = 0, 0
    for value, count, paired in zip(VALUES, counts, taken, strict=True):
        points -= value * paired
        if count > paired:
            hung += 1
            if hung > jungles:
                points += value * (count - paired)
    return points
