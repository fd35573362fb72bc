"""Puzzles: boards on which exactly one cell wins, or exactly one cell keeps the draw.

The end is at least 3 plies away. Up to symmetry there are 51 on 3x3 in which one cell wins and 63
in which one cell keeps the draw, and 128 in misère; they are found when the first one is needed. In
the other games a puzzle is found by playing at random until a board is one, always the same one for
a seed. A puzzle there is never just a block.

Last comes `fill_tables`, which computes every table of the engine beforehand.
"""

from dataclasses import dataclass
from functools import cache
from random import Random

from engine import fading_scores, minimax
from engine.board import GAMES, Board, Cell, IllegalMove, Mark, Rules, moved
from engine.exact_scores import is_looked_up, score, score_cells
from engine.opponents import perfect
from engine.score import Result, Score

_SHORTEST = 3  # plies; anything shorter is too easy


@dataclass(frozen=True)
class Puzzle:
    """A board with one right answer.

    score    what the right answer is worth
    depth    how many plies ahead a search must look to see that it is better than every other cell:
             until the win, or until the last of the other cells has lost. None if the solver does
             not count so far
    """

    board: Board
    answer: Cell
    score: Score
    depth: int | None

    @property
    def numbers(self) -> tuple[int, int]:
        """X's marks and O's as two numbers, from which `board_of` makes the board again.

        They are bitboards. If marks fade, they are the cells as digits, the oldest first.
        """
        if not self.board.rules.mark_limit:
            return self.board.x, self.board.o
        x, o = (int("".join(map(str, self.board.standing[first::2]))) for first in (0, 1))
        return x, o


def board_of(rules: Rules, x: int, o: int) -> Board | None:
    """The board of two untrusted numbers (see `Puzzle.numbers`), or None if there is none."""
    if rules.mark_limit:
        marks = str(x), str(o)
        if any(len(each) != rules.mark_limit for each in marks):
            return None
        try:
            board = Board.after(
                (int(cell) for turn in zip(*marks, strict=True) for cell in turn), rules=rules
            )
        except IllegalMove:
            return None
    else:
        x_ahead = x.bit_count() - o.bit_count()
        if x & o or (x | o) & ~rules.full or x_ahead not in {0, 1}:
            return None
        board = Board(x, o, Mark.O if x_ahead else Mark.X, rules)
    return None if board.outcome else board


def as_puzzle(board: Board) -> Puzzle | None:
    """The puzzle of a board, or None if it is not one."""
    if board.outcome:
        return None
    cells, best = score_cells(board), score(board)
    right = [cell for cell in cells if cells[cell].result is best.result]
    if best.plies is None:  # a win whose plies are not counted is too hard to check by hand
        is_fit = best.result is Result.DRAW
    else:
        is_fit = best.result is not Result.LOSS and best.plies >= _SHORTEST
    if len(right) > 1 or not is_fit:
        return None
    [answer] = right
    others = [score for cell, score in cells.items() if cell != answer]
    lost = [score.plies for score in others if score.result is Result.LOSS and score.plies]
    ends = [max(lost)] if len(lost) == len(others) else []
    if best.result is Result.WIN and best.plies:
        ends.append(best.plies)
    return Puzzle(board, answer, best, depth=min(ends, default=None))


def of_the_day(empty: Board, day: int) -> Puzzle:
    """Everyone's puzzle of a day, counted since 1970, in the game of an empty board.

    On 3x3 and in misère none comes again before all others have come.
    """
    rng, puzzles = Random(day), every_puzzle(empty.rules)
    if not puzzles:
        return _found(empty, rng)
    order = Random(0).sample(puzzles, len(puzzles))
    return _turned(order[day % len(puzzles)], rng)


def any_puzzle(empty: Board, seed: int) -> Puzzle:
    """A random puzzle in an empty board's game; 3x3 and misère are randomly turned and mirrored."""
    rng, puzzles = Random(seed), every_puzzle(empty.rules)
    return _turned(rng.choice(puzzles), rng) if puzzles else _found(empty, rng)


def _found(empty: Board, rng: Random) -> Puzzle:
    """Look at boards of random games until one is a puzzle. On 5x5 that takes about 10 ms."""
    while True:
        board = _midway(empty, rng)
        has_to_block = not board.rules.misere and board.threats(board.turn.other)
        if not has_to_block and (puzzle := as_puzzle(board)):
            return puzzle


def _midway(board: Board, rng: Random) -> Board:
    """A board in the middle of a random game; where marks fade, the first with all of them."""
    cells, marks = len(board.rules.cells), board.rules.mark_limit
    plies = 2 * marks if marks else rng.randint(cells * 9 // 20, cells * 3 // 5)
    start = board
    while plies:
        board, plies = board.play(rng.choice(board.free_cells)), plies - 1
        if board.outcome:
            return _midway(start, rng)
    return board


@cache
def every_puzzle(rules: Rules) -> tuple[Puzzle, ...]:
    """Every puzzle of 3x3 or misère up to symmetry, X going first, in a fixed order.

    None in the other games, whose boards are too many to look at all of them.
    """
    if rules.mark_limit or not is_looked_up(rules):
        return ()
    reachable = latest = {Board(rules=rules)}
    while latest:
        latest = {
            board.play(cell) for board in latest if not board.outcome for cell in board.free_cells
        }
        reachable = reachable | latest
    puzzles = [board for board in reachable if as_puzzle(board)]
    least = {min((image.x, image.o) for image in _variants(board)) for board in puzzles}
    boards = [board for x, o in sorted(least) if (board := board_of(rules, x, o))]
    return tuple(puzzle for puzzle in map(as_puzzle, boards) if puzzle)


def _turned(puzzle: Puzzle, rng: Random) -> Puzzle:
    turned = as_puzzle(rng.choice(_variants(puzzle.board)))
    assert turned, "a turned puzzle is a puzzle"
    return turned


def _variants(board: Board) -> list[Board]:
    """The eight ways to turn and mirror a board."""
    return [
        Board(moved(board.x, image), moved(board.o, image), board.turn, board.rules)
        for image in board.rules.images
    ]


def fill_tables() -> None:
    """Compute every score, trap and puzzle of the games on nine cells, in about a second.

    Each of these tables fills itself when it is first needed. A program that must answer quickly
    from the start can fill them all beforehand; after that, these games need no search (see
    `is_looked_up`).
    """
    for game in ("3x3", "misere"):
        empty = Board(rules=GAMES[game])
        minimax.score(empty)  # scores every board that follows too
        for opening in (empty, *(empty.play(cell) for cell in empty.free_cells)):
            perfect(opening)  # finds every trap in the games that follow
        every_puzzle(empty.rules)
    fading_scores.plies_to_the_end()
