"""Stats, leaderboards, help, and all that is kept about a person."""
