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
        rules = GAMES[self.game]
        cells = [f" {number_of(cell, rules)}" for cell in self.moves]
        line = f"{self.game} {self.first.value}:{''.join(cells)}"
        if not self.remark:
            return line
        return f"{line} ; {self.remark}"


def read_games(lines: Iterable[str]) -> Iterator[PlayedGame]:
    """The games in a file. Raises BadNotation if a line is no game; moves may still be illegal."""
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        yield _read_game(number, line.strip())


def _read_game(number: int, line: str) -> PlayedGame:
    match = _LINE.fullmatch(line)
    if not match:
        raise BadNotation(f"line {number} is not a game such as '3x3 X: 5 1 9'")
    game = match["game"]
    if game not in GAMES:
        raise BadNotation(f"line {number}: {game} is not one of {', '.join(GAMES)}")
    moves = []
    for cell_number in match["cells"].split():
        cell = cell_of(int(cell_number), GAMES[game])
        if cell == NO_CELL:
            raise BadNotation(f"line {number}: {cell_number} is no cell of {game}")
        moves.append(cell)
    remark = match["remark"] or ""
    return PlayedGame(game, Mark(match["first"]), tuple(moves), remark.strip())
