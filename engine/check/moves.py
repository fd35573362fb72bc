"""The moves: what is wrong with one, what punishes it, and what would be better."""

from __future__ import annotations

from engine.board import Board, Cell
from engine.check.asking import Call, Response
from engine.check.boards import Fault, Form, line_name
from engine.exact_scores import best_cells, score_cells
from engine.score import Result, Score

NO_MOVE = "makes no legal move"
CHANGES = "changes the board"
GIVES_AWAY = "throws away a win or a draw"
SLOWER = "wins later or loses sooner than it must"
KINDS = (NO_MOVE, CHANGES, GIVES_AWAY, SLOWER)
"""What can be wrong with a move, the worst first."""


def fault(board: Board, call: Call, response: Response) -> Fault | None:
    """What is wrong with the move on an unfinished board, if anything is."""
    if response.trouble:
        return Fault(NO_MOVE, board, call, (f"It breaks: {response.trouble}.",))
    if response.changed:
        changed = "It changes the board that it is asked about."
        return Fault(CHANGES, board, call, (changed,), changes=True)
    form = Form(call.name)
    cell = form.cell(response.value)
    if cell not in board.free_cells:
        returned = f"It returns {response.value!r}, which is no free cell."
        return Fault(NO_MOVE, board, call, (returned, form.a_move))
    scores = score_cells(board)
    best = max(scores.values())
    if scores[cell] == best:
        return None
    what = GIVES_AWAY
    if scores[cell].result is best.result:
        what = SLOWER
    names = " or ".join(form.name_of(right) for right in best_cells(board))
    better = f"Better: {names}, which {_becomes(best)}."
    return Fault(what, board, call, (_punishment(board, cell, form), better))


def _punishment(board: Board, cell: Cell, form: Form) -> str:
    """What becomes of a move, and the reply that punishes it."""
    score = score_cells(board)[cell]
    after = board.play(cell)
    played = f"It plays {form.name_of(cell)}"
    if score.result is Result.WIN:
        return f"{played}, which {_becomes(score)}."
    if after.outcome:
        return f"{played}, and the game is drawn."
    reply = best_cells(after)[0]
    named = form.name_of(reply)
    other = after.turn.value
    if score.result is Result.DRAW:
        return f"{played}, then {other} holds a draw with {named}."
    end = after.play(reply).outcome
    if end:
        return f"{played}, and {other} wins with {named}: {line_name(end.lines[0])}."
    return f"{played}, and {other} wins in {score.moves} moves, the first of them {named}."


def _becomes(score: Score) -> str:
    if score.result is Result.DRAW:
        return "holds a draw"
    if score.result is Result.LOSS:
        return f"loses only after {score.moves} moves"
    if score.moves == 1:
        return "wins at once"
    return f"wins in {score.moves} moves"
