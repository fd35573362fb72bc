"""How a message of Discord's reads in a terminal."""

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from bot.messages.boards import render_grid
from bot.messages.content import Grid
from bot.messages.looks import tile_look
from bot.messages.tiles import NAMES
from bot.playground.message_text import Reader, lines_of
from bot.playground.simulated_discord import Message
from engine.board import GAMES, Board

WIDE = "❌⭕❎🟢⏳🟩⬜🔳⚪🔘"  # emoji, which take two columns of a terminal each
TILES = tile_look(dict.fromkeys(NAMES, 10**18))
NEW_YEAR = 1_767_225_600  # the first second of 2026, UTC
READER = Reader(
    {"<@7>": "@ann", "<#9>": "#general"},
    datetime.fromtimestamp(NEW_YEAR, timezone(timedelta(hours=-5))),
)
IN_LETTERS = Reader(READER.names, READER.now, in_letters=True)


def message(*texts: str, rows: Iterable[str] = (), **more: Any) -> Message:
    """A message of texts, with a row of buttons for the labels in each of `rows`."""
    components: list[dict[str, Any]] = [{"type": 10, "content": text} for text in texts]
    for row in rows:
        buttons = [{"type": 2, "label": label} for label in row.split()]
        components.append({"type": 1, "components": buttons})
    return Message(1, "", tuple(components), **{"only_for_you": False} | more)


def read(text: str, reader: Reader = READER) -> str:
    return lines_of(message(text), None, reader)


def board(game: str, notation: str) -> str:
    return render_grid(Grid(Board.parse(notation, rules=GAMES[game])), TILES)


def test_a_board_is_a_grid_of_emoji_and_numbers():
    shown = read(board("3x3", "X.O/.X./... O"))
    assert shown.splitlines() == ["❌  2   ⭕", "4   ❌  6", "7   8   9"]


def test_a_larger_board_has_rows_and_columns_in_its_numbers():
    shown = read(board("4x4", "X.../..../..../...O X"))
    assert shown.splitlines() == [
        "❌  12  13  14",
        "21  22  23  24",
        "31  32  33  34",
        "41  42  43  ⭕",
    ]


def test_in_letters_a_board_has_no_emoji():
    shown = read(board("3x3", "X.O/.X./... O"), IN_LETTERS)
    assert shown.splitlines() == ["X   2   O", "4   X   6", "7   8   9"]


@pytest.mark.parametrize("reader", [READER, IN_LETTERS], ids=["emoji", "letters"])
def test_the_columns_of_a_board_meet(reader: Reader):
    for name in NAMES:
        shown = read(f"# <:{name}:1>\N{NO-BREAK SPACE}|", reader)
        wide = sum(sign in WIDE for sign in shown)
        assert len(shown) + wide == 5, name


def test_a_strip_says_what_each_move_was_worth():
    tiles = "<:square_win:1><:here_draw:2><:square_loss:3>"
    assert read(tiles) == "🟩⚪🔳"
    assert read(tiles, IN_LETTERS) == "WDL"


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("### You win!\n-# 7 moves", "You win!\n7 moves"),
        ("**Your turn** · *playing*", "Your turn · playing"),
        ("<@7> is in <#9>", "@ann is in #general"),
        ("see [the board](https://discord.com/channels/1/2/3)", "see the board"),
        ("</ttt start:123> or `/ttt move`", "/ttt start or /ttt move"),
    ],
)
def test_the_signs_of_markdown_are_left_out(markdown: str, plain: str):
    assert read(markdown) == plain


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "in 0 seconds"),
        (1, "in 1 second"),
        (59, "in 59 seconds"),
        (60, "in 1 minute"),
        (7200, "in 2 hours"),
        (86400, "in 1 day"),
        (-59, "59 seconds ago"),
        (-3600, "1 hour ago"),
    ],
)
def test_a_time_is_told_in_the_largest_unit_that_fits(seconds: int, words: str):
    assert read(f"<t:{NEW_YEAR + seconds}:R>") == words


def test_a_time_of_day_and_a_date_are_told_in_the_time_zone_of_the_reader():
    at = NEW_YEAR + 3661
    assert read(f"<t:{at}:t> <t:{at}:d> <t:{at}:f>") == "20:01 2025-12-31 2025-12-31 20:01"


def test_a_hyphen_is_the_usual_one():
    assert (
        read("**7** blocks 3\N{NON-BREAKING HYPHEN}5\N{NON-BREAKING HYPHEN}7.") == "7 blocks 3-5-7."
    )


def test_buttons_stand_in_brackets_row_by_row_also_those_of_taken_cells():
    assert lines_of(message("Hi", rows=["1 X", "Hint"]), None, READER) == "Hi\n[1] [X]\n[Hint]"


def test_of_a_changed_message_only_what_is_new_is_told():
    before = message("@ann", "Your turn", rows=["1 2", "Hint"])
    after = message("@ann", "You win", rows=["X 2", "Rematch"])
    assert lines_of(after, before, READER) == "You win\n[Rematch]"
    assert lines_of(before, before, READER) == ""


def test_a_cell_that_is_free_again_is_seen_on_the_board_and_gets_no_button_below_it():
    before = message("@ann", rows=["X 2", "Hint"])
    after = message("@bob", rows=["1 2", "Hint"])
    assert lines_of(after, before, READER) == "@bob"
    challenge = message("@ann", rows=["Accept"])
    assert lines_of(after, challenge, READER) == "@bob\n[1] [2]\n[Hint]"


def test_a_file_is_shown_with_its_text():
    sent = message("Here:", files=(("games.txt", "3x3 X: 5\n3x3 X: 1"),))
    assert lines_of(sent, None, READER).splitlines() == [
        "Here:",
        "games.txt:",
        "3x3 X: 5",
        "3x3 X: 1",
    ]


def test_a_private_message_says_that_it_is_private():
    assert lines_of(message("Hi", only_for_you=True), None, READER) == "Hi\n(only you can see this)"
