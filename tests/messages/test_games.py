"""The games in people's words: what is not plain 3x3 says what it is."""

from dataclasses import replace

import pytest
from simcord.components import walk_components

from bot.advice import puzzle_card
from bot.challenges import card as challenges
from bot.interactions.error_answers import explain
from bot.messages import games, payload, tiles
from bot.messages.content import Notice
from bot.messages.custom_id import CustomId, custom_id_of, parse_custom_id, spoken_custom_id
from bot.messages.texts import ENGLISH
from bot.play.card import board_card
from bot.play.rows import from_row, in_row
from bot.play.seats import Bot, Person
from engine.board import GAMES, Board, CellTaken, Mark, number_of
from engine.puzzles import any_puzzle
from tests.messages.rare import ENDS
from tests.messages.samples import asked_in, challenge
from tests.support.cards import session, words


def test_every_game_has_a_name_and_a_rule_in_one_line():
    assert list(games.TITLES) == list(GAMES)
    for game in GAMES:
        assert games.TITLES[game].startswith(f"{games.name(game, ENGLISH)}: ")
        assert len(games.TITLES[game]) <= 60


def test_the_largest_board_that_a_game_may_have_fits_tiles_custom_ids_and_rows():
    """Its 25 buttons fit a message, as the gallery's tests show."""
    rules = GAMES["5x5"]
    assert {number_of(cell, rules) for cell in rules.cells} <= set(tiles.CELLS)
    about = ("5x5", rules.full, rules.full, 999_999, rules.cells[-1])
    longest = spoken_custom_id(custom_id_of("puzzle", *about))
    assert len(longest) <= 100
    assert parse_custom_id(longest) == CustomId("puzzle", about)
    assert from_row(in_row(rules.cells)) == tuple(rules.cells)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_and_a_challenge_say_which_game_it_is_and_what_wins_unless_it_is_3x3(game: str):
    board = words(board_card(session(game=game), ENGLISH)).splitlines()
    asked = replace(challenge(), terms=replace(challenge().terms, game=game))
    is_said = game != "3x3"
    assert (board[2] == f"-# {games.TITLES[game]}") == is_said
    assert (games.TITLES[game] in challenges.challenge_post(asked, ENGLISH).text) == is_said


def end(game: str, how: str, *, o: Bot | Person = Person(2)) -> str:  # noqa: B008
    return words(board_card(session(*ENDS[game][how], o=o, game=game), ENGLISH))


@pytest.mark.parametrize(
    ("game", "how", "told"),
    [
        ("4x4", "won", "### <@1> wins! 🏆\n**21-22-23-24** (row 2)"),
        ("5x5", "won", "### <@1> wins! 🏆\n**11-22-33-44** (diagonal)"),
        (
            "5x5",
            "won with two lines",
            "**22-23-24-25** (row 2) and **22-32-42-52** (column 2)",
        ),
        ("5x5", "drawn", "### It's a draw! 🤝"),
        ("misere", "drawn", "### It's a draw! 🤝"),
        ("fading", "won", "### <@1> wins! 🏆\n**1-4-7** (left column)"),
        ("fading", "drawn by repetition", "The same position came up three times"),
        (
            "fading",
            "drawn by its length",
            "That's as long as a game can get, and nobody won",
        ),
    ],
)
def test_every_end_of_every_game_has_its_words(game: str, how: str, told: str):
    assert end(game, how).endswith(told)


def test_where_a_line_loses_it_says_who_made_it():
    made = "made **2-5-8** (middle column), which loses here"
    assert end("misere", "lost by a line").endswith(f"### <@2> wins! 🏆\n<@1> {made}")
    assert end("misere", "lost by a line", o=Bot("easy")).endswith(
        f"### I win this one! 🏁\n<@1> {made}"
    )
    bot_first = replace(
        session(*ENDS["misere"]["lost by a line"], game="misere"),
        seats={Mark.X: Bot("easy"), Mark.O: Person(1)},
    )
    assert words(board_card(bot_first, ENGLISH)).endswith(f"### <@1> wins! 🏆\nI {made}")
    demo = replace(bot_first, seats={Mark.X: Bot("easy"), Mark.O: Bot("hard")})
    assert words(board_card(demo, ENGLISH)).endswith(f"\nBot (easy) {made}")


def test_the_mark_that_fades_next_is_shown_and_told_before_it_goes():
    six = ENDS["fading"]["won"][:6]
    assert "fades" not in words(board_card(session(*six[:5], game="fading"), ENGLISH))
    told = words(board_card(session(*six, game="fading"), ENGLISH))
    assert "# ⭕ ⏳ 3️⃣" in told
    assert told.endswith("-# Your ❌ on **2** fades when you move.")


def test_whoever_plays_on_the_mark_that_fades_learns_when_it_goes():
    board = Board.after(ENDS["fading"]["won"][:6], rules=GAMES["fading"])
    told = explain(CellTaken(board, 2), asked_in(ENGLISH)).content
    assert told == Notice("**Your mark on 2 doesn't fade until you move.** Try 3, 4 or 6.")
    other = explain(CellTaken(board, 7), asked_in(ENGLISH)).content
    assert other == Notice("**Cell 7 is taken.** Try 3, 4 or 6.")


def test_a_taken_cell_of_a_large_board_does_not_list_all_that_are_free():
    board = Board.after([13], rules=GAMES["5x5"])
    told = explain(CellTaken(board, 13), asked_in(ENGLISH)).content
    assert told == Notice("**Cell 33 is taken.** Try another one.")


def test_a_large_board_has_room_for_five_controls():
    card = board_card(session(game="5x5"), ENGLISH)
    sent = payload.message(replace(card, controls=card.controls[:1] * 5))
    assert len(list(walk_components(sent["components"]))) <= 40


def test_a_puzzle_of_fading_marks_tells_in_which_order_they_go():
    puzzle = any_puzzle(Board(rules=GAMES["fading"]), 1)
    x, o = (", ".join(map(str, puzzle.board.standing[first::2])) for first in (0, 1))
    assert f"\n-# Oldest first: ❌ {x} · ⭕ {o}\n" in words(
        puzzle_card.question("fading", puzzle, ENGLISH)
    )
    plain = any_puzzle(Board(rules=GAMES["misere"]), 1)
    assert "Oldest" not in words(puzzle_card.question("misere", plain, ENGLISH))
