"""The rules of every game once more, in a few lines that share nothing with the engine."""

from collections.abc import Sequence
from functools import cache

SIZES = {"3x3": (3, 3), "4x4": (4, 4), "5x5": (5, 4), "misere": (3, 3), "fading": (3, 3)}
"""The side of each game's board, and how many in a row end it."""


@cache
def lines(size: int, in_a_row: int) -> list[frozenset[int]]:
    """Every straight run of so many cells, numbered along the rows from 1."""
    on_board = range(size)
    steps = range(in_a_row)
    return [
        frozenset((row + n * down) * size + column + n * right + 1 for n in steps)
        for row in on_board
        for column in on_board
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + down * (in_a_row - 1) in on_board and column + right * (in_a_row - 1) in on_board
    ]


def standing(game: str, moves: Sequence[int]) -> dict[int, str]:
    """Which cells are held after `moves`, which all were allowed, and by whom; X moved first."""
    held: dict[int, str] = {}
    for n, cell in enumerate(moves):
        if game == "fading" and n >= 6:
            del held[moves[n - 6]]
        assert cell not in held or (game == "fading" and n >= 6)
        held[cell] = "XO"[n % 2]
    return held


def ending(game: str, moves: Sequence[int]) -> str | None:
    """Who has won after `moves`, "X" or "O", "draw", or None while the game goes on."""
    held = standing(game, moves)
    for mark, other in ("XO", "OX"):
        cells = {cell for cell, by in held.items() if by == mark}
        if any(line <= cells for line in lines(*SIZES[game])):
            return other if game == "misere" else mark
    if game == "fading":
        last = moves[-6:]
        came = [n for n in range(len(moves), 5, -2) if list(moves[n - 6 : n]) == list(last)]
        return "draw" if len(came) == 3 or len(moves) == 99 else None
    return "draw" if len(held) == SIZES[game][0] ** 2 else None
