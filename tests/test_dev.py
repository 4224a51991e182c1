"""dev.py: it knows its commands, says what is missing, and its pins hold no address."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import sysconfig
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


OPTIMIZED, NOT_OPTIMIZED = "'--enable-shared' '--enable-optimizations'", "'--enable-shared'"


def system_python(monkeypatch: pytest.MonkeyPatch, folder: Path, status: int) -> str:
    """A system's Python that answers with that status whether it is whole."""
    system = folder / "python"
    system.write_text(f"#!/bin/sh\nexit {status}\n")
    system.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(system) if name.startswith("/usr/bin/python3.") else None)
    return str(system)


def built_with(monkeypatch: pytest.MonkeyPatch, arguments: str | None) -> None:
    monkeypatch.setattr(sysconfig, "get_config_var", {"CONFIG_ARGS": arguments}.get)


def test_a_python_built_without_optimizations_gives_way_to_the_systems(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    system = system_python(monkeypatch, tmp_path, 0)
    built_with(monkeypatch, NOT_OPTIMIZED)
    assert dev.interpreter() == system
    built_with(monkeypatch, OPTIMIZED)
    assert dev.interpreter() == sys.executable


def test_a_systems_python_that_is_not_whole_is_not_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    system_python(monkeypatch, tmp_path, 1)
    built_with(monkeypatch, NOT_OPTIMIZED)
    assert dev.interpreter() == sys.executable


@pytest.mark.parametrize("arguments", [NOT_OPTIMIZED, None])
def test_without_a_systems_python_ours_is_taken(monkeypatch: pytest.MonkeyPatch, arguments: str | None) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    built_with(monkeypatch, arguments)
    assert dev.interpreter() == sys.executable


def test_an_environment_knows_what_it_is_made_of(tmp_path: Path) -> None:
    made = tmp_path / "bin" / "python"
    assert not dev.made_of(made, sys.executable)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    assert dev.made_of(made, sys.executable)
    assert not dev.made_of(made, str(tmp_path / "another"))
    made.unlink()
    assert not dev.made_of(made, sys.executable)


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
