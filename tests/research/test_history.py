"""Histories where several seats decide at once: what a seat answered is its own to know until all have answered."""

from __future__ import annotations

import copy
import random
from types import SimpleNamespace
from typing import Any

from hoodwink.research.history import History
from tests.research.toy import BIDS, Auction, Number


def auction() -> History:
    """A table of three at which everybody is told who has bid, once it has happened, and never how much."""

    def imagine(_view: Any, _random: Any) -> Auction:
        return Auction()

    game = SimpleNamespace(
        view=lambda state, seat: None,
        imagine=imagine,
        tell=lambda before, event, after, seat: [event.seat],
        write_move=lambda move: str(move.value),
        write_position=lambda view: "?",
    )
    table: Any = SimpleNamespace(game=game, seats=3)
    return History(table, Auction(), ("A\n", "B\n", "C\n"))


def after(history: History, *bids: Number) -> History:
    for bid in bids:
        history = history.after(bid)
    return history


def test_a_held_answer_is_in_its_own_information_state_alone() -> None:
    held = after(auction(), BIDS[1])
    assert [held.recall(seat) for seat in range(3)] == ["A\n1", "B\n", "C\n"]


def test_once_all_have_answered_everybody_is_told_and_nobody_forgets_the_own_answer() -> None:
    over = after(auction(), BIDS[1], BIDS[2], BIDS[0])
    assert over.over
    assert [over.recall(seat) for seat in range(3)] == [
        "A\n1 [0]\n[1]\n[2]\n",
        "B\n[0]\n2 [1]\n[2]\n",
        "C\n[0]\n[1]\n0 [2]\n",
    ]


def test_an_imagined_game_asks_the_same_seat_and_draws_the_hidden_answers_anew() -> None:
    asked_last = after(auction(), BIDS[1], BIDS[2])
    imagined = [asked_last.imagine(2, random.Random(seed)) for seed in range(30)]
    assert {one.seat for one in imagined} == {2}
    assert {one.recall(2) for one in imagined} == {asked_last.recall(2)}
    assert {one.recall(0) for one in imagined} == {f"A ?\n{value}" for value in range(4)}


def test_playing_on_leaves_the_history_as_it_was() -> None:
    begun = auction()
    first, second = begun.after(BIDS[1]), copy.deepcopy(begun).after(BIDS[2])
    assert (first.held, second.held, begun.held) == ((BIDS[1],), (BIDS[2],), ())
    after(first, BIDS[0], BIDS[3])
    assert begun.recall(0) == "A\n"
