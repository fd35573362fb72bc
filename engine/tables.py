"""What the engine computes once and looks up from then on: every score, every trap and every puzzle.

Each table fills itself when it is first needed. A program that must answer quickly from the start fills
them all beforehand.
"""

from engine.board import Board
from engine.minimax import score
from engine.opponents import perfect
from engine.puzzles import every_puzzle
from engine.rules import Rules

_LOOKED_UP = 9  # cells


def is_looked_up(rules: Rules) -> bool:
    """Whether the engine looks up all it says about boards of these rules, instead of searching."""
    return len(rules.cells) <= _LOOKED_UP


def fill_tables() -> None:
    """Compute all of it, in about a third of a second; after that nothing in a game is searched for."""
    empty = Board()
    score(empty)  # and so every board that follows from it
    for opening in (empty, *(empty.play(cell) for cell in empty.free_cells)):
        perfect(opening)  # weighs every trap in the games that follow
    every_puzzle()
