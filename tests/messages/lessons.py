"""The gallery's samples of what people learn from: hints, reviews and puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.rendering import daily, hints, puzzles, reviews
from bot.rendering.reply import Reply
from bot.rendering.voice import Voice
from bot.sessions.daily_puzzle import DailyChannel, DailyPuzzle
from bot.sessions.settings import DEFAULTS
from engine.analysis import analyse
from engine.board import Board
from engine.puzzles import of_the_day
from engine.review import grade, review
from tests.messages import samples


def lessons(voice: Voice) -> Iterator[tuple[str, Reply]]:
    """Hints, reviews and puzzles."""
    game, puzzle = samples.game(*samples.WON), of_the_day(Board(), samples.NOW // samples.A_DAY)
    hopeful, lost = (
        samples.game(1, 5, 9, o=samples.BOT),
        samples.swapped(samples.game(1, 2, 5, o=samples.BOT)),
    )
    yield "a hint", hints.hint(hopeful, analyse(hopeful.board), voice)
    yield "a hint where all is lost", hints.hint(lost, analyse(lost.board), voice)
    page = partial(reviews.page, game, review(game.moves), voice=voice)
    for ply in range(len(game.moves)):
        yield f"a review, move {ply + 1}", page(samples.ANN.user_id, ply=ply)
    yield "a review, one's own mistake", page(samples.BOB.user_id)
    yield "a review, one's own mistake is told", page(samples.BOB.user_id, ply=3, is_told=True)
    yield "a review, by someone who did not play", page(samples.BOB.user_id + 1)
    shared = partial(reviews.shared, by=samples.BOB.user_id, voice=voice)
    yield "a review, shared", shared(game, review(game.moves))
    flawless = samples.game(*samples.FLAWLESS)
    yield "a review without a mistake, shared", shared(flawless, review(flawless.moves))
    yield (
        "a review, without a mistake",
        reviews.page(samples.game(*samples.FLAWLESS), review(samples.FLAWLESS), samples.ANN.user_id, voice),
    )
    yield (
        "the puzzle of the day",
        puzzles.question(DEFAULTS.game, puzzle, voice, samples.NOW // samples.A_DAY),
    )
    yield from _daily_puzzle(voice)
    yield "a puzzle for practice", puzzles.question(DEFAULTS.game, puzzle, voice)
    for cell in puzzle.board.free_cells:
        move, after = grade(puzzle.board, cell), analyse(puzzle.board.play(cell))
        yield (
            f"a puzzle answered with {cell}",
            puzzles.answer(DEFAULTS.game, puzzle, 0, move, after, voice),
        )


def _daily_puzzle(voice: Voice) -> Iterator[tuple[str, Reply]]:
    """The answers to the puzzle of the day that count, and what is shared of it."""
    day, game = samples.NOW // samples.A_DAY, DEFAULTS.game
    puzzle = of_the_day(Board(), day)
    for done in (
        DailyPuzzle(day, tries=1, solved=True, streak=1),
        DailyPuzzle(day, tries=3, solved=True, streak=12),
    ):
        board = puzzle.board
        move, after = grade(board, puzzle.answer), analyse(board.play(puzzle.answer))
        solved = puzzles.answer(game, puzzle, day, move, after, voice, done)
        yield f"the puzzle of the day, solved in {done.tries}", solved
        shared = puzzles.shared(puzzle, done, samples.ANN.user_id, voice)
        yield f"the puzzle of the day, shared in {done.tries}", shared
    wrong = next(cell for cell in puzzle.board.free_cells if cell != puzzle.answer)
    move, after = grade(puzzle.board, wrong), analyse(puzzle.board.play(wrong))
    tried = puzzles.answer(game, puzzle, day, move, after, voice, DailyPuzzle(day, tries=1))
    yield "the puzzle of the day, not quite", tried
    yield "the puzzle of the day, for a whole server", daily.post(game, puzzle, day, voice)
    here = partial(daily.card, here=samples.CHANNEL, at=samples.NOW, voice=voice)
    yield "a daily puzzle, off", here(None)
    yield "a daily puzzle, on", here(DailyChannel(samples.CHANNEL))
    yield "a daily puzzle, elsewhere", here(DailyChannel(samples.CHANNEL + 1))
    yield "a daily puzzle, refused", here(DailyChannel(samples.CHANNEL, is_refused=True))
