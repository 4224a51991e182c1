"""The lab: options one at a time, on the same deals, and every clause counted as often as it was told of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from hoodwink import games
from hoodwink.arena import labpage
from hoodwink.arena.lab import LabReport, experiment, experiments
from hoodwink.arena.luck import Deal, own_luck
from hoodwink.arena.match import Match, play
from hoodwink.arena.running import run
from hoodwink.arena.setup import Setup, prepare
from hoodwink.arena.stopping import FIXED
from hoodwink.bots.chance import Chancer
from hoodwink.engine.contract import Chanced, Event, Moved
from hoodwink.engine.options import BadOptions

DUDO = games.find("dudo")


def played(setup: Setup) -> Sequence[Match]:
    return run(setup, 12, FIXED).matches


def lab(vary: dict[str, list[str]], settings: dict[str, Any] | None = None) -> LabReport:
    wanted = experiments(DUDO, None, settings or {}, vary)
    return experiment(
        DUDO, ["random", "random"], wanted, played, preset=None, settings=settings or {}, seed=1, time_limit=60.0
    )


def test_clauses_are_counted_as_often_as_the_events_tell_of_them() -> None:
    """Counted again by hand: the match of deal 3 replayed with beats for everybody."""
    setup = prepare("dudo", ["random", "random"], seed=1, clauses=True)
    match = play(setup, 3, 0, {})
    state, source = DUDO.start(2, DUDO.info.options()), Deal(1, 3)
    lucks = [own_luck(1, 3, 0, seat) for seat in (0, 1)]
    counts: Counter[str] = Counter()
    while state.result() is None:
        before = state.copy()
        event: Event
        if deciders := state.to_move():
            seat = deciders[0]
            event = Moved(seat, Chancer().choose(DUDO.view(state, seat), lucks[seat]))
            state.play(seat, event.move)
        else:
            event = Chanced(state.sample(source(state.round())))
            state.resolve(event.chance)
        told = [beat for viewer in (None, 0, 1) for beat in DUDO.tell(before, event, state, viewer)]
        counts.update({clause for beat in told for clause in beat.clauses})
    assert match.clauses == counts
    assert match.clauses["DU-2"] == 1  # with two seats somebody drops out once
    assert match.rounds == match.clauses["DU-15"]  # every round ends with a doubt


def test_a_variant_that_changes_nothing_is_the_same_on_the_same_deals() -> None:
    base, other = lab({"bid_history": ["last"]}).variants
    assert other.longer is not None
    assert (other.longer.value, other.longer.low, other.longer.high) == (0.0, 0.0, 0.0)
    assert (other.clauses, other.decisions) == (base.clauses, base.decisions)


def test_fewer_dice_make_a_shorter_game_and_the_lab_says_so() -> None:
    base, one = lab({"dice": ["1"]}, {"one_die_losses": True}).variants
    assert base.rounds is not None
    assert one.rounds is not None
    assert one.rounds.most == 1
    assert one.longer is not None
    assert one.longer.high is not None
    assert one.longer.high < 0
    assert "DU-21" in base.clauses
    assert "DU-21" not in one.clauses  # there is no next round


def test_without_a_wish_every_option_takes_its_other_values() -> None:
    wanted = experiments(DUDO, None, {}, {})
    assert {name for name, _ in wanted} == set(DUDO.info.option_clauses)
    assert ("one_die_losses", True) in wanted
    assert ("one_die_losses", False) not in wanted  # that is the base
    assert ("dice", 5) not in wanted
    assert {("dice", 1), ("dice", 8)} <= set(wanted)
    assert ("one_die_losses", False) in experiments(DUDO, "novice", {}, {})


def test_what_cannot_be_played_is_listed_with_its_reason() -> None:
    report = lab({"max_bid": ["board"]})
    assert "Q-DU-07" in (report.variants[1].refused or "")
    assert "Not playable so:\n    max_bid=board: " in labpage.as_text(report)


@pytest.mark.parametrize("vary", [{"dices": ["3"]}, {"dice": ["many"]}, {"dice": ["0"]}])
def test_what_is_no_option_or_value_is_refused(vary: dict[str, list[str]]) -> None:
    with pytest.raises(BadOptions):
        lab(vary)


def test_the_clauses_that_nothing_tells_of_are_named() -> None:
    report = lab({"dice": ["1"]})
    told = {clause for variant in report.variants for clause in variant.clauses}
    assert "DU-15" in told
    assert not told & set(report.silent)
    assert "DU-31" in report.silent  # nobody gets bonus dice here
