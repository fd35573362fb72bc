"""A puzzle, and what becomes of an answer to it. For the person who asked."""

from __future__ import annotations

from bot.rendering.catalogue import say
from bot.rendering.custom_id import GamePress, PuzzlePress, Verb
from bot.rendering.grids import SYMBOLS, cell_buttons, grid
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.rendering.verdicts import result, why
from bot.sessions.records import SECONDS_A_DAY
from engine.analysis import Analysis
from engine.puzzles import Puzzle
from engine.review import GradedMove
from engine.score import Result

_NOON = 12 * 3600  # seconds into a day in UTC: nearly everywhere it has the same date


def question(game: str, puzzle: Puzzle, day: int = 0) -> Card:
    """A game's puzzle of a day since 1970, or one for practice, with a button for every cell."""
    x, o = puzzle.board.x, puzzle.board.o
    return Card(
        accent=ADVICE,
        texts=(_headline(puzzle, day), grid(puzzle.board, {}), say("Which cell?")),
        rows=cell_buttons(puzzle.board, lambda cell: PuzzlePress(game, x, o, day, cell)),
        private=True,
    )


def answer(game: str, puzzle: Puzzle, day: int, move: GradedMove, after: Analysis) -> Card:
    """Whether `move` is right, and why the right one is; `after` is about the board that it leads to."""
    cell, reason = move.cell, why(puzzle.answer, move.reason)
    if cell == puzzle.answer:
        told = say("✅ **Right!** {reason}", reason=reason)
        signs = {cell: "✅"}
    else:
        told = say(
            "🔻 **{cell}** leads to a {result}: {mark} answers **{reply}**.\n{reason}",
            cell=cell,
            result=result(move.after.result),
            mark=SYMBOLS[puzzle.board.turn.other],
            reply=after.principal_variation[0],
            reason=reason,
        )
        signs = {puzzle.answer: "✅", cell: "🔻"}
    another = Button(say("Another"), GamePress(Verb.PRACTISE, game).custom_id, Style.BLUE)
    return Card(
        accent=ADVICE,
        texts=(_headline(puzzle, day), grid(puzzle.board, signs), told),
        controls=(another,),
        private=True,
    )


def _headline(puzzle: Puzzle, day: int) -> str:
    noon = day * SECONDS_A_DAY + _NOON
    name = say("🧩 **Puzzle of the day** · <t:{at}:d>", at=noon) if day else say("🧩 **Puzzle**")
    mark = SYMBOLS[puzzle.board.turn]
    if puzzle.score.result is Result.WIN:
        task = say("{mark} to move and win in {moves}", mark=mark, moves=(puzzle.plies + 1) // 2)
    else:
        task = say("{mark} to move and hold the draw", mark=mark)
    return f"{name}\n{task} · " + say("difficulty {plies}", plies=puzzle.plies)
