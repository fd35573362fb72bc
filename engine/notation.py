"""Games as lines of text, for files that people keep: `3x3 X: 5 1 9 3 ; played in March`.

A line names the game, the side that goes first and the cells that were played, by their numbers
(`number_of`). What follows a semicolon is a remark. So are empty lines and lines that begin with #.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.board import GAMES, NO_CELL, Cell, Mark, cell_of, number_of

_LINE = re.compile(
    r"(?P<game>[a-z0-9]+) (?P<first>[XO]):(?P<cells>(?: [0-9]{1,2})*) *(?:;(?P<remark>.*))?"
)


class BadNotation(ValueError):
    """A line that is not a game. The message says which line, and why."""


@dataclass(frozen=True)
class PlayedGame:
    """A game as it was played, to its end or not.

    game  a name of `engine.board.GAMES`
    """

    game: str
    first: Mark
    moves: tuple[Cell, ...]
    remark: str = ""

    @property
    def line(self) -> str:
        """The game as a line, without a line break."""
        cells = "".join(f" {number_of(cell, GAMES[self.game])}" for cell in self.moves)
        remark = f" ; {self.remark}" if self.remark else ""
        return f"{self.game} {self.first.value}:{cells}{remark}"


def read_games(lines: Iterable[str]) -> Iterator[PlayedGame]:
    """The games in a file. Raises BadNotation if a line is no game; moves may still be illegal."""
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if not found:
            raise BadNotation(f"line {number} is not a game such as '3x3 X: 5 1 9'")
        game, cells = found["game"], found["cells"].split()
        if game not in GAMES:
            raise BadNotation(f"line {number}: {game} is not one of {', '.join(GAMES)}")
        moves = tuple(cell_of(int(cell), GAMES[game]) for cell in cells)
        if NO_CELL in moves:
            raise BadNotation(f"line {number}: {cells[moves.index(NO_CELL)]} is no cell of {game}")
        yield PlayedGame(game, Mark(found["first"]), moves, (found["remark"] or "").strip())
