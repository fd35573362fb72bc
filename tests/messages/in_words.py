"""The samples of the gallery that are in words alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.rendering import boards, puzzles, questions, spoken, spoken_advice
from bot.rendering.reply import Reply
from bot.rendering.voice import Voice
from bot.sessions.daily_puzzle import DailyPuzzle
from bot.sessions.seats import NOBODY
from bot.sessions.session import Ending, Tally, Termination
from bot.sessions.settings import DEFAULTS
from engine.analysis import analyse
from engine.board import Board, Mark
from engine.puzzles import of_the_day
from engine.review import grade, review
from tests.messages import samples


def in_words(voice: Voice) -> Iterator[tuple[str, Reply]]:
    """A sample of each kind, by its name."""
    ann, eve = samples.ANN.user_id, samples.BOB.user_id + 1
    friends = replace(samples.game(1, 5, time=600), offered_by=Mark.O)
    yield "in words, first move", spoken.board(samples.game(o=samples.BOT), ann, voice, offers_more=True)
    yield "in words, under way", spoken.board(samples.game(1, 5, o=samples.BOT), ann, voice, private=False)
    yield "in words, a friend's turn", spoken.board(samples.game(1, time=600), ann, voice)
    yield "in words, a draw is offered", spoken.board(friends, ann, voice)
    yield "in words, someone else's game", spoken.board(friends, eve, voice)
    yield "in words, a demo game", spoken.board(samples.demo_game(2, 5), eve, voice)
    yield "in words, out of date", spoken.board(friends, ann, voice, boards.out_of_date(voice))
    yield "in words, a game that was on already", spoken.board(friends, ann, voice, boards.on_already(voice))
    fading = replace(samples.game(1, 5, 3, 7, 8, 4, o=samples.BOT), game="fading")
    yield "in words, a mark fades next", spoken.board(fading, ann, voice)
    royal = replace(samples.game(1, 5, o=samples.BOT), look="crown and gem")
    yield "in words, where marks are other emoji", spoken.board(royal, ann, voice)
    larger = replace(samples.game(1, 2), game="5x5")
    yield "in words, a larger board", spoken.board(larger, ann, voice)
    won = replace(samples.game(*samples.WON), tally=Tally(x=2, o=1, drawn=1))
    yield "in words, won", spoken.board(won, ann, voice)
    yield "in words, a draw", spoken.board(samples.game(*samples.DRAWN, o=samples.BOT), ann, voice)
    stopped = replace(samples.game(1, 5), ending=Ending(Termination.STOPPED))
    yield "in words, stopped", spoken.board(stopped, ann, voice)
    left = replace(samples.game(*samples.WON), seats={Mark.X: samples.ANN, Mark.O: NOBODY})
    yield "in words, against someone who was deleted", spoken.board(left, ann, voice)
    yield from _advice(voice)


def _advice(voice: Voice) -> Iterator[tuple[str, Reply]]:
    ann, bob, played = samples.ANN.user_id, samples.BOB.user_id, samples.game(*samples.WON)
    hopeful = samples.game(1, 5, 9, o=samples.BOT)
    yield "in words, a hint", spoken_advice.hint(hopeful, analyse(hopeful.board), voice)
    larger = samples.game(13, 2, 7, 4, o=samples.BOT, game="5x5")
    yield "in words, a hint on a larger board", spoken_advice.hint(larger, analyse(larger.board), voice)
    review_of = partial(spoken_advice.review, played, review(played.moves), voice=voice)
    yield "in words, a review", review_of(ann)
    yield "in words, a review of one's own mistake", review_of(bob)
    yield "in words, a review of one's own mistake that is told", review_of(bob, ply=3, is_told=True)
    yield from _puzzles(voice)
    yield "in words, text comes first", spoken_advice.text_first(voice)
    yield "in words, pictures come first", spoken_advice.pictures_first(voice)
    question = questions.resign(samples.game(1, 5), ann, voice)
    yield "in words, a question", spoken.message(question, voice)


def _puzzles(voice: Voice) -> Iterator[tuple[str, Reply]]:
    day = samples.NOW // samples.A_DAY
    puzzle = of_the_day(Board(), day)
    asked = puzzles.question(DEFAULTS.game, puzzle, voice, day)
    yield "in words, a puzzle", spoken_advice.puzzle(asked, puzzle.board, voice)
    for cell in puzzle.board.free_cells:
        move, after = grade(puzzle.board, cell), analyse(puzzle.board.play(cell))
        drawn = puzzles.answer(DEFAULTS.game, puzzle, 0, move, after, voice)
        told = spoken_advice.puzzle_answer(drawn, puzzle.board, voice)
        yield f"in words, a puzzle answered with {cell}", told
    for cell in (puzzle.board.free_cells[0], puzzle.answer):
        move, after = grade(puzzle.board, cell), analyse(puzzle.board.play(cell))
        done = DailyPuzzle(day, tries=3, solved=cell == puzzle.answer, streak=12)
        drawn = puzzles.answer(DEFAULTS.game, puzzle, day, move, after, voice, done)
        told = spoken_advice.puzzle_answer(drawn, puzzle.board, voice)
        yield f"in words, the puzzle of the day answered with {cell}", told
