"""How good the moves of a game were: each is compared with its alternatives.

`python -m engine.review FILE` grades the games of a file, one in each line, as `engine.notation`
reads them.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from engine.analysis import Reason, why_best
from engine.board import GAMES, TIC_TAC_TOE, Board, Cell, IllegalMove, Mark, Rules, number_of
from engine.exact_scores import score_cells
from engine.notation import BadNotation, PlayedGame, read_games
from engine.score import Score


class Grade(Enum):
    """How good a move is."""

    BEST = "best"  # nothing is better
    FINE = "fine"  # it keeps the result, but wins more slowly, or loses more quickly
    MISTAKE = "mistake"  # it turns a win into a draw, or a win or a draw into a loss


@dataclass(frozen=True)
class GradedMove:
    """A move, and what it changed.

    board    the board it was made on
    before   what the best cell there was worth, for the side to move
    after    what this cell was worth
    best     the cells worth as much as `before`, in reading order
    held     the cells that lead to the same result as the best, sooner or later
    reason   why the cell is best; if it is not, why the first of `best` is
    """

    board: Board
    cell: Cell
    grade: Grade
    before: Score
    after: Score
    best: tuple[Cell, ...]
    held: tuple[Cell, ...]
    reason: Reason


@lru_cache(maxsize=1 << 12)  # each page of a review asks for every move of its game
def grade(board: Board, cell: Cell) -> GradedMove:
    """How good it is to play `cell`.

    Raises IllegalMove if it may not be played, and ValueError for rules that are not in
    `engine.board.GAMES`.
    """
    board.play(cell)  # to raise what that raises
    cells = score_cells(board)
    before = max(cells.values())
    after = cells[cell]
    best = tuple(other for other in cells if cells[other] >= before)
    held = tuple(other for other in cells if cells[other].result is before.result)
    explained = best[0]
    if cell in best:
        explained = cell
    reason = why_best(board, explained)
    return GradedMove(board, cell, _grade(before, after), before, after, best, held, reason)


def _grade(before: Score, after: Score) -> Grade:
    if after >= before:
        return Grade.BEST
    if after.result is before.result:
        return Grade.FINE
    return Grade.MISTAKE


def review(
    moves: Iterable[Cell], *, first: Mark = Mark.X, rules: Rules = TIC_TAC_TOE
) -> tuple[GradedMove, ...]:
    """Grade every move of a game, played from the empty board; `first` goes first.

    Raises IllegalMove at the first illegal move.
    """
    graded = []
    board = Board(turn=first, rules=rules)
    for cell in moves:
        graded.append(grade(board, cell))
        board = board.play(cell)
    return tuple(graded)


def report(played: PlayedGame) -> Iterator[str]:
    """A game, its line first and then a line for each move. Raises IllegalMove."""
    yield played.line
    moves = review(played.moves, first=played.first, rules=GAMES[played.game])
    for number, move in enumerate(moves, start=1):
        yield f"{number:3}. {_line(move)}"


def _line(move: GradedMove) -> str:
    rules = move.board.rules
    mark = move.board.turn.value
    cell = number_of(move.cell, rules)
    line = f"{mark} {cell:2}  {move.grade.value}"
    if move.grade is Grade.BEST:
        return line
    better = ", ".join(str(number_of(cell, rules)) for cell in move.best)
    return f"{line}: {move.after}; better: {better} ({move.before})"


def main() -> None:
    """Print the games of a file with the grade of each move."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.review", description="Grades the moves of games."
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a line for each game, as in 3x3 X: 5 1 9"
    )
    file = parser.parse_args().file
    try:
        with file.open(encoding="utf-8") as lines:
            for played in read_games(lines):
                print(*report(played), sep="\n", end="\n\n")
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads our output any more, so discard the rest
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, UnicodeDecodeError, BadNotation, IllegalMove) as error:
        parser.error(f"{file}: {error}")


if __name__ == "__main__":
    main()
