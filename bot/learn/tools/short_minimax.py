"""Minimax in a few lines, as the lessons show it: plain, with alpha-beta, and with a table.

This is the plain form of `engine.minimax`, to be read, watched and taken along: it needs nothing
else, and `bot.learn.tools.programs` makes a program of each lesson from its parts. A board is nine
signs in reading order, such as `XO..OXOX.`, and cells are counted from 1. A value is what tutorials
write, for X: 10 - moves for a win, its negative for a loss, 0 for a draw.
"""

LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def winner(board: str) -> str | None:
    for a, b, c in LINES:
        if board[a - 1] == board[b - 1] == board[c - 1] != ".":
            return board[a - 1]
    return None


def is_over(board: str) -> bool:
    return winner(board) is not None or "." not in board


FIRST = "X"  # who went first


def turn(board: str) -> str:
    if board.count("X") < board.count("O"):
        return "X"
    if board.count("O") < board.count("X"):
        return "O"
    return FIRST


def free_cells(board: str) -> list[int]:
    return [cell for cell in range(1, 10) if board[cell - 1] == "."]


def play(board: str, cell: int) -> str:
    return board[: cell - 1] + turn(board) + board[cell:]


def value_of_end(board: str, moves: int) -> int:
    if winner(board) == "X":
        return 10 - moves
    if winner(board) == "O":
        return moves - 10
    return 0


def value(board: str, moves: int = 0) -> int:
    if is_over(board):
        return value_of_end(board, moves)
    boards = [play(board, cell) for cell in free_cells(board)]
    values = [value(after, moves + 1) for after in boards]
    if turn(board) == "X":
        return max(values)
    return min(values)


def best(board: str) -> int:
    values = {cell: value(play(board, cell), 1) for cell in free_cells(board)}
    if turn(board) == "X":
        return max(values, key=lambda cell: values[cell])
    return min(values, key=lambda cell: values[cell])


def value_with_skips(
    board: str,
    alpha: int = -10,
    beta: int = 10,
    moves: int = 0,
) -> int:
    if is_over(board):
        return value_of_end(board, moves)
    for cell in free_cells(board):
        after = play(board, cell)
        found = value_with_skips(after, alpha, beta, moves + 1)
        if turn(board) == "X":
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    if turn(board) == "X":
        return alpha
    return beta


table: dict[str, int] = {}


def value_from_table(board: str) -> int:
    board = least_image(board)  # without this line, the table grows to 5478 boards
    if board not in table:
        table[board] = searched_value(board)
    return table[board]


def searched_value(board: str) -> int:
    if is_over(board):
        moves = 9 - board.count(".")
        return value_of_end(board, moves)
    boards = [play(board, cell) for cell in free_cells(board)]
    values = [value_from_table(after) for after in boards]
    if turn(board) == "X":
        return max(values)
    return min(values)


def least_image(board: str) -> str:
    images = []
    for _ in range(4):
        board = turned(board)
        images.append(board)
        images.append(mirrored(board))
    return min(images)


def turned(board: str) -> str:
    return "".join(board[cell - 1] for cell in (7, 4, 1, 8, 5, 2, 9, 6, 3))


def mirrored(board: str) -> str:
    return "".join(board[cell - 1] for cell in (3, 2, 1, 6, 5, 4, 9, 8, 7))
