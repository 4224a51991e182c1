"""Documentation that cannot rot, because tests read it."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from hoodwink import games
from hoodwink.cli import app
from hoodwink.engine.proof import verify
from hoodwink.engine.record import read_events, read_record
from hoodwink.engine.scenario import read_scenarios, run
from hoodwink.engine.words import Voice

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
DUDO = games.find("dudo")


def blocks(page: str, language: str = "") -> list[str]:
    """The fenced blocks of a page that are in a language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist_with_the_options_that_are_shown(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    shown = re.findall(r"`hoodwink ([^`]+)`", text) + re.findall(r"^hoodwink ([^#\n]+)", text, flags=re.MULTILINE)
    for line in shown:
        name, *arguments = shlex.split(line.replace("…", ""))
        assert name in app.commands, f"{page.name} shows hoodwink {name}"
        known = {option for parameter in app.commands[name].params for option in parameter.opts}
        if name != "bench":
            assert {word for word in arguments if word.startswith("--")} <= known, f"{page.name}: hoodwink {line}"


@pytest.mark.parametrize("page", ["docs/guides/research.md", "docs/reference/encodings.md"])
def test_the_sessions_shown_can_be_typed(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed


def test_the_table_in_the_readme_is_what_the_program_draws() -> None:
    [drawn] = [block for block in blocks("README.md") if block.startswith("Round")]
    state = DUDO.read_position("A:13456 B:13446 | open A | A 3x4, B 4x4", 2, DUDO.info.options())
    table = DUDO.draw(DUDO.view(state, 0), Voice("en", ["Ann", "Barnaby"]))
    refused = DUDO.check(state, 0, DUDO.read_move("4x6"))
    assert refused is not None
    voice = Voice()
    assert refused.hint is not None
    said = f"! {voice(refused.message)} [{refused.clause}] {voice(refused.hint)}"
    assert drawn == f"{table}\n\nAnn, your move? > 4x6\n{said}\n"


def test_the_readme_fits_a_screen_and_shows_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 70
    assert "python3 dev.py run" in readme
    assert "python3 dev.py test" in readme
    assert "python3 dev.py test" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_the_scenario_in_the_reference_holds() -> None:
    examples = blocks("docs/reference/scenarios.md", "toml")
    shown = set()
    for example in examples:
        loaded = read_scenarios(example)
        shown.add(loaded.game)
        for scenario in loaded.scenario:
            assert [Voice()(said) for said in run(games.find(loaded.game), scenario)] == []
    assert shown == set(games.KEYS), "an example for each game"


def test_the_record_in_the_reference_can_be_read() -> None:
    [example] = [block for block in blocks("docs/reference/notation.md") if block.startswith("Hoodwink record")]
    record = read_record(example)
    assert len(read_events(DUDO, record)) == 4


def test_the_position_in_the_reference_can_be_read() -> None:
    [example] = [block for block in blocks("docs/reference/notation.md") if block.startswith("A:")]
    assert DUDO.write_position(DUDO.read_position(example, 3, DUDO.info.options())) == example.strip()


def test_the_fair_game_in_the_examples_is_proved() -> None:
    record = read_record((ROOT / "docs/examples/fair-dudo.txt").read_text(encoding="utf-8"))
    proof = verify(games.find(record.game), record)
    assert (proof.waiting, proof.proved > 20) == (0, True)


def test_the_architecture_names_every_room() -> None:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
    for path in (ROOT / "src/hoodwink").glob("*"):
        if path.name not in ("__init__.py", "__main__.py", "__pycache__", "py.typed"):
            assert path.name in text, f"docs/ARCHITECTURE.md says nothing of {path.name}"
    for path in (ROOT / "src/hoodwink/engine").glob("[a-z]*.py"):
        assert path.name in text, f"docs/ARCHITECTURE.md says nothing of {path.name}"
