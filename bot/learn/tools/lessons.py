"""What the lessons show, computed by the engine: tables for a board that plays, and their steps.

The page knows the rules and looks things up; it never searches. Cells are counted from 1, and
boards are nine signs in reading order, such as `XO..OXOX.`.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate
from math import lcm
from types import FrameType
from typing import Any, TypeAlias

from bot.learn import explore_frames
from bot.learn.tools import short_minimax
from engine.board import GAMES, Board, Cell, Mark, Rules
from engine.exact_scores import score_cells, seen_cells
from engine.fading_scores import ENDLESS, plies_to_the_end
from engine.opponents import LEVELS, Policy

Data: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[Cell, ...]

PLAYED = ("3x3", "misere")
ENDS = "XO./.OX/OX. X"  # the board of the essay, with six ways to end
HIGHEST = "OXO/O.X/.OX X"  # only X has a choice on it
SHORT_SIGHT = "O../.X./..O X"  # two of X's cells lose, and a short look does not see it
TRAPPED = (3, 7, 4, 8)  # what comes of one of them
# In fading, this gives both sides all their marks, and neither can force a win.
OPENING = (5, 9, 2, 8, 7, 4)
ROUND = (6, 1, 5, 9, 2, 8, 7, 4)  # and these lead back to there
NODES = {
    "plain": 549_946,
    "symmetry": 58_524,
    "alpha_beta": 20_866,
    "memory": 5_478,
    "all": 621,
}
"""How many nodes the empty board takes plainly, with each idea alone, and with all three."""
_DEEPEST = 4  # plies, from which on a look sees that two cells lose


@cache
def told() -> Data:
    """All that the lessons show, ready for JSON. It takes a third of a second."""
    return {
        "ends": {
            **walk(short_minimax.value, ENDS),
            "code_of_ends": inspect.getsource(short_minimax.value_of_end),
        },
        "highest": walk(short_minimax.value, HIGHEST),
        "skips": walk(short_minimax.value_with_skips, ENDS),
        "counts": [{"idea": idea, "nodes": nodes} for idea, nodes in NODES.items()],
        "beliefs": beliefs(),
        "round": going_round(),
    }


def tables() -> Data:
    """What the board that plays looks up, by the game's name (see `table`). It takes seconds."""
    return {game: table(GAMES[game]) for game in PLAYED}


def table(rules: Rules) -> Data:
    """What each cell of every unfinished board is worth, and how likely each level is to play it.

    One board stands for all that are the same when turned or mirrored: the one whose signs come
    first. X went first.

    levels   the names of the levels, from the weakest
    odds     lists of whole numbers, one for each free cell; divided by their sum they are
             probabilities
    boards   by the signs of a board: a letter for each free cell, `j` for 0 and one letter further
             for each point of its value (`engine.score.Score.number`); then for each level the
             number of its odds
    """
    odds: dict[tuple[int, ...], int] = {}
    boards: dict[str, list[str | int]] = {}
    for board in unfinished(rules):
        signs = explore_frames.signs(board)
        if signs == min("".join(signs[cell - 1] for cell in image) for image in rules.images):
            scores = "".join(
                chr(ord("j") + score.number()) for score in score_cells(board).values()
            )
            chances = (weights(board, level(board)) for level in LEVELS.values())
            boards[signs] = [scores, *(odds.setdefault(each, len(odds)) for each in chances)]
    return {"levels": list(LEVELS), "misere": rules.misere, "odds": list(odds), "boards": boards}


def weights(board: Board, policy: Policy) -> tuple[int, ...]:
    """The smallest whole numbers, one for each free cell, in the ratio of their probabilities."""
    whole = lcm(*(chance.denominator for chance in policy.values()))
    return tuple(int(policy.get(cell, 0) * whole) for cell in board.free_cells)


def unfinished(rules: Rules) -> Iterator[Board]:
    """Every board that is not over, once, X having gone first."""
    found, new = set[Board](), {Board(rules=rules)}
    while new:
        found |= new
        new = {board.play(cell) for board in new for cell in board.free_cells} - found
        new = {board for board in new if not board.outcome}
    return iter(sorted(found, key=lambda board: board.notation))


def walk(lines: Callable[[Board], int], notation: str) -> Data:
    """A run of these lines of Python, step by step, with the tree that they walk.

    code    the lines themselves
    root    the tree: {"cell", "signs", "turn", "line", "children"}; skipped nodes are in it too.
            `line` holds the cells that ended the game
    steps   {"kind", "path", "line", "value", "alpha", "beta"}: what happened at which node, and in
            which line
    """
    board = Board.parse(notation)
    return {
        "code": inspect.getsource(lines),
        "root": node(None, board),
        "steps": list(steps(lines, board)),
    }


def node(cell: Cell | None, board: Board) -> Data:
    """A board with everything that can come of it."""
    free = () if board.outcome else board.free_cells
    return {
        "cell": cell,
        "signs": explore_frames.signs(board),
        "turn": board.turn.value,
        "line": explore_frames.line(board),
        "children": [node(cell, board.play(cell)) for cell in free],
    }


def steps(lines: Callable[[Board], int], board: Board) -> list[Data]:
    """What Python does while it runs these lines.

    look    a board is looked at for the first time
    end     it is an end, and has a value
    limit   alpha or beta has come closer, on a board with a choice
    skip    the other moves are skipped
    rise    a board has the value of the best move
    """
    code, (source, first) = lines.__code__, inspect.getsourcelines(lines)
    found: list[Data] = []
    path: list[Cell] = []
    boards: list[Board] = []
    limits: list[Data] = []
    latest: list[int] = []  # the line that each call ran last

    def record(kind: str, frame: FrameType, value: int | None = None) -> None:
        line, at = latest[-1] if kind == "limit" else frame.f_lineno, limits_of(frame)
        found.append({"kind": kind, "path": list(path), "line": line - first, "value": value, **at})

    def watch(frame: FrameType, event: str, result: Any) -> Any:
        if frame.f_code is not code:
            return None
        if event == "call":
            at: Board = frame.f_locals["board"]
            if boards:
                path.extend(set(boards[-1].free_cells) - set(at.free_cells))
            boards.append(at)
            limits.append(limits_of(frame))
            latest.append(frame.f_lineno)
            record("look", frame)
        elif event == "line":
            if limits_of(frame) != limits[-1]:
                limits[-1] = limits_of(frame)
                if len(boards[-1].free_cells) > 1:
                    record("limit", frame)
            if source[frame.f_lineno - first].strip() == "break":
                record("skip", frame)
            latest[-1] = frame.f_lineno
        elif event == "return":
            if boards.pop().outcome:
                found.pop()  # it was looked at, and this is all there is to see
                record("end", frame, result)
            else:
                record("rise", frame, result)
            limits.pop()
            latest.pop()
            if path:
                path.pop()
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        lines(board)
    finally:
        sys.settrace(before)
    return found


def limits_of(frame: FrameType) -> Data:
    """Alpha and beta, in lines that have them."""
    return {name: frame.f_locals.get(name) for name in ("alpha", "beta")}


def beliefs() -> Data:
    """What a look of one ply, two and so on takes each cell to be worth, and the trap it misses."""
    board = Board.parse(SHORT_SIGHT)
    boards = list(accumulate(TRAPPED, Board.play, initial=board))
    ended = boards[-1].outcome
    assert ended, "the trap has closed"
    assert ended.winner is Mark.O, "the trap is O's"
    return {
        "signs": [explore_frames.signs(board) for board in boards],
        "moves": list(TRAPPED),
        "line": list(ended.lines[0]),
        "seen": [
            {str(cell): score.number(depth) for cell, score in seen_cells(board, depth).items()}
            for depth in range(1, _DEEPEST + 1)
        ],
    }


def going_round() -> Data:
    """A fading game that comes back to where it was.

    positions  how many positions the game has; in `endless` of them neither side can force an end
    """
    plies, found, new = plies_to_the_end(), set[int](), {0}
    while new:  # each as the number that `plies_to_the_end` counts by
        found |= new
        new = {
            int(f"{number}{cell}"[-6:])
            for number in new
            if plies[number]  # it goes on
            for cell in "123456789"
            if cell not in str(number)
        } - found
    opened = Board.after(OPENING, rules=GAMES["fading"])
    boards = accumulate(ROUND, Board.play, initial=opened)
    return {
        "boards": [
            {"signs": explore_frames.signs(board), "fading": board.fading(board.turn)}
            for board in boards
        ],
        "moves": list(ROUND),
        "positions": len(found),
        "endless": sum(plies[number] == ENDLESS for number in found),
    }
