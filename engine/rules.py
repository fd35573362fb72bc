"""The rules of tic-tac-toe and its relatives: the size of the board, its lines, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeAlias

Cell: TypeAlias = int
"""A square by its number: 1 is top left, counted along the rows; on 3x3 the last is 9."""

Line: TypeAlias = tuple[Cell, ...]
"""The cells that end a game together, from the first to the last."""


@dataclass(frozen=True)
class Rules:
    """An m,n,k-game: the size of the board, and how many marks in a row end it. 3,3,3 is tic-tac-toe.

    misere        the side that completes a line loses instead of winning
    marks_stay    how many marks each side keeps: the next one removes its oldest. Until then the cell of the
                  oldest is taken, so the new mark cannot go there. None if marks stay for good

    If marks fade, the game is a draw when a position comes for the third time (the same marks, placed in the
    same order, with the same side to move), and after 99 moves.
    """

    rows: int = 3
    columns: int = 3
    in_a_row: int = 3
    misere: bool = False
    marks_stay: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.in_a_row <= max(self.rows, self.columns) or min(self.rows, self.columns) < 1:
            raise ValueError(f"no {self.in_a_row} in a row fit on {self.rows}x{self.columns}")
        if self.marks_stay is not None and not self.in_a_row <= self.marks_stay < len(self.cells) / 2:
            raise ValueError(f"{self.marks_stay} marks a side make no line, or leave no cell free")

    @cached_property
    def cells(self) -> range:
        """Every cell of the board, in reading order."""
        return range(1, self.rows * self.columns + 1)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line: rows, columns, then both diagonals."""
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
    def images(self) -> tuple[tuple[Cell, ...], ...]:
        """Where each cell goes when the board is turned and mirrored in eight ways.

        The last two are the board as it is and its mirror image. If it is not square, there are four.
        """
        starts = range(0, len(self.cells), self.columns)
        rows = [tuple(self.cells[start : start + self.columns]) for start in starts]
        boards = [rows, [row[::-1] for row in rows]]
        images: list[tuple[Cell, ...]] = []
        for _ in range(4):
            boards = [list(zip(*board, strict=True))[::-1] for board in boards]  # a quarter turn
            if len(boards[0]) == self.rows:
                images += [tuple(chain.from_iterable(board)) for board in boards]
        return tuple(images)

    @cached_property
    def full(self) -> int:
        """The bitboard of a full board."""
        return bits(self.cells)


TIC_TAC_TOE = Rules()


def bits(cells: Iterable[Cell]) -> int:
    """The bitboard of these cells: bit n stands for cell n. Bit 0 is never set."""
    return sum(1 << cell for cell in cells)


def moved(held: int, image: tuple[Cell, ...]) -> int:
    """The bitboard of these cells on a board that is turned or mirrored (see `Rules.images`)."""
    return bits(to for cell, to in enumerate(image, start=1) if held >> cell & 1)
