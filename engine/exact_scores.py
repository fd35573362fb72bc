"""What a board of any game is worth, from the solver of that game."""

from engine import fading_scores, minimax, solver_scores
from engine.board import Board, Cell, Rules
from engine.score import Result, Score


def is_looked_up(rules: Rules) -> bool:
    """Whether everything about boards with these rules is in tables, so nothing is searched."""
    return len(rules.cells) == 9


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it. `plies` includes that move.

    Empty on a finished board. A look-up if `is_looked_up` says so, otherwise a search. Raises
    ValueError for rules that are not in `engine.board.GAMES`.
    """
    if board.rules.mark_limit:
        return fading_scores.score_cells(board)
    if is_looked_up(board.rules):
        return minimax.score_cells(board)
    return solver_scores.score_cells(board)


def scores_seen_to(board: Board, depth: int) -> dict[Cell, Score]:
    """The scores as a search of so many plies, 1 to 9, sees them: a later end counts as a draw."""
    if is_looked_up(board.rules):
        scores = score_cells(board)
        return {cell: score.seen_to(depth) for cell, score in scores.items()}
    return solver_scores.scores_seen_to(board, depth)


def score_board(board: Board) -> Score:
    """The score of a board for the side to move: its best cell's. Raises like `score_cells`."""
    end = board.outcome
    if not end:
        return max(score_cells(board).values())
    if not end.winner:
        return Score(Result.DRAW, 0)
    if end.winner is board.turn:
        return Score(Result.WIN, 0)
    return Score(Result.LOSS, 0)


def best_cells(board: Board) -> tuple[Cell, ...]:
    """The cells of the highest score, in reading order; none on a finished board."""
    scores = score_cells(board)
    if not scores:
        return ()
    highest = max(scores.values())
    return tuple(cell for cell, score in scores.items() if score >= highest)
