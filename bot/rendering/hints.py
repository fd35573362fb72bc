"""Hints: what each free cell is worth, and why the best is best. Only the person who asked sees them."""

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
    """The hint for the side to move in a live session, from the analysis of its board."""
    assert analysis.reason, "a live session has a cell to play"
    best = analysis.principal_variation[0]
    headline = voice.say("### Hint: play {cell} 💡", cell=best)
    explained = voice.say("If you both play perfectly from here:")
    counted = voice.say("This game now counts as one with hints.")
    signs = {cell: look.results[score.result] for cell, score in analysis.cells.items()}
    return Card(
        accent=ADVICE,
        texts=(
            f"{headline}\n-# {explained}",
            grid(session.board, fading(session.board, look) | signs, look),
            f"{_worths(analysis, voice, look)}\n{why(best, analysis.reason, voice)}\n-# {counted}",
        ),
        private=True,
    )


def _worths(analysis: Analysis, voice: Voice, look: Look) -> str:
    """One line for each result that a cell leads to, the best result first."""
    if {score.result for score in analysis.cells.values()} == {Result.DRAW}:
        return voice.say("{sign} every cell keeps the draw", sign=look.results[Result.DRAW])
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
    """The cells that lead to one result, the better ones first; wins and losses with the winner's moves."""
    if end is Result.DRAW:
        return voice.listed([f"**{cell}**" for cell in cells])
    groups = []
    for score in sorted(set(cells.values()), reverse=True):
        alike = voice.listed([f"**{cell}**" for cell in cells if cells[cell] == score])
        if score.plies is None:
            groups.append(alike)
            continue
        moves = voice.say_count("{count} move", "{count} moves", (score.plies + 1) // 2)
        groups.append(voice.say("{cells} in {moves}", cells=alike, moves=moves))
    return ", ".join(groups)
