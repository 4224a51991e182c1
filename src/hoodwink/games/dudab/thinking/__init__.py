"""How the stronger bots of Dudab Buba think: what piles come to, habits of play, and a search over imagined deals."""
