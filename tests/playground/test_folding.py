"""Lines in a narrow terminal."""

import pytest
from prompt_toolkit.utils import get_cwidth

from bot.playground.drawing import fold, in_columns
from tests.support.playground import conversation

ROWS = [
    ("/ttt start", "Play against the bot, or challenge a friend"),
    ("a very long thing to type", "does it"),
]


@pytest.mark.parametrize("width", [39, 60, 79])
async def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(width: int):
    for text in await conversation(
        "/ttt start bob", "as bob", "accept", "/ttt help", "/ttt privacy", "1", "9"
    ):
        folded = fold(text, width)
        assert max(map(get_cwidth, folded.splitlines())) <= width
        assert folded.replace("│", "").split() == text.replace("│", "").split()


def test_the_stripe_goes_on_beside_what_is_folded():
    assert fold("│ one two three", 9) == "│ one two\n│ three"


def test_a_button_stays_whole():
    assert fold("  [1] [Offer draw] [Resign]", 20) == "  [1] [Offer draw]\n  [Resign]"


def test_what_fits_stays_as_it_is():
    assert fold("│  4 ⭕  6 ←\n\n  [1]", 80) == "│  4 ⭕  6 ←\n\n  [1]"


def test_a_word_too_wide_has_a_line_of_its_own():
    assert fold("a " + "b" * 30 + " c", 10) == "a\n" + "b" * 30 + "\nc"


def test_two_columns_stand_side_by_side_where_there_is_room():
    assert in_columns(ROWS, 60) == (
        "/ttt start  Play against the bot, or challenge a friend\n"
        "a very long thing to type\n"
        "            does it"
    )


def test_two_columns_stand_below_each_other_where_there_is_none():
    assert in_columns(ROWS[:1], 30) == "/ttt start\n    Play against the bot, or\n    challenge a friend"
