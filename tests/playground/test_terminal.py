"""A conversation through a pipe, and at the prompt of a terminal."""

import asyncio
import os
import pty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stdout
from io import StringIO

import pytest

from bot.playground.simulated_discord import Here, World
from bot.playground.terminal import talk
from tests.support.playground import world
from tests.support.waiting import LONG

CTRL_D = "\x04"
PROMPT = "alice in #general › "

CONVERSATION = """
alice: /ttt start level:perfect
  ❌ @alice
  ⭕ Bot · perfect
  1   2   3
  4   5   6
  7   8   9
  Your turn, @alice ❌
  Tap a number to play
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
    async with world(tiles=True) as here:
        typed = StringIO("/ttt start level:perfect\n1\nas bob\n2\nquit\n")
        await talk(here, typed, in_words=False)
    banner, _, printed = capsys.readouterr().out.partition("\n\n")
    assert banner.startswith("A simulated Discord on your own machine")
    assert f"\n{printed}" == CONVERSATION


async def test_in_words_the_boards_of_friends_are_in_letters(capsys: pytest.CaptureFixture[str]):
    async with world(tiles=True) as here:
        typed = StringIO("in #general\nstart bob first:me\nas bob\naccept\nas alice\n5\n")
        await talk(here, typed, in_words=True)
    printed = capsys.readouterr().out
    assert "  1   2   3\n  4   X   6\n  7   8   9\n" in printed
    assert "❌" not in printed


class Terminal:
    """A pseudo-terminal with someone at its keys."""

    def __init__(self, keyboard: int) -> None:
        self._keyboard = keyboard
        self._sent = b""
        self._at = 0
        self._something_new = asyncio.Event()

    @property
    def sent(self) -> str:
        """What it has been sent."""
        return self._sent.decode(errors="ignore")  # a sign may have arrived in part

    def press(self, keys: str) -> None:
        os.write(self._keyboard, keys.encode())

    async def until(self, words: str) -> None:
        """Wait until it has been sent these words, after those that were waited for before."""
        while words not in self.sent[self._at :]:
            await self._something_new.wait()
            self._something_new.clear()
        self._at = self.sent.index(words, self._at) + len(words)

    def read(self) -> None:
        self._sent += os.read(self._keyboard, 1 << 16)
        self._something_new.set()


@asynccontextmanager
async def terminal(here: World) -> AsyncIterator[Terminal]:
    """A terminal in which someone talks until Ctrl-D, which is pressed at the end of the block."""
    keyboard, its = pty.openpty()
    someone = Terminal(keyboard)
    asyncio.get_running_loop().add_reader(keyboard, someone.read)
    with (
        os.fdopen(its) as source,
        os.fdopen(os.dup(its), "w", encoding="utf-8") as sink,
        redirect_stdout(sink),
    ):
        async with asyncio.timeout(LONG), asyncio.TaskGroup() as both:
            both.create_task(talk(here, source, in_words=False))
            try:
                await someone.until(PROMPT)
                yield someone
            finally:
                someone.press(f"\n{CTRL_D}")  # the thread that reads has to end in any case
        asyncio.get_running_loop().remove_reader(keyboard)
    os.close(keyboard)


async def test_at_the_prompt_a_board_that_changes_is_printed_again():
    async with world(tiles=True) as here, terminal(here) as alice:
        alice.press("/ttt start perfect\n")
        await alice.until("[Hint] [As text]\r\n\r\n" + PROMPT)
        alice.press("1\n")
        await alice.until("I played 5\r\n\r\n" + PROMPT)
    boards = alice.sent.index("  1   2   3\r\n"), alice.sent.index("  ❌  2   3\r\n")
    assert boards[0] < boards[1]
    assert alice.sent.count("⭕ Bot · perfect") == 1, "only what has changed"


async def test_what_happens_meanwhile_is_printed_on_lines_of_its_own_above_another_prompt():
    async with world(tiles=True) as here, terminal(here) as alice:
        alice.press("/ttt sta")
        await alice.until("/ttt sta")
        await here.slash(Here("bob", "general"), "ttt start", {})
        await alice.until("\r\n  ❌ @bob")
        await alice.until("\r\n" + PROMPT)
        alice.press("ts\n")
        await alice.until("No games yet.")
