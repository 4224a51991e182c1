"""Online backup of a SQLite file: one moment of it, whole or not at all, while a server goes on writing."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import click

from hoodwink.engine.words import Voice
from hoodwink.server.store import StoreTrouble, is_postgres, refused

PAGES_A_STEP = 2_000
WORTH_A_BAR = 50_000_000
"""Bytes; less than that is copied before anybody could read a progress bar."""


def back_up(db: str, file: Path, voice: Voice, *, force: bool) -> None:
    """Copy the tables to a file and say so."""
    if is_postgres(db):
        raise StoreTrouble("backup.postgres", file=str(file))
    source = Path(db)
    if not source.is_file():
        raise StoreTrouble("backup.no-database", db=db)
    if file.exists() and file.samefile(source):
        raise StoreTrouble("backup.same-file", file=str(file))
    if file.exists() and not force:
        raise StoreTrouble("backup.exists", file=str(file))
    small = source.stat().st_size < WORTH_A_BAR
    with click.progressbar(length=100, label=voice("backup.copying"), file=sys.stderr, hidden=small) as bar:
        tables = _put(source, file, lambda percent: bar.update(percent - bar.pos))
    click.echo(voice("backup.done", file=str(file), count=tables))


def _put(source: Path, file: Path, progress: Callable[[int], None]) -> int:
    """Put a copy in its place once it is whole and durable; return how many tables it holds."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.touch(mode=0o600)  # it holds everybody's secrets
        tables = _copy(source, beside, progress)
        _sync(beside)
        beside.replace(file)
        _sync(file.parent)
    except sqlite3.Error as error:
        raise refused(error) from error
    except OSError as error:
        raise StoreTrouble("files.unwritable", path=str(file), reason=error.strerror or str(error)) from error
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            beside.with_name(beside.name + ending).unlink(missing_ok=True)
    return tables


def _copy(source: Path, target: Path, progress: Callable[[int], None]) -> int:
    address = f"file:{quote(str(source.resolve()))}?mode=rw"  # not rwc: looking makes no file
    with (
        closing(sqlite3.connect(address, uri=True, isolation_level=None)) as origin,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        # The transaction holds one moment of the file: without it every write of the server would begin the copy anew.
        origin.execute("BEGIN")
        [(tables,)] = origin.execute("SELECT count(*) FROM tables")
        origin.backup(
            copy, pages=PAGES_A_STEP, progress=lambda _, left, whole: progress(100 - 100 * left // max(whole, 1))
        )
        copy.execute("PRAGMA journal_mode = DELETE")  # a backup is one file, without a log beside it
        [(health,)] = copy.execute("PRAGMA quick_check(1)")
        if health != "ok":
            raise sqlite3.DatabaseError(health)
    return int(tables)


def _sync(path: Path) -> None:
    """Let a file, or the names in a folder, be on the disk and not only on their way."""
    if path.is_dir() and os.name == "nt":
        return  # Windows knows no such thing as syncing a folder
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
