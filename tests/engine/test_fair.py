"""Fair chance: the documented streams, the promises, and a verifier that finds every lie."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from hoodwink import games
from hoodwink.engine.contract import below
from hoodwink.engine.fair import CHAIN_LENGTH, Dealer, Stream, commitment, key_before, mixture, new_nonce, new_secret
from hoodwink.engine.proof import Unfair, verify
from hoodwink.engine.record import BadRecord, Fairness, Record
from tests.makers import NONCES, SECRET, fair_record, ordinary_record

DUDO = games.find("dudo")


def with_promise(record: Record, **changes: object) -> Record:
    assert record.fair is not None
    return msgspec.structs.replace(record, fair=msgspec.structs.replace(record.fair, **changes))


def promise(record: Record) -> Fairness:
    assert record.fair is not None
    return record.fair


def test_the_stream_is_what_the_documentation_says() -> None:
    """Written out once more from the module's text, with nothing of ours but the constants."""
    nonces = hashlib.sha256(b"".join(len(n).to_bytes(4, "big") + n for n in NONCES[:2])).digest()
    label = b"hoodwink/stream/1" + nonces + (3).to_bytes(4, "big")
    blocks = b"".join(hmac.new(SECRET, label + i.to_bytes(8, "big"), "sha256").digest() for i in range(3))
    stream = Stream(SECRET, mixture(NONCES[:2]), 3)
    assert stream.getrandbits(8) == blocks[0]
    assert stream.getrandbits(13) == int.from_bytes(blocks[1:3], "big") >> 3
    assert stream.getrandbits(1) == blocks[3] >> 7
    assert stream.getrandbits(0) == 0
    assert stream.getrandbits(8 * 60) == int.from_bytes(blocks[4:64], "big")


def test_the_stream_never_changes() -> None:
    """Known answers: another program must find the same, and so must we for ever."""
    dealer = Dealer(SECRET, NONCES[:3])
    assert dealer.anchor.hex() == "79c8c8b0ef4a1cd4c8bebcfab7d1a3a0bdf4e4daff119d42db2a1d96b1e5b207"
    assert [below(7776, dealer(1)) for _ in range(4)] == [6993, 3486, 1376, 5605]
    assert [below(6, dealer(2)) + 1 for _ in range(12)] == [6, 2, 6, 2, 1, 1, 2, 3, 4, 6, 6, 6]


def test_the_chain_leads_from_every_key_to_the_one_before() -> None:
    dealer = Dealer(SECRET, NONCES[:2])
    keys = (dealer.anchor, *dealer.opened(CHAIN_LENGTH))
    assert len(keys) == CHAIN_LENGTH + 1
    assert all(key_before(later) == earlier for earlier, later in pairwise(keys))
    assert keys[-1] == SECRET


def test_numbers_are_even() -> None:
    stream = Stream(SECRET, mixture(NONCES[:2]), 1)
    counts = Counter(below(6, stream) for _ in range(12_000))
    assert all(1_850 < counts[face] < 2_150 for face in range(6))


def test_every_nonce_changes_every_round() -> None:
    drawn = {
        Dealer(SECRET, nonces)(number).getrandbits(64)
        for nonces in (NONCES[:2], NONCES[1:3], (NONCES[1], NONCES[0]), (NONCES[0] + NONCES[1],))
        for number in (1, 2, 3)
    }
    assert len(drawn) == 12


def test_secrets_and_nonces_are_fresh_and_long_enough() -> None:
    assert len({new_secret() for _ in range(50)}) == len({new_nonce() for _ in range(50)}) == 50
    assert (len(new_secret()), len(new_nonce()), len(commitment(b""))) == (32, 16, 32)


@pytest.mark.parametrize("seats", DUDO.info.seats)
def test_a_fair_game_is_proved(seats: int) -> None:
    record = fair_record(seats=seats)
    proof = verify(DUDO, record)
    assert proof.waiting == 0
    assert proof.proved == sum(event.split()[0] in ("roll", "opener") for event in record.events)


def test_an_unfinished_game_is_proved_up_to_the_last_opened_round() -> None:
    whole = verify(DUDO, fair_record())
    record = fair_record(most=30)
    assert not record.finished
    proof = verify(DUDO, record)
    assert proof.waiting > 0
    assert 0 < proof.proved < whole.proved


def test_a_changed_roll_is_found_and_named() -> None:
    record = fair_record()
    number = next(number for number, event in enumerate(record.events, 1) if event.startswith("roll A:"))
    for dice in ("11111", "66666"):
        events = (*record.events[: number - 1], f"roll A:{dice}", *record.events[number:])
        with pytest.raises((Unfair, BadRecord), match=f"Event {number}") as found:
            verify(DUDO, msgspec.structs.replace(record, events=events[: number + 1], finished=False))
        assert f"roll A:{dice}" in str(found.value)


def test_a_record_without_promises_is_not_proved() -> None:
    with pytest.raises(Unfair, match="no promise"):
        verify(DUDO, ordinary_record())


def test_a_broken_promise_is_found() -> None:
    record = fair_record()
    fair = promise(record)
    other = "ab" * 32
    lies: dict[str, dict[str, Any]] = {
        "nonce of seat number 1": {"nonces": (other[:32], *fair.nonces[1:])},
        "nonce of seat number 2": {"commitments": (fair.commitments[0], other, *fair.commitments[2:])},
        "key opened for round 1": {"anchor": other},
        "key opened for round 2": {"opened": (fair.opened[0], other, *fair.opened[2:])},
        "need a nonce each": {"nonces": fair.nonces[:2]},
        "never opened": {"opened": fair.opened[:1]},
    }
    for sentence, lie in lies.items():
        with pytest.raises(Unfair, match=sentence):
            verify(DUDO, with_promise(record, **lie))


def test_opening_a_round_tells_nothing_of_the_next() -> None:
    """All that is opened leads backwards only: the key of the next round is no hash of what is known."""
    dealer = Dealer(SECRET, NONCES[:2])
    known = set(dealer.opened(3))
    for key in list(known):
        for _ in range(CHAIN_LENGTH):
            key = key_before(key)
            known.add(key)
    assert dealer.opened(4)[-1] not in known
