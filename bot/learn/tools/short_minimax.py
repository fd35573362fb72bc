"""Minimax in a few lines, as the lessons show it: first plain, then with alpha-beta.

This is the plain form of `engine.minimax`, to be read and watched. The engine remembers every
board, and turns the sign of a score instead of asking whose turn it is. A value is what tutorials
write, for X: 10 - moves for a win, its negative for a loss, 0 for a draw.
"""

from engine.board import Board, Mark, Outcome


def value(board: Board, moves: int = 0) -> int:
    if board.outcome:
        return value_of_end(board.outcome, moves)
    boards = [board.play(cell) for cell in board.free_cells]
    values = [value(after, moves + 1) for after in boards]
    if board.turn is Mark.X:
        return max(values)
    return min(values)


def value_of_end(end: Outcome, moves: int) -> int:
    if end.winner is None:
        return 0
    return 10 - moves if end.winner is Mark.X else moves - 10


def value_with_skips(
    board: Board,
    alpha: int = -10,
    beta: int = 10,
    moves: int = 0,
) -> int:
    if board.outcome:
        return value_of_end(board.outcome, moves)
    for cell in board.free_cells:
        after = board.play(cell)
        found = value_with_skips(after, alpha, beta, moves + 1)
        if board.turn is Mark.X:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if board.turn is Mark.X else beta
