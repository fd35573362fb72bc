"""A game in a channel: its rules, its row, its board, its moves, what it counts for."""
