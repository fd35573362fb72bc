"""A conversation through a pipe, and at the prompt of a terminal."""

import asyncio
import os
import pty
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stdout
from io import StringIO

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_input
from prompt_toolkit.output.defaults import create_output

from bot.playground.simulated_discord import Here, World
from bot.playground.terminal import talk
from tests.support.playground import world
from tests.support.waiting import LONG

CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"

CONVERSATION = """
alice: /ttt start level:perfect
  ❌ @alice
  ⭕ Bot · perfect
  1   2   3
  4   5   6
  7   8   9
  Your turn, @alice ❌
  Tap a number to play, or use /ttt move
  [1] [2] [3]
  [4] [5] [6]
  [7] [8] [9]
  [Hint] [As text]

alice: 1
  ❌  2   3
  4   ⭕  6
  7   8   9
  Your turn, @alice ❌
  I played 5

alice: as bob
bob: 2
  That's someone else's game. Start your own: /ttt start
  (only you can see this)

bob: quit
"""


async def test_a_pipe_prints_a_conversation_with_who_typed_what(
    capsys: pytest.CaptureFixture[str],
):
    async with world() as here:
        typed = StringIO("/ttt start level:perfect\n1\nas bob\n2\nquit\n")
        await talk(here, typed, in_words=False)
    banner, _, printed = capsys.readouterr().out.partition("\n\n")
    assert banner.startswith("A simulated Discord on your own machine")
    assert f"\n{printed}" == CONVERSATION


async def test_in_words_the_boards_of_friends_are_in_letters(capsys: pytest.CaptureFixture[str]):
    async with world() as here:
        typed = StringIO("in #general\nstart bob first:me\nas bob\naccept\nas alice\n5\n")
        await talk(here, typed, in_words=True)
    printed = capsys.readouterr().out
    assert "  1   2   3\n  4   X   6\n  7   8   9\n" in printed
    assert "❌" not in printed


class Terminal:
    """A pseudo-terminal with someone at its keys.

    echoes  whether it showed typed keys by itself while the bot answered
    """

    def __init__(self, keyboard: int, its: int) -> None:
        self.echoes: set[bool] = set()
        self._keyboard = keyboard
        self._its = its
        self._sent = b""
        self._at = 0
        self._something_new = asyncio.Event()

    @property
    def sent(self) -> str:
        """What it has been sent."""
        return self._sent.decode(errors="ignore")  # a sign may have arrived in part

    def press(self, *keys: str) -> None:
        os.write(self._keyboard, "".join(keys).encode())

    async def until(self, words: str) -> None:
        """Wait until it has been sent these words, after those that were waited for before."""
        while words not in self.sent[self._at :]:
            await self._something_new.wait()
            self._something_new.clear()
        self._at = self.sent.index(words, self._at) + len(words)

    def read(self) -> None:
        self._sent += os.read(self._keyboard, 1 << 16)
        self._something_new.set()

    def note_echo(self) -> None:
        self.echoes.add(bool(termios.tcgetattr(self._its)[3] & termios.ECHO))


@asynccontextmanager
async def terminal(here: World) -> AsyncIterator[Terminal]:
    """A terminal in which someone talks until Ctrl-D, which is pressed at the end of the block."""
    keyboard, its = pty.openpty()
    termios.tcsetwinsize(its, (24, 80))
    someone = Terminal(keyboard, its)
    here.listeners.append(someone.note_echo)
    asyncio.get_running_loop().add_reader(keyboard, someone.read)
    with (
        os.fdopen(its) as source,
        os.fdopen(os.dup(its), "w", encoding="utf-8") as sink,
        redirect_stdout(sink),
        create_app_session(input=create_input(source), output=create_output(sink)),
    ):
        async with asyncio.timeout(LONG), asyncio.TaskGroup() as both:
            both.create_task(talk(here, source, in_words=False))
            await someone.until("›")
            yield someone
            someone.press(CTRL_D)
        asyncio.get_running_loop().remove_reader(keyboard)
    os.close(keyboard)


@pytest.fixture(autouse=True)
def its_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a terminal which does not tell where its cursor is."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")


async def test_at_the_prompt_a_board_that_changes_is_printed_again():
    async with world() as here, terminal(here) as alice:
        alice.press("/ttt start perfect", ENTER, "1", ENTER)
        await alice.until("I played 5")
    boards = alice.sent.index("  1   2   3\r\n"), alice.sent.index("  ❌  2   3\r\n")
    assert boards[0] < boards[1]
    assert alice.sent.count("⭕ Bot · perfect") == 1, "only what has changed"
    assert alice.echoes == {False}, "what is typed ahead would stand in the board"


async def test_what_happens_is_printed_above_the_line_being_typed():
    async with world() as here, terminal(here) as alice:
        alice.press("/ttt sta")
        await alice.until("/ttt sta")
        await here.slash(Here("bob", "general"), "ttt start", {})
        await alice.until("❌ @bob")
        await alice.until("/ttt sta")
        alice.press("ts", ENTER)
        await alice.until("No games yet.")


async def test_ctrl_c_throws_the_line_away_and_says_how_to_leave():
    async with world() as here, terminal(here) as alice:
        alice.press("/ttt start", CTRL_C)
        await alice.until("Type quit or press Ctrl-D to leave.\r\n")
    assert "@alice" not in alice.sent


async def test_what_is_pasted_is_taken_line_by_line():
    async with world() as here, terminal(here) as alice:
        alice.press(f"\x1b[200~/ttt start\nas dave\x1b[201~{ENTER}")
        await alice.until("There's no dave here.")
    assert "❌ @alice" in alice.sent
