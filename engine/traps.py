"""Traps: which of several equal cells gains most against an opponent who makes mistakes.

Minimax cannot tell two drawing cells apart. Expectimax can: it is minimax with one side replaced by chance.
We play only best cells, the other side plays by a policy, and the value is the average over its moves.
Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, on stochastic games.

If a game can go on for ever, there is no last board to start from, so only the next answer counts.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from engine.board import Board, Mark
from engine.policy import Policy
from engine.rules import Cell
from engine.score import Result
from engine.scoring import best_cells, score_cells

_BOARDS = 1 << 13  # all boards of 3x3 fit


def best_traps(board: Board, victim: Callable[[Board], Policy]) -> tuple[Cell, ...]:
    """The best cells that gain most, on average, against someone who plays by the policy `victim`."""
    gain = _losing_answers if board.rules.marks_stay else _gain_after
    gains = {cell: gain(board, cell, victim) for cell in best_cells(board)}
    most = max(gains.values(), default=None)
    return tuple(cell for cell, gain in gains.items() if gain == most)


def _losing_answers(board: Board, cell: Cell, victim: Callable[[Board], Policy]) -> Fraction:
    """The probability that the victim answers `cell` with a losing move."""
    after = board.play(cell)
    scores = score_cells(after)
    chances = victim(after).items()
    return sum((chance for answer, chance in chances if scores[answer].result is Result.LOSS), Fraction(0))


def _gain_after(board: Board, cell: Cell, victim: Callable[[Board], Policy]) -> Fraction:
    return _gain_of_waiting(_mover_as_x(board.play(cell)), victim)


@lru_cache(maxsize=2 * _BOARDS)  # 3x3 and misère
def _gain_of_waiting(board: Board, victim: Callable[[Board], Policy]) -> Fraction:
    """The expected result with the victim to move: 1 is a win, 0 a draw, -1 a loss."""
    if board.outcome:
        return Fraction(_sign(board.outcome.winner, board.turn.other))
    chances = victim(board).items()
    return sum((chance * _gain_of_moving(board.play(cell), victim) for cell, chance in chances), Fraction(0))


@lru_cache(maxsize=2 * _BOARDS)
def _gain_of_moving(board: Board, victim: Callable[[Board], Policy]) -> Fraction:
    """The expected result with us to move: we take the best of our best cells."""
    if board.outcome:
        return Fraction(_sign(board.outcome.winner, board.turn))
    return max(_gain_after(board, cell, victim) for cell in best_cells(board))


def _sign(winner: Mark | None, ours: Mark) -> int:
    return 0 if winner is None else 1 if winner is ours else -1


def _mover_as_x(board: Board) -> Board:
    """The same board with X to move. Which mark a side holds changes nothing, so this halves the work."""
    return board if board.turn is Mark.X else Board(board.o, board.x, Mark.X, board.rules)
