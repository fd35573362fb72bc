"""The game in a channel: seats, turns, clocks, refusals. Knows nothing of Discord or SQL."""
