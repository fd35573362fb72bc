"""The rules of tic-tac-toe and its larger relatives: who may play where, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from typing import TypeAlias

Cell: TypeAlias = int
"""A square by its number: 1 is top left, counted along the rows; on 3x3 the last is 9."""

Line: TypeAlias = tuple[Cell, ...]
"""The cells that win together, from the first to the last."""


class Mark(Enum):
    """What a player puts on a cell."""

    X = "X"
    O = "O"  # noqa: E741 - the mark's name

    @property
    def other(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X


@dataclass(frozen=True)
class Rules:
    """An m,n,k-game: the size of the board, and how many marks in a row win. 3,3,3 is tic-tac-toe."""

    rows: int = 3
    columns: int = 3
    in_a_row: int = 3

    def __post_init__(self) -> None:
        if not 1 <= self.in_a_row <= max(self.rows, self.columns) or min(self.rows, self.columns) < 1:
            raise ValueError(f"no {self.in_a_row} in a row fit on {self.rows}x{self.columns}")

    @cached_property
    def cells(self) -> range:
        """Every cell of the board, in reading order."""
        return range(1, self.rows * self.columns + 1)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every way to win: rows, columns, then both diagonals."""
        return tuple(
            tuple((row + n * down) * self.columns + column + n * right + 1 for n in range(self.in_a_row))
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            for row in range(self.rows - down * (self.in_a_row - 1))
            for column in range(self.columns)
            if 0 <= column + right * (self.in_a_row - 1) < self.columns
        )

    @cached_property
    def line_bits(self) -> tuple[int, ...]:
        """`lines` as bitboards, in the same order."""
        return tuple(bits(line) for line in self.lines)

    @cached_property
    def full(self) -> int:
        """The bitboard on which every cell is taken."""
        return bits(self.cells)


TIC_TAC_TOE = Rules()


def bits(cells: Iterable[Cell]) -> int:
    """A bitboard: bit n is set when cell n is in `cells`. Bit 0 stays free, so that bit and cell agree."""
    return sum(1 << cell for cell in cells)


class IllegalMove(ValueError):
    """A move the rules turn down; `board` is the board it was tried on."""

    def __init__(self, board: Board, cell: Cell, fact: str) -> None:
        super().__init__(f"cell {cell} on {board.notation}: {fact}")
        self.board = board
        self.cell = cell


class CellTaken(IllegalMove):
    """The cell holds a mark already."""

    def __init__(self, board: Board, cell: Cell) -> None:
        super().__init__(board, cell, "it is taken")


class OffTheBoard(IllegalMove):
    """The board has no such cell."""

    def __init__(self, board: Board, cell: Cell) -> None:
        super().__init__(board, cell, f"the cells go from 1 to {board.rules.cells[-1]}")


class GameOver(IllegalMove):
    """The board is won or full; nobody may move."""

    def __init__(self, board: Board, cell: Cell) -> None:
        super().__init__(board, cell, "the game is over")


@dataclass(frozen=True)
class Outcome:
    """How a finished board ended: a winner and the lines that won (one move may complete two), or a draw."""

    winner: Mark | None = None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A position. Immutable: a move gives the next board and leaves this one as it was.

    x, o   bitboards of the cells each mark holds (see `bits`)
    turn   whose move it is; either mark may have started
    """

    x: int = 0
    o: int = 0
    turn: Mark = field(default=Mark.X, hash=False)  # two integers tell boards apart well enough, and quickly
    rules: Rules = field(default=TIC_TAC_TOE, hash=False)

    @classmethod
    def after(cls, moves: Iterable[Cell], *, first: Mark = Mark.X, rules: Rules = TIC_TAC_TOE) -> Board:
        """The board after `moves`, played in turn from the empty board, `first` beginning.

        Raises IllegalMove at the first move the rules turn down.
        """
        return _after(tuple(moves), first, rules)

    @classmethod
    def parse(cls, notation: str, *, rules: Rules = TIC_TAC_TOE) -> Board:
        """The board that a notation stands for (see `notation`).

        Raises ValueError for text that is no notation, and for a board that play could not reach because one
        side has moved too often.
        """
        rows, _, turn = notation.partition(" ")
        signs, held = rows.replace("/", ""), {}
        for mark in Mark:
            held[mark] = bits(cell for cell, sign in enumerate(signs, start=1) if sign == mark.value)
        board = cls(held[Mark.X], held[Mark.O], Mark(turn), rules)
        waiting = held[board.turn.other].bit_count() - held[board.turn].bit_count()
        if board.notation != notation or waiting not in {0, 1}:
            raise ValueError(f"{notation!r} is no {rules.rows}x{rules.columns} board")
        return board

    @property
    def notation(self) -> str:
        """The board in one word for its rows, a free cell as a dot, and one for whose turn it is.

        `X.O/.X./... O` has X on 1 and 5, O on 3, and O to move.
        """
        rows = str(self).replace(" ", "").replace("\n", "/")
        return f"{rows} {self.turn.value}"

    def play(self, cell: Cell) -> Board:
        """The board after the side to move has taken `cell`.

        Raises OffTheBoard, GameOver or CellTaken.
        """
        if cell not in self.rules.cells:
            raise OffTheBoard(self, cell)
        if self.outcome:
            raise GameOver(self, cell)
        bit = 1 << cell
        if bit & (self.x | self.o):
            raise CellTaken(self, cell)
        if self.turn is Mark.X:
            return Board(self.x | bit, self.o, Mark.O, self.rules)
        return Board(self.x, self.o | bit, Mark.X, self.rules)

    def mark_on(self, cell: Cell) -> Mark | None:
        """Who holds `cell`, or None while it is free."""
        if self.x >> cell & 1:
            return Mark.X
        return Mark.O if self.o >> cell & 1 else None

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The cells nobody holds, in reading order; a finished board may still have some."""
        taken = self.x | self.o
        return tuple(cell for cell in self.rules.cells if not taken >> cell & 1)

    def threats(self, mark: Mark) -> Mapping[Line, Cell]:
        """The lines `mark` holds but for one cell, which is free, and that cell: it would win there."""
        held, taken = (self.x if mark is Mark.X else self.o), self.x | self.o
        found = {}
        for line, need in zip(self.rules.lines, self.rules.line_bits, strict=True):
            missing = need & ~held
            if missing.bit_count() == 1 and not missing & taken:
                found[line] = missing.bit_length() - 1
        return found

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return _outcome(self.x, self.o, self.rules)

    def __str__(self) -> str:
        """The rows as text, a free cell as a dot: `X . O` and so on."""
        signs = [mark.value if (mark := self.mark_on(cell)) else "." for cell in self.rules.cells]
        width = self.rules.columns
        return "\n".join(" ".join(signs[start : start + width]) for start in range(0, len(signs), width))


@lru_cache(maxsize=1 << 12)  # a game asks for the board it has just shown, and for the one after that
def _after(moves: tuple[Cell, ...], first: Mark, rules: Rules) -> Board:
    return _after(moves[:-1], first, rules).play(moves[-1]) if moves else Board(turn=first, rules=rules)


@lru_cache(maxsize=1 << 14)  # a board is asked at every move tried on it; all of 3x3 fit
def _outcome(x: int, o: int, rules: Rules) -> Outcome | None:
    for mark, held in ((Mark.X, x), (Mark.O, o)):
        won = tuple(
            line for line, need in zip(rules.lines, rules.line_bits, strict=True) if held & need == need
        )
        if won:
            return Outcome(mark, won)
    return Outcome() if x | o == rules.full else None
