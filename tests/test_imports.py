"""The arrows between the rooms, and that the gate notices when somebody bends one."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/hoodwink"
PURE = {"hoodwink", "msgspec", *sys.stdlib_module_names}


def lint_imports(project: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    environment = {"PYTHONPATH": str(project / "src"), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the source that may be bent."""
    shutil.copytree(ROOT / "src", tmp_path / "src")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_rules_hold(project: Path) -> None:
    done = lint_imports(project)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("engine/table.py", "from hoodwink import games"),
        ("engine/record.py", "from hoodwink.games.dudo.state import DudoState"),
        ("games/dudo/state.py", "import random"),
        ("games/dudo/screen.py", "import click"),
        ("games/dudo/bots.py", "from hoodwink.bots import find"),
        ("bots/__init__.py", "from hoodwink.games.dudo import GAME"),
        ("terminal/sitting.py", "from hoodwink.games import dudo"),
        ("bots/chance.py", "from hoodwink.terminal import files"),
        ("games/dudo/sight.py", "import numpy"),
        ("engine/encoding.py", "import numpy"),
        ("games/dudo/bots.py", "from hoodwink.research import playing"),
        ("research/playing.py", "from hoodwink.games.dudo import GAME"),
        ("research/selfplay.py", "from hoodwink.terminal import files"),
        ("arena/setup.py", "from hoodwink.games.dudo import GAME"),
        ("arena/programs.py", "from hoodwink.remote import minds"),
    ],
)
def test_a_forbidden_import_is_found(project: Path, file: str, line: str) -> None:
    planted = project / "src/hoodwink" / file
    planted.write_text(planted.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    done = lint_imports(project)
    assert done.returncode == 1, done.stdout
    assert "BROKEN" in done.stdout


def test_a_game_that_imports_another_is_found(project: Path) -> None:
    other = project / "src/hoodwink/games/other"
    other.mkdir()
    (other / "__init__.py").write_text("from hoodwink.games.dudo import GAME\n", encoding="utf-8")
    done = lint_imports(project)
    assert "Games never import each other BROKEN" in done.stdout


def test_playing_needs_no_research_library() -> None:
    """Neither the command line nor a game imports any, until somebody asks for arrays."""
    script = "import sys; from hoodwink import cli, games; games.every(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "pyarrow", "gymnasium", "pettingzoo", "pyspiel", "openskill", "ray"} & set(loaded)


@pytest.mark.parametrize("room", ["engine", "games"])
def test_the_engine_and_the_games_are_pure(room: str) -> None:
    for path in (SOURCE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            allowed = PURE | {"numpy"} if path.name in ("encoding.py", "solving.py") and room == "games" else PURE
            assert {name.partition(".")[0] for name in names} <= allowed, path
