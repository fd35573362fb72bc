"""What the engine says: hint, review, puzzle, the puzzle of the day."""
