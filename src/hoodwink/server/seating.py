"""Who sits where before a game begins: people, bots, the host's powers, and the start itself.

Each function works out the entries of a change, or declines it with a reason; nothing here changes a table.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hoodwink import bots
from hoodwink.engine import fair
from hoodwink.engine.contract import Seat
from hoodwink.server.entries import Entry, Hosted, NonceOpened, Sat, Started, Stood
from hoodwink.server.table import Declined, Table, key_hash
from hoodwink.wire.messages import Sit


def sit(table: Table, wanted: Sit, key: str) -> list[Entry]:
    """Somebody takes a chair, the first free one when none is named."""
    place = _free_seat(table, wanted.seat)
    name = " ".join(wanted.name.split())
    if name in _taken_names(table):
        raise Declined("server.name-taken", name=name)
    sitter = _drawn(place, name, None, key_hash(key))
    if wanted.commitment is not None:
        sitter = msgspec.structs.replace(sitter, commitment=wanted.commitment, nonce=None)
    return [msgspec.structs.replace(sitter, webhook=wanted.webhook)]


def sit_bot(table: Table, host: str, bot: str | None, seat: Seat | None) -> list[Entry]:
    """The host puts a bot on a chair."""
    _host_only(table, host)
    return [_bot(table, _free_seat(table, seat), bot, _taken_names(table))]


def stand(table: Table, key: str) -> list[Entry]:
    """Somebody gives a chair back."""
    _gathering(table)
    return [Stood(table.own_seat(key))]


def remove(table: Table, host: str, seat: Seat) -> list[Entry]:
    """The host frees a chair."""
    _host_only(table, host)
    _gathering(table)
    if not 0 <= seat < len(table.sitters) or table.sitters[seat] is None:
        raise Declined("server.nobody-sits-there")
    return [Stood(seat)]


def hand_over(table: Table, host: str, seat: Seat) -> list[Entry]:
    """The host lets somebody else be it: from now on that seat's key is the host's too."""
    _host_only(table, host)
    sitter = table.sitters[seat] if 0 <= seat < len(table.sitters) else None
    if sitter is None or sitter.key is None:
        raise Declined("server.nobody-sits-there")
    return [Hosted(sitter.key)]


def open_nonce(table: Table, key: str, nonce: str) -> list[Entry]:
    """Somebody opens the nonce that was promised."""
    _gathering(table)
    seat = table.own_seat(key)
    sitter, promised = table.sitters[seat], fair.commitment(bytes.fromhex(nonce)).hex()
    if sitter is None or sitter.nonce is not None or sitter.commitment != promised:
        raise Declined("server.wrong-nonce")
    return [NonceOpened(seat, nonce)]


def begin(table: Table, host: str, bot: str | None, now: float) -> list[Entry]:
    """The host starts: bots take the empty chairs, and chance acts until somebody must decide."""
    _host_only(table, host)
    _gathering(table)
    waiting = [sitter.name for sitter in table.sitters if sitter is not None and sitter.nonce is None]
    if waiting:
        raise Declined("server.nonce-missing", names=tuple(waiting))
    taken = _taken_names(table)
    filled = [_bot(table, seat, bot, taken) if sitter is None else sitter for seat, sitter in enumerate(table.sitters)]
    dealer = table.new_dealer([sitter.nonce or "" for sitter in filled])
    new = [sitter for sitter, before in zip(filled, table.sitters, strict=True) if before is None]
    return [*new, Started(), *table.dealt(table.rehearse(table.opening(), dealer, now))]


def again(table: Table) -> list[Sat]:
    """The same sitters for a rematch, with fresh nonces."""
    sitters = [sat for sat in table.sitters if sat is not None]
    fresh = [_drawn(sat.seat, sat.name, sat.bot, sat.key) for sat in sitters]
    return [msgspec.structs.replace(new, webhook=sat.webhook) for new, sat in zip(fresh, sitters, strict=True)]


def _gathering(table: Table) -> None:
    if table.state is not None:
        raise Declined("server.already-started")


def _host_only(table: Table, host: str) -> None:
    if not table.is_host(host):
        raise Declined("server.wrong-key")


def _free_seat(table: Table, wanted: Seat | None) -> Seat:
    _gathering(table)
    free = [place for place, sitter in enumerate(table.sitters) if sitter is None]
    if wanted is not None and not 0 <= wanted < len(table.sitters):
        raise Declined("server.no-such-seat", seats=len(table.sitters))
    if not free or (wanted is not None and wanted not in free):
        raise Declined("server.seat-taken")
    return free[0] if wanted is None else wanted


def _taken_names(table: Table) -> set[str]:
    return {sitter.name for sitter in table.sitters if sitter is not None}


def _bot(table: Table, seat: Seat, bot: str | None, taken: set[str]) -> Sat:
    """A bot for a chair, under a name nobody has; the best one when none is named."""
    bot = bots.named(table.game, bot or bots.best(table.game))
    choice: Sequence[str] = [
        bots.SITTING_NAMES[seat],
        *bots.SITTING_NAMES,
        *(f"{name} II" for name in bots.SITTING_NAMES),
    ]
    name = next(name for name in choice if name not in taken)
    taken.add(name)
    return _drawn(seat, name, bot, None)


def _drawn(seat: Seat, name: str, bot: str | None, key: str | None) -> Sat:
    """A sitter whose nonce the table draws, bringing none."""
    nonce = fair.new_nonce()
    return Sat(seat, name, bot, key, fair.commitment(nonce).hex(), nonce.hex())
