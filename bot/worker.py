"""The worker process, seen from the bot: it searches without stopping the event loop.

A thread is not enough: it would hold the interpreter's lock, and so stop the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from typing import TypeVar

from bot.sessions.thoughts import Question
from bot.worker_program import LENGTH, READY

T = TypeVar("T")

_logger = logging.getLogger(__name__)

_LONGEST_START = 60.0  # seconds; a busy machine may take ten, and what takes longer than this hangs


class WorkerLost(Exception):
    """The process ended without an answer, or it did not start."""


class SearchFailed(Exception):
    """A search raised an exception. The message is its traceback."""


class Worker:
    """One process that answers one question at a time.

    It starts at the first question. If it is lost or ended, it starts again at the next question.
    """

    def __init__(self) -> None:
        self._process: Process | None = None

    async def ask(self, question: Question[T]) -> T:
        """Get the answer to a question; the previous one must be finished.

        Raises WorkerLost, SearchFailed, or OSError if no process can be started.
        """
        try:
            self._process = self._process or await _started()
            answered, answer = await _answer(self._process, question)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError) as error:
            process, self._process = self._process, None
            if process:
                await _gone(process)
            raise WorkerLost from error
        if not answered:
            raise SearchFailed(answer)
        return answer

    def kill(self) -> None:
        """Kill the process during a search. Its `ask` then raises WorkerLost.

        A process that is still starting is left alone, for a while: the next one would not be faster.
        """
        if self._process:
            _kill(self._process)

    async def end(self) -> None:
        """End the process, if there is one, and wait until it is gone."""
        process, self._process = self._process, None
        if process:
            _kill(process)
            await _gone(process)


async def _started() -> Process:
    """Start a process that finds the same modules as this one, and wait until it is ready.

    Raises asyncio.IncompleteReadError if it ends before, or TimeoutError if it hangs.
    """
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    program = (sys.executable, "-P", "-m", "bot.worker_program")
    process = await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE, env=environment)
    assert process.stdout, "it was started with pipes"
    try:
        async with asyncio.timeout(_LONGEST_START):
            await process.stdout.readexactly(len(READY))
    except BaseException as error:
        if isinstance(error, TimeoutError):
            _logger.warning(
                "The worker process did not start within %d seconds; giving it up", _LONGEST_START
            )
        _kill(process)
        await _gone(process)
        raise
    return process


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has already ended
        process.kill()


async def _gone(process: Process) -> None:
    """Wait for a process that is ending; without its input, it ends by itself."""
    assert process.stdin, "it was started with a pipe"
    process.stdin.close()
    await process.communicate()


async def _answer(process: Process, question: Question[T]) -> tuple[bool, T]:
    """True and the answer, or False and a traceback.

    Raises asyncio.IncompleteReadError or ConnectionError if the process ends.
    """
    assert process.stdin, "it was started with pipes"
    assert process.stdout, "it was started with pipes"
    asked = pickle.dumps(question)
    process.stdin.write(len(asked).to_bytes(LENGTH) + asked)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    told: tuple[bool, T] = pickle.loads(await process.stdout.readexactly(length))
    return told
