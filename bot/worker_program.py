"""What the worker process runs: it answers one question after another, for as long as its bot lives.

Questions come on standard input and answers go to standard output, as pickles with their length before them.
"""

from __future__ import annotations

import copyreg
import os
import pickle
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from types import MappingProxyType
from typing import Any

LENGTH = 4  # bytes, the highest first
_NICE = 10  # on a single core the event loop goes first


def main() -> None:
    """Answer until standard input ends."""
    _stay_in_the_background()
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing that is printed may stand among the answers
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    while True:
        answer = _answer(questions.get())
        answers.write(len(answer).to_bytes(LENGTH) + answer)
        answers.flush()


def _stay_in_the_background() -> None:
    """Leave signals and the processor to the bot, which ends this process itself."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a terminal, or systemd, sends them to both
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    copyreg.pickle(MappingProxyType, _as_dict)  # the engine's policies cannot be pickled as they are


def _as_dict(mapping: MappingProxyType[Any, Any]) -> Any:
    return dict, (dict(mapping),)


def _read(questions: SimpleQueue[bytes]) -> None:
    """Take questions in, and end the process with its bot, even in the midst of a search."""
    while length := sys.stdin.buffer.read(LENGTH):
        questions.put(sys.stdin.buffer.read(int.from_bytes(length)))
    os._exit(0)


def _answer(question: bytes) -> bytes:
    """Whether the question could be answered; then the answer, else the traceback."""
    try:
        return pickle.dumps((True, pickle.loads(question).answer()))  # noqa: S301 - only our own bot writes to it
    except Exception:  # noqa: BLE001 - the bot is told, and decides
        return pickle.dumps((False, traceback.format_exc()))


if __name__ == "__main__":
    main()
