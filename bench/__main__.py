"""`python -m bench [sim|research|store|server] [--json] [--seconds S] [--repeats N]`."""

from __future__ import annotations

import argparse
import importlib
import sys

import msgspec


def main() -> int:
    """Run a benchmark and print its table, or JSON."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        default="sim",
        choices=["sim", "research", "store", "server"],
        help="which one (default: sim)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--seconds",
        type=float,
        help="seconds a run, of the processor where that is what counts (default: 0.5; server: 1, which is the most)",
    )
    parser.add_argument("--repeats", type=int, help="runs a figure, taken in turn (default: 9; server: 7)")
    given = parser.parse_args()
    chosen = importlib.import_module(f"bench.{given.what}")  # each asks for libraries of its own
    seconds, repeats = (1.0, 7) if given.what == "server" else (0.5, 9)
    if given.what == "server" and (given.seconds or 0) > seconds:
        parser.error("servers that rest longer than two runs of a second lose their connections: --seconds 1 at most")
    report = chosen.compare(
        seconds=given.seconds or seconds,
        repeats=given.repeats or repeats,
        progress=lambda text: print(text, file=sys.stderr),
    )
    print(msgspec.json.encode(report).decode() if given.json else chosen.as_table(report))
    return 0


if __name__ == "__main__":  # a process that plays for us imports this again
    sys.exit(main())
