"""Who may know what at a Dudo table (Q-DU-23): the only file that turns a state into something that leaves it."""

from __future__ import annotations

from collections.abc import Sequence

from hoodwink.engine.contract import Chanced, Moved, Random, Seat, View, Viewer
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
from hoodwink.games.dudo.pieces import (
    Bid,
    Claim,
    Doubt,
    DudoChance,
    DudoMove,
    DudoOptions,
    Jokers,
    Roll,
    Spoken,
    draw_roll,
    menu,
)
from hoodwink.games.dudo.state import NOBODY, DudoState, ring


class DudoView(View, frozen=True, tag="dudo"):
    """What one viewer may know of a Dudo position."""

    options: DudoOptions
    moves: tuple[Bid | Jokers | Doubt, ...]
    left: tuple[int, ...]
    """DU-28: everybody's dice counts."""
    middle: int
    """DU-29: the dice lost so far."""
    dice: tuple[int, ...] | None
    """The viewer's own dice; None for a watcher, for a seat that is out and before the roll."""
    rolling: Seat | None
    """Whose roll is due; seats before it, from the opener on, have rolled."""
    opener: Seat | None
    bids: tuple[Spoken, ...]
    """This round's bids, or the standing one alone where the table agreed so."""

    @property
    def in_play(self) -> int:
        """How many dice all cups hold together."""
        return sum(self.left)

    @property
    def standing(self) -> Claim | None:
        """The bid to raise or doubt."""
        return self.bids[-1].claim if self.bids else None


def view(state: DudoState, viewer: Viewer) -> DudoView:
    """All that a viewer may know, gathered from what is public and from the viewer's own cup."""
    return DudoView(  # by place, as naming so many fields takes longer than gathering them
        viewer,
        state.seats,
        state.options,
        state.rounds,
        state.to_move(),
        () if viewer is None else tuple(state.moves(viewer)),
        state.result(),
        tuple(state.left),
        max(0, state.options.dice * state.seats - state.in_play),
        None if viewer is None else state.dice[viewer] or None,
        None if state.rolling == NOBODY else state.rolling,
        None if state.opener == NOBODY else state.opener,
        state.bids[-1:] if state.options.bid_history == "last" else state.bids,
    )


def imagine(view: DudoView, random: Random) -> DudoState:
    """A full state that fits a view: every hidden die falls anew."""
    state = DudoState(view.seats, view.options)
    state.left = list(view.left)
    state.in_play = view.in_play
    state.menu = menu(state.in_play, view.options)
    state.left_of, state.right_of = ring(tuple(map(bool, view.left)))
    state.rounds = view.round
    state.opener = NOBODY if view.opener is None else view.opener
    state.rolling = NOBODY if view.rolling is None else view.rolling
    state.turn = view.to_move[0] if view.to_move else NOBODY
    state.bids = view.bids
    for seat in rolled(view):
        own = seat == view.viewer and view.dice is not None
        state.dice[seat] = view.dice if own and view.dice else draw_roll(seat, view.left[seat], random).dice
    return state


def rolled(view: DudoView) -> list[Seat]:
    """The seats whose cups hold a roll."""
    if view.opener is None or view.result is not None:
        return []
    clockwise, _ = ring(tuple(map(bool, view.left)))
    seats, seat = [], view.opener
    while seat != view.rolling:
        seats.append(seat)
        seat = clockwise[seat]
        if seat == view.opener:
            break
    return seats


def tell(
    before: DudoState, event: Moved[DudoMove] | Chanced[DudoChance], after: DudoState, viewer: Viewer
) -> Sequence[DudoBeat]:
    """What an event looked like to a viewer."""
    if isinstance(event, Chanced):
        chance = event.chance
        if isinstance(chance, Roll):
            dice = chance.dice if chance.seat == viewer else None
            return [Rolled(seat=chance.seat, count=len(chance.dice), dice=dice)]
        return [OpenerDrawn(seat=chance.seat)]
    move = event.move
    if isinstance(move, Doubt):
        return _reckoning(before, event.seat, after)
    if not before.bids:
        cited: tuple[str, ...] = ("DU-10",)
    else:
        cited = ("DU-25", "Q-DU-02") if isinstance(move, Jokers) else ("DU-13",)
    return [Bade(seat=event.seat, claim=move, clauses=cited)]


def insider(_before: DudoState, event: Moved[DudoMove] | Chanced[DudoChance]) -> Seat | None:
    """Whoever rolls sees the dice."""
    return event.chance.seat if isinstance(event, Chanced) and isinstance(event.chance, Roll) else None


def _reckoning(before: DudoState, doubter: Seat, after: DudoState) -> Sequence[DudoBeat]:
    bidder, claim = before.bids[-1].seat, before.bids[-1].claim
    found, loser, loss = before.verdict()
    left = before.left[loser] - loss
    beats: list[DudoBeat] = [
        Doubted(seat=doubter, bidder=bidder, claim=claim),
        Revealed(
            cups=tuple(before.dice),
            claim=claim,
            found=found,
            clauses=("DU-16", "DU-23" if isinstance(claim, Bid) else "DU-26"),
        ),
        Lost(seat=loser, dice=loss, left=left, clauses=_cause(before, claim.count - found, loss)),
    ]
    if not left:
        beats.append(Out(seat=loser))
        beats += [Gained(seat=seat, left=after.left[seat]) for seat in before.receivers(loser)]
    result = after.result()
    if result is None:
        beats.append(RoundOpened(round=after.rounds, opener=after.opener))
    else:
        beats.append(Won(seat=result.winners[0]))
    return beats


def _cause(before: DudoState, missing: int, loss: int) -> tuple[str, ...]:
    """The clauses by which somebody loses dice."""
    if missing <= 0:
        return ("DU-17",)
    if before.options.one_die_losses:
        return ("DU-20",)
    return ("DU-18", "Q-DU-13") if missing > loss else ("DU-18",)


def keeps(options: DudoOptions, beat: DudoBeat) -> bool:
    """Q-DU-23: a table that shows the standing bid alone leaves earlier ones to memory."""
    return options.bid_history == "round" or not isinstance(beat, Bade)
