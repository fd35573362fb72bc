"""Searches that wait until the test lets them go, in the worker process as in real life."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.interactions import questions
from bot.interactions.questions import Question
from engine.board import Board
from tests.support import slow
from tests.support.slow import HELD, LARGE, SEARCHED
from tests.support.waiting import LONG


def install(patch: pytest.MonkeyPatch) -> None:
    """Give this process the levels of `tests.support.slow`, which are never looked up."""
    looked_up = Question.is_looked_up.fget
    patch.setattr(questions, "policy_of", slow.policy_of)
    patch.setattr(
        Question, "is_looked_up", property(lambda asked: not _is_slow(asked) and looked_up(asked))
    )


def _is_slow(question: Question[Any]) -> bool:
    return any(
        isinstance(more, str) and more.startswith((SEARCHED, HELD)) for more in question.more
    )


class Search:
    """A search that has begun: `name` is what it was asked about."""

    def __init__(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.name = name
        self._reader = reader
        self._writer = writer

    async def end(self, answer: str = "found") -> None:
        """Let it go, and wait until it has."""
        self._writer.write(answer.encode())
        await self.ended()

    async def ended(self) -> None:
        """Wait until its connection is closed: it has an answer, or its process is gone."""
        await asyncio.wait_for(self._reader.read(), LONG)
        self._writer.close()


class Held:
    """The searches that wait for the test; `level` is the bot's."""

    def __init__(self, port: int, begun: asyncio.Queue[Search]) -> None:
        self.level = f"{HELD}{port}"
        self._begun = begun

    def question(self, name: str, board: Board = LARGE) -> Question[str]:
        """A question whose answer the test gives."""
        return Question(slow.hold, board, (self.level, name))

    async def begun(self) -> Search:
        """The next search to begin."""
        return await asyncio.wait_for(self._begun.get(), LONG)

    async def answer(self, answer: str = "found") -> str:
        """Let the next search end; returns what it was asked about."""
        search = await self.begun()
        await search.end(answer)
        return search.name

    @property
    def nothing_else(self) -> bool:
        """Whether no other search has begun."""
        return self._begun.empty()


@asynccontextmanager
async def held_searches() -> AsyncIterator[Held]:
    """A place where searches wait while the block runs."""
    begun: asyncio.Queue[Search] = asyncio.Queue()

    async def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = (await reader.readline()).decode().strip()
        begun.put_nowait(Search(name, reader, writer))

    server = await asyncio.start_server(begin, "127.0.0.1")
    try:
        yield Held(server.sockets[0].getsockname()[1], begun)
    finally:
        server.close()
