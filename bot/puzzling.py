"""Puzzles: asked, judged and shared, with the engine's answers found so far (see `bot.sessions.thoughts`)."""

from __future__ import annotations

from typing import NamedTuple

from bot.interactions import Callback
from bot.readers import as_read
from bot.rendering import puzzles
from bot.rendering.reply import Card, Reply
from bot.rendering.voice import voice_of
from bot.sessions.daily_puzzle import DailyPuzzle
from bot.sessions.records import SECONDS_A_DAY
from bot.sessions.seats import UserId
from bot.sessions.thoughts import Question, Thoughts
from bot.storage import puzzle_transactions, settings_transactions
from bot.storage.request import Request
from bot.storage.store import Store
from engine import puzzles as engine_puzzles
from engine.analysis import analyse
from engine.board import Board
from engine.games import GAMES
from engine.puzzles import Puzzle, any_puzzle, as_puzzle, board_of
from engine.review import grade
from engine.rules import Cell


class Answer(NamedTuple):
    """A cell of the puzzle with two numbers (see `engine.puzzles.board_of`); with NO_CELL the puzzle itself.

    day  counted since 1970; 0 for a practice puzzle
    """

    game: str
    x: int
    o: int
    day: int
    cell: Cell


async def ask(to: Callback, thoughts: Thoughts, game: str, day: int = 0) -> Reply:
    """The puzzle of a day, counted since 1970, or without a day any puzzle. Raises NotThought.

    A run after NotThought must ask for the same puzzle again, so chance comes from the interaction's id.
    """
    if day:
        return as_read(to, puzzles.question(game, _of_the_day(thoughts, game, day), to.voice, day))
    asked = Question(any_puzzle, Board(rules=GAMES[game]), (to.interaction_id,))
    return as_read(to, puzzles.question(game, thoughts.answer_to(asked), to.voice))


async def judge(
    store: Store, request: Request, to: Callback, thoughts: Thoughts, answer: Answer
) -> Reply | None:
    """The verdict on an answer, or without an answer the puzzle again; None if there is no such puzzle.

    Raises NotThought.
    """
    board = board_of(GAMES[answer.game], answer.x, answer.o)
    puzzle = thoughts.answer_to(Question(as_puzzle, board)) if board else None
    if not puzzle:
        return None
    if not puzzle.has(answer.cell):
        return as_read(to, puzzles.question(answer.game, puzzle, to.voice, answer.day))
    move = thoughts.answer_to(Question(grade, puzzle.board, (answer.cell,)))
    after = thoughts.answer_to(Question(analyse, puzzle.board.play(answer.cell)))
    daily = await _counted(store, request, thoughts, answer, puzzle)
    return as_read(to, puzzles.answer(answer.game, puzzle, answer.day, move, after, to.voice, daily))


async def share(store: Store, request: Request, thoughts: Thoughts, by: UserId, day: int) -> Card:
    """Shows everyone how a person solved the puzzle of a day. Raises NothingToShare or NotThought."""
    daily, language = await store.run(
        settings_transactions.with_language, request, puzzle_transactions.solved, by, day
    )
    puzzle = _of_the_day(thoughts, daily.game, day)
    return puzzles.shared(puzzle, daily, by, voice_of(language))


async def _counted(
    store: Store, request: Request, thoughts: Thoughts, answer: Answer, puzzle: Puzzle
) -> DailyPuzzle | None:
    """How the person has now done with the puzzle of the day; None if this one does not count."""
    is_todays = answer.day == request.at // SECONDS_A_DAY
    if not is_todays or puzzle != _of_the_day(thoughts, answer.game, answer.day):
        return None
    right = answer.cell == puzzle.answer
    return await store.run(puzzle_transactions.answer, request, answer.day, answer.game, right=right)


async def of_the_day(thoughts: Thoughts, game: str, day: int) -> Puzzle:
    """Everyone's puzzle of a day. Raises NotThought."""
    return _of_the_day(thoughts, game, day)


def _of_the_day(thoughts: Thoughts, game: str, day: int) -> Puzzle:
    return thoughts.answer_to(Question(engine_puzzles.of_the_day, Board(rules=GAMES[game]), (day,)))
