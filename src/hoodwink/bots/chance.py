"""The bot called `random`: any legal move, each as likely. Fixed for ever as the anchor of all ratings."""

from __future__ import annotations

from typing import Any

from hoodwink.engine.contract import Random, View, below


class Chancer:
    """Plays any legal move."""

    def choose(self, view: View, random: Random) -> Any:
        """One of the viewer's legal moves."""
        return view.moves[below(len(view.moves), random)]
