"""The faces that researchers know, each over the one engine: PettingZoo, Gymnasium, OpenSpiel, and data sets.

Every face works from the contract and a game's encoding, and names no game. A face imports its library, so importing
one without the extra `hoodwink[research]` says what to install; this module needs nothing.
"""
