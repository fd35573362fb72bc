"""Wins if it can at once, and looks no further."""

from bot.learn.tools.short_minimax import free_cells, play, turn, winner


def best(board: str) -> int:
    for cell in free_cells(board):
        if winner(play(board, cell)) == turn(board):
            return cell
    return free_cells(board)[0]
