"""Without the extra, a face says what to install, and so does the command."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDE = "import sys; sys.modules[{library!r}] = None; "


def python(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("face", "library"),
    [
        ("pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium"),
        ("gymnasium", "gymnasium"),
        ("openspiel", "pyspiel"),
        ("selfplay", "pyarrow"),
        ("playing", "numpy"),
    ],
)
def test_importing_a_face_without_its_library_says_what_to_install(face: str, library: str) -> None:
    script = (
        f"{HIDE.format(library=library)}\ntry:\n import hoodwink.research.{face}\nexcept ImportError as e: print(e)"
    )
    said = python(script).stdout
    assert f"needs {library}, which is not installed" in said
    assert said.strip().endswith('pip install "hoodwink[research]"')


def test_an_encoding_without_numpy_says_so() -> None:
    script = "from hoodwink import games\ntry:\n games.encoding('dudo')\nexcept ImportError as e: print(e)"
    assert "hoodwink.games.dudo.encoding needs numpy" in python(HIDE.format(library="numpy") + script).stdout


def test_the_command_says_so_in_the_readers_language() -> None:
    script = "from hoodwink.cli import app; app(['selfplay', 'dudo', '--games', '1', '--out', 'x', '--lang', 'it'])"
    done = python(HIDE.format(library="pyarrow") + script)
    assert done.returncode == 2
    assert "ha bisogno di pyarrow" in done.stderr
    assert "Traceback" not in done.stderr
