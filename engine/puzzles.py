"""Puzzles: boards on which exactly one cell wins, or exactly one cell keeps the draw.

They need at least 3 plies. Up to symmetry there are 51 in which one cell wins, and 63 in which one cell keeps
the draw. They are found when the first one is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from engine.board import Board, Mark
from engine.rules import TIC_TAC_TOE, Cell, Rules, bits
from engine.score import Result, Score
from engine.scoring import score, score_cells

_SHORTEST = 3  # plies; anything shorter is too easy
_TURN = (3, 6, 9, 2, 5, 8, 1, 4, 7)  # the places of cells 1 to 9 after a quarter turn
_MIRROR = (3, 2, 1, 6, 5, 4, 9, 8, 7)


@dataclass(frozen=True)
class Puzzle:
    """A board with one right answer.

    score    what the right answer is worth; its plies say how hard the puzzle is
    """

    board: Board
    answer: Cell
    score: Score

    @property
    def plies(self) -> int:
        """How many plies the right answer takes to the end. For a puzzle they are always counted."""
        assert self.score.plies is not None
        return self.score.plies

    def has(self, cell: Cell) -> bool:
        """Whether `cell` is a possible answer."""
        return cell in self.board.free_cells


def has_puzzles(rules: Rules) -> bool:
    """Whether there are puzzles for these rules: only for 3x3."""
    return rules == TIC_TAC_TOE


def of_bitboards(x: int, o: int) -> Puzzle | None:
    """The puzzle with two bitboards from an untrusted source, or None if there is none."""
    taken = x | o
    x_ahead = x.bit_count() - o.bit_count()
    if x & o or taken & ~TIC_TAC_TOE.full or x_ahead not in {0, 1}:
        return None
    board = Board(x, o, Mark.O if x_ahead else Mark.X)
    return None if board.outcome else as_puzzle(board)


def as_puzzle(board: Board) -> Puzzle | None:
    """The puzzle of a board, or None if it is not one."""
    cells, best = score_cells(board), score(board)
    if not cells or best.result is Result.LOSS:
        return None
    right = [cell for cell in cells if cells[cell].result is best.result]
    puzzle = Puzzle(board, right[0], best)
    return puzzle if len(right) == 1 and puzzle.plies >= _SHORTEST else None


def of_the_day(day: int) -> Puzzle:
    """Everyone's puzzle of a day, counted since 1970. All puzzles come once before any comes again."""
    puzzles = every_puzzle()
    round_, place = divmod(day, len(puzzles))
    order = Random(round_).sample(puzzles, len(puzzles))
    return _turned(order[place], Random(day))


def any_puzzle(rng: Random) -> Puzzle:
    """A random puzzle, randomly turned and mirrored."""
    return _turned(rng.choice(every_puzzle()), rng)


@cache
def every_puzzle() -> tuple[Puzzle, ...]:
    """Every puzzle up to symmetry, X going first, in a fixed order."""
    boards = {_least(board) for board in _reachable() if as_puzzle(board)}
    return tuple(puzzle for board in sorted(boards, key=_bitboards) if (puzzle := as_puzzle(board)))


def _turned(puzzle: Puzzle, rng: Random) -> Puzzle:
    turned = as_puzzle(rng.choice(_variants(puzzle.board)))
    assert turned, "a turned puzzle is a puzzle"
    return turned


def _variants(board: Board) -> list[Board]:
    """The eight ways to turn and mirror a board."""
    found = []
    for _ in range(4):
        board = _moved(board, _TURN)
        found += [board, _moved(board, _MIRROR)]
    return found


def _least(board: Board) -> Board:
    return min(_variants(board), key=_bitboards)


def _moved(board: Board, places: tuple[Cell, ...]) -> Board:
    x, o = (
        bits(to for cell, to in zip(TIC_TAC_TOE.cells, places, strict=True) if held >> cell & 1)
        for held in (board.x, board.o)
    )
    return Board(x, o, board.turn)


def _bitboards(board: Board) -> tuple[int, int]:
    return board.x, board.o


def _reachable() -> set[Board]:
    """Every board that can be reached from the empty one."""
    boards = latest = {Board()}
    while latest:
        latest = {board.play(cell) for board in latest if not board.outcome for cell in board.free_cells}
        boards = boards | latest
    return boards
