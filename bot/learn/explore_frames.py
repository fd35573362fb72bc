"""What the engine says of a position, as data and words for Explore (`explore.py`)."""

from math import factorial
from typing import Any, TypeAlias

from bot.learn.explore_words import who_wins
from bot.messages.move_verdicts import result, why
from bot.messages.texts import Voice
from engine.analysis import Analysis, Idea
from engine.board import Board, Cell, Mark, number_of
from engine.opponents import Policy
from engine.score import Result, Score
from engine.trees import Fate, Node, Position, potentials, savings_of

Frame: TypeAlias = dict[str, Any]

_SMALL = 9  # cells, of which every tree can be searched
_MOST_FREE = 7  # on larger boards: their trees have at most 13,700 nodes
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def position(board: Board, game: str, voice: Voice) -> Frame:
    """The position itself."""
    status = voice.say("{mark} to move", mark=board.turn.value)
    after = {}
    if board.outcome:
        status = who_wins(board.outcome.winner, voice)
    else:
        for cell in board.free_cells:
            after[str(cell)] = board.play(cell).notation
    savings = []
    if not board.rules.mark_limit:
        savings = [saving.value for saving in savings_of(board.rules)]
    return {
        "is": "board",
        "position": board.notation,
        "game": game,
        "columns": board.rules.columns,
        "signs": signs(board),
        "numbers": [number_of(cell, board.rules) for cell in board.rules.cells],
        "status": status,
        "over": bool(board.outcome),
        "line": line(board),
        "fading": board.fading(board.turn),
        "after": after,
        "savings": savings,
        "treeless": why_no_tree(board, voice),
    }


def worth(analysis: Analysis, board: Board, voice: Voice) -> Frame:
    """What each free cell is worth, how the game is expected to go on, and why."""
    best = list(analysis.best)
    if len(best) == len(analysis.cells):
        best = []
    equal = None
    if analysis.all_draw:
        equal = voice.say("Every free cell keeps the draw.")
    return {
        "is": "worth",
        "cells": {str(cell): _cell(score, voice) for cell, score in analysis.cells.items()},
        "best": best,
        "equal": equal,
        "line": _expected_moves(analysis, board),
        "reason": _reason(analysis, board, voice),
    }


def _cell(score: Score, voice: Voice) -> Frame:
    """What a cell is worth to the side that plays it."""
    return {
        "result": score.result.name.lower(),
        "word": result(score.result, voice),
        "moves": score.moves,
        "soon": _soon(score, voice),
    }


def _soon(score: Score, voice: Voice) -> str:
    """In how many of the winner's moves it ends; nothing for a draw or if they were not counted."""
    if not score.moves:
        return ""
    return voice.say_count("in {count} move", "in {count} moves", score.moves)


def _expected_moves(analysis: Analysis, board: Board) -> list[str]:
    """The moves that follow if both sides play perfectly."""
    moves = []
    side = board.turn
    for cell in analysis.principal_variation:
        moves.append(move(side, cell, board))
        side = side.other
    return moves


def _reason(analysis: Analysis, board: Board, voice: Voice) -> str | None:
    """Why the first of these moves is the best; None if there is no more to say."""
    reason = analysis.reason
    if reason is None:
        return None
    if analysis.all_draw and reason.idea is Idea.KEEPS_THE_DRAW:
        return None  # so does every cell
    return why(analysis.recommended, reason, board.rules, voice)


def odds(policy: Policy, opponent: str) -> Frame:
    """How likely an opponent is to play each cell."""
    cells = {str(cell): float(chance) for cell, chance in policy.items()}
    return {"is": "odds", "opponent": opponent, "cells": cells}


_WORTH = {Mark.X: 1, None: 0, Mark.O: -1}
"""What a game is worth for X that this side will win."""


def point(ply: int, cell: Cell | None, board: Board, score: Score, voice: Voice) -> Frame:
    """What a game was worth for X after a move; before the first there is no cell."""
    played = voice.say("Empty board")
    if cell:
        played = move(board.turn.other, cell, board)
    winner = _winner(score.result, board.turn)
    return {
        "is": "point",
        "ply": ply,
        "worth": _WORTH[winner],
        "move": played,
        "result": who_wins(winner, voice),
    }


def _winner(result: Result, side: Mark) -> Mark | None:
    """Who wins if this is the result for a side."""
    match result:
        case Result.WIN:
            return side
        case Result.DRAW:
            return None
        case Result.LOSS:
            return side.other


def why_no_tree(board: Board, voice: Voice) -> str | None:
    """Why no tree of plain minimax is drawn; None if one is."""
    if board.rules.mark_limit:
        return voice.say(
            "In fading, marks fade, so eight moves can lead back to where they began, and the tree"
            " would never end. I work backwards from the ends instead."
        )
    free = len(board.free_cells)
    if board.outcome or len(board.rules.cells) == _SMALL or free <= _MOST_FREE:
        return None
    digit, exponent = f"{factorial(free):.0e}".split("e")
    games = f"{digit} × 10{str(int(exponent)).translate(_RAISED)}"
    return voice.say(
        # NOTE: {games} is such as "2 × 10¹³"
        "Plain minimax tries every move, then every answer, until the game ends: that is up to "
        "{games} games from here, too many for any computer. I leave out almost all of them: a "
        "threat has only one answer, and once neither side can force a line, the game is a draw. "
        "Near the end, the tree is small enough to see.",
        games=games,
    )


def count(root: Node, board: Board, voice: Voice) -> Frame:
    """How many nodes a tree has, and how the bound knows its value without them."""
    held = None
    if root.fate is Fate.HELD:
        held = _why_drawn(board, voice)
    return {"is": "count", "nodes": root.nodes, "held": held}


def _why_drawn(board: Board, voice: Voice) -> str:
    """How the bound knows that a board is a draw."""
    own, other = potentials(Position(*board.sides), board.rules)
    whole = 2**board.rules.in_a_row
    return voice.say(
        # NOTE: {mark} and {opponent} are X and O; the others are numbers
        "A line still open to a side weighs 1, doubled for each of that side's marks. To force a"
        " line, {mark} needs {half} in all and has {own}; {opponent} needs {whole} and has {other}."
        " So it's a draw.",
        mark=board.turn.value,
        opponent=board.turn.other.value,
        half=whole // 2,
        own=own,
        whole=whole,
        other=other,
    )


def line(board: Board) -> list[Cell]:
    """The cells of the lines that ended the game."""
    cells = set[Cell]()
    if board.outcome:
        cells.update(*board.outcome.lines)
    return sorted(cells)


def signs(board: Board) -> str:
    """A sign for each cell, with a dot for a free one."""
    return "".join(str(board).split())


def move(mark: Mark, cell: Cell, board: Board) -> str:
    """A move as `X 3`, with the number that people see."""
    return f"{mark.value} {number_of(cell, board.rules)}"
