"""A bot whose first thought computes a table for seconds: it does so in a worker, and the server goes on meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hoodwink import games
from hoodwink.games.rumbugz.pieces import RumbugzOptions
from hoodwink.server.minds import Minds
from tests.games.rumbugz_positions import read

BEAT = 0.01


@pytest.mark.anyio
async def test_the_event_loop_goes_on_while_a_table_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = games.find("rumbugz")
    state = read("A:2,3,4,9,9,11 B:1,6,7,8,10,12 | turn A draw | pile 5", sets=5)
    assert state.options == RumbugzOptions(sets=5)
    minds = Minds(patience=200)
    thought = asyncio.create_task(minds.choose("rumbugz", "mantis", game.view(state, 0)))
    beats = 0
    while not thought.done():
        await asyncio.sleep(BEAT)
        beats += 1
    minds.close()
    assert await thought == "take"
    assert list(tmp_path.rglob("race-*.bin")), "it was computed, and kept for the next worker"
    assert beats > 50
