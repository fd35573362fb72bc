"""The tree of plain minimax below a board, as nodes within nodes for the page.

A node is {"cell", "move", "position", "signs", "turn", "line", "over", "children"}: `move` leads to
it, as people say it, and `line` holds the cells that ended the game.
"""

from collections.abc import Iterable
from functools import lru_cache

from bot.learn import explore_frames
from bot.learn.explore_frames import Frame
from bot.learn.walk import beyond
from engine.board import Board, Cell, Mark
from engine.exact_scores import score_board, score_cells
from engine.score import Result, Score

_FEW = 16  # nodes: with three free cells there are no more, and a phone shows them side by side
_KEPT = 1 << 16  # boards; 3x3 has 5,478


def whole(board: Board, cell: Cell | None = None, move: str = "") -> Frame:
    """A board and all that may come of it."""
    children = []
    if not board.outcome:
        for free in board.free_cells:
            played = explore_frames.move(board.turn, free, board)
            children.append(whole(board.play(free), free, played))
    return _node(board, cell, move, children)


def branch(board: Board, path: Iterable[Cell]) -> Frame:
    """The node that a path leads to from a board, with its children, or all below if these are few.

    Each node has more:

    value    its value to X, in moves from the board; 1 or -1 where these were not counted
    isExact  whether `value` is exact: the board is a draw, or the moves were counted
    below    how many nodes are below it; None if they are too many to count

    Raises IllegalMove for a path that cannot be played.
    """
    at = board
    move = ""
    cell = None
    plies = 0
    for cell in path:
        move = explore_frames.move(at.turn, cell, at)
        at = at.play(cell)
        plies += 1
    below = _below(at)
    levels = 1
    if below is not None and below < _FEW:
        levels = below
    value = _value(score_board(at), at.turn, plies, beyond(board))
    return _grown(at, cell, move, plies, value, levels)


def _grown(
    board: Board, cell: Cell | None, move: str, plies: int, value: Frame, levels: int
) -> Frame:
    """A node that is so many plies from the root, with so many levels of the tree below it."""
    children = []
    if levels:
        for free, score in score_cells(board).items():
            played = explore_frames.move(board.turn, free, board)
            value_below = _value(score, board.turn, plies, beyond(board))
            after = board.play(free)
            children.append(_grown(after, free, played, plies + 1, value_below, levels - 1))
    return _node(board, cell, move, children) | value | {"below": _below(board)}


def _node(board: Board, cell: Cell | None, move: str, children: list[Frame]) -> Frame:
    return {
        "cell": cell,
        "move": move,
        "position": board.notation,
        "signs": explore_frames.signs(board),
        "turn": board.turn.value,
        "line": explore_frames.line(board),
        "over": bool(board.outcome),
        "children": children,
    }


def _value(score: Score, side: Mark, plies: int, beyond: int) -> Frame:
    """What a score of this side is worth to X. It counts from so many plies after the root."""
    value = score.result.value
    if side is Mark.O:
        value = -value
    is_exact = score.result is Result.DRAW or score.plies is not None
    if score.plies is not None:
        value *= beyond - plies - score.plies
    return {"value": value, "isExact": is_exact}


def _below(board: Board) -> int | None:
    if explore_frames.is_counted(board):
        return nodes_below(board)
    return None


@lru_cache(maxsize=_KEPT)
def nodes_below(board: Board) -> int:
    """How many nodes plain minimax visits below a board."""
    if board.outcome:
        return 0
    return sum(1 + nodes_below(board.play(cell)) for cell in board.free_cells)
