"""Games with a friend: challenge, open game, rematch, block."""
