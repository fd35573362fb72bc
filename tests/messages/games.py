"""The gallery's games other than plain 3x3: each at its start, under way and at every end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from bot.advice import hint_card as hints
from bot.advice import puzzle_card as puzzles
from bot.advice import review_card as reviews
from bot.challenges import card as challenges
from bot.messages.reply import Reply
from bot.messages.texts import Voice
from bot.people import card as records
from bot.people.records import Count, Form, Standing
from bot.play import card as boards
from engine.analysis import analyse
from engine.board import GAMES, Board, Cell, Mark
from engine.puzzles import any_puzzle
from engine.review import review
from engine.score import Result
from tests.messages import samples
from tests.messages.lessons import a_try, answered

_LONGEST = (
    "87259134782591467253946172853947628514932685179462"
    "5378469523784652937841529764851937425189734256813"
)

_FULL_5X5 = "8 11 4 16 20 6 3 5 1 22 17 12 25 2 13 23 24 18 10 9 7 19 14 15 21"

_LINES = (4, 9, 1, 3, 6, 5, 8, 2, 7)

ENDS: Mapping[str, Mapping[str, tuple[Cell, ...]]] = {
    "4x4": {
        "won": (5, 1, 6, 2, 7, 3, 8),
        "drawn": (13, 14, 7, 1, 6, 12, 11, 10, 8, 5, 4, 16, 3, 15, 2, 9),
    },
    "5x5": {
        "won": (13, 2, 7, 4, 19, 3, 1),
        "won with two lines": (8, 1, 9, 2, 10, 3, 12, 6, 17, 11, 22, 21, 7),
        "drawn": tuple(map(int, _FULL_5X5.split())),
    },
    "misere": {"lost by a line": (5, 1, 2, 9, 8), "drawn": (6, 3, 5, 9, 1, 2, 8, 4, 7)},
    "fading": {
        "won": (2, 7, 5, 8, 9, 1, 3, 6, 7, 5, 4, 2, 1),
        "drawn by repetition": (1, 3, 2, 4, 6, 8, 7, 9) * 2 + (1, 3, 2, 4, 6, 8),
        "drawn by its length": tuple(map(int, _LONGEST)),
    },
}
"""The moves of whole games, by how they ended."""


def games(voice: Voice) -> Iterator[tuple[str, Reply]]:
    """Every sample by its name."""
    for game, ends in ENDS.items():
        moves = next(iter(ends.values()))
        yield (
            f"{game}, first move",
            boards.board_card(samples.game(o=samples.BOT, game=game), voice),
        )
        live = samples.game(*moves[:-1], game=game, time=600)
        yield f"{game}, friends", boards.board_card(live, voice)
        offered = replace(live, offered_by=Mark.O)
        yield f"{game}, friends, a draw is offered", boards.board_card(offered, voice)
        for end, played in ends.items():
            yield f"{game}, {end}", boards.board_card(samples.game(*played, game=game), voice)
        asked = samples.game(*moves[:4], o=samples.BOT, game=game)
        yield f"{game}, a hint", hints.hint(asked, analyse(asked.board), voice)
        reviewed = samples.game(*moves, game=game)
        graded = review(moves, rules=reviewed.rules)
        yield (
            f"{game}, a review",
            reviews.review_page(reviewed, graded, samples.ANN.user_id + 9, voice),
        )
        yield (
            f"{game}, a review for a player",
            reviews.review_page(reviewed, graded, samples.BOB.user_id, voice),
        )
        terms = replace(samples.challenge().terms, game=game)
        yield (
            f"{game}, a challenge",
            challenges.challenge_post(replace(samples.challenge(), terms=terms), voice),
        )
    lines = samples.game(*_LINES, game="misere")
    page = partial(
        reviews.review_page, lines, review(_LINES, rules=lines.rules), samples.ANN.user_id, voice
    )
    instead = a_try(lines.board_after(4), 7)
    yield "misere, a review, a cell that makes a line", page(4, tried=instead)
    long = samples.game(*ENDS["fading"]["drawn by its length"], game="fading")
    graded = review(long.moves, rules=long.rules)
    yield (
        "fading, a review of a long game",
        reviews.review_page(long, graded, samples.ANN.user_id, voice, 50),
    )
    lost = samples.swapped(
        samples.game(*ENDS["misere"]["lost by a line"], o=samples.BOT, game="misere")
    )
    yield "misere, the bot loses", boards.board_card(lost, voice)
    yield from _puzzles(voice)
    yield from _records(voice)


def _puzzles(voice: Voice) -> Iterator[tuple[str, Reply]]:
    for game in ENDS:
        puzzle = any_puzzle(Board(rules=GAMES[game]), 1)
        yield f"{game}, a puzzle", puzzles.question(game, puzzle, voice)
        for cell in {puzzle.answer, puzzle.board.free_cells[-1]}:
            yield f"{game}, a puzzle answered with {cell}", answered(puzzle, cell, voice, game=game)


def _records(voice: Voice) -> Iterator[tuple[str, Reply]]:
    by_game = {game: Count(20, 4, 1) for game in GAMES}
    form = Form(best=4, recent=(Result.WIN, Result.LOSS))
    several = replace(samples.stats({"hard": Count(100, 20, 5)}, Count(), form), by_game=by_game)
    yield "results in several games", records.stats_card(several, voice)
    yield "results in one game", records.stats_card(replace(several, game="misere"), voice)
    top = samples.leaderboard(
        (Standing(1, samples.ANN.user_id, 60, Count(20, 4, 1)),), 0, more=False
    )
    yield (
        "a leaderboard of another game",
        records.leaderboard_card(replace(top, game="misere"), voice),
    )
