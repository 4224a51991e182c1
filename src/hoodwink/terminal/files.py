"""Records on disk: found, read with clear errors, and saved whole or not at all."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

from hoodwink.engine.contract import Said
from hoodwink.engine.record import Record, read_record
from hoodwink.engine.words import message


class FileTrouble(Said):
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    """A text file; `FileTrouble` says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FileTrouble(message("files.not-text", path=str(path))) from error
    except OSError as error:
        raise FileTrouble(message("files.unreadable", path=str(path), reason=error.strerror or str(error))) from error


def load(path: Path) -> Record:
    """The record in a file."""
    return read_record(read_text(path))


def save(path: Path, record: Record) -> None:
    """Write a record so that at every moment the file holds a whole one."""
    data = record.to_json() if path.suffix == ".json" else record.to_text().encode()
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise FileTrouble(message("files.unwritable", path=str(path), reason=error.strerror or str(error))) from error


def home() -> Path:
    """Where records go when nobody says otherwise: `$HOODWINK_HOME`, else the user's data folder."""
    told = os.environ.get("HOODWINK_HOME")
    data = os.environ.get("XDG_DATA_HOME")
    return Path(told) if told else (Path(data) if data else Path.home() / ".local/share") / "hoodwink"


def new_path(key: str) -> Path:
    """A fresh place for a game's record."""
    stamp = datetime.datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = home() / f"{key}-{stamp}.txt"
    number = 1
    while path.exists():
        number += 1
        path = path.with_stem(f"{key}-{stamp}-{number}")
    return path


def latest_unfinished() -> Path:
    """The record last written that can be continued."""
    for path in sorted(home().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            if not load(path).finished:
                return path
        except Said:
            continue
    raise FileTrouble(message("files.nothing-to-continue", path=str(home())))
