"""The worker: a process of its own that searches, so that the bot's event loop never waits.

A thread is not enough: it would hold the interpreter's lock, and so stop the event loop.
"""

import os
import signal
from concurrent.futures import Future
from concurrent.futures.process import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import TypeVar

from bot.interactions.questions import Question

T = TypeVar("T")

_NICE = 10  # on a single core the event loop has priority


class Worker:
    """One process that works on one question after another. It starts at the first.

    It holds one end of a pipe, as a dog its leash. When the bot drops the other end, or is killed,
    the process ends at once, even during a search.
    """

    def __init__(self) -> None:
        context = get_context("spawn")
        end_of_leash, self._leash = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(1, context, _begin, (end_of_leash,))

    def ask(self, question: Question[T]) -> Future[T]:
        """Line a question up; what the search finds, or what it raised.

        Once the process has ended, this raises BrokenProcessPool, and so do searches to come.
        """
        return self._pool.submit(question.find)

    def end(self) -> None:
        """End the process, if there is one. Nobody has to wait until it is gone."""
        self._leash.close()
        self._pool.shutdown(wait=False)


def _begin(leash: Connection) -> None:
    """Prepare the process itself."""
    # A terminal or systemd sends them to both processes.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    Thread(target=_end_with_bot, args=(leash,), daemon=True).start()


def _end_with_bot(leash: Connection) -> None:
    leash.poll(None)  # nothing is ever sent, so this returns when the other end is closed
    os._exit(0)
