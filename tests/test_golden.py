"""Playthroughs and rulebooks are those that were last read in review; `python3 dev.py golden` rewrites them."""

from __future__ import annotations

import msgspec
import pytest

from hoodwink import games
from hoodwink.engine.contract import AnyGame
from hoodwink.engine.proof import verify
from hoodwink.engine.record import read_record
from tests.golden import golden_files
from tests.promised import promised_records
from tests.tables import table_name


@pytest.mark.parametrize("game", games.every(), ids=table_name)
def test_golden_files_are_unchanged(game: AnyGame) -> None:
    expected = golden_files(game)
    for path, text in expected.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs: read it, then python3 dev.py golden"
    kept = set((game.info.folder / "playthroughs").iterdir())
    assert kept == {path for path in expected if path.parent.name == "playthroughs"}, "a playthrough nobody writes"


@pytest.mark.parametrize("game", games.every(), ids=table_name)
def test_the_records_that_the_page_is_tested_with_are_proved_by_the_engine(game: AnyGame) -> None:
    path, text = promised_records(game)
    assert path.read_text(encoding="utf-8") == text, "run: python3 dev.py golden"
    for record in msgspec.json.decode(text, type=list[msgspec.Raw]):
        proof = verify(game, read_record(bytes(record).decode()))
        assert (proof.proved > 0, proof.waiting) == (True, 0)
