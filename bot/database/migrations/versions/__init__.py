"""The migrations, in order. A released migration never changes; a new one follows it."""
