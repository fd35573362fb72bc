"""A hint: what each free cell is worth, and why the best is best. For the person who asked."""

from __future__ import annotations

from collections.abc import Mapping

from bot.rendering.grids import fading, grid
from bot.rendering.looks import Look
from bot.rendering.reply import ADVICE, Card
from bot.rendering.verdicts import result, why
from bot.rendering.voice import Voice
from bot.sessions.session import Session
from engine.analysis import Analysis
from engine.rules import Cell
from engine.score import Result, Score


def hint(session: Session, analysis: Analysis, voice: Voice, look: Look) -> Card:
    """The hint for whoever is to move in a live session, out of what there is to say about its board."""
    board = session.board
    assert analysis.reason, "a live session has a cell to play"
    best = analysis.principal_variation[0]
    headline = voice.say("💡 **Hint: play {cell}** {mark}", cell=best, mark=look.sign(board.turn))
    explained = voice.say("What each free cell is worth for you if both sides play perfectly")
    counted = voice.say("This game counts as one with hints.")
    if analysis.score.result is not Result.DRAW or set(analysis.cells.values()) != {analysis.score}:
        counted = voice.say("A ply is one move of either side. {counted}", counted=counted)
    signs = {cell: look.results[score.result] for cell, score in analysis.cells.items()}
    return Card(
        accent=ADVICE,
        texts=(
            f"{headline}\n-# {explained}",
            grid(board, fading(board, look) | signs, look),
            f"{_worths(analysis, voice, look)}\n{why(best, analysis.reason, voice)}\n-# {counted}",
        ),
        private=True,
    )


def _worths(analysis: Analysis, voice: Voice, look: Look) -> str:
    """A line for each of win, draw and loss that some cell leads to; the best result, and cell, first."""
    lines = []
    for end in Result:
        cells = {cell: score for cell, score in analysis.cells.items() if score.result is end}
        if cells:
            told = _cells(end, cells, voice)
            lines.append(
                voice.say(
                    "{sign} {result}: {cells}", sign=look.results[end], result=result(end, voice), cells=told
                )
            )
    return "\n".join(lines)


def _cells(end: Result, cells: Mapping[Cell, Score], voice: Voice) -> str:
    """The cells that lead to one result; a win or a loss with the plies it takes, the better ones first."""
    if end is Result.DRAW:
        return voice.listed([f"**{cell}**" for cell in cells])
    groups = []
    for score in sorted(set(cells.values()), reverse=True):
        alike = voice.listed([f"**{cell}**" for cell in cells if cells[cell] == score])
        if score.plies is None:
            groups.append(alike)
            continue
        plies = voice.say_count("{count} ply", "{count} plies", score.plies)
        groups.append(voice.say("{cells} in {plies}", cells=alike, plies=plies))
    return ", ".join(groups)
