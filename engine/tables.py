"""What the engine computes once and looks up from then on: every score, every trap and every puzzle.

Each table fills itself when it is first needed. A program that must answer quickly from the start fills
them all beforehand. Which games are looked up, `is_looked_up` tells; the others are searched.
"""

from engine import fading
from engine.board import Board
from engine.games import GAMES
from engine.minimax import score
from engine.opponents import perfect
from engine.puzzles import every_puzzle
from engine.scoring import is_looked_up

__all__ = ["fill_tables", "is_looked_up"]


def fill_tables() -> None:
    """Compute all of it, in about a second; after that nothing on nine cells is searched for."""
    for game in ("3x3", "misere"):
        empty = Board(rules=GAMES[game])
        score(empty)  # and so every board that follows from it
        for opening in (empty, *(empty.play(cell) for cell in empty.free_cells)):
            perfect(opening)  # weighs every trap in the games that follow
    fading.plies_to_the_end()
    every_puzzle()
