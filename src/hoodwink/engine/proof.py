"""Checking a record's fairness offline: the promises, the keys, and every roll and draw."""

from __future__ import annotations

from msgspec import Struct

from hoodwink.engine.contract import AnyGame, Chanced, Said
from hoodwink.engine.fair import Stream, commitment, key_before, mixture
from hoodwink.engine.record import Fairness, Record, begin, read_events
from hoodwink.engine.table import steps, write_event
from hoodwink.engine.words import message


class Unfair(Said):
    """A record whose chances are not those that were promised."""


class Proof(Struct, frozen=True):
    """What was proved: chances that follow from the opened keys, and chances of rounds not opened yet."""

    proved: int
    waiting: int


def verify(game: AnyGame, record: Record) -> Proof:
    """Prove every chance of a record; raises `Unfair` naming what fails first.

    An unfinished record may hold a round whose key is still closed; a finished one may not.
    """
    events = read_events(game, record)
    if record.fair is None:
        raise Unfair(message("fair.no-promise"))
    mixed = mixture(_nonces(record.fair, len(record.seats)))
    keys = _keys(record.fair)
    streams = [Stream(key, mixed, number) for number, key in enumerate(keys, 1)]
    proved = waiting = 0
    for number, step in enumerate(steps(game, begin(game, record), events), 1):
        if not isinstance(step.event, Chanced):
            continue
        round_now = step.before.round()
        if round_now > len(streams):
            if record.finished:
                raise Unfair(message("fair.round-closed", round=round_now))
            waiting += 1
            continue
        drawn = step.before.sample(streams[round_now - 1])
        if drawn != step.event.chance:
            said, right = write_event(game, step.event), game.write_chance(drawn)
            raise Unfair(message("fair.wrong-chance", number=number, said=said, right=right, round=round_now))
        proved += 1
    return Proof(proved, waiting)


def _nonces(promise: Fairness, seats: int) -> list[bytes]:
    if not len(promise.nonces) == len(promise.commitments) == seats:
        raise Unfair(message("fair.nonces-missing", seats=seats, count=len(promise.nonces)))
    nonces = [bytes.fromhex(text) for text in promise.nonces]
    for seat, (nonce, promised) in enumerate(zip(nonces, promise.commitments, strict=True)):
        if commitment(nonce).hex() != promised:
            raise Unfair(message("fair.wrong-nonce", number=seat + 1))
    return nonces


def _keys(promise: Fairness) -> list[bytes]:
    keys = [bytes.fromhex(text) for text in promise.opened]
    before = bytes.fromhex(promise.anchor)
    for number, key in enumerate(keys, 1):
        if key_before(key) != before:
            raise Unfair(message("fair.wrong-key", round=number))
        before = key
    return keys
