"""Checks somebody's own minimax on every board: `python -m engine.check FILE`."""
