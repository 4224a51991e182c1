"""`hoodwink backup`: one moment of the tables, whole or not at all, while somebody writes."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoodwink.cli import app
from hoodwink.server import backup as module
from hoodwink.server.sqlite import SqliteStore
from tests.server.databases import append
from tests.server.writer import TABLES, whole


def back_up(file: Path, *arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["backup", str(file), *map(str, arguments), "--lang", "en"])


def read_all(path: Path) -> dict[str, list[bytes]]:
    async def read() -> dict[str, list[bytes]]:
        store = SqliteStore(path)
        try:
            return {table: await store.read(table) for table in TABLES}
        finally:
            await store.close()

    return asyncio.run(read())


@contextmanager
def writing(path: Path) -> Iterator[Iterator[str]]:
    """A server that writes meanwhile; the lines it acknowledges with."""
    command = [sys.executable, "-m", "tests.server.writer", str(path), "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as writer:
        assert writer.stdout is not None
        yield writer.stdout
        writer.kill()
        for _ in writer.stdout:
            pass


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A small database that nobody writes to."""

    async def write() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await asyncio.gather(*(append(store, table, 1, [b"1", b"2"], "open") for table in TABLES))
        await store.close()

    asyncio.run(write())
    return tmp_path / "tables.db"


def test_a_backup_taken_while_a_server_writes_is_one_moment_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGES_A_STEP", 1)  # so that much is written between the steps
    db, heard = tmp_path / "tables.db", list[str]()
    with writing(db) as lines:
        for number in range(5):
            heard += [next(lines) for _ in range(150)]
            made = back_up(tmp_path / f"backup{number}", "--db", db)
            assert made.exit_code == 0, made.output
    final = read_all(db)
    for number in range(5):
        logs = read_all(tmp_path / f"backup{number}")
        for line in heard[: 150 * (number + 1)]:  # all that was acknowledged before the backup began
            table, first, size = line.split()
            assert len(logs[table]) >= int(first) + int(size) - 1
        for table, log in logs.items():
            assert whole(table, log)
            assert log == final[table][: len(log)]


def test_what_is_written_during_a_backup_neither_delays_it_nor_is_in_it(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGES_A_STEP", 1)
    before, steps = read_all(db), list[int]()

    def write(percent: int) -> None:
        steps.append(percent)
        with sqlite3.connect(db) as other:
            other.execute("INSERT INTO stretches VALUES (?, ?, x'91c40100')", (TABLES[0], 2 + len(steps)))
        other.close()

    module._copy(db, db.parent / "backup.db", write)
    assert steps == sorted(steps)
    assert (len(steps) > 3, steps[-1]) == (True, 100)
    assert read_all(db.parent / "backup.db") == before


def test_a_backup_is_one_file_and_says_how_much_it_holds(db: Path) -> None:
    made = back_up(db.parent / "new/folder/backup.db", "--db", db)
    assert made.output == f"{len(TABLES)} tables are saved in {db.parent / 'new/folder/backup.db'}.\n"
    assert [path.name for path in (db.parent / "new/folder").iterdir()] == ["backup.db"]
    assert (db.parent / "new/folder/backup.db").stat().st_mode & 0o077 == 0, "it holds everybody's secrets"
    assert read_all(db.parent / "new/folder/backup.db") == read_all(db)


def test_a_backup_that_fails_leaves_what_was_there(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = db.parent / "backup.db"
    file.write_text("precious")

    def breaks(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "_sync", breaks)
    failed = back_up(file, "--db", db, "--force")
    assert failed.exit_code == 2
    assert failed.stderr == f"The file {file} cannot be written: No space left on device.\n"
    assert file.read_text() == "precious"
    assert sorted(path.name for path in db.parent.iterdir()) == ["backup.db", "tables.db"]


def test_a_file_is_overwritten_only_by_force(db: Path) -> None:
    file = db.parent / "backup.db"
    file.write_text("precious")
    refused = back_up(file, "--db", db)
    assert refused.exit_code == 2
    assert refused.stderr == f"{file} exists already; with --force it is overwritten.\n"
    assert file.read_text() == "precious"
    assert back_up(file, "--db", db, "--force").exit_code == 0
    assert read_all(file) == read_all(db)


def test_the_database_is_not_overwritten_with_itself(db: Path) -> None:
    refused = back_up(db, "--db", db.parent / "." / "tables.db", "--force")
    assert refused.exit_code == 2
    assert "is the database itself" in refused.stderr


def test_what_cannot_be_backed_up_is_said(tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    missing = back_up(file, "--db", tmp_path / "nowhere.db")
    assert missing.stderr == f"There is no database {tmp_path / 'nowhere.db'}.\n"
    postgres = back_up(file, "--db", "postgresql://ann:secret@localhost/tables")
    assert f"pg_dump --format=custom --file={file}" in postgres.stderr
    assert "secret" not in postgres.stderr
    (tmp_path / "text").write_text("no database at all, but long enough to be taken for one" * 20)
    text = back_up(file, "--db", tmp_path / "text")
    assert "file is not a database" in text.stderr
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    assert "no such table: tables" in back_up(file, "--db", tmp_path / "other.db").stderr
    assert [one.exit_code for one in (missing, postgres, text)] == [2, 2, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.db", "text"]


def test_a_large_backup_shows_how_far_it_is(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORTH_A_BAR", 0)
    assert "Copying the tables" in back_up(db.parent / "backup.db", "--db", db).stderr


def test_the_default_database_is_that_of_the_server(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOODWINK_HOME", str(db.parent))
    assert back_up(db.parent / "backup.db").exit_code == 0
