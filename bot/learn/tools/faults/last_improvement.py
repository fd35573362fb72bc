"""Keeps a better cell but not its value, so that the last one wins. It plays X."""

from bot.learn.tools.short_minimax import free_cells, play, value


def best(board: str) -> int:
    highest = -9
    chosen = free_cells(board)[0]
    for cell in free_cells(board):
        if value(play(board, cell), 1) > highest:
            chosen = cell
    return chosen
