"""Where tables live: an append-only log each, durable before anybody hears of it. Two stores keep the one contract.

Durability costs little once commits are grouped, so both write all that waits in one transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from hoodwink.server.table import Declined
from hoodwink.server.turns import Then

log = logging.getLogger("hoodwink.server")

POSTGRES = ("postgresql://", "postgres://")


class StoreTrouble(Declined):
    """The store cannot do it; the sentence says why."""


def refused(reason: object) -> StoreTrouble:
    """What the database itself said."""
    return StoreTrouble("server.database", reason=str(reason).strip() or type(reason).__name__)


def too_new(version: int, known: int) -> StoreTrouble:
    """A newer Hoodwink has changed this database: writing to it could harm what we do not know of."""
    return StoreTrouble("server.database-newer", version=version, known=known)


class Store(Protocol):
    """What the server needs of a store."""

    def append(self, table: str, first: int, bodies: Sequence[bytes], status: str, then: Then) -> None:
        """Add entries from number `first` on, whole or not at all; `then` is called once they are durable.

        It is told of `StoreTrouble` when they are not stored: with the code `conflict` when `first` is not the number
        after the table's last. Appends to one table are written in the order of the calls, and one that fails harms no
        other table's.
        """

    async def claim(self) -> None:
        """Be the only server here until closed, or killed; `StoreTrouble` says that another one is."""

    async def read(self, table: str) -> list[bytes]:
        """All entries of a table in order; empty when there is no such table."""

    async def unfinished(self) -> list[str]:
        """The tables whose status is not `over`, oldest first."""

    async def mark(self, name: str, value: float) -> None:
        """Remember a number by name; `StoreTrouble` says why it cannot be."""

    async def marked(self, name: str) -> float | None:
        """The number last remembered by that name."""

    async def close(self) -> None:
        """Write what waits, then let go of the database."""


def settle(then: Then, trouble: StoreTrouble | None = None) -> None:
    """Say that something is stored, or why not; whatever is wrong with who hears it concerns nobody else."""
    try:
        then(trouble)
    except Exception:
        log.exception("what was stored could not be told")


class Mark(NamedTuple):
    """A number that waits to be remembered."""

    name: str
    value: float
    then: Then


class Append(NamedTuple):
    """Entries that wait to be written."""

    table: str
    first: int
    bodies: Sequence[bytes]
    status: str
    then: Then

    def conflict(self) -> StoreTrouble:
        """Why it is refused when `first` is not the next number."""
        return StoreTrouble("server.conflict", table=self.table, first=self.first)


def is_postgres(where: str) -> bool:
    """Whether that is the address of a PostgreSQL database."""
    return where.startswith(POSTGRES)


def shown(where: str) -> str:
    """Where the tables are, as people may read it: without user and password."""
    if not is_postgres(where):
        return where
    parts = urlsplit(where)
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


def open_store(where: str) -> Store:
    """The store at a `postgresql://…` address or in a SQLite file; a file is made and brought up to date at once.

    A PostgreSQL store connects, and is brought up to date, when it is first used.
    """
    if is_postgres(where):
        try:
            from hoodwink.server.postgres import PostgresStore
        except ModuleNotFoundError as error:
            if error.name != "asyncpg":
                raise
            raise StoreTrouble("server.no-asyncpg") from error
        return PostgresStore(where)
    if "://" in where:
        raise StoreTrouble("server.unknown-database", scheme=where.partition("://")[0])
    from hoodwink.server.sqlite import SqliteStore

    path = Path(where)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refused(f"{path}: {error.strerror}") from error
    return SqliteStore(path)
