"""Own games, stats, leaderboards, help, and all that is kept about a person."""
