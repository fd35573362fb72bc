"""Hints: what each free cell is worth, and why the best is best. Only the person who asked sees them."""

from collections.abc import Mapping

from bot.messages.custom_id import custom_id_of
from bot.messages.looks import fading, sign
from bot.messages.reply import ADVICE, Card, Grid
from bot.messages.spoken import read_button, said, usable
from bot.messages.texts import say
from bot.messages.verdicts import result, why
from bot.messages.voice import Voice
from bot.play.card import buttons
from bot.play.session import Session
from engine.analysis import Analysis
from engine.board import Cell, Rules, number_of
from engine.score import Result, Score
from engine.solver_scores import HORIZON


def hint(session: Session, analysis: Analysis, voice: Voice) -> Card:
    """The hint for the side to move in a live session, from the analysis of its board."""
    assert analysis.reason, "a live session has a cell to play"
    best, board = analysis.principal_variation[0], session.board
    headline = voice.say("### Hint: play {cell} 💡", cell=number_of(best, board.rules))
    headline += "\n-# " + voice.say("If you both play perfectly from here:")
    told = f"{_worths(analysis, board.rules, voice)}\n{why(best, analysis.reason, board.rules, voice)}"
    told += "\n-# " + voice.say("This game now counts as one with hints.")
    signs = {cell: sign(score.result) for cell, score in analysis.cells.items()}
    return Card(
        accent=ADVICE,
        texts=(headline, Grid(board, fading(board) | signs), told),
        controls=(read_button(custom_id_of("hint", session.id), voice),),
        private=True,
        look=session.look,
        in_words=lambda *_: said((headline, told), board, voice, usable(*buttons(session, voice))),
    )


def _worths(analysis: Analysis, rules: Rules, voice: Voice) -> str:
    """One line for each result that a cell leads to, the best result first."""
    if {score.result for score in analysis.cells.values()} == {Result.DRAW}:
        return voice.say("{sign} every cell keeps the draw", sign=sign(Result.DRAW))
    lines = []
    for end in Result:
        cells = {cell: score for cell, score in analysis.cells.items() if score.result is end}
        if cells:
            named = {"result": result(end, voice), "cells": _cells(end, cells, rules, voice)}
            lines.append(voice.say("{sign} {result}: {cells}", sign=sign(end), **named))
    return "\n".join(lines)


def _cells(end: Result, cells: Mapping[Cell, Score], rules: Rules, voice: Voice) -> str:
    """The cells that lead to one result, the better ones first; wins and losses with the winner's moves."""
    shown = {cell: f"**{number_of(cell, rules)}**" for cell in cells}
    if end is Result.DRAW:
        return voice.listed(list(shown.values()))
    groups = []
    for score in sorted(set(cells.values()), reverse=True):
        alike = voice.listed([shown[cell] for cell in cells if cells[cell] == score])
        if score.moves is not None:
            # NOTE: {moves} is such as "2 moves". If its form does not fit, say "{cells} ({moves})"
            text, count = say("{cells} in {moves}"), score.moves
        else:  # so late that the plies were not counted
            # NOTE: {moves} is such as "8 moves"
            text = say("{cells} in more than {moves}")
            count = Score(end, HORIZON if end is Result.WIN else HORIZON - 1).moves or 0
        # NOTE: stands alone at the end of a game, and fills {moves} elsewhere
        moves = voice.say_count("{count} move", "{count} moves", count)
        groups.append(voice.say(text, cells=alike, moves=moves))
    return voice.separated(groups)
