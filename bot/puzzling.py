"""Puzzles: asked and judged, with the engine's answers found so far (see `bot.sessions.thoughts`)."""

from __future__ import annotations

from bot.interactions import Callback
from bot.rendering import puzzles
from bot.rendering.custom_id import PuzzlePress
from bot.rendering.reply import Card
from bot.sessions.thoughts import Question, Thoughts
from engine.analysis import analyse
from engine.board import Board
from engine.games import GAMES
from engine.puzzles import any_puzzle, as_puzzle, board_of, of_the_day
from engine.review import grade


async def ask(to: Callback, thoughts: Thoughts, game: str, day: int = 0) -> Card:
    """The puzzle of a day, counted since 1970, or without a day any puzzle. Raises NotThought.

    A run after NotThought must ask for the same puzzle again, so chance comes from the interaction's id.
    """
    empty = Board(rules=GAMES[game])
    asked = Question(of_the_day, empty, (day,)) if day else Question(any_puzzle, empty, (to.interaction_id,))
    return puzzles.question(game, thoughts.answer_to(asked), to.voice, to.look, day)


async def judge(to: Callback, thoughts: Thoughts, press: PuzzlePress) -> Card | None:
    """The verdict on an answer, or None if the button belongs to no puzzle. Raises NotThought."""
    board = board_of(GAMES[press.game], press.x, press.o)
    puzzle = thoughts.answer_to(Question(as_puzzle, board)) if board else None
    if not puzzle or not puzzle.has(press.cell):
        return None
    move = thoughts.answer_to(Question(grade, puzzle.board, (press.cell,)))
    after = thoughts.answer_to(Question(analyse, puzzle.board.play(press.cell)))
    return puzzles.answer(press.game, puzzle, press.day, move, after, to.voice, to.look)
