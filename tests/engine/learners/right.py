"""A right program of the course. It prints and reads where it should not, and counts plies."""

import os
import sys
from functools import cache

X = "X"
O = "O"  # noqa: E741 - the course's name
EMPTY = None

os.write(1, b"loading\n")


def player(board):
    free = sum(row.count(EMPTY) for row in board)
    return X if free % 2 == 1 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    new = [list(row) for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    columns = zip(*board, strict=True)
    falling = [board[n][n] for n in range(3)]
    rising = [board[2 - n][n] for n in range(3)]
    for line in (*board, *columns, falling, rising):
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


@cache
def value(board):
    if terminal(board):
        return utility(board) * (1 + len(actions(board)))
    best = max if player(board) == X else min
    return best(value(frozen(result(board, action))) for action in actions(board))


def frozen(board):
    return tuple(tuple(row) for row in board)


def minimax(board):
    print("thinking", "\N{HOURGLASS}", file=sys.stderr)
    print({"value": "nonsense"}, flush=True)
    assert not sys.stdin.read(), "nobody types anything"
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(actions(board), key=lambda action: value(frozen(result(board, action))))
