"""dev.py: it knows its commands, says what is missing, and its pins hold no address."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).parent.parent


def run_dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "dev.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_help_lists_every_command() -> None:
    done = run_dev("--help")
    assert done.returncode == 0
    for command in ("run", "test", "check", "golden", "bench", "lock"):
        assert f"dev.py {command}" in done.stdout


def test_an_unknown_command_is_refused() -> None:
    done = run_dev("dance", "now")
    assert done.returncode == 1
    assert "dev.py knows no 'dance now'" in done.stderr


def test_it_imports_the_standard_library_alone() -> None:
    tree = ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= sys.stdlib_module_names


def test_without_pip_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(SystemExit):
        dev.pip_outside()
    assert "apt-get install python3-pip" in capsys.readouterr().err


@pytest.mark.parametrize("group", dev.GROUPS)
def test_pins_carry_hashes_and_no_address(group: str) -> None:
    text = (ROOT / "requirements" / f"{group}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text
    pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert pins
    for pin in pins:
        assert re.match(r"[\w.-]+(\[[\w,]+\])?==\S+ ", pin), pin
        assert f"{pin}\n    --hash=sha256:" in text, pin
