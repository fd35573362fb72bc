"""The program of the worker process: it answers one question after another until its bot ends.

Questions come from standard input, and answers go to standard output. Each is a pickle after its length.
Before the first answer it says that it is ready.
"""

from __future__ import annotations

import copyreg
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from time import sleep
from types import MappingProxyType
from typing import Any

import bot.sessions.thoughts  # noqa: F401 - every question needs it, so that importing it is part of the start

READY = b"!"
LENGTH = 4  # bytes of a length, in big-endian order
_NICE = 10  # on a single core the event loop has priority
_RESTS_EVERY = 0.0005  # seconds
_REST = 0.00001  # seconds; with what the system adds, about 0.00007


def main() -> None:
    """Answer until standard input ends."""
    _stay_in_the_background()
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # prints must not mix with the answers
    answers.write(READY)
    answers.flush()
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    while True:
        answer = _answer(questions.get())
        answers.write(len(answer).to_bytes(LENGTH) + answer)
        answers.flush()


def _stay_in_the_background() -> None:
    """Ignore signals and lower the priority. The bot itself ends this process."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a terminal or systemd sends them to both processes
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    copyreg.pickle(MappingProxyType, _as_dict)  # policies are of this type, which pickle does not know


def _as_dict(mapping: MappingProxyType[Any, Any]) -> Any:
    return dict, (dict(mapping),)


def _read(questions: SimpleQueue[bytes]) -> None:
    """Read questions. When the bot has ended, end this process too, even during a search."""
    while length := sys.stdin.buffer.read(LENGTH):
        questions.put(sys.stdin.buffer.read(int.from_bytes(length)))
    os._exit(0)


def _answer(question: bytes) -> bytes:
    """A pickle of True and the answer, or of False and a traceback."""
    try:
        with _rests():
            return pickle.dumps((True, pickle.loads(question).answer()))
    except Exception:  # noqa: BLE001 - the bot gets it and decides
        return pickle.dumps((False, traceback.format_exc()))


@contextmanager
def _rests() -> Iterator[None]:
    """Sleep for a moment again and again, so that a waiting event loop gets the core at once.

    A low priority is not enough: now and then the loop would wait for whole ticks of Linux's clock, which are
    4 ms long on many systems.
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
