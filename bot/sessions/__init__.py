"""The game in a channel: seats, turns, refusals. Knows nothing of Discord or SQL."""
