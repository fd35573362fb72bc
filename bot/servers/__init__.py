"""A server's settings and leaderboards, as its managers see them."""
