"""Takes an empty line for three in a row."""

from bot.learn.tools.short_minimax import LINES


def winner(board: str) -> str | None:
    for a, b, c in LINES:
        if board[a - 1] == board[b - 1] == board[c - 1]:
            return board[a - 1]
    return None
