"""Tic-tac-toe and its relatives: rules, the games people can pick, and boards.

A board says who holds which cell, which moves are legal, and who has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import TypeAlias

_TIMES_TO_DRAW = 3  # a position has to come, in games where marks fade
LONGEST_GAME = 99  # moves, in games where marks fade; others are never so long

Cell: TypeAlias = int
"""A square by its number: 1 is top left, counted along the rows; on 3x3 the last is 9."""

Line: TypeAlias = tuple[Cell, ...]
"""The cells that end a game together, from the first to the last."""


@dataclass(frozen=True)
class Rules:
    """An m,n,k-game: the board's size, and how many marks in a row end it. 3,3,3 is tic-tac-toe.

    misere        the side that completes a line loses instead of winning
    mark_limit    if marks fade, how many each side may have: its next one removes its oldest. Until
                  then the cell of the oldest is taken, so the new mark cannot go there. None if
                  marks stay for good

    If marks fade, the game is a draw when a position comes for the third time (the same marks,
    placed in the same order, with the same side to move), and after 99 moves.
    """

    rows: int = 3
    columns: int = 3
    in_a_row: int = 3
    misere: bool = False
    mark_limit: int | None = None

    def __post_init__(self) -> None:
        has_cells = min(self.rows, self.columns) >= 1
        has_lines = 1 <= self.in_a_row <= max(self.rows, self.columns)
        if not has_cells or not has_lines:
            raise ValueError(f"no {self.in_a_row} in a row fit on {self.rows}x{self.columns}")
        if self.mark_limit is None:
            return
        makes_lines = self.mark_limit >= self.in_a_row
        leaves_a_cell = 2 * self.mark_limit < len(self.cells)
        if not makes_lines or not leaves_a_cell:
            raise ValueError(f"{self.mark_limit} marks a side make no line, or leave no cell free")

    @cached_property
    def cells(self) -> range:
        """Every cell of the board, in reading order."""
        return range(1, self.rows * self.columns + 1)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line: rows, columns, then both diagonals."""
        lines = []
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for start in self.cells:
                line = self._line_from(start, down, right)
                if line:
                    lines.append(line)
        return tuple(lines)

    def _line_from(self, start: Cell, down: int, right: int) -> Line | None:
        """The line from a cell on, so many down and right at each step; None if it does not fit."""
        row, column = divmod(start - 1, self.columns)
        steps = self.in_a_row - 1
        last_row = row + steps * down
        last_column = column + steps * right
        if last_row >= self.rows or not 0 <= last_column < self.columns:
            return None
        step = down * self.columns + right
        return tuple(start + n * step for n in range(self.in_a_row))

    @cached_property
    def line_bits(self) -> tuple[int, ...]:
        """`lines` as bitboards, in the same order."""
        return tuple(bits(line) for line in self.lines)

    @cached_property
    def images(self) -> tuple[tuple[Cell, ...], ...]:
        """The board turned and mirrored in eight ways: each tells where cells 1, 2, 3, ... go.

        The last two are the board as it is and its mirror image. If it is not square, there are
        four. Read the other way, as where these cells come from, all together are the same.
        """
        starts = range(0, len(self.cells), self.columns)
        image = [tuple(self.cells[start : start + self.columns]) for start in starts]
        mirrored = [row[::-1] for row in image]
        images = []
        for _ in range(4):
            image = _quarter_turn(image)
            mirrored = _quarter_turn(mirrored)
            if len(image) == self.rows:
                images.append(tuple(chain.from_iterable(image)))
                images.append(tuple(chain.from_iterable(mirrored)))
        return tuple(images)

    @property
    def has_few_boards(self) -> bool:
        """Whether all boards can be kept, or looked at: 3x3 and misère have 5,478 each.

        Larger boards, and fading games with their past, are too many.
        """
        return self.mark_limit is None and len(self.cells) <= 9

    @cached_property
    def full(self) -> int:
        """The bitboard of a full board."""
        return bits(self.cells)


def _quarter_turn(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """The rows of a board after a quarter turn to the left: its columns, the last one first."""
    columns = list(zip(*rows, strict=True))
    return columns[::-1]


TIC_TAC_TOE = Rules()

USUAL = "3x3"
"""The game that is played if nobody chooses another."""

FADING = "fading"

GAMES: Mapping[str, Rules] = MappingProxyType(
    {
        USUAL: TIC_TAC_TOE,
        "4x4": Rules(4, 4, 4),
        "5x5": Rules(5, 5, 4),
        "misere": Rules(misere=True),
        FADING: Rules(mark_limit=3),
    }
)
"""The games people can pick, by name. With perfect play X wins fading; the others are draws.

Not every m,n,k-game can be one. Discord shows at most five buttons in a row and forty parts in a
message, so boards are square and have at most 25 cells. Rows and custom_ids hold the names: at most
20 small letters and digits. What the bot says of a cell is said as proven, so a solver must play
the rules (`engine.exact_scores`).
"""


def bits(cells: Iterable[Cell]) -> int:
    """The bitboard of these cells: bit n stands for cell n. Bit 0 is never set."""
    return sum(1 << cell for cell in cells)


def image_of(cells: int, image: tuple[Cell, ...]) -> int:
    """The bitboard of these cells on a board that is turned or mirrored (see `Rules.images`)."""
    return bits(to for cell, to in enumerate(image, start=1) if cells >> cell & 1)


NO_CELL: Cell = 0
"""Stands for a number that a board does not have. Every board refuses it."""


def has_margins(rules: Rules) -> bool:
    """Whether people know the cells of these boards by row and column, as 11 ... 55.

    On boards of nine cells a number counts along the rows, as everywhere in the engine. On larger
    ones every number has two digits, and 11, 22, 33, 44 is seen to be a diagonal.
    """
    return len(rules.cells) > 9


def number_of(cell: Cell, rules: Rules) -> int:
    """The number by which people know a cell."""
    if not has_margins(rules):
        return cell
    row, column = divmod(cell - 1, rules.columns)
    return 10 * (row + 1) + column + 1


def numbers_of(line: Line, rules: Rules) -> str:
    """The numbers of a line's cells, as `11-22-33-44`."""
    return "-".join(str(number_of(cell, rules)) for cell in line)


def cell_of(number: int, rules: Rules) -> Cell:
    """The cell with a number, or NO_CELL if there is none."""
    for cell in rules.cells:
        if number_of(cell, rules) == number:
            return cell
    return NO_CELL


class Mark(Enum):
    """A player's mark, X or O."""

    X = "X"
    O = "O"  # noqa: E741 - the mark's name

    @property
    def other(self) -> Mark:
        if self is Mark.X:
            return Mark.O
        return Mark.X


class IllegalMove(ValueError):
    """The rules do not allow a move on `board`.

    Each kind says its `fact`, which may name {last}, the board's highest cell.
    """

    fact: str

    def __init__(self, board: Board, cell: Cell) -> None:
        fact = self.fact.format(last=board.rules.cells[-1])
        super().__init__(f"cell {cell} on {board.notation}: {fact}")
        self.board = board
        self.cell = cell


class CellTaken(IllegalMove):
    """The cell already holds a mark."""

    fact = "it is taken"


class OffTheBoard(IllegalMove):
    """The board has no such cell."""

    fact = "the cells go from 1 to {last}"


class GameOver(IllegalMove):
    """The game is over; nobody may move."""

    fact = "the game is over"


@dataclass(frozen=True)
class Outcome:
    """How a finished board ended: a winner and the lines that decided it, or a draw.

    One move may complete several lines. In misère they are the loser's.
    """

    winner: Mark | None = None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A position. Immutable: a move returns a new board.

    x, o    bitboards of the cells each mark holds (see `bits`)
    turn    whose move it is; either mark may have gone first
    moves   the game so far, if marks fade: it decides which mark goes next, and which position
            comes for the third time. Empty if marks stay, since then it does not matter how a
            position came about
    """

    x: int = 0
    o: int = 0
    # Two integers are enough to tell boards apart, and faster.
    turn: Mark = field(default=Mark.X, hash=False)
    rules: Rules = field(default=TIC_TAC_TOE, hash=False)
    moves: tuple[Cell, ...] = ()

    @classmethod
    def after(
        cls, moves: Iterable[Cell], *, first: Mark = Mark.X, rules: Rules = TIC_TAC_TOE
    ) -> Board:
        """The board after `moves`, played in turn from the empty board; `first` goes first.

        Raises IllegalMove at the first illegal move.
        """
        return _after(tuple(moves), first, rules)

    @classmethod
    def parse(cls, notation: str, *, rules: Rules = TIC_TAC_TOE) -> Board:
        """Read a notation (see `notation`).

        Raises ValueError for text that is not a notation, and for a board that no game can reach
        because one side has moved too often.
        """
        rows, _, rest = notation.partition(" ")
        turn, _, order = rest.partition(" ")
        to_move = Mark(turn)
        if rules.mark_limit:
            moves = [int(cell) for cell in order.split(",") if cell]
            first = to_move
            if len(moves) % 2:
                first = to_move.other
            board = cls.after(moves, first=first, rules=rules)
        else:
            signs = rows.replace("/", "")
            x = bits(cell for cell, sign in enumerate(signs, start=1) if sign == "X")
            o = bits(cell for cell, sign in enumerate(signs, start=1) if sign == "O")
            board = cls(x, o, to_move, rules)
        own, other = board.sides
        if other.bit_count() - own.bit_count() not in {0, 1}:
            raise ValueError(f"{notation!r} is no board: one side has moved too often")
        if board.notation != notation:
            raise ValueError(f"{notation!r} is no {rules.rows}x{rules.columns} board")
        return board

    @property
    def notation(self) -> str:
        """The board as text: its rows, with a dot for a free cell, then whose turn it is.

        `X.O/.X./... O` has X on 1 and 5, O on 3, and O to move. If marks fade, a third word gives
        the order of the marks on the board, the oldest first: `X.O/.X./... O 5,3,1`. Marks that are
        gone are not included.
        """
        rows = str(self).replace(" ", "").replace("\n", "/")
        order = ",".join(map(str, self.standing))
        return f"{rows} {self.turn.value} {order}".rstrip()

    @property
    def standing(self) -> tuple[Cell, ...]:
        """If marks fade, the cells of those on the board, the oldest first. Empty if marks stay."""
        limit = self.rules.mark_limit
        if not limit:
            return ()
        return self.moves[-2 * limit :]

    def fading_cell(self, mark: Mark) -> Cell | None:
        """The cell `mark` loses with its next move; None while it has few, or if marks stay."""
        limit = self.rules.mark_limit
        if not limit:
            return None
        age = 2 * limit
        if mark is not self.turn:  # it has moved last
            age -= 1
        if len(self.moves) < age:
            return None
        return self.moves[-age]

    def play(self, cell: Cell) -> Board:
        """The board after the side to move has played `cell`.

        Raises OffTheBoard, GameOver or CellTaken.
        """
        if cell not in self.rules.cells:
            raise OffTheBoard(self, cell)
        if self.outcome:
            raise GameOver(self, cell)
        bit = 1 << cell
        own, other = self.sides
        if bit & (own | other):
            raise CellTaken(self, cell)
        moves = self.moves
        if self.rules.mark_limit:
            moves = (*moves, cell)
            oldest = self.fading_cell(self.turn)
            if oldest:
                own ^= 1 << oldest
        own |= bit
        if self.turn is Mark.X:
            return Board(own, other, Mark.O, self.rules, moves)
        return Board(other, own, Mark.X, self.rules, moves)

    @property
    def sides(self) -> tuple[int, int]:
        """The bitboards of the side to move and of the other side."""
        if self.turn is Mark.X:
            return self.x, self.o
        return self.o, self.x

    def mark_on(self, cell: Cell) -> Mark | None:
        """The mark on `cell`, or None if it is free."""
        if self.x >> cell & 1:
            return Mark.X
        if self.o >> cell & 1:
            return Mark.O
        return None

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The free cells in reading order. A finished board may still have some."""
        taken = self.x | self.o
        return tuple(cell for cell in self.rules.cells if not taken >> cell & 1)

    def threats(self, mark: Mark) -> Mapping[Line, Cell]:
        """The lines that `mark` would complete if it moved now, with the free cell each lacks."""
        held = self.o
        if mark is Mark.X:
            held = self.x
        taken = self.x | self.o
        oldest = self.fading_cell(mark)
        if oldest:
            held ^= 1 << oldest
        threats = {}
        for line, line_bits in zip(self.rules.lines, self.rules.line_bits, strict=True):
            missing = line_bits & ~held
            if missing.bit_count() == 1 and not missing & taken:
                threats[line] = missing.bit_length() - 1
        return threats

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        end = _outcome(self.x, self.o, self.rules)
        if end or not self.moves:
            return end
        if len(self.moves) >= LONGEST_GAME or self._times_reached() >= _TIMES_TO_DRAW:
            return Outcome()
        return None

    def _times_reached(self) -> int:
        """How often this position has come in a game where marks fade, this time included."""
        position = self.standing
        count = len(position)
        times = 0
        # The same side was to move after every other ply.
        for played in range(len(self.moves), count - 1, -2):
            if self.moves[played - count : played] == position:
                times += 1
        return times

    def __str__(self) -> str:
        """The rows as text, with a dot for a free cell: `X . O` and so on."""
        signs = []
        for cell in self.rules.cells:
            mark = self.mark_on(cell)
            signs.append(mark.value if mark else ".")
        width = self.rules.columns
        rows = []
        for start in range(0, len(signs), width):
            row = signs[start : start + width]
            rows.append(" ".join(row))
        return "\n".join(rows)


def every_board(rules: Rules = TIC_TAC_TOE) -> tuple[Board, ...]:
    """Every board that a game on nine cells can reach if X begins, those with fewer marks first.

    Where marks fade there is no end to them.
    """
    boards: list[Board] = []
    latest = [Board(rules=rules)]
    while latest:
        boards += latest
        following: dict[Board, None] = {}  # each once, in the order in which they come
        for board in latest:
            if not board.outcome:
                following |= dict.fromkeys(board.play(cell) for cell in board.free_cells)
        latest = list(following)
    return tuple(boards)


@lru_cache(maxsize=1 << 12)  # a game asks for the board it has just shown and for the next one
def _after(moves: tuple[Cell, ...], first: Mark, rules: Rules) -> Board:
    if not moves:
        return Board(turn=first, rules=rules)
    return _after(moves[:-1], first, rules).play(moves[-1])


@lru_cache(maxsize=1 << 14)  # a search asks once for each move it tries; all boards of 3x3 fit
def _outcome(x: int, o: int, rules: Rules) -> Outcome | None:
    for mark, held in ((Mark.X, x), (Mark.O, o)):
        pairs = zip(rules.lines, rules.line_bits, strict=True)
        lines = tuple(line for line, line_bits in pairs if held & line_bits == line_bits)
        if lines:
            winner = mark.other if rules.misere else mark
            return Outcome(winner, lines)
    if x | o == rules.full:
        return Outcome()
    return None
