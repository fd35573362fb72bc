"""The worker process, both ends of its pipe: it searches without stopping the bot's event loop.

A thread is not enough: it would hold the interpreter's lock, and so stop the event loop. The
process `python -m bot.interactions.worker` answers one question after another until its bot ends.
Questions come from standard input, and answers go to standard output. Each is a pickle after its
length. First it says that it is ready.
"""

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import sys
import threading
import traceback
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from queue import SimpleQueue
from time import sleep
from typing import TypeVar

from bot.interactions.questions import Question

T = TypeVar("T")

_logger = logging.getLogger(__name__)

_READY = b"!"
_LENGTH = 4  # bytes of a length, in big-endian order
_LONGEST_START = 60.0  # seconds; a busy machine may take ten, and what takes longer than this hangs

_NICE = 10  # on a single core the event loop has priority
_RESTS_EVERY = 0.0005  # seconds
_REST = 0.00001  # seconds; with what the system adds, about 0.00007


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
            self._process = self._process or await _start_process()
            source = self._process.stdout
            sink = self._process.stdin
            assert source, "it was started with pipes"
            assert sink, "it was started with pipes"
            pickled = pickle.dumps(question)
            sink.write(len(pickled).to_bytes(_LENGTH) + pickled)
            await sink.drain()
            length = int.from_bytes(await source.readexactly(_LENGTH))
            is_answer, content = pickle.loads(await source.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError) as error:
            process = self._process
            self._process = None
            if process:
                await _wait_for_end(process)
            raise WorkerLost from error
        if not is_answer:
            raise SearchFailed(content)
        answer: T = content
        return answer

    def kill(self) -> None:
        """Kill the process during a search. Its `ask` then raises WorkerLost.

        A process that is still starting is left alone, for a while: the next one would not be
        faster.
        """
        if self._process:
            _kill(self._process)

    async def end(self) -> None:
        """End the process, if there is one, and wait until it is gone."""
        process = self._process
        self._process = None
        if process:
            await _discard(process)


async def _start_process() -> Process:
    """Start a process that finds the same modules as this one, and wait until it is ready.

    Raises asyncio.IncompleteReadError if it ends before, or TimeoutError if it hangs.
    """
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "bot.interactions.worker",
        stdin=PIPE,
        stdout=PIPE,
        env=environment,
    )
    assert process.stdout, "it was started with pipes"
    try:
        async with asyncio.timeout(_LONGEST_START):
            await process.stdout.readexactly(len(_READY))
    except TimeoutError:
        _logger.warning(
            "The worker process did not start within %d seconds; giving it up", _LONGEST_START
        )
        await _discard(process)
        raise
    except BaseException:  # it has ended, or nobody waits for it any more
        await _discard(process)
        raise
    return process


async def _discard(process: Process) -> None:
    _kill(process)
    await _wait_for_end(process)


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has already ended
        process.kill()


async def _wait_for_end(process: Process) -> None:
    """Wait for a process that is ending; without its input, it ends by itself."""
    assert process.stdin, "it was started with a pipe"
    process.stdin.close()
    await process.communicate()


def main() -> None:
    """The process itself: answer until standard input ends."""
    # A terminal or systemd sends them to both processes.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # prints must not mix with the answers
    answers.write(_READY)
    answers.flush()
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_take_questions, args=(questions,), daemon=True).start()
    while True:
        question = questions.get()
        answer = _pickled_answer(question)
        answers.write(len(answer).to_bytes(_LENGTH) + answer)
        answers.flush()


def _take_questions(questions: SimpleQueue[bytes]) -> None:
    """When the bot has ended, end this process too, even during a search."""
    while length := sys.stdin.buffer.read(_LENGTH):
        question = sys.stdin.buffer.read(int.from_bytes(length))
        questions.put(question)
    os._exit(0)


def _pickled_answer(question: bytes) -> bytes:
    """The answer to a pickled question, or why there is none, as `Worker.ask` takes it."""
    try:
        with _resting():
            answer = pickle.loads(question).find_answer()
            return pickle.dumps((True, answer))
    except Exception:  # noqa: BLE001 - the bot gets it and decides
        return pickle.dumps((False, traceback.format_exc()))


@contextlib.contextmanager
def _resting() -> Iterator[None]:
    """Sleep for a moment again and again, so that a waiting event loop gets the core at once.

    A low priority is not enough: now and then the loop would wait for whole ticks of Linux's clock,
    which are 4 ms long on many systems.
    """
    if sys.platform == "win32":  # it has no such timer
        yield
        return
    signal.signal(signal.SIGALRM, lambda *_: sleep(_REST))
    signal.setitimer(signal.ITIMER_REAL, _RESTS_EVERY, _RESTS_EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()
