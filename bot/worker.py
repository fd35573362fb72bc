"""The process that searches, as the bot sees it.

A thread would do for the waiting, but it would hold the interpreter's lock, and so the event loop with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from typing import TypeVar

from bot.sessions.thoughts import Question
from bot.worker_program import LENGTH

T = TypeVar("T")


class WorkerLost(Exception):
    """The process ended before it had answered."""


class SearchFailed(Exception):
    """A search raised an exception; the message is its traceback."""


class Worker:
    """One process, which answers one question at a time.

    It starts with the first question, and after it was lost or ended, with the next one.
    """

    def __init__(self) -> None:
        self._process: Process | None = None

    async def ask(self, question: Question[T]) -> T:
        """The answer to the only question there is now.

        Raises WorkerLost, SearchFailed, or OSError where no process can be started.
        """
        if self._process is None:
            self._process = await _started()
        try:
            answered, answer = await _answer(self._process, question)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            await self.end()
            raise WorkerLost from error
        if not answered:
            raise SearchFailed(answer)
        return answer

    def kill(self) -> None:
        """End the process in the midst of a search, whose question then raises WorkerLost."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                self._process.kill()

    async def end(self) -> None:
        """End the process, if there is one, and wait until it is gone."""
        self.kill()
        if process := self._process:
            self._process = None
            assert process.stdin, "it was started with a pipe"
            process.stdin.close()
            await process.communicate()


async def _started() -> Process:
    """A process that finds the same modules as this one."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    program = (sys.executable, "-P", "-m", "bot.worker_program")
    return await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE, env=environment)


async def _answer(process: Process, question: Question[T]) -> tuple[bool, T]:
    """Whether the question could be answered; then the answer, else a traceback.

    Raises asyncio.IncompleteReadError or ConnectionError if the process ends.
    """
    assert process.stdin, "it was started with pipes"
    assert process.stdout, "it was started with pipes"
    asked = pickle.dumps(question)
    process.stdin.write(len(asked).to_bytes(LENGTH) + asked)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    told: tuple[bool, T] = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 - our own child says it
    return told
