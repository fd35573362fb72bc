"""Tables that are computed once: every score, every trap and every puzzle of the games on nine cells.

Each table fills itself when it is first needed. A program that must answer quickly from the start can fill
them all beforehand. `engine.scoring.is_looked_up` says which games have tables; the others are searched.
"""

from engine import fading
from engine.board import Board
from engine.games import GAMES
from engine.minimax import score
from engine.opponents import perfect
from engine.puzzles import every_puzzle


def fill_tables() -> None:
    """Fill all tables, in about a second. After that, games on nine cells need no search."""
    for game in ("3x3", "misere"):
        empty = Board(rules=GAMES[game])
        score(empty)  # scores every board that follows too
        for opening in (empty, *(empty.play(cell) for cell in empty.free_cells)):
            perfect(opening)  # finds every trap in the games that follow
        every_puzzle(empty.rules)
    fading.plies_to_the_end()
