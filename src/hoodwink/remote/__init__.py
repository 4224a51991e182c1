"""A seat at somebody's server: an ordinary client that plays with one of our bots, or with a program of one's own."""
