"""The page's own checks, run as a developer runs them: types and templates, its unit tests, and its lock."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hatch_build import npm

WEB = Path(__file__).parents[1] / "web"


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_page_passes_its_own_checks(script: str, capfd: pytest.CaptureFixture[str]) -> None:
    try:
        npm(WEB, "run", "--silent", script)
    except SystemExit:
        pytest.fail("\n".join(capfd.readouterr()))


def test_the_lock_holds_what_any_machine_needs_and_no_address() -> None:
    """npm leaves the packages of other platforms out of a lock made with node_modules at hand."""
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    packages = lock["packages"]
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", {}) if "/" in name}
    assert wanted
    locked = {path.rpartition("node_modules/")[2] for path in packages}
    assert wanted <= locked
    assert not [path for path, package in packages.items() if "resolved" in package]
    assert not [path for path, package in packages.items() if path and "integrity" not in package]
