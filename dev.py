#!/usr/bin/env python3
"""Everything a developer does, on a bare machine with python3 and pip only.

    python3 dev.py run  [ARGS]   set up, build the web table, then serve it (arguments go to `hoodwink serve`)
    python3 dev.py test [ARGS]   set up with a browser, then the gate and the whole suite (arguments go to pytest)
    python3 dev.py check         the gate alone: format, lint, types, import rules
    python3 dev.py golden        rewrite the playthroughs, rulebooks and wire types that the tests compare with
    python3 dev.py frames        how smoothly the page moves, in a browser slowed down four times
    python3 dev.py shots [NAMES] write docs/pictures anew, or those screens whose names begin so, and the app's icons
    python3 dev.py bench [ARGS]  install the peers beside us and run the benchmarks
    python3 dev.py lock          resolve requirements/*.txt anew

The standard library is all this file may import: it runs before anything is installed.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent
GROUPS = {"run": (), "test": ("arena", "cluster", "research"), "bench": ("research",)}
"""What is pinned together, and which extras go with it."""
DAYS_BEHIND = 14  # registries lag behind each other: the newest pins may not be everywhere yet


def main(arguments: list[str]) -> int:
    """Run one of the commands in the module's docstring and return its exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 (pip would say so too, but later and in more words)
        return complain(f"Hoodwink needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    os.chdir(ROOT)
    match arguments:
        case ["run", *rest]:
            return become(setup("run"), "-m", "hoodwink", "serve", *rest)
        case ["test", *rest]:
            python = setup("test")
            os.environ["CHROMIUM"] = browser()
            return check(python) or call(python, "-m", "pytest", "-n", "2", *rest)
        case ["check"]:
            return check(setup("test"))
        case ["golden"]:
            return call(setup("test"), "-m", "tests.golden")
        case ["frames"]:
            python = setup("test")
            os.environ["CHROMIUM"] = browser()
            return call(python, "-m", "tests.browser.frames")
        case ["shots", *rest]:
            python = setup("test")
            os.environ["CHROMIUM"] = browser()
            return call(python, "-m", "tests.browser.shots", *rest)
        case ["bench", *rest]:
            return call(setup("bench"), "-m", "bench", *rest)
        case ["lock"]:
            return lock()
        case [] | ["-h" | "--help" | "help"]:
            print(__doc__)
            return 0
        case _:
            return complain(f"dev.py knows no {' '.join(arguments)!r}; python3 dev.py --help lists what it knows.")


def check(python: Path) -> int:
    """The gate: the same on a laptop and in CI. Every check runs, so that one run shows all there is to mend."""
    tools = python.parent
    checks = (
        (tools / "ruff", "format", "--check", "--quiet", "."),
        (tools / "ruff", "check", "--quiet", "."),
        (python, "-m", "mypy"),
        (tools / "lint-imports", "--no-logo"),
    )
    failed = [" ".join([Path(command[0]).name, *command[1:]]) for command in checks if call(*command)]
    return complain("The gate is shut: " + "; ".join(failed)) if failed else 0


def setup(group: str) -> Path:
    """The Python of a virtual environment that holds the group's pins and Hoodwink itself, editable.

    Nothing is done when the lock, the project file and the interpreter are those of the last time.
    """
    venv = ROOT / (".venv-bench" if group == "bench" else ".venv")
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pins = ROOT / "requirements" / f"{group}.txt"
    stamp = venv / "hoodwink.stamp"
    wanted = hashlib.sha256(b"\0".join([pins.read_bytes(), (ROOT / "pyproject.toml").read_bytes()]))
    base = interpreter()
    wanted.update(f"{base} {sys.version}".encode())
    fresh = f"{group} {wanted.hexdigest()}"
    held = stamp.read_text().splitlines() if stamp.exists() and made_of(python, base) else []
    os.environ |= {"HOODWINK_WEB_DEV": "1"} if group == "test" else {}
    if fresh in held:
        must(python, "hatch_build.py")
        return python
    print(f"Setting up {venv.name} for '{group}' …", flush=True)
    if not made_of(python, base):
        # Debian's python3 has no ensurepip, and pip refuses to touch Debian's own packages:
        # an environment without pip, filled by the pip outside, needs neither.
        must(base, "-m", "venv", "--clear", "--without-pip", venv)
    pip: tuple[str | Path, ...] = (
        *pip_outside(),
        "--python",
        python,
        "install",
        "--quiet",
        "--disable-pip-version-check",
    )
    must(*pip, "--require-hashes", "-r", pins)
    must(*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT)
    stamp.write_text("\n".join([fresh, *(line for line in held if not line.startswith(f"{group} "))]))
    return python


def interpreter() -> str:
    """The Python that environments are made of: the one that runs this, unless the system has a faster one like it.

    A Python built without optimizations, as pyenv builds them unless told, takes a quarter more time for everything.
    Systems build theirs with them, so theirs is taken then, if it is of the same version and whole.
    """
    system = shutil.which("/usr/bin/python{}.{}".format(*sys.version_info))
    if system is None or "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or ""):
        return sys.executable
    probe = subprocess.run([system, "-c", "import sqlite3, ssl, venv"], capture_output=True, check=False)
    return sys.executable if probe.returncode else system


def made_of(python: Path, base: str) -> bool:
    """Whether there is an environment with this Python, made of that one."""
    config = python.parent.parent / "pyvenv.cfg"
    return python.exists() and config.exists() and f"executable = {Path(base).resolve()}\n" in config.read_text()


def browser() -> str:
    """A Chromium for the tests, named, found or installed; without one the tests of the page fail and say so."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing chromium for the browser tests …", flush=True)
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        for step in (
            ("update", "-qq"),
            ("install", "-qq", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"),
        ):
            subprocess.run(["apt-get", *step], env=os.environ | quiet, stdout=subprocess.DEVNULL, check=False)  # noqa: S607
        found = shutil.which("chromium")
    return found or ""


def pip_outside() -> tuple[str, ...]:
    """The pip that installs into the environment; the tool says what is missing when there is none."""
    probe = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False)
    if probe.returncode:
        raise SystemExit(complain("Hoodwink's set-up needs pip: on Debian, apt-get install python3-pip."))
    return sys.executable, "-m", "pip"


def lock() -> int:
    """Pin every group for all platforms: names, versions and hashes, never an address."""
    uv = shutil.which("uv")
    if uv is None:
        return complain("Locking needs uv: pip install uv (nothing else here does).")
    cut_off = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=DAYS_BEHIND)
    for group, extras in GROUPS.items():
        must(
            *(uv, "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--upgrade"),
            *("--python-version", "3.11", "--exclude-newer", cut_off.date().isoformat()),
            *(f"--extra={extra}" for extra in extras),
            *("--group", group, "pyproject.toml", "-o", f"requirements/{group}.txt"),
        )
    return 0


def become(*command: str | Path) -> int:
    """Turn into the command, so that ctrl-C reaches it alone; Windows cannot, and waits for it instead."""
    if os.name != "nt":
        os.execv(command[0], [str(part) for part in command])  # noqa: S606
    return call(*command)


def call(*command: str | Path) -> int:
    """Run a command with this terminal and return its exit status."""
    try:
        return subprocess.run([str(part) for part in command], check=False).returncode
    except KeyboardInterrupt:
        return 130


def must(*command: str | Path) -> None:
    """Run a command that has to succeed."""
    if status := call(*command):
        raise SystemExit(complain(f"{Path(command[0]).name} ended with status {status}; nothing was started."))


def complain(sentence: str) -> int:
    """Tell a person what is wrong, and answer the exit status that says so."""
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
