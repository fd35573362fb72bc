"""What a board is worth, and why its best move is best: scores put into facts.

The facts are data; their words are made by whoever shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.board import Board, Cell, Line, Mark
from engine.minimax import Result, Score, score, score_cells
from engine.opponents import perfect


class Idea(Enum):
    """What a best move is good for."""

    WINS_AT_ONCE = "wins at once"
    MAKES_TWO_THREATS = "makes two threats"
    FORCES_A_WIN = "forces a win"
    BLOCKS = "blocks"
    STOPS_A_FORK = "stops a fork"
    KEEPS_THE_DRAW = "keeps the draw"
    RESISTS_LONGEST = "resists longest"


@dataclass(frozen=True)
class Reason:
    """Why a move is best.

    lines   what it is about: the lines that are completed, threatened or blocked by it; of a fork that
            it stops, the lines the other side would have threatened at once. Else empty
    """

    idea: Idea
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Analysis:
    """All there is to say about a board, for the side to move.

    score    what the board is worth
    cells    what each free cell is worth for the side that plays it
    best     the cells of the highest score, in reading order
    line     how the game goes on if both sides play as `perfect` may; its first cell is the move to play
    reason   why that move is best; None on a finished board, which has no cells
    """

    score: Score
    cells: Mapping[Cell, Score]
    best: tuple[Cell, ...]
    line: tuple[Cell, ...]
    reason: Reason | None


def analyse(board: Board) -> Analysis:
    """What `board` is worth, what each move is worth, and why the best is best.

    Raises ValueError for a board that is not 3x3.
    """
    cells = score_cells(board)
    value = score(board)
    line = _expected_line(board)
    return Analysis(
        score=value,
        cells=cells,
        best=tuple(cell for cell in cells if cells[cell] == value),
        line=line,
        reason=_reason(board, line[0], cells) if line else None,
    )


def _expected_line(board: Board) -> tuple[Cell, ...]:
    """Both sides play as `perfect`, and where that leaves a choice, the lowest cell."""
    line: list[Cell] = []
    while odds := perfect(board):
        line.append(min(odds))
        board = board.play(line[-1])
    return tuple(line)


def _reason(board: Board, best: Cell, cells: Mapping[Cell, Score]) -> Reason:
    own, other = board.turn, board.turn.other
    match cells[best]:
        case Score(Result.LOSS):
            return Reason(Idea.RESISTS_LONGEST)
        case Score(Result.WIN, 1):
            return Reason(Idea.WINS_AT_ONCE, _lines_through(board.threats(own), best))
        case Score(Result.WIN, 3):
            return Reason(Idea.MAKES_TWO_THREATS, tuple(board.play(best).threats(own)))
        case Score(Result.WIN):
            return Reason(Idea.FORCES_A_WIN)
    if threats := board.threats(other):
        return Reason(Idea.BLOCKS, _lines_through(threats, best))
    if any(scored.result is Result.LOSS for scored in cells.values()) and (fork := _fork(board, other)):
        return Reason(Idea.STOPS_A_FORK, fork)
    return Reason(Idea.KEEPS_THE_DRAW)


def _lines_through(threats: Mapping[Line, Cell], cell: Cell) -> tuple[Line, ...]:
    return tuple(line for line, missing in threats.items() if missing == cell)


def _fork(board: Board, mark: Mark) -> tuple[Line, ...]:
    """The lines `mark` could threaten at once if it were to move, at the lowest cell where it could."""
    passed = Board(board.x, board.o, mark, board.rules)
    for cell in board.free_cells:
        threats = passed.play(cell).threats(mark)
        if len(set(threats.values())) > 1:
            return tuple(threats)
    return ()
