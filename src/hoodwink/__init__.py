"""Hoodwink: a table for games of mischief, with one rules engine for players, bots and researchers."""

__version__ = "0.1.0"
