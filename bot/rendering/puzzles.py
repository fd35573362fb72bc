"""Puzzles, and the verdict on an answer. Only the person who asked sees them."""

from __future__ import annotations

from bot.rendering import games
from bot.rendering.custom_id import GamePress, PuzzlePress, Verb
from bot.rendering.grids import cell_buttons, fading, grid
from bot.rendering.looks import Look
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.rendering.verdicts import result, why
from bot.rendering.voice import Voice
from bot.sessions.numbers import number_of
from bot.sessions.records import SECONDS_A_DAY
from engine.analysis import Analysis
from engine.puzzles import Puzzle
from engine.review import GradedMove
from engine.score import Result

_NOON = 12 * 3600  # seconds into a day, UTC: a time with the same date nearly everywhere


def question(game: str, puzzle: Puzzle, voice: Voice, look: Look, day: int = 0) -> Card:
    """The puzzle of a day, counted since 1970, or one for practice, with a button for each cell."""
    board, (x, o) = puzzle.board, puzzle.numbers
    return Card(
        accent=ADVICE,
        texts=(
            _headline(game, puzzle, day, voice, look),
            grid(board, fading(board, look), look),
            voice.say("Where do you play?"),
        ),
        rows=cell_buttons(board, lambda cell: PuzzlePress(game, x, o, day, cell), look),
        private=True,
    )


def answer(
    game: str, puzzle: Puzzle, day: int, move: GradedMove, after: Analysis, voice: Voice, look: Look
) -> Card:
    """Whether `move` is right, and why the right move is best. `after` analyses the board after `move`."""
    cell, rules = move.cell, puzzle.board.rules
    reason = why(puzzle.answer, move.reason, rules, voice)
    if cell == puzzle.answer:
        # NOTE: the answer to a puzzle was right
        told = voice.say("### Got it! 🎉\n{reason}", reason=reason)
        signs = {cell: "✅"}
    elif not after.principal_variation:
        told = voice.say(
            "### Not quite 🔻\n**{cell}** loses on the spot.\n{reason}",
            cell=number_of(cell, rules),
            reason=reason,
        )
        signs = {puzzle.answer: "✅", cell: "🔻"}
    else:
        # NOTE: {result} is win, draw or loss; "**{cell}** → {result}" always fits
        told = voice.say(
            "### Not quite 🔻\n**{cell}** leads to a {result}: {mark} plays **{reply}**.\n{reason}",
            cell=number_of(cell, rules),
            result=result(move.after.result, voice),
            mark=look.sign(puzzle.board.turn.other),
            reply=number_of(after.principal_variation[0], rules),
            reason=reason,
        )
        signs = {puzzle.answer: "✅", cell: "🔻"}
    another = Button(voice.say("Another puzzle"), GamePress(Verb.PRACTISE, game).custom_id, Style.BLUE)
    return Card(
        accent=ADVICE,
        texts=(_headline(game, puzzle, day, voice, look), grid(puzzle.board, signs, look), told),
        controls=(another,),
        private=True,
    )


def _headline(game: str, puzzle: Puzzle, day: int, voice: Voice, look: Look) -> str:
    noon = day * SECONDS_A_DAY + _NOON
    name = voice.say("**Puzzle of the day** · <t:{at}:d> 🧩", at=noon) if day else voice.say("**Puzzle** 🧩")
    mark, plies = look.sign(puzzle.board.turn), puzzle.score.plies
    if puzzle.score.result is Result.WIN:
        # NOTE: {moves} is a number from 2 to 9
        task = voice.say("{mark} to play and win in {moves}", mark=mark, moves=((plies or 0) + 1) // 2)
    else:
        task = voice.say("{mark} to play and save the draw", mark=mark)
    named = "\n-# ".join((name, *games.unless_usual(game, voice)))
    return f"{named}\n{task}\n-# {_difficulty(plies, voice)}"


def _difficulty(plies: int | None, voice: Voice) -> str:
    """The difficulty in stars: how many plies ahead one has to look; None if there is no end to see."""
    if plies and plies < 4:
        return voice.say("Easy ★☆☆")
    if plies and plies < 5:
        return voice.say("Medium ★★☆")
    return voice.say("Hard ★★★")
