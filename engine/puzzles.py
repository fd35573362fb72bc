"""Puzzles: boards on which exactly one cell wins, or exactly one cell keeps the draw.

The end is at least 3 plies away. Up to symmetry there are 51 on 3x3 in which one cell wins and 63
in which one cell keeps the draw, and 128 in misère; they are found when the first one is needed. In
the other games a puzzle is found by playing at random until a board is one, always the same one for
a seed. A puzzle there is never just a block.

Last comes `fill_tables`, which computes every table of the engine beforehand.
"""

from dataclasses import dataclass
from functools import cache
from itertools import chain
from random import Random

from engine import fading_scores, minimax
from engine.board import GAMES, Board, Cell, IllegalMove, Mark, Rules, every_board, image_of
from engine.exact_scores import score_board, score_cells
from engine.opponents import perfect
from engine.score import Result, Score

_SHORTEST = 3  # plies; anything shorter is too easy


@dataclass(frozen=True)
class Puzzle:
    """A board with one right cell.

    solution  that cell
    score     what it is worth
    depth     how many plies ahead a search must look to see that it is better than the others: up
              to the win, or until the last of them has lost. None if the solver does not count so
              far
    """

    board: Board
    solution: Cell
    score: Score
    depth: int | None

    @property
    def numbers(self) -> tuple[int, int]:
        """X's marks and O's as two numbers, from which `board_of` makes the board again.

        They are bitboards. If marks fade, they are the cells as digits, the oldest first.
        """
        if not self.board.rules.mark_limit:
            return self.board.x, self.board.o
        marks = self.board.standing
        return _as_digits(marks[0::2]), _as_digits(marks[1::2])


def _as_digits(cells: tuple[Cell, ...]) -> int:
    return int("".join(map(str, cells)))


def board_of(rules: Rules, x: int, o: int) -> Board | None:
    """The board of two untrusted numbers (see `Puzzle.numbers`), or None if there is none."""
    if rules.mark_limit:
        x_digits = str(x)
        o_digits = str(o)
        if len(x_digits) != rules.mark_limit or len(o_digits) != rules.mark_limit:
            return None
        in_turn = chain.from_iterable(zip(x_digits, o_digits, strict=True))
        try:
            board = Board.after(map(int, in_turn), rules=rules)
        except IllegalMove:
            return None
    else:
        both = x & o
        off_the_board = (x | o) & ~rules.full
        if both or off_the_board:
            return None
        match x.bit_count() - o.bit_count():
            case 0:
                board = Board(x, o, Mark.X, rules)
            case 1:
                board = Board(x, o, Mark.O, rules)
            case _:
                return None
    if board.outcome:
        return None
    return board


def as_puzzle(board: Board) -> Puzzle | None:
    """The puzzle of a board, or None if it is not one."""
    if board.outcome:
        return None
    cells = score_cells(board)
    best = score_board(board)
    right = [cell for cell in cells if cells[cell].result is best.result]
    if len(right) > 1 or best.result is Result.LOSS:
        return None
    if best.plies is None:
        is_fit = best.result is Result.DRAW  # a win that is not counted is too hard to check
    else:
        is_fit = best.plies >= _SHORTEST
    if not is_fit:
        return None
    [solution] = right
    others = [score for cell, score in cells.items() if cell != solution]
    return Puzzle(board, solution, best, _depth(best, others))


def _depth(best: Score, others: list[Score]) -> int | None:
    """When a search sees that this score is better than all `others` (see `Puzzle.depth`).

    It does once it sees the win, or once it has seen every other cell lose.
    """
    depths = []
    if best.result is Result.WIN and best.plies:
        depths.append(best.plies)
    losses = [other.plies for other in others if other.result is Result.LOSS and other.plies]
    all_lose = len(losses) == len(others)
    if all_lose:
        depths.append(max(losses))
    return min(depths, default=None)


def of_the_day(empty: Board, day: int) -> Puzzle:
    """Everyone's puzzle of a day, counted since 1970, in the game of an empty board.

    On 3x3 and in misère none comes again before all others have come.
    """
    rng = Random(day)
    puzzles = every_puzzle(empty.rules)
    if not puzzles:
        return _search(empty, rng)
    order = Random(0).sample(puzzles, len(puzzles))
    return _random_image(order[day % len(puzzles)], rng)


def any_puzzle(empty: Board, seed: int) -> Puzzle:
    """A random puzzle in an empty board's game; 3x3 and misère are randomly turned and mirrored."""
    rng = Random(seed)
    puzzles = every_puzzle(empty.rules)
    if not puzzles:
        return _search(empty, rng)
    return _random_image(rng.choice(puzzles), rng)


def _search(empty: Board, rng: Random) -> Puzzle:
    """Look at boards of random games until one is a puzzle. On 5x5 that takes about 10 ms."""
    while True:
        board = _midway(empty, rng)
        if not board:
            continue
        if not board.rules.misere and board.threats(board.turn.other):  # just a block
            continue
        puzzle = as_puzzle(board)
        if puzzle:
            return puzzle


def _midway(board: Board, rng: Random) -> Board | None:
    """A board in the middle of a random game; None if the game ends before.

    Where marks fade, it is the first board with all of them.
    """
    cells = len(board.rules.cells)
    if board.rules.mark_limit:
        plies = 2 * board.rules.mark_limit
    else:
        plies = rng.randint(cells * 9 // 20, cells * 3 // 5)
    for _ in range(plies):
        board = board.play(rng.choice(board.free_cells))
        if board.outcome:
            return None
    return board


@cache
def every_puzzle(rules: Rules) -> tuple[Puzzle, ...]:
    """Every puzzle of 3x3 or misère up to symmetry, X going first, in a fixed order.

    None in the other games, whose boards are too many to look at all of them.
    """
    if not rules.has_few_boards:
        return ()
    least = set()
    for board in every_board(rules):
        if as_puzzle(board):
            least.add(min((image.x, image.o) for image in _variants(board)))
    boards = [board_of(rules, x, o) for x, o in sorted(least)]
    puzzles = [as_puzzle(board) for board in boards if board]
    return tuple(puzzle for puzzle in puzzles if puzzle)


def _random_image(puzzle: Puzzle, rng: Random) -> Puzzle:
    turned = as_puzzle(rng.choice(_variants(puzzle.board)))
    assert turned, "a turned puzzle is a puzzle"
    return turned


def _variants(board: Board) -> list[Board]:
    """The eight ways to turn and mirror a board."""
    variants = []
    for image in board.rules.images:
        x = image_of(board.x, image)
        o = image_of(board.o, image)
        variants.append(Board(x, o, board.turn, board.rules))
    return variants


def fill_tables() -> None:
    """Compute every score, trap and puzzle of the games on nine cells, in about a second.

    Each of these tables fills itself when it is first needed. A program that must answer quickly
    from the start can fill them all beforehand; after that, these games need no search (see
    `engine.exact_scores.is_looked_up`).
    """
    for game in ("3x3", "misere"):
        empty = Board(rules=GAMES[game])
        minimax.score_board(empty)  # scores every board that follows too
        perfect(empty)  # finds the traps in the games that follow, as X
        for cell in empty.free_cells:
            perfect(empty.play(cell))  # and as O
        every_puzzle(empty.rules)
    fading_scores.plies_to_the_end()
