"""The order of our Dudo rulebook: chapters, clauses (DU), and the rulings (Q-DU) that settle them.

The texts are in words/; `forbids` marks those by which something can be refused.
"""

from __future__ import annotations

from hoodwink.engine.contract import Clause, Section

RULEBOOK = (
    Section(
        "dudo.chapter.aim",
        (
            Clause("DU-1"),
            Clause("DU-2", forbids=True),
            Clause("DU-3"),
            Clause("DU-6"),
            Clause("Q-DU-19", ("DU-1",), forbids=True),
            Clause("Q-DU-22", ("DU-2", "DU-22")),
        ),
    ),
    Section(
        "dudo.chapter.setup",
        (
            Clause("DU-7"),
            Clause("DU-8"),
            Clause("DU-9", forbids=True),
            Clause("Q-DU-18", ("DU-8",), forbids=True),
            Clause("Q-DU-24", ("DU-9",)),
        ),
    ),
    Section(
        "dudo.chapter.bids",
        (
            Clause("DU-4", forbids=True),
            Clause("DU-5"),
            Clause("DU-10"),
            Clause("DU-11"),
            Clause("DU-12"),
            Clause("DU-13", forbids=True),
            Clause("DU-14", forbids=True),
            Clause("DU-30"),
            Clause("DU-32"),
            Clause("Q-DU-03", ("DU-13",), forbids=True),
            Clause("Q-DU-07", ("DU-10",), forbids=True),
            Clause("Q-DU-08", ("DU-12",), forbids=True),
            Clause("Q-DU-09", ("DU-7", "DU-10"), forbids=True),
        ),
    ),
    Section(
        "dudo.chapter.jokers",
        (
            Clause("DU-23"),
            Clause("DU-24"),
            Clause("DU-25"),
            Clause("DU-26"),
            Clause("DU-27"),
            Clause("Q-DU-01", ("DU-26", "DU-27")),
            Clause("Q-DU-02", ("DU-13", "DU-27"), forbids=True),
            Clause("Q-DU-04", ("DU-13", "DU-25"), forbids=True),
            Clause("Q-DU-05", ("DU-25",)),
            Clause("Q-DU-06", ("DU-25", "DU-26"), forbids=True),
            Clause("Q-DU-26", ("DU-23",)),
        ),
    ),
    Section(
        "dudo.chapter.doubt",
        (
            Clause("DU-15"),
            Clause("DU-16"),
            Clause("DU-17"),
            Clause("DU-18"),
            Clause("DU-19"),
            Clause("Q-DU-10", ("DU-12", "DU-15"), forbids=True),
            Clause("Q-DU-11", ("DU-12", "DU-15"), forbids=True),
            Clause("Q-DU-12", ("DU-16", "DU-23")),
            Clause("Q-DU-13", ("DU-18",)),
            Clause("Q-DU-14", ("DU-18", "DU-26")),
            Clause("Q-DU-15", ("DU-17",)),
            Clause("Q-DU-16", ("DU-17",)),
        ),
    ),
    Section(
        "dudo.chapter.rounds",
        (
            Clause("DU-21"),
            Clause("DU-22", forbids=True),
            Clause("Q-DU-17", ("DU-21",)),
        ),
    ),
    Section(
        "dudo.chapter.knowledge",
        (
            Clause("DU-28"),
            Clause("DU-29"),
            Clause("Q-DU-23", ("DU-9", "DU-28")),
        ),
    ),
    Section(
        "dudo.chapter.variants",
        (
            Clause("DU-20"),
            Clause("DU-31"),
            Clause("Q-DU-20", ("DU-20",)),
            Clause("Q-DU-21", ("DU-31",), forbids=True),
            Clause("Q-DU-25", ("DU-20", "DU-31")),
        ),
    ),
)
