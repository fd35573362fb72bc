"""What stands in a terminal: texts one below the other, and messages redrawn in their place."""

import pytest
from prompt_toolkit.data_structures import Size

from bot.playground.terminal_screen import Screen, in_ascii
from tests.support.terminals import Terminal

GAME, HINT = 7, 8


def answer(screen: Screen, typed: str, *shown: tuple[str, int | None]) -> None:
    with screen.answering(f"› {typed}"):
        for text, message_id in shown:
            screen.show(text, message_id)


def test_a_message_that_changes_is_redrawn_in_its_place():
    terminal = Terminal()
    screen = Screen(terminal)
    answer(screen, "start", ("one\ntwo\nthree", GAME))
    answer(screen, "5", ("four\nfive", GAME))
    assert terminal.text == "› start\nfour\nfive\n"


def test_what_was_shown_in_between_stays_and_the_message_is_shown_below_it():
    terminal = Terminal()
    screen = Screen(terminal)
    answer(screen, "start", ("one", GAME))
    answer(screen, "hint", ("Play 5", HINT))
    answer(screen, "5", ("two", GAME))
    answer(screen, "fly", ("Type help", None))
    answer(screen, "6", ("three", GAME))
    answer(screen, "7", ("four", GAME))
    assert terminal.text == "› start\none\n› hint\nPlay 5\n› 5\ntwo\n› fly\nType help\n› 6\nfour\n"


def test_a_new_board_takes_the_place_of_the_one_that_it_overtook():
    terminal = Terminal()
    screen = Screen(terminal)
    screen.show("one", GAME)
    screen.show("two", 9, {GAME})
    assert terminal.text == "two\n"


def test_a_line_that_shows_nothing_leaves_a_message_the_lowest():
    terminal = Terminal()
    screen = Screen(terminal)
    screen.show("one\ntwo", GAME)
    answer(screen, "as bob")
    answer(screen, "5", ("three\nfour", GAME))
    assert terminal.text == "three\nfour\n"


def test_a_line_that_redraws_a_message_stands_above_what_it_brings_besides():
    terminal = Terminal()
    screen = Screen(terminal)
    screen.show("one", GAME)
    answer(screen, "hint", ("two", GAME), ("Play 5", HINT))
    assert terminal.text == "two\n› hint\nPlay 5\n"


@pytest.mark.parametrize(
    ("rows", "columns"),
    [(4, 80), (24, 40)],
    ids=["is too low to hold it", "is narrower than it was"],
)
def test_a_message_is_shown_below_where_the_window(rows: int, columns: int):
    terminal = Terminal(rows)
    screen = Screen(terminal)
    screen.show("one\ntwo\nthree\nfour\nfive", GAME)
    terminal.size = Size(rows, columns)
    screen.show("six", GAME)
    assert terminal.text == "one\ntwo\nthree\nfour\nfive\nsix\n"


def test_a_plain_terminal_gets_everything_below_what_was_there_before():
    terminal = Terminal()
    screen = Screen(terminal, is_plain=True)
    answer(screen, "start", ("one", GAME))  # such a terminal keeps what was typed
    answer(screen, "5", ("two", GAME))
    assert terminal.text == "one\ntwo\n"


def test_long_lines_are_folded_and_redrawn_as_high_as_they_are():
    terminal = Terminal(columns=11)
    screen = Screen(terminal)
    screen.show("above")
    screen.show("│ one two three", GAME)
    screen.show("│ four", GAME)
    assert terminal.text == "above\n│ four\n"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("│  X │[O]│ 3", "|  X |[O]| 3"),
        ("│  ───┼───┼───", "|  ---+---+---"),
        ("│ ▲ wins · = draws · ▼ loses", "| ^ wins - = draws - v loses"),
        ("│  🐱 │ 🐶 │ ⏳ ", "|  X  | O  | ~  "),
        ("alice in #general › ", "alice in #general > "),
        ("│ ⛔ Cell 5 is taken.", "| Cell 5 is taken."),
        ("│ ⚔  @bob, @alice", "|  @bob, @alice"),
    ],
)
def test_a_terminal_without_signs_gets_letters(text: str, letters: str):
    assert in_ascii(text) == letters
