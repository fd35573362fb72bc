"""Puzzles, the verdict on a try and what is shared of it, in words and signs."""

import pytest

from bot.advice import puzzle_card
from bot.advice.daily_puzzle import DailyPost, DailyRecord, Solvers
from bot.messages import payload
from bot.messages.content import Grid
from bot.messages.custom_id import is_spoken
from bot.messages.looks import EMOJI, cell_with_result, sign
from bot.messages.texts import ENGLISH
from engine.board import GAMES, Board, Mark, number_of
from engine.puzzles import any_puzzle, as_puzzle, of_the_day
from engine.score import Result
from tests.messages.rare import answered
from tests.support.cards import words

BLOCK, FORK = "XX./.O./... O", "XXO/O../... X"


@pytest.mark.parametrize(
    ("position", "difficulty"),
    [
        (BLOCK, "Easy"),
        (FORK, "Medium"),
        ("X../.../... O", "Hard"),  # from a corner only the centre holds
    ],
)
def test_a_puzzle_says_how_hard_it_is_by_how_far_one_has_to_look(position: str, difficulty: str):
    puzzle = as_puzzle(Board.parse(position))
    assert puzzle
    assert words(puzzle_card.question("3x3", puzzle, ENGLISH)).split("\n")[2] == f"-# {difficulty}"


@pytest.mark.parametrize(
    ("position", "cell", "signs"),
    [
        (BLOCK, 3, {3: sign(Mark.O, "last")}),
        (BLOCK, 4, {3: cell_with_result(Result.DRAW, 3), 4: cell_with_result(Result.LOSS, 4)}),
        (FORK, 7, {5: cell_with_result(Result.WIN, 5), 7: cell_with_result(Result.LOSS, 7)}),
    ],
)
def test_the_right_cell_gets_the_mark_and_a_wrong_one_shows_what_both_are_worth(
    position: str, cell: int, signs: dict
):
    puzzle = as_puzzle(Board.parse(position))
    assert puzzle
    [grid] = [part for part in answered(puzzle, cell, ENGLISH).texts if isinstance(part, Grid)]
    assert grid.signs == signs


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_at_the_puzzle_of_the_day_never_names_the_right_cell(game: str):
    told = set()
    for day in range(20_780, 20_784):
        puzzle = of_the_day(Board(rules=GAMES[game]), day)
        right = number_of(puzzle.solution, puzzle.board.rules)
        for wrong in set(puzzle.board.free_cells) - {puzzle.solution}:
            open_still = DailyRecord(day, tries=1, game=game)
            [*_, verdict] = answered(puzzle, wrong, ENGLISH, day, open_still, game).texts
            assert "Try again!" in verdict
            assert f"**{right}**" not in verdict
            told |= {"leads to" in verdict, "loses." in verdict}
    assert told == {True, False}, "another reply is named"


def test_where_the_reply_is_the_right_cell_only_the_result_is_told():
    puzzle = as_puzzle(Board.parse(BLOCK))
    assert puzzle
    [_, _, told] = answered(puzzle, 4, ENGLISH, 1, DailyRecord(1, tries=1)).texts
    assert told == "### Not quite\n**4** loses.\nTry again!"


def test_a_wrong_try_in_practice_is_told_what_is_better_and_why():
    puzzle = as_puzzle(Board.parse(BLOCK))
    assert puzzle
    [_, _, told] = answered(puzzle, 4, ENGLISH).texts
    assert told.splitlines()[-1] == "Better: **3** blocks 1‑2‑3."


@pytest.mark.parametrize("game", GAMES)
def test_the_button_for_a_puzzle_in_words_is_never_alone_in_its_row(game: str):
    puzzle = any_puzzle(Board(rules=GAMES[game]), 1)
    sent = payload.message(puzzle_card.question(game, puzzle, ENGLISH))
    rows = [part["components"] for part in sent["components"] if part["type"] == 1]
    assert all(
        len(row) > 1 for row in rows if any(is_spoken(button["custom_id"]) for button in row)
    )


@pytest.mark.parametrize(
    ("tries", "line"),
    [
        (1, "1 try 🟩"),
        (3, "3 tries 🔳🔳🟩"),
        (5, "5 tries 🔳🔳🔳🔳🟩"),
        (12, "12 tries 🔳🔳🔳🔳…🟩"),
    ],
)
def test_how_it_was_solved_has_a_square_for_each_try_while_they_are_few(tries: int, line: str):
    solved = puzzle_card.tries_line(DailyRecord(20_779, tries, solved=True), ENGLISH)
    assert EMOJI.render(solved) == line


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("3x3", "### Daily puzzle #326 🧩"),
        ("misere", "### Daily puzzle #326 🧩\n-# Misère: three in a row loses"),
    ],
)
def test_the_puzzle_of_a_day_has_one_name_wherever_it_is_shown(game: str, name: str):
    day = 20_779
    puzzle = of_the_day(Board(rules=GAMES[game]), day)
    wrong = next(cell for cell in puzzle.board.free_cells if cell != puzzle.solution)
    solved = DailyRecord(day, tries=2, solved=True, streak=3, game=game)
    asked = puzzle_card.question(game, puzzle, ENGLISH, day)
    tried = answered(puzzle, wrong, ENGLISH, day, DailyRecord(day, tries=1, game=game), game)
    right = answered(puzzle, puzzle.solution, ENGLISH, day, solved, game)
    posted = puzzle_card.daily_post(DailyPost(1, 2, "en-US", game, day), puzzle, ENGLISH)
    shared = puzzle_card.share_card(puzzle, solved, 7, ENGLISH)
    for card in (asked, tried, right, posted, shared):
        assert words(card).startswith(f"{name}\n")
        assert words(card).count("Daily puzzle") == 1
    assert words(shared) == f"{name}\n<@7> · 2 tries 🔳🟩\n-# 3 days in a row 🔥"


@pytest.mark.parametrize(
    ("solvers", "told"),
    [
        (Solvers(), []),
        (Solvers(1, 0), ["-# Yesterday: 1 person solved it here"]),
        (Solvers(1, 1), ["-# Yesterday: 1 person solved it here"]),
        (Solvers(5, 0), ["-# Yesterday: 5 solved it here"]),
        (Solvers(5, 1), ["-# Yesterday: 5 solved it here, 1 in one try"]),
        (Solvers(5, 5), ["-# Yesterday: 5 solved it here, 5 in one try"]),
    ],
)
def test_a_post_says_how_many_solved_the_puzzle_of_the_day_before_if_anybody_did(
    solvers: Solvers, told: list[str]
):
    post = DailyPost(1, 2, "en-US", "3x3", 20_779, yesterday=solvers)
    card = puzzle_card.daily_post(post, of_the_day(Board(), post.day), ENGLISH)
    _, _, *below = card.texts
    assert below == told


def test_a_puzzle_for_practice_says_so():
    puzzle = as_puzzle(Board.parse(FORK))
    assert puzzle
    for card in (puzzle_card.question("3x3", puzzle, ENGLISH), answered(puzzle, 5, ENGLISH)):
        assert words(card).startswith("### Practice puzzle 🧩\n❌ to play and win in 2\n")


def test_in_words_a_puzzle_says_its_name_and_what_is_to_be_found_before_the_board():
    puzzle = as_puzzle(Board.parse(FORK))
    assert puzzle
    spoken = puzzle_card.question("3x3", puzzle, ENGLISH, 20_779).spoken
    assert spoken
    assert spoken.text.startswith(
        "Daily puzzle #326\nX to play and win in 2\nMedium\nRow 1: X, X, O.\n"
    )
