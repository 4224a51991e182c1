"""What all faces share: decisions one at a time, hidden where they are simultaneous, and what a game is worth."""

from __future__ import annotations

import random

import pytest

from hoodwink import games
from hoodwink.engine.contract import Move, Refused, Result, Said, Seat
from hoodwink.engine.options import BadOptions
from hoodwink.research.playing import Play, Table, share
from tests.research.toy import BIDS, Auction


class Noted(Play):
    """A game that notes what is played."""

    def __init__(self, state: Auction) -> None:
        super().__init__(state)
        self.played: list[tuple[Seat, Move]] = []

    def play(self, seat: Seat, move: Move) -> None:
        super().play(seat, move)
        self.played.append((seat, move))


def test_several_deciders_are_asked_in_seat_order_and_hidden_from_each_other() -> None:
    state = Auction()
    play = Noted(state)
    assert [play.seat, state.bids] == [0, [None] * 3]
    play.decide(BIDS[1])
    assert [play.seat, state.bids] == [1, [None] * 3], "the first answer must not show yet"
    play.decide(BIDS[2])
    assert play.played == []
    play.decide(BIDS[0])
    assert play.played == [(0, BIDS[1]), (1, BIDS[2]), (2, BIDS[0])]
    assert play.seat is None
    assert state.result() == Result(scores=(1, 2, 0), winners=(1,))


def test_an_answer_that_an_earlier_one_made_impossible_falls_away() -> None:
    play = Noted(Auction())
    for bid in (BIDS[3], BIDS[3], BIDS[0]):
        play.decide(bid)
    assert play.played == [(0, BIDS[3])]
    assert play.state.result() == Result(scores=(3, -1, -1), winners=(0,))


def test_a_copy_keeps_the_held_answers_to_itself() -> None:
    play = Play(Auction())
    play.decide(BIDS[1])
    twin = play.copy()
    twin.decide(BIDS[2])
    assert (play.seat, twin.seat) == (1, 2)


@pytest.mark.parametrize(
    ("winners", "worth"),
    [((0,), [1, -0.5, -0.5]), ((0, 2), [0.5, -1, 0.5]), ((0, 1, 2), [0, 0, 0])],
)
def test_winners_share_one_and_the_others_minus_one(winners: tuple[int, ...], worth: list[float]) -> None:
    assert share(Result(scores=(0, 0, 0), winners=winners), 3) == worth


def test_the_mask_marks_what_is_legal_for_the_seat_being_asked_alone() -> None:
    table, source = Table("dudo", 3), random.Random(1)
    play = table.begin()
    play.deal(source)
    asked = play.seat
    assert asked is not None
    for seat in range(3):
        _, mask = table.look(play, seat)
        legal = table.encoding.ids(play.state.moves(asked)) if seat == asked else []
        assert mask.nonzero()[0].tolist() == legal


def test_what_was_legal_at_the_last_look_is_forgotten_with_the_next_decision() -> None:
    table, source = Table("dudo", options={"first_player": "A"}), random.Random(1)
    play = table.begin()
    play.deal(source)
    bid, doubt = table.legal(play.state.moves(0))[0], 0
    table.look(play, 0)
    assert table.refusal(play, bid) is None
    play.decide(table.move_of(bid))
    assert table.refusal(play, bid) is not None, "the same bid again"
    table.look(play, 0)
    assert table.refusal(play, doubt) is None, "whoever looks, it is the seat being asked that may doubt"


@pytest.mark.parametrize("game", ["dudo", "dudab", "rumbugz"])
def test_an_array_or_mask_belongs_to_whoever_looked(game: str) -> None:
    table = Table(game)
    play = table.begin()
    play.deal(random.Random(1))
    seat = play.seat
    assert seat is not None
    array, mask = table.look(play, seat)
    kept, marks = array.copy(), mask.copy()
    array[:], mask[:] = 1 - array, 1 - mask
    assert table.refusal(play, int(marks.argmax())) is None
    again, same = table.look(play, seat)
    assert (again == kept).all()
    assert (same == marks).all()


def test_a_refusal_names_the_clause_and_a_number_that_means_nothing_is_refused() -> None:
    table = Table("dudo", options={"first_player": "A"})
    play = table.begin()
    play.deal(random.Random(0))
    refused = table.refusal(play, 0)
    assert isinstance(refused, Refused)
    assert refused.clause == "Q-DU-10"
    for action in (-1, table.actions):
        with pytest.raises(Said, match="There is no action"):
            table.refusal(play, action)


def test_a_table_takes_options_whole_by_name_and_from_a_preset() -> None:
    kind = games.find("dudo").info.options
    assert Table("dudo", options=kind(dice=2)).options == kind(dice=2)
    assert Table("dudo", options={"dice": "2"}, preset="novice").options == kind(dice=2, one_die_losses=True)
    with pytest.raises(BadOptions, match="no preset"):
        Table("dudo", preset="nonsense")
    with pytest.raises(Said, match="2 to 6 players"):
        Table("dudo", 7)
    with pytest.raises(Refused, match="Q-DU-18"):
        Table("dudo", 2, {"first_player": "F"})
