"""The prompt, with the keys that someone presses."""

import asyncio
from functools import partial

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.playground.screen import Screen, in_columns
from bot.playground.terminal import Conversation, converse, typed_lines
from tests.support.playground import world
from tests.support.terminals import Terminal
from tests.support.waiting import LONG

CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"


async def shown(keys: str, rows: int = 24) -> str:
    """What stands in a terminal of that many rows when these keys have been pressed."""
    terminal = Terminal(rows)
    screen = Screen(terminal)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        async with world() as here, asyncio.timeout(LONG):
            conversation = Conversation(here, screen.show, partial(in_columns, width=79))
            await converse(conversation, typed_lines(conversation, screen))
    return terminal.text


async def test_ctrl_c_throws_the_line_away_and_says_how_to_leave():
    assert await shown("/ttt resi" + CTRL_C + CTRL_D) == "Type quit or press Ctrl-D to leave.\n"


async def test_what_is_pasted_is_taken_line_by_line():
    pasted = await shown("\x1b[200~/ttt start\nfly\x1b[201~" + ENTER + CTRL_D)
    lines = [line for line in pasted.splitlines() if "›" in line]
    assert lines == ["alice in #general › /ttt start", "alice in #general › fly"]


async def test_a_game_is_redrawn_in_place_also_when_it_is_brought_down():
    text = await shown(ENTER.join(["/ttt start perfect", "1", "move 9", "board", CTRL_D]))
    assert text.count("@alice vs") == 1
    assert text.startswith("\nalice in #general › /ttt start perfect\n")
    assert "X │" in text.splitlines()[3]


async def test_what_a_game_answers_besides_stays_between_two_of_its_boards():
    text = await shown(ENTER.join(["/ttt start perfect", "5", "5", "hint", "9", "8", CTRL_D]))
    assert text.count("@alice vs") == 2
    assert text.index('no button "5"') < text.index("only you see this") < text.rindex("@alice vs")


async def test_a_window_that_is_too_low_gets_each_board_below_the_last():
    assert (await shown(ENTER.join(["/ttt start", "5", CTRL_D]), rows=9)).count("@alice vs") == 2
