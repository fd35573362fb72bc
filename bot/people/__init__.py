"""Stats, leaderboards, and all that is kept about a person."""
