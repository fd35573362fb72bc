"""The gallery's samples of what people learn from: hints, reviews and puzzles."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.advice import hint_card as hints
from bot.advice import puzzle_card as puzzles
from bot.advice import review_card as reviews
from bot.advice.daily_puzzle import DailyChannel, DailyRecord
from bot.advice.find_the_cell import Try
from bot.messages.reply import Card, Reply
from bot.messages.texts import Voice
from bot.play.settings import DEFAULTS
from engine.analysis import analyse
from engine.board import Board, Cell
from engine.puzzles import Puzzle, of_the_day
from engine.review import grade, review
from tests.messages import samples


def answered(
    puzzle: Puzzle,
    cell: Cell,
    voice: Voice,
    day: int = 0,
    done: DailyRecord | None = None,
    game: str = "3x3",
) -> Card:
    """What follows an answer to a puzzle."""
    return puzzles.feedback(game, puzzle, day, a_try(puzzle.board, cell), voice, done)


def a_try(board: Board, cell: Cell) -> Try:
    """A cell that somebody tries on a board."""
    return Try(grade(board, cell), analyse(board.play(cell)))


def lessons(voice: Voice) -> Iterator[tuple[str, Reply]]:
    """Hints, reviews and puzzles."""
    game, day = samples.game(*samples.WON), samples.NOW // samples.A_DAY
    puzzle = of_the_day(Board(), day)
    hopeful = samples.game(1, 9, 3, 2, o=samples.BOT)
    yield "a hint", hints.hint(hopeful, analyse(hopeful.board), voice)
    played = samples.game(1, 9, 3, 2, 7, 4, o=samples.BOT)
    yield (
        "a hint, its cell is played",
        hints.after_use(played, hints.last_pair(played, 4, voice), voice),
    )
    fresh = samples.game(o=samples.BOT)
    yield "a hint on the empty board", hints.hint(fresh, analyse(fresh.board), voice)
    yield (
        "a hint, the only move is taken back",
        hints.after_use(fresh, voice.say(hints.TAKEN_BACK), voice),
    )
    lost = samples.swapped(samples.game(1, 2, 5, o=samples.BOT))
    yield "a hint where all is lost", hints.hint(lost, analyse(lost.board), voice)
    last = replace(samples.game(7, 2, 8, 3, 1, 4, 6, 5, o=samples.BOT), game="misere")
    yield "a hint for the last cell", hints.hint(last, analyse(last.board), voice)
    page = partial(reviews.review_page, game, review(game.moves), voice=voice)
    yield "a review, the first move", page(samples.ANN.user_id, ply=0)
    yield "a review, one's own mistake", page(samples.BOB.user_id)
    yield "a review, one's own mistake is told", page(samples.BOB.user_id, ply=3, is_told=True)
    for cell, how in ((4, "that holds no better"), (3, "that holds")):
        instead = a_try(game.board_after(3), cell)
        yield f"a review, a cell {how}", page(samples.BOB.user_id, ply=3, tried=instead)
    erring = samples.game(*samples.ERRING)
    several = reviews.review_page(erring, review(samples.ERRING), samples.ANN.user_id, voice)
    yield "a review, the first of one's own mistakes", several
    yield "a review, by someone who did not play", page(samples.BOB.user_id + 1)
    shared = partial(reviews.share_card, by=samples.BOB.user_id, voice=voice)
    yield "a review, shared", shared(game, review(game.moves))
    flawless, moves = samples.game(*samples.FLAWLESS), review(samples.FLAWLESS)
    yield "a review without a mistake, shared", shared(flawless, moves)
    yield (
        "a review, without a mistake",
        reviews.review_page(flawless, moves, samples.ANN.user_id, voice),
    )
    yield "the puzzle of the day", puzzles.question(DEFAULTS.game, puzzle, voice, day)
    yield from _daily_puzzle(puzzle, day, voice)
    yield "a puzzle for practice", puzzles.question(DEFAULTS.game, puzzle, voice)
    for cell in puzzle.board.free_cells[0], puzzle.answer:
        yield f"a puzzle answered with {cell}", answered(puzzle, cell, voice)


def _daily_puzzle(puzzle: Puzzle, day: int, voice: Voice) -> Iterator[tuple[str, Reply]]:
    """The answers to the puzzle of the day that count, and what is shared of it."""
    for tries, streak in ((1, 1), (3, 12)):
        done = DailyRecord(day, tries, solved=True, streak=streak)
        yield (
            f"the puzzle of the day, solved in {tries}",
            answered(puzzle, puzzle.answer, voice, day, done),
        )
        shared = puzzles.share_card(puzzle, done, samples.ANN.user_id, voice)
        yield f"the puzzle of the day, shared in {tries}", shared
    wrong = next(cell for cell in puzzle.board.free_cells if cell != puzzle.answer)
    tried = answered(puzzle, wrong, voice, day, DailyRecord(day, tries=1))
    yield "the puzzle of the day, not quite", tried
    yield (
        "the puzzle of the day, for a whole server",
        puzzles.daily_post(DEFAULTS.game, puzzle, day, voice),
    )
    here = partial(puzzles.daily_card, here=samples.CHANNEL, at=samples.NOW, voice=voice)
    yield "a daily puzzle, off", here(None)
    yield "a daily puzzle, on", here(DailyChannel(samples.CHANNEL))
    yield "a daily puzzle, elsewhere", here(DailyChannel(samples.CHANNEL + 1))
    yield "a daily puzzle, refused", here(DailyChannel(samples.CHANNEL, is_refused=True))
