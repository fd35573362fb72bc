"""The prompt, with the keys that someone presses."""

import asyncio

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.playground.drawing import in_ascii
from bot.playground.terminal import typed_lines
from tests.support.playground import talk, world
from tests.support.waiting import LONG

CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"


async def taken(keys: str) -> tuple[list[str], list[str]]:
    """The lines that these keys make, and what is shown for them."""
    shown: list[str] = []
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        async with world() as here, asyncio.timeout(LONG):
            lines = [line async for line in typed_lines(talk(here, shown), str, shown.append)]
    return lines, shown


async def test_ctrl_c_throws_the_line_away_and_says_how_to_leave():
    lines, shown = await taken("/ttt resi" + CTRL_C + "5" + ENTER + CTRL_D)
    assert lines == ["5"]
    assert shown == ["Type quit or press Ctrl-D to leave."]


async def test_what_is_pasted_is_taken_line_by_line():
    assert (await taken("\x1b[200~/ttt start\n5\x1b[201~" + ENTER + CTRL_D))[0] == ["/ttt start", "5"]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("│ ❌  2 ⭕ ←", "|  X  2  O <-"),
        ("alice in #general › ", "alice in #general > "),
        ("│ ⛔ Cell 5 is taken.", "| Cell 5 is taken."),
        ("│ ⚔  @bob, @alice", "|  @bob, @alice"),
    ],
)
def test_a_terminal_without_signs_gets_letters(text: str, letters: str):
    assert in_ascii(text) == letters
