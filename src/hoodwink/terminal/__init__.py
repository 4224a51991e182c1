"""Hoodwink in a terminal: rulebooks, replays, and play at one keyboard."""
