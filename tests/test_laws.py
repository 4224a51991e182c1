"""The laws every game obeys, over random play with every seat count and every option."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoodwink.engine.contract import AnyGame, AnyState, Chanced, Moved, Refused, clauses
from hoodwink.engine.options import option_kinds
from hoodwink.engine.record import Sitter, add, begin, new_record, read_events, read_record
from hoodwink.engine.table import read_event, steps, told, write_event
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.wire.packets import in_words, in_words_for_all
from tests.sight import assert_sight_holds, seen
from tests.tables import (
    STRETCH,
    apply,
    playable,
    random_steps,
    seat_counts,
    table_name,
    under_way,
    values,
    variants,
    viewers,
)

every_table = pytest.mark.parametrize(("game", "seats"), seat_counts(), ids=table_name)


def games_at(game: AnyGame, seats: int, *, times: int) -> list[tuple[AnyState, random.Random]]:
    """Fresh games of every variant, each with a seeded source."""
    return [
        (game.start(seats, options), random.Random(f"{game.info.key} {seats} {name} {time}"))
        for name, options in variants(game, seats).items()
        for time in range(times)
    ]


def stretches_at(game: AnyGame, seats: int, *, times: int) -> list[tuple[AnyState, random.Random]]:
    """Games of every variant, long ones somewhere in the middle of play, each with a seeded source."""
    seeds = {
        f"{game.info.key} {seats} {name} {time}": options
        for name, options in variants(game, seats).items()
        for time in range(times)
    }
    return [
        (under_way(game.info.key, seats, options, seed).copy(), random.Random(seed)) for seed, options in seeds.items()
    ]


@every_table
def test_exactly_one_of_decision_chance_and_result(game: AnyGame, seats: int) -> None:
    for start, source in stretches_at(game, seats, times=2):
        for step in random_steps(game, start, source, STRETCH):
            for state in (step.before, step.after):
                assert [bool(state.to_move()), bool(state.chances()), state.result() is not None].count(True) == 1
                assert all(state.moves(seat) for seat in state.to_move()), "a decision without a legal move"
                assert not any(state.moves(seat) for seat in range(seats) if seat not in state.to_move())


@every_table
def test_check_allows_exactly_the_listed_moves_and_names_a_clause_otherwise(game: AnyGame, seats: int) -> None:
    known = clauses(game.info)
    for start, source in stretches_at(game, seats, times=1):
        visited = [step.before for step in random_steps(game, start, source, STRETCH)]
        pool = list({move for state in visited for seat in state.to_move() for move in state.moves(seat)})
        for state in visited:
            for seat in range(seats):
                legal = set(state.moves(seat))
                assert len(legal) == len(state.moves(seat)), "a move is listed twice"
                for move in [*legal, *source.sample(pool, min(30, len(pool)))]:
                    refused: Refused | None = game.check(state, seat, move)
                    assert (refused is None) == (move in legal), game.write_move(move)
                    if refused is not None:
                        assert refused.clause in known
                        assert all(refused.told(Voice(lang)) for lang in LANGUAGES)


@every_table
def test_a_record_replays_to_the_same_states(game: AnyGame, seats: int) -> None:
    sitters = [Sitter(f"Player {seat}") for seat in range(seats)]
    for start, source in games_at(game, seats, times=1):
        played = list(random_steps(game, start.copy(), source, STRETCH))
        record = new_record(game, sitters, game.view(start, None).options)
        record = add(record, game, [step.event for step in played], played[-1].after)
        for text in (record.to_text(), record.to_json().decode()):
            again = read_record(text)
            assert again == record
            replayed = steps(game, begin(game, again), read_events(game, again))
            for mine, theirs in zip(played, replayed, strict=True):
                assert_same(game, seats, mine.after, theirs.after)


@every_table
def test_notation_and_json_round_trip(game: AnyGame, seats: int) -> None:
    types = game.info.types
    for start, source in stretches_at(game, seats, times=1):
        for step in random_steps(game, start, source, STRETCH):
            assert read_event(game, write_event(game, step.event), seats) == step.event
            if isinstance(step.event, Moved):
                assert through_json(step.event.move, types.move) == step.event.move
            else:
                assert through_json(step.event.chance, types.chance) == step.event.chance
            for viewer in viewers(seats):
                view = game.view(step.after, viewer)
                assert through_json(view, types.view) == view
                for beat in game.tell(*step, viewer):
                    assert through_json(beat, types.beat) == beat
                    assert set(beat.clauses) <= set(clauses(game.info))


@every_table
def test_an_event_looks_the_same_to_all_but_its_insider(game: AnyGame, seats: int) -> None:
    for start, source in stretches_at(game, seats, times=3):
        for step in random_steps(game, start, source, STRETCH):
            looks = [game.tell(*step, viewer) for viewer in (*range(seats), None)]
            insider = game.insider(step.before, step.event)
            assert [seat for seat in range(seats) if looks[seat] != looks[-1]] == ([] if insider is None else [insider])
            assert told(game, *step, seats) == looks


@every_table
def test_play_ends_within_the_bound_and_pieces_are_conserved(game: AnyGame, seats: int) -> None:
    for start, source in games_at(game, seats, times=4):
        bound = game.bound(seats, game.view(start, None).options)
        assert game.audit(start) is None
        for number, step in enumerate(random_steps(game, start, source)):
            assert game.audit(step.after) is None
            assert number < bound


@every_table
def test_nobody_sees_what_they_may_not_know(game: AnyGame, seats: int) -> None:
    for start, source in stretches_at(game, seats, times=2):
        compared = 0
        played = list(random_steps(game, start, source, STRETCH))
        for viewer in viewers(seats):
            for step in source.sample(played, min(3, len(played))):
                compared += assert_sight_holds(game, step.before, viewer, source)
        assert compared, "no twin could be followed a single step"


@every_table
def test_imagined_states_look_the_same_and_can_be_played(game: AnyGame, seats: int) -> None:
    for start, source in stretches_at(game, seats, times=1):
        for step in random_steps(game, start, source, STRETCH):
            for viewer in viewers(seats):
                imagined = game.imagine(game.view(step.after, viewer), source)
                assert game.audit(imagined) is None
                assert seen(game, imagined, viewer) == seen(game, step.after, viewer)


@every_table
def test_playing_a_copy_leaves_the_original_untouched(game: AnyGame, seats: int) -> None:
    for start, source in stretches_at(game, seats, times=1):
        for step in random_steps(game, start, source, STRETCH):
            before = game.write_position(step.before)
            twin = step.before.copy()
            apply(twin, step.event)
            assert game.write_position(step.before) == before
            assert_same(game, seats, twin, step.after)


@every_table
def test_a_state_rebuilt_from_its_text_goes_on_like_the_original(game: AnyGame, seats: int) -> None:
    for start, source in stretches_at(game, seats, times=1):
        options = game.view(start, None).options
        rebuilt = game.read_position(game.write_position(start), seats, options)
        for step in random_steps(game, start, source, STRETCH):
            apply(rebuilt, step.event)
            assert_same(game, seats, rebuilt, step.after)
            rebuilt = game.read_position(game.write_position(rebuilt), seats, options)
            assert_same(game, seats, rebuilt, step.after)


@every_table
def test_sampling_follows_the_weights(game: AnyGame, seats: int) -> None:
    """A chi-squared statistic within six standard deviations of its mean, for every kind of chance met."""
    source = random.Random(f"{game.info.key} {seats} samples")
    start = game.start(seats, game.info.options())
    chancy = [step.before for step in random_steps(game, start, source, STRETCH) if isinstance(step.event, Chanced)]
    for state in source.sample(chancy, min(4, len(chancy))):
        weights = dict(state.chances())
        total, draws = sum(weights.values()), 100 * len(weights)
        drawn = Counter(state.sample(source) for _ in range(draws))
        assert set(drawn) <= set(weights)
        expected = {chance: draws * weight / total for chance, weight in weights.items()}
        chi_squared = sum((drawn[chance] - mean) ** 2 / mean for chance, mean in expected.items())
        freedom = len(weights) - 1
        spread = 2 * freedom + sum(1 / mean for mean in expected.values())
        assert chi_squared <= freedom + 6 * spread**0.5 + 1


@pytest.mark.parametrize(("game", "seats"), seat_counts(), ids=table_name)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_any_mixture_of_options_is_refused_with_a_clause_or_played_to_the_end(
    game: AnyGame, seats: int, data: st.DataObject
) -> None:
    kinds = option_kinds(game.info.options)
    chosen = game.info.options(**{name: data.draw(st.sampled_from(values(kind))) for name, kind in kinds.items()})
    if not playable(game, seats, chosen):
        with pytest.raises(Refused) as refused:
            game.start(seats, chosen)
        assert refused.value.clause in clauses(game.info)
        assert refused.value.why
        return
    source = random.Random(data.draw(st.integers(0, 2**32)))
    start = game.start(seats, chosen)
    for step in random_steps(game, start, source):
        assert game.audit(step.after) is None
    assert start.result() is not None


def test_the_sight_law_catches_a_planted_leak() -> None:
    """A view that counts another seat's ones in a public number must not pass."""
    game = next(game for game, _ in seat_counts() if game.info.key == "dudo")

    def leaky(state: Any, viewer: int | None) -> Any:
        return msgspec.structs.replace(game.view(state, viewer), middle=state.dice[1].count(1))

    def whole_games(judged: AnyGame) -> None:
        for time in range(20):
            source = random.Random(time)
            for step in random_steps(judged, judged.start(2, judged.info.options()), source):
                assert_sight_holds(judged, step.before, 0, source)

    whole_games(game)
    with pytest.raises(AssertionError):
        whole_games(dataclasses.replace(game, view=leaky))


def through_json(value: Any, kind: Any) -> Any:
    """A value after a journey over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def assert_same(game: AnyGame, seats: int, one: AnyState, other: AnyState) -> None:
    """Two states that nothing tells apart: the whole truth as text, and what everybody sees."""
    assert game.write_position(one) == game.write_position(other)
    for viewer in viewers(seats):
        assert seen(game, one, viewer) == seen(game, other, viewer)


@every_table
def test_what_is_told_from_an_outline_is_what_a_voice_says(game: AnyGame, seats: int) -> None:
    """Beats are put into words once for all tables, and the names added: whatever those are."""
    names = ["Ann", "100 %s", "{who}", "\\1", "Юра", "F"][:seats]
    for start, source in stretches_at(game, seats, times=1):
        for before, event, after in random_steps(game, start, source, most=STRETCH):
            options = game.view(after, None).options
            beats = [beat for viewer in viewers(seats) for beat in game.tell(before, event, after, viewer)]
            for voice in (Voice(lang, names) for lang in LANGUAGES):
                assert in_words_for_all(game, options, beats, voice) == list(in_words(game, options, beats, voice))
