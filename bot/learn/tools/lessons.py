"""What the lessons show, computed by the engine: tables for a board that plays, and their steps.

The page knows the rules and looks things up; it searches only the small trees of exercises. Cells
are counted from 1, and boards are nine signs in reading order, such as `XO..OXOX.`.
"""

import inspect
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from math import lcm
from typing import Any, TypeAlias

from bot.learn import explore_frames, tree, walk
from bot.learn.tools import programs, short_minimax
from bot.learn.tools.bugs import bugs
from engine import trees
from engine.board import GAMES, Board, Mark, Rules, every_board
from engine.exact_scores import score_cells, scores_seen_to
from engine.fading_scores import ENDLESS, plies_to_the_end
from engine.opponents import LEVELS, Policy
from engine.trees import Saving

Data: TypeAlias = dict[str, Any]

PLAYED = ("3x3", "misere")
ENDS = "XO./.OX/OX. X"  # the board of the essay, with six ways to end
HIGHEST = "OXO/O.X/.OX X"  # only X has a choice on it
SHORT_SIGHT = "O../.X./..O X"  # two of X's cells lose, and a short search does not see it
TRAPPED = (3, 7, 4, 8)  # what comes of one of them
# In fading, this gives both sides all their marks, and neither can force a win.
OPENING = (5, 9, 2, 8, 7, 4)
ROUND = (6, 1, 5, 9, 2, 8, 7, 4)  # and these lead back to there
NODES = {
    "plain": 549_946,
    "symmetry": 58_524,
    "alpha-beta": 20_866,
    "memory": 5_478,
    "all": 621,
}
"""How many nodes the empty board takes plainly, with each idea alone, and with all three."""

PLAIN = frozenset[Saving]()
ALPHA_BETA = frozenset({Saving.ALPHA_BETA})
_MOST_NODES = 100  # more than the trees of the lessons have
_DEEPEST = 4  # plies, from which on a search sees that two cells lose


@cache
def lessons_data() -> Data:
    """All that the lessons show, by their names and in their order, then the rest; ready for JSON.

    The `position` of a lesson is the board that it offers to Explore.
    """
    return {
        "ends": ends(programs.ends()),
        "highest": walk_data(short_minimax.value, HIGHEST, PLAIN, programs.highest()),
        "lowest": walk_data(short_minimax.value, ENDS, PLAIN, programs.lowest()),
        "skips": walk_data(short_minimax.value_with_skips, ENDS, ALPHA_BETA, programs.skips()),
        "savings": savings(programs.savings()),
        "beliefs": scores_by_depth(),
        "round": going_round(),
        "writing": {
            "code": programs.unwritten(),
            "visits": NODES["plain"],
            "boards": NODES["memory"],
        },
        "bugs": list(bugs()),
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
    unfinished = [board for board in every_board(rules) if not board.outcome]
    for board in sorted(unfinished, key=lambda board: board.notation):
        signs = explore_frames.signs(board)
        if signs != first_image(signs, rules):
            continue
        letters = [chr(ord("j") + score.number()) for score in score_cells(board).values()]
        boards[signs] = ["".join(letters)]
        for level in LEVELS.values():
            chances = weights(board, level(board))
            number = odds.setdefault(chances, len(odds))
            boards[signs].append(number)
    return {"levels": list(LEVELS), "misere": rules.misere, "odds": list(odds), "boards": boards}


def first_image(signs: str, rules: Rules) -> str:
    """The signs of a board, turned and mirrored so that they come first in the alphabet."""
    images = ["".join(signs[cell - 1] for cell in image) for image in rules.images]
    return min(images)


def weights(board: Board, policy: Policy) -> tuple[int, ...]:
    """The smallest whole numbers, one for each free cell, in the ratio of their probabilities."""
    whole = lcm(*[chance.denominator for chance in policy.values()])
    return tuple(int(policy.get(cell, 0) * whole) for cell in board.free_cells)


_RETURNS = {Mark.X: "return 10 - moves", Mark.O: "return moves - 10", None: "return 0"}
"""The line of the program that values an end, by its winner."""


def ends(program: str) -> Data:
    """Each way in which the game can end, and the program that values it.

    ends  the moves that lead to each (`explore_frames.move`), `last` being the cell of the last;
          its signs, the cells of its line, and its value to X; `runs` is the line of the code that
          returns it, counted from 0
    """
    board = Board.parse(ENDS)
    lines = [line.strip() for line in program.splitlines()]
    found = []
    for step in steps_of(board, PLAIN):
        end = step.board.outcome
        if not end:
            continue
        moves = []
        at = board
        for cell in step.path:
            moves.append(explore_frames.move(at.turn, cell, at))
            at = at.play(cell)
        found.append(
            {
                "moves": moves,
                "last": step.path[-1],
                "signs": explore_frames.signs(at),
                "line": explore_frames.line(at),
                "value": walk.as_frame(step)["value"],
                "runs": lines.index(_RETURNS[end.winner]),
            }
        )
    signs = explore_frames.signs(board)
    return {"code": program, "position": ENDS, "signs": signs, "ends": found}


def steps_of(board: Board, savings: frozenset[Saving]) -> list[walk.Step]:
    """What happens at which node of the small tree of a lesson."""
    top = trees.branch(board, savings, _MOST_NODES)
    assert top, "the tree is small"
    return walk.steps(top, board, savings)


def walk_data(
    lines: Callable[[str], int], notation: str, savings: frozenset[Saving], program: str
) -> Data:
    """How these lines of Python walk a tree, step by step, with the savings that they use.

    code    the program that begins with these lines
    root    the tree (`bot.learn.tree.whole`); skipped nodes are in it too
    calls   the line of the code in which it asks itself, counted from 0
    steps   what happens at which node (`walk.as_frame`), as far as it is shown; `line` is the line
            of the code that runs, counted from 0
    """
    board = Board.parse(notation)
    source = inspect.getsource(lines)
    assert program.startswith(source), "lines are counted from where the program begins"
    below = enumerate(source.splitlines()[1:], 1)
    steps = [step for step in steps_of(board, savings) if is_shown(step)]
    return {
        "code": program,
        "position": notation,
        "calls": next(number for number, line in below if f"{lines.__name__}(" in line),
        "root": tree.whole(board),
        "steps": [walk.as_frame(step) | {"line": line_at(step, source)} for step in steps],
    }


def is_shown(step: walk.Step) -> bool:
    """Whether a lesson shows a step. It does not stop to look where only one cell is free."""
    return step.kind != "look" or len(step.board.free_cells) > 1


_RUNS = {
    "look": ("def ",),
    "end": ("return value_of_end",),
    "limit": ("alpha = ", "beta = "),
    "skip": ("break",),
    "rise": ("return max", "return min", "return alpha", "return beta"),
}
"""How a line begins that may run at a step, by its kind."""


def line_at(step: walk.Step, code: str) -> int:
    """The line of the code that runs at a step, counted from 0. Of two, the first is that of X."""
    lines = [line.strip() for line in code.splitlines()]
    numbers = [n for n, line in enumerate(lines) if line.startswith(_RUNS[step.kind])]
    if step.board.turn is Mark.X:
        return numbers[0]
    return numbers[-1]


_SAVING_LINES = {"symmetry": "board = least_image(board)", "memory": "return table[board]"}
"""The first words of the line of the program that saves nodes, by the idea."""


def savings(program: str) -> Data:
    """How many nodes each idea leaves, and a program of two of them.

    counts  `line` is the line of the code that saves them, counted from 0: the page highlights it;
            None if the idea has none
    """
    line_of: dict[str, int] = {}
    for number, line in enumerate(program.splitlines()):
        for idea, beginning in _SAVING_LINES.items():
            if line.strip().startswith(beginning):
                line_of[idea] = number
    counts = [
        {"idea": idea, "nodes": nodes, "line": line_of.get(idea)} for idea, nodes in NODES.items()
    ]
    return {"code": program, "position": Board().notation, "counts": counts}


def scores_by_depth() -> Data:
    """What each cell seems to be worth to a search of one ply, two and so on, and what these miss.

    position, signs, moves, line  the trap: its board, the boards of the moves into it, these moves,
                                  and the line that ends the game
    seen                          for each depth, from one ply: the value of each cell by its number
    """
    board = Board.parse(SHORT_SIGHT)
    boards = list(accumulate(TRAPPED, Board.play, initial=board))
    ended = boards[-1].outcome
    assert ended, "the trap has closed"
    assert ended.winner is Mark.O, "the trap is O's"
    seen = []
    for depth in range(1, _DEEPEST + 1):
        scores = scores_seen_to(board, depth)
        seen.append({str(cell): score.number() for cell, score in scores.items()})
    return {
        "position": SHORT_SIGHT,
        "signs": [explore_frames.signs(board) for board in boards],
        "moves": list(TRAPPED),
        "line": list(ended.lines[0]),
        "seen": seen,
    }


def going_round() -> Data:
    """A fading game that comes back to where it was.

    positions  how many positions the game has; in `endless` of them neither side can force an end
    """
    opened = Board.after(OPENING, rules=GAMES["fading"])
    boards = []
    for board in accumulate(ROUND, Board.play, initial=opened):
        fading = board.fading_cell(board.turn)
        boards.append({"signs": explore_frames.signs(board), "fading": fading})
    plies = plies_to_the_end()
    positions = fading_positions()
    endless = [number for number in positions if plies[number] == ENDLESS]
    return {
        "position": opened.notation,
        "boards": boards,
        "moves": list(ROUND),
        "positions": len(positions),
        "endless": len(endless),
    }


def fading_positions() -> set[int]:
    """Every position of the fading game, as the number that `plies_to_the_end` counts by."""
    plies = plies_to_the_end()
    positions = set[int]()
    new = [0]
    while new:
        number = new.pop()
        if number in positions:
            continue
        positions.add(number)
        if plies[number] == 0:
            continue  # it is over
        for cell in "123456789":
            if cell not in str(number):
                after = f"{number}{cell}"
                new.append(int(after[-6:]))
    return positions
