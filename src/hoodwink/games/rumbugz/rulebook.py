"""The order of our RumBugz rulebook: chapters, clauses (RB), and the rulings (Q-RB) that settle them.

The texts are in words/; `forbids` marks those by which something can be refused.
"""

from __future__ import annotations

from hoodwink.engine.contract import Clause, Section

RULEBOOK = (
    Section(
        "rumbugz.chapter.aim",
        (
            Clause("RB-1"),
            Clause("RB-2", forbids=True),
            Clause("Q-RB-01", ("RB-7", "RB-29")),
            Clause("Q-RB-02", ("RB-2",), forbids=True),
        ),
    ),
    Section(
        "rumbugz.chapter.rows",
        (
            Clause("RB-3", forbids=True),
            Clause("RB-4", forbids=True),
            Clause("RB-5", forbids=True),
            Clause("RB-6", forbids=True),
            Clause("RB-7", forbids=True),
            Clause("RB-8"),
            Clause("Q-RB-14", ("RB-8",), forbids=True),
            Clause("Q-RB-15", ("RB-8",), forbids=True),
            Clause("Q-RB-16", ("RB-8",), forbids=True),
            Clause("Q-RB-17", ("RB-3",)),
            Clause("Q-RB-18", ("RB-8", "RB-26"), forbids=True),
            Clause("Q-RB-22", ("RB-24", "RB-25"), forbids=True),
        ),
    ),
    Section(
        "rumbugz.chapter.setup",
        (
            Clause("RB-9"),
            Clause("RB-10", forbids=True),
            Clause("RB-11"),
            Clause("Q-RB-03", ("RB-9", "RB-10")),
            Clause("Q-RB-04", ("RB-9",)),
        ),
    ),
    Section(
        "rumbugz.chapter.turn",
        (
            Clause("RB-12", forbids=True),
            Clause("RB-13"),
            Clause("RB-14", forbids=True),
            Clause("RB-15", forbids=True),
            Clause("RB-16"),
            Clause("Q-RB-07", ("RB-12", "RB-13", "RB-15"), forbids=True),
            Clause("Q-RB-08", ("RB-11", "RB-15"), forbids=True),
            Clause("Q-RB-09", ("RB-13",)),
            Clause("Q-RB-10", ("RB-12",)),
            Clause("Q-RB-11", ("RB-12", "RB-27"), forbids=True),
            Clause("Q-RB-12", ("RB-12",)),
            Clause("Q-RB-13", ("RB-17", "RB-28"), forbids=True),
            Clause("Q-RB-34", ("RB-15",), forbids=True),
            Clause("Q-RB-35", ("RB-15",), forbids=True),
            Clause("Q-RB-44", ("RB-14", "RB-15", "RB-21")),
            Clause("Q-RB-45", ("RB-15",)),
        ),
    ),
    Section(
        "rumbugz.chapter.changing",
        (
            Clause("RB-24", forbids=True),
            Clause("RB-25", forbids=True),
            Clause("RB-26"),
            Clause("RB-27"),
            Clause("Q-RB-19", ("RB-24",), forbids=True),
            Clause("Q-RB-20", ("RB-24",)),
            Clause("Q-RB-21", ("RB-24", "RB-28"), forbids=True),
            Clause("Q-RB-23", ("RB-24",), forbids=True),
            Clause("Q-RB-24", ("RB-27",)),
            Clause("Q-RB-25", ("RB-1", "RB-24")),
        ),
    ),
    Section(
        "rumbugz.chapter.offers",
        (
            Clause("RB-21", forbids=True),
            Clause("RB-22", forbids=True),
            Clause("RB-23"),
            Clause("Q-RB-37", ("RB-21",), forbids=True),
            Clause("Q-RB-38", ("RB-21",)),
            Clause("Q-RB-39", ("RB-22",), forbids=True),
            Clause("Q-RB-40", ("RB-23",)),
            Clause("Q-RB-41", ("RB-22",)),
            Clause("Q-RB-42", ("RB-22",)),
        ),
    ),
    Section(
        "rumbugz.chapter.final",
        (
            Clause("RB-17"),
            Clause("RB-28"),
            Clause("RB-29"),
            Clause("Q-RB-26", ("RB-12", "RB-17"), forbids=True),
            Clause("Q-RB-27", ("RB-18", "RB-28"), forbids=True),
            Clause("Q-RB-28", ("RB-18",)),
            Clause("Q-RB-29", ("RB-17",)),
            Clause("Q-RB-30", ("RB-13", "RB-17")),
            Clause("Q-RB-31", ("RB-28",), forbids=True),
        ),
    ),
    Section(
        "rumbugz.chapter.rounds",
        (
            Clause("RB-18"),
            Clause("RB-19"),
            Clause("RB-20", forbids=True),
            Clause("Q-RB-05", ("RB-20",)),
            Clause("Q-RB-06", ("RB-20",)),
            Clause("Q-RB-32", ("RB-19",), forbids=True),
            Clause("Q-RB-33", ("RB-19",)),
            Clause("Q-RB-36", ("RB-16",)),
            Clause("Q-RB-46", ("RB-18",)),
        ),
    ),
    Section("rumbugz.chapter.knowledge", (Clause("Q-RB-43", ("RB-10",)),)),
)
