"""What the engine says of a position, as data and words for a glass (see `protocol.py`)."""

from __future__ import annotations

from typing import Any, TypeAlias

from bot.rendering.verdicts import result, why
from bot.rendering.voice import Voice
from engine.analysis import Analysis
from engine.board import Board, Mark
from engine.numbers import number_of
from engine.policy import Policy
from engine.rules import Cell
from engine.savings import savings_of
from engine.score import Result, Score

Frame: TypeAlias = dict[str, Any]


def board(board: Board, game: str, voice: Voice) -> Frame:
    """The position itself."""
    outcome = board.outcome
    return {
        "is": "board",
        "position": board.notation,
        "game": game,
        "columns": board.rules.columns,
        "signs": signs(board),
        "numbers": [number_of(cell, board.rules) for cell in board.rules.cells],
        "status": ended(board, voice) or voice.say("{mark} to move", mark=board.turn.value),
        "turn": board.turn.value,
        "over": bool(outcome),
        "line": sorted({cell for line in outcome.lines for cell in line}) if outcome else [],
        "fading": board.fading(board.turn),
        "savings": [] if board.rules.marks_stay else [saving.value for saving in savings_of(board.rules)],
        "endless": without_end(voice) if board.rules.marks_stay else None,
    }


def worth(analysis: Analysis, board: Board, voice: Voice) -> Frame:
    """What each free cell is worth, how the game is expected to go on, and why."""
    variation = analysis.principal_variation
    reason = analysis.reason and why(variation[0], analysis.reason, board.rules, voice)
    return {
        "is": "worth",
        "cells": {
            str(cell): {**_worth(score, voice), "after": board.play(cell).notation}
            for cell, score in analysis.cells.items()
        },
        "best": list(analysis.best),
        "line": _moves(variation, board),
        "reason": reason,
    }


def odds(policy: Policy, opponent: str) -> Frame:
    """How likely an opponent is to play each cell."""
    return {"is": "odds", "opponent": opponent, "cells": {str(cell): float(p) for cell, p in policy.items()}}


def point(ply: int, cell: Cell, after: Board, score: Score, voice: Voice) -> Frame:
    """What the game was worth for X after a move."""
    for_x = score.result if after.turn is Mark.X else score.result.reversed
    move = move_of(after.turn.other, cell, after)
    return {
        "is": "curve",
        "ply": ply,
        "worth": for_x.value,
        "text": f"{move}: {who_wins(for_x, Mark.X, voice)}",
    }


def without_end(voice: Voice) -> str:
    """Why fading has no tree."""
    return voice.say(
        "In fading, marks go again, and eight moves can lead back to where they began. So its tree would"
        " never end. I work backwards from the ends instead, and here you see what my table says."
    )


def signs(board: Board) -> str:
    """A sign for each cell, with a dot for a free one."""
    return "".join(str(board).split())


def move_of(mark: Mark, cell: Cell, board: Board) -> str:
    """A move as `X 3`, with the number that people see."""
    return f"{mark.value} {number_of(cell, board.rules)}"


def ended(board: Board, voice: Voice) -> str:
    """How the game ended; nothing if it did not."""
    if not board.outcome:
        return ""
    winner = board.outcome.winner
    return who_wins(Result.WIN if winner else Result.DRAW, winner or board.turn, voice)


def who_wins(worth: Result, side: Mark, voice: Voice) -> str:
    """The side that wins, from the result of one side."""
    if worth is Result.DRAW:
        return voice.say("Draw")
    return voice.say("{mark} wins", mark=(side if worth is Result.WIN else side.other).value)


def _worth(score: Score, voice: Voice) -> Frame:
    return {
        "result": score.result.name.lower(),
        "word": result(score.result, voice),
        "soon": soon(score, voice),
    }


def soon(score: Score, voice: Voice) -> str:
    """In how many of the winner's moves it ends; nothing for a draw or if they were not counted."""
    return voice.say_count("in {count} move", "in {count} moves", score.moves) if score.moves else ""


def _moves(variation: tuple[Cell, ...], board: Board) -> list[str]:
    marks = (board.turn, board.turn.other)
    return [move_of(marks[ply % 2], cell, board) for ply, cell in enumerate(variation)]
