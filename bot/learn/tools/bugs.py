"""Three bots with one fault each, which the lessons ask people to find.

Each plays X on three boards, and on one of them its move throws something away.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from bot.learn.tools import programs
from bot.learn.tools.faults import empty_line, last_improvement, one_ply


@dataclass(frozen=True)
class Move:
    """What the bot plays on a board, which is nine signs in reading order."""

    signs: str
    cell: int


@dataclass(frozen=True)
class Bug:
    """A bot, and where its fault shows.

    code    its program
    line    the line of the program that is wrong, counted from 0
    moves   what it plays on three boards
    wrong   which of these moves is a mistake, counted from 1
    cell    what punishes it: O wins with this cell; or else what X missed: it wins with it
    """

    code: str
    line: int
    moves: tuple[Move, ...]
    wrong: int
    cell: int


def bugs() -> Iterator[dict[str, object]]:
    """The bots, ready for JSON."""
    for bug in (takes_an_empty_line(), looks_one_ply_ahead(), keeps_no_value()):
        yield asdict(bug)


def takes_an_empty_line() -> Bug:
    names = ("winner", "best", "value", "value_of_end")
    code = programs.faulty(empty_line.__file__, names, 'print(best(".OX....OX"))  # 1')
    return Bug(
        code=code,
        line=line_of(code, "        if board[a - 1] == board[b - 1] == board[c - 1]:"),
        moves=(Move(".XOOOX.X.", 7), Move(".OX....OX", 1), Move("XX.XO..OO", 3)),
        wrong=2,
        cell=6,
    )


def looks_one_ply_ahead() -> Bug:
    code = programs.faulty(one_ply.__file__, ("best",), 'print(best("OXXXOO..."))  # 7')
    return Bug(
        code=code,
        line=line_of(code, "    return free_cells(board)[0]"),
        moves=(Move("OXXXOO...", 7), Move("X...OX.O.", 2), Move("X.OOXX.O.", 9)),
        wrong=1,
        cell=9,
    )


def keeps_no_value() -> Bug:
    names = ("best", "value", "value_of_end")
    code = programs.faulty(last_improvement.__file__, names, 'print(best("XOXO..XO."))  # 9')
    return Bug(
        code=code,
        line=line_of(code, "            chosen = cell"),
        moves=(Move("O.XXO.OX.", 9), Move("O....O.XX", 7), Move("XOXO..XO.", 9)),
        wrong=3,
        cell=5,
    )


def line_of(code: str, line: str) -> int:
    return code.splitlines().index(line)
