"""`python -m bench [sim|research] [--json] [--seconds S] [--repeats N]`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from bench import research, sim


def main() -> int:
    """Run a benchmark and print its table, or JSON."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("what", nargs="?", default="sim", choices=["sim", "research"], help="which one (default: sim)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=0.5, help="processor seconds a run (default: 0.5)")
    parser.add_argument("--repeats", type=int, default=9, help="runs a figure, taken in turn (default: 9)")
    given = parser.parse_args()
    bench: Any = {"sim": sim, "research": research}[given.what]
    report = bench.compare(
        seconds=given.seconds, repeats=given.repeats, progress=lambda text: print(text, file=sys.stderr)
    )
    print(msgspec.json.encode(report).decode() if given.json else bench.as_table(report))
    return 0


if __name__ == "__main__":  # a process that plays for us imports this again
    sys.exit(main())
