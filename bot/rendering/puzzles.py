"""A puzzle, and what becomes of an answer to it. For the person who asked."""

from __future__ import annotations

from bot.rendering import custom_id
from bot.rendering.catalogue import say
from bot.rendering.custom_id import PuzzlePress, Verb, VerbPress
from bot.rendering.grids import SYMBOLS, grid
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.rendering.verdicts import result, why
from engine.analysis import analyse, why_best
from engine.board import Cell, Mark
from engine.minimax import Result, score_cells
from engine.puzzles import Puzzle

_STYLES = {Mark.X: Style.RED, Mark.O: Style.BLUE}
_A_DAY = 24 * 3600
_NOON = 12 * 3600  # of a day in UTC: nearly everywhere it has the same date


def question(puzzle: Puzzle, day: int = 0) -> Card:
    """The puzzle of a day since 1970, or one for practice, with a button for every cell."""
    columns = puzzle.board.rules.columns
    buttons = [_cell(puzzle, day, cell) for cell in puzzle.board.rules.cells]
    return Card(
        accent=ADVICE,
        texts=(_headline(puzzle, day), grid(puzzle.board, {}), say("Which cell?")),
        rows=tuple(tuple(buttons[start : start + columns]) for start in range(0, len(buttons), columns)),
        private=True,
    )


def answer(puzzle: Puzzle, day: int, cell: Cell) -> Card:
    """Whether `cell` is right, and why the right one is."""
    reason = why(puzzle.answer, why_best(puzzle.board, puzzle.answer))
    if cell == puzzle.answer:
        told = say("✅ **Right!** {reason}", reason=reason)
        signs = {cell: "✅"}
    else:
        told = say(
            "🔻 **{cell}** leads to a {result}: {mark} answers **{reply}**.\n{reason}",
            cell=cell,
            result=result(score_cells(puzzle.board)[cell].result),
            mark=SYMBOLS[puzzle.board.turn.other],
            reply=analyse(puzzle.board.play(cell)).play[0],
            reason=reason,
        )
        signs = {puzzle.answer: "✅", cell: "🔻"}
    another = Button(say("Another"), custom_id.write(VerbPress(Verb.PRACTISE, 0)), Style.BLUE)
    return Card(
        accent=ADVICE,
        texts=(_headline(puzzle, day), grid(puzzle.board, signs), told),
        controls=(another,),
        private=True,
    )


def _headline(puzzle: Puzzle, day: int) -> str:
    name = (
        say("🧩 **Puzzle of the day** · <t:{at}:d>", at=day * _A_DAY + _NOON) if day else say("🧩 **Puzzle**")
    )
    mark = SYMBOLS[puzzle.board.turn]
    if puzzle.score.result is Result.WIN:
        task = say("{mark} to move and win in {moves}", mark=mark, moves=(puzzle.score.plies + 1) // 2)
    else:
        task = say("{mark} to move and hold the draw", mark=mark)
    return f"{name}\n{task} · " + say("difficulty {plies}", plies=puzzle.score.plies)


def _cell(puzzle: Puzzle, day: int, cell: Cell) -> Button:
    press = custom_id.write(PuzzlePress(puzzle.board.x, puzzle.board.o, day, cell))
    if mark := puzzle.board.mark_on(cell):
        return Button(mark.value, press, _STYLES[mark], disabled=True)
    return Button(str(cell), press)
