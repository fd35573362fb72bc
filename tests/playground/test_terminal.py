"""The prompt, with the keys that someone presses."""

import asyncio
import os
import pty
import re
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TextIO

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_input, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.defaults import create_output

from bot.playground.terminal import Conversation, converse, prompted_lines, talk
from bot.playground.terminal_screen import Screen, in_columns
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
            await converse(conversation, prompted_lines(conversation, screen))
    return terminal.text


async def test_ctrl_c_throws_the_line_away_and_says_how_to_leave():
    assert await shown("/ttt resi" + CTRL_C + CTRL_D) == "Type quit or press Ctrl-D to leave.\n"


async def test_what_is_pasted_is_taken_line_by_line():
    pasted = await shown("\x1b[200~/ttt start\nfly\x1b[201~" + ENTER + CTRL_D)
    lines = [line for line in pasted.splitlines() if "›" in line]
    assert lines == ["alice in #general › /ttt start", "alice in #general › fly"]


async def test_a_game_is_redrawn_in_place_also_when_it_is_brought_down():
    text = await shown(ENTER.join(["/ttt start perfect", "1", "move 9", "board", CTRL_D]))
    assert text.count("X @alice") == 1
    assert text.startswith("\nalice in #general › /ttt start perfect\n")
    assert "X │" in text.splitlines()[4]


async def test_what_a_game_answers_besides_stays_between_two_of_its_boards():
    text = await shown(ENTER.join(["/ttt start perfect", "5", "5", "hint", "9", "8", CTRL_D]))
    assert text.count("X @alice") == 2
    assert (
        text.index("no button “5”") < text.index("only you can see this") < text.rindex("X @alice")
    )


@pytest.mark.parametrize(("more", "boards"), [(2, 1), (1, 2)], ids=["both fit", "they do not"])
async def test_a_board_is_redrawn_only_where_it_and_the_prompt_fit(more: int, boards: int):
    text = await shown(ENTER.join(["/ttt start", CTRL_D]))
    height = text.count("\n") - 2  # without what was typed
    text = await shown(ENTER.join(["/ttt start", "5", CTRL_D]), height + more)
    assert text.count("X @alice") == boards


class Pty:
    """A pseudo-terminal of 80 columns and 24 rows."""

    def __init__(self) -> None:
        self._ours, self._its = pty.openpty()
        termios.tcsetwinsize(self._its, (24, 80))
        self.sent = b""
        self.is_asked = asyncio.Event()

    @contextmanager
    def session(self) -> Iterator[TextIO]:
        """While the block runs, the prompt is here; what it reads from."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._ours, self._read)
        with (
            os.fdopen(self._its) as source,
            os.fdopen(os.dup(self._its), "w", encoding="utf-8") as sink,
            create_app_session(input=create_input(source), output=create_output(sink)),
        ):
            yield source
        loop.remove_reader(self._ours)
        os.close(self._ours)

    def _read(self) -> None:
        self.sent += os.read(self._ours, 1 << 16)
        if "›".encode() in self.sent:
            self.is_asked.set()

    async def type(self, *lines: str) -> None:
        """Type these lines and then quit, as soon as there is a prompt."""
        await self.is_asked.wait()
        os.write(self._ours, "".join(f"{line}{ENTER}" for line in (*lines, "quit")).encode())

    @property
    def echoes(self) -> bool:
        """Whether it shows what is typed before anybody reads it."""
        return bool(termios.tcgetattr(self._its)[3] & termios.ECHO)


@pytest.fixture
def its_variables(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment of a terminal with colours, which does not tell where its cursor is."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return monkeypatch


async def sent_to_a_terminal(*lines: str) -> str:
    """What a real terminal is sent while someone types these lines."""
    async with world() as here, asyncio.timeout(LONG), asyncio.TaskGroup() as both:
        terminal, echoes = Pty(), list[bool]()
        here.listeners.append(lambda: echoes.append(terminal.echoes))
        with terminal.session() as source:
            typing = both.create_task(terminal.type(*lines))
            await talk(here, source)
        await typing
    assert set(echoes) == {False}, "what is typed ahead would stand in the board"
    return terminal.sent.decode()


# As many lines as a board and what is around it.
UP_AND_ERASED = re.compile(r"\x1b\[(?:8|9|1\d)A\x1b\[J")


async def test_a_terminal_gets_colours_and_a_board_in_place(its_variables: pytest.MonkeyPatch):
    sent = await sent_to_a_terminal("/ttt start level:perfect", "5", "8")
    assert "\x1b[0;38;5;196;1m X " in sent
    assert len(UP_AND_ERASED.findall(sent)) == 2


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
async def test_who_wants_neither_colours_nor_a_cursor_that_moves_gets_plain_text(
    its_variables: pytest.MonkeyPatch, variable: str, value: str
):
    its_variables.setenv(variable, value)
    sent = await sent_to_a_terminal("/ttt start level:perfect", "5", "8")
    assert sent.count("X @alice") == 3
    assert "38;5;196" not in sent
    assert not UP_AND_ERASED.search(sent)
