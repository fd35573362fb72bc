"""A cell to find, in a puzzle or in place of a mistake: what is shown and said of a try."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.messages.boards import with_results
from bot.messages.content import Grid
from bot.messages.looks import sign
from bot.messages.move_verdicts import verdict, why
from bot.messages.texts import Voice
from engine.analysis import Analysis, Idea, Reasons
from engine.board import Cell, number_of
from engine.review import Grade, GradedMove
from engine.score import Result

_JUST_SAID = (Reasons(main=Idea.KEEPS_THE_DRAW), Reasons(main=Idea.ONLY_DRAW))


@dataclass(frozen=True)
class Try:
    """A cell that somebody tries, as a move, and the analysis of the board after it."""

    move: GradedMove
    after: Analysis

    @property
    def holds(self) -> bool:
        """Whether it leads to the best result that there is."""
        return self.move.grade is not Grade.MISTAKE


def grid_with(move: GradedMove, results: Mapping[Cell, Result]) -> Grid:
    """The board with a move, the mark that it makes fade, and what other cells are worth."""
    signs = with_results(move.board, results)
    signs[move.cell] = sign(move.board.turn, "last")
    return Grid(move.board, signs, last_cell=move.cell)


def praise(found: GradedMove, voice: Voice) -> Iterator[str]:
    """That somebody has found the cell, and why it is right."""
    cell = number_of(found.cell, found.board.rules)
    if found.before.result is Result.WIN:
        # NOTE: somebody has found the cell that wins
        yield voice.say("### Got it! {cell} wins 🎉", cell=cell)
    else:
        # NOTE: somebody has found the cell that keeps the game drawn
        yield voice.say("### Got it! {cell} keeps the draw 🎉", cell=cell)
    if found.grade is not Grade.BEST:
        yield verdict(found, voice)
    elif found.reasons not in _JUST_SAID:
        yield why(found.cell, found.reasons, found.board.rules, voice)
