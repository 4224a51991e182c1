"""Records survive a journey as text and JSON, and nothing damaged is taken for one."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoodwink import games
from hoodwink.engine.record import BadRecord, Record, Sitter, begin, read_events, read_record
from hoodwink.engine.words import LANGUAGES, Voice
from tests.makers import fair_record, ordinary_record

DUDO = games.find("dudo")


def refusal(text: str) -> str:
    """Why a record is refused; it must say so in every language."""
    with pytest.raises(BadRecord) as refused:
        read_events(DUDO, read_record(text))
    assert all(refused.value.told(Voice(lang)) for lang in LANGUAGES)
    return str(refused.value)


def resealed(record: Record, **changes: object) -> str:
    """A record changed by somebody who knows how to seal."""
    return msgspec.structs.replace(record, **changes).to_text()


@pytest.mark.parametrize(
    "record", [ordinary_record(), fair_record(), ordinary_record(most=9)], ids=["ordinary", "fair", "left"]
)
def test_text_and_json_hold_the_same_record(record: Record) -> None:
    assert read_record(record.to_text()) == record
    assert read_record(record.to_json().decode()) == record
    assert len(read_events(DUDO, record)) == len(record.events)


def test_the_text_reads_like_a_game() -> None:
    lines = ordinary_record().to_text().splitlines()
    assert lines[:5] == [
        "Hoodwink record 1",
        "game dudo edition 1",
        "seat A Ann",
        "seat B Bob Brown",
        "bot C greedy Corsica",
    ]
    assert re.fullmatch(r"1\. opener [ABC]", lines[6])
    assert lines[-2].startswith("finished after ")
    assert re.fullmatch(r"seal [0-9a-f]{64}", lines[-1])


def test_a_record_may_begin_at_a_position() -> None:
    record = Record(
        game="dudo", edition=1, seats=(Sitter("Ann"), Sitter("Bob")), position="A:2 B:3 | open A", events=("A 1x2",)
    )
    assert read_record(record.to_text()) == record
    assert begin(DUDO, record).to_move() == (0,)
    assert len(read_events(DUDO, record)) == 1


@pytest.mark.parametrize("end", range(1, 12))
def test_a_text_cut_short_is_refused(end: int) -> None:
    text = ordinary_record().to_text()
    assert "cut short" in refusal(text[: len(text) * end // 12])


def test_a_text_whose_seal_is_cut_is_refused() -> None:
    assert "cut short" in refusal(ordinary_record().to_text()[:-9])


@pytest.mark.parametrize("end", range(1, 12))
def test_json_cut_short_is_refused(end: int) -> None:
    text = ordinary_record().to_json().decode()
    assert "cut short" in refusal(text[: len(text) * end // 12])


def test_an_edited_roll_is_refused() -> None:
    text = ordinary_record().to_text()
    roll = re.search(r"roll A:(\d)", text)
    assert roll is not None
    other = "6" if roll[1] != "6" else "1"
    assert (
        refusal(text[: roll.end() - 1] + other + text[roll.end() :]) == "This record was changed after it was sealed."
    )


def test_an_edited_json_is_refused() -> None:
    assert "changed after" in refusal(ordinary_record().to_json().decode().replace("Ann", "Eve"))


def test_a_dropped_event_is_refused() -> None:
    assert "changed after" in refusal(re.sub(r"\n5\. .*", "", ordinary_record().to_text()))


def test_another_edition_is_refused() -> None:
    assert "edition 2, this program plays edition 1" in refusal(resealed(ordinary_record(), edition=2))


def test_another_format_is_refused() -> None:
    assert "format 9" in refusal(ordinary_record().to_text().replace("Hoodwink record 1", "Hoodwink record 9"))
    assert "format 9" in refusal(ordinary_record().to_json().decode().replace('"hoodwink": 1', '"hoodwink": 9'))


def test_an_impossible_move_is_refused_even_when_sealed_anew() -> None:
    record = ordinary_record()
    first = next(number for number, event in enumerate(record.events) if event[1] == " ")
    events = (*record.events[:first], record.events[first][:2] + "dudo", *record.events[first + 1 :])
    assert f"Event {first + 1}" in refusal(resealed(record, events=events))


def test_an_impossible_roll_is_refused_even_when_sealed_anew() -> None:
    record = ordinary_record()
    events = (record.events[0], "roll A:123456", *record.events[2:])
    assert "«roll A:123456» cannot come up now" in refusal(resealed(record, events=events))


def test_a_finished_game_that_is_not_over_is_refused() -> None:
    record = ordinary_record()
    assert "is not" in refusal(resealed(record, events=record.events[:-1]))
    assert "it is over" in refusal(resealed(record, finished=False))


def test_an_unreadable_event_is_refused() -> None:
    record = ordinary_record()
    assert "Event 1, «nonsense»" in refusal(resealed(record, events=("nonsense", *record.events[1:])))


def test_numbers_and_letters_in_a_text_must_be_right_too() -> None:
    """Once only the values were compared: a renumbered event or a wrong seat letter went unnoticed."""
    text = ordinary_record().to_text()
    for edited in (text.replace("\n7. ", "\n8. "), text.replace("seat B", "seat C")):
        assert "changed after" in refusal(edited)


def test_other_line_ends_do_no_harm() -> None:
    text = ordinary_record().to_text()
    assert read_record(text.replace("\n", "\r\n")) == ordinary_record()


def test_a_strange_line_is_named() -> None:
    assert refusal(ordinary_record().to_text().replace("seat B", "chair B")).startswith("Line 4 of the record")


@pytest.mark.parametrize("text", ["", "hello", "# a heading\n", "\x00", "{}", "[]", '{"hoodwink": 1}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    assert refusal(text)


def test_options_the_game_does_not_take_are_refused() -> None:
    record = msgspec.structs.replace(ordinary_record(), options={"dice": 99})
    with pytest.raises(ValueError, match="cannot be «99»; it takes 1–8"):
        read_events(DUDO, record)


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(BadRecord):
        read_record(text)


@given(st.data())
def test_no_damage_to_a_record_goes_unnoticed(data: st.DataObject) -> None:
    text = ordinary_record().to_text()
    at = data.draw(st.integers(0, len(text) - 2))
    letter = data.draw(st.sampled_from("0123456789ABCxyz"))
    damaged = text[:at] + letter + text[at + 1 :]
    if damaged.split() != text.split():
        with pytest.raises(BadRecord):
            read_record(damaged)
