"""How RumBugz bots think: the race table, all that a turn can become, and what the others have of it."""
