"""What the engine says of a position, as the parts of an answer for Explore (`explore.py`)."""

from math import factorial
from typing import Any, TypeAlias

from bot.messages.games import name
from bot.messages.looks import letters
from bot.messages.move_verdicts import result_name, why
from bot.messages.texts import Voice
from engine.analysis import NO_REASONS, Analysis, Idea, Reasons
from engine.board import Board, Cell, Mark, number_of
from engine.opponents import Policy
from engine.score import Result, Score

Frame: TypeAlias = dict[str, Any]

_SMALL = 9  # cells, of which every tree can be searched
_MOST_FREE = 7  # on larger boards: their trees have at most 13,700 nodes
_EXAMPLES = {
    "3x3": "XO./.OX/OX. X",
    "4x4": "OXXX/OO../.XXO/XOXO O",
    "5x5": "OOXXX/XXOOX/XOO.O/O.OXO/X.XOX X",
    "misere": "XO./.OX/OX. X",
    "fading": "XO./.../... X 1,2",
}
"""A position of each game, as people write it."""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def position(board: Board, game: str, voice: Voice) -> Frame:
    """The position itself.

    numbers     how people call the cells
    after       the position after each free cell
    treeless    why no tree is drawn
    uncounted   why the nodes of the tree are not counted
    example     a board of this game with a small tree
    """
    status = voice.say("{mark} to move", mark=board.turn.value)
    after = {}
    if board.outcome:
        status = who_wins(board.outcome.winner, voice)
    else:
        for cell in board.free_cells:
            after[str(cell)] = board.play(cell).notation
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
        "fading": board.fading_cell(board.turn),
        "after": after,
        "treeless": why_no_tree(board, voice),
        "uncounted": why_not_counted(board, voice),
        "example": _EXAMPLES[game],
    }


def worth(analysis: Analysis, board: Board, voice: Voice) -> Frame:
    """What each free cell is worth, how the game is expected to go on, and why.

    best     the cells that are worth most; none if all are worth the same
    equal    a sentence if all draw
    line     the moves to expect
    reason   why the best cell is the best
    """
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
        "word": result_name(score.result, voice),
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
    reasons = analysis.reasons
    if reasons == NO_REASONS:
        return None
    if analysis.all_draw and reasons == Reasons(main=Idea.KEEPS_THE_DRAW):
        return None  # so does every cell
    return letters(why(analysis.recommended, reasons, board.rules, voice))


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
    """Why the page draws no tree of a board; None if it draws one."""
    if not board.rules.mark_limit:
        return None
    return voice.say(
        "In fading, marks fade, so eight moves can lead back to where they began, and the tree"
        " would never end. I work backwards from the ends instead."
    )


def is_counted(board: Board) -> bool:
    """Whether the nodes of plain minimax are counted: not where marks fade, nor if too many."""
    if board.rules.mark_limit:
        return False
    return len(board.rules.cells) == _SMALL or len(board.free_cells) <= _MOST_FREE


def why_not_counted(board: Board, voice: Voice) -> str | None:
    """How large the tree is where it cannot be counted; None elsewhere, and where there is none."""
    if board.outcome or board.rules.mark_limit or is_counted(board):
        return None
    digit, exponent = f"{factorial(len(board.free_cells)):.0e}".split("e")
    games = f"{digit} × 10{str(int(exponent)).translate(_RAISED)}"
    # NOTE: {games} is such as "2 × 10¹³"; "here": the position that is shown
    return voice.say(
        "Plain minimax tries every move, then every answer, until the game ends: that is up to "
        "{games} games from here, too many for any computer. I leave out almost all of them: a "
        "threat has only one answer, and once neither side can force a line, the game is a draw.",
        games=games,
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


def who_wins(winner: Mark | None, voice: Voice) -> str:
    """How a game ends; without a winner it is a draw."""
    if winner is None:
        return voice.say("Draw")
    return voice.say("{mark} wins", mark=winner.value)


def no_position(written: str, game: str, voice: Voice) -> str:
    """What is said where no position of this game is written."""
    return voice.say(
        "“{position}” isn't a {game} position. Example: {example}",
        position=written,
        game=name(game, voice),
        example=_EXAMPLES[game],
    )
