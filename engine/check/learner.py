"""The process in which a learner's file runs. It calls the file's functions when asked.

    python -P -B learner.py FILE

Calls are lines of JSON on standard input, responses are lines on standard output. What the file
prints goes nowhere, and what it reads is empty. This script imports nothing of ours, and `-P` keeps
our folders from the learner's imports, so the file runs as it does by itself.

Hello     {"functions": [...]}, once the file is loaded; or an error
Call      {"name": "result", "board": "XO./.OX/OX.", "action": [0, 2]}; `action` only for `result`
Response  {"value": ..., "seconds": ..., "changed": ..., "chance": ...}, or an error:
          {"error": "IndexError: list index out of range", "line": 12, "code": "return board[3]"}

value     what the function returned; marks are "X" and "O", and an empty cell is null
seconds   of CPU
changed   whether the function has changed the board that it was given
chance    whether it has drawn a random number; these are the same in every process
"""

import json
import operator
import os
import random
import sys
import time
import traceback
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import ModuleType
from typing import Any, BinaryIO

_RETURN_MARKS = {"player", "winner", "result"}
_MOVE = {"minimax", "move"}
_SIGNS = {"X": "X", "O": "O", ".": None}
_MOST_ITEMS = 40  # of what a function returns; a board has nine cells
_LONGEST = 400  # characters of a value or an error


def main(file: str) -> None:
    """Load the file, and answer until nobody asks any more."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    _keep_apart()
    random.seed(0)  # whoever chooses by chance gets the same report every time
    calls: SimpleQueue[dict[str, Any]] = SimpleQueue()
    Thread(target=_take_calls, args=(incoming, calls), daemon=True).start()
    try:
        module = _load(file)
    except BaseException as error:  # noqa: BLE001 - the file may also call exit
        _send(outgoing, _as_error(error, file))
        os._exit(1)
    names = [name for name, value in vars(module).items() if callable(value)]
    _send(outgoing, {"functions": names})
    while True:
        call = calls.get()
        try:
            response = _call(module, **call)
        except BaseException as error:  # noqa: BLE001 - as above
            response = _as_error(error, file)
        _send(outgoing, response)


def _keep_apart() -> None:
    """Let the file read nothing, and lose what it prints: our calls and responses are ours."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    # It may print any character, whatever this machine's encoding is.
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _take_calls(lines: BinaryIO, calls: SimpleQueue[dict[str, Any]]) -> None:
    """Take calls in. Ends the process when the one who asks is gone, even in an endless loop."""
    for line in lines:
        calls.put(json.loads(line))
    os._exit(0)


def _send(stream: BinaryIO, content: dict[str, Any]) -> None:
    stream.write(json.dumps(content).encode() + b"\n")
    stream.flush()


def _load(file: str) -> ModuleType:
    sys.path.insert(0, str(Path(file).parent))  # for files beside it
    loader = SourceFileLoader("learner", file)
    spec = spec_from_loader(loader.name, loader)
    assert spec, "a loader was given"
    module = module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


def _call(
    module: ModuleType, name: str, board: str, action: tuple[int, int] | None
) -> dict[str, Any]:
    marks = {
        "X": getattr(module, "X", "X"),
        "O": getattr(module, "O", "O"),
        ".": getattr(module, "EMPTY", None),
    }
    takes_text = name == "move"
    may_choose = name in _MOVE
    argument: Any = _rows(board, marks)
    if takes_text:
        argument = board
    arguments = [argument]
    if action is not None:
        arguments.append(tuple(action))
    state = None
    if may_choose:
        state = random.getstate()
    function = getattr(module, name)
    began = time.process_time()
    value = function(*arguments)
    seconds = time.process_time() - began
    return {
        "value": _as_json(name, value, marks),
        "seconds": seconds,
        "changed": not takes_text and argument != _rows(board, marks),
        "chance": may_choose and random.getstate() != state,
    }


def _as_json(name: str, value: Any, marks: dict[str, Any]) -> Any:
    """What a function of this name returned, as JSON can hold it, and not too long."""
    if name == "terminal":
        return bool(value)  # all that an `if` makes of it
    returned_marks = {}
    if name in _RETURN_MARKS:
        returned_marks = marks
    plain = _plain(value, returned_marks)
    if len(str(plain)) > _LONGEST:
        return str(plain)[:_LONGEST]
    return plain


def _rows(board: str, marks: dict[str, Any]) -> list[list[Any]]:
    """The board as the course has it: three lists of three."""
    return [[marks[sign] for sign in row] for row in board.split("/")]


def _plain(value: Any, marks: dict[str, Any]) -> Any:
    """The value in plain types, with our signs for the file's marks."""
    if hasattr(value, "tolist"):  # of numpy, where a single number may be an array, too
        value = value.tolist()
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_plain(each, marks) for each in islice(value, _MOST_ITEMS)]
    for sign, mark in marks.items():
        if value == mark:
            return _SIGNS[sign]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "__index__"):  # a whole number of a library
        return operator.index(value)
    if hasattr(value, "__float__"):  # any other number, such as a fraction
        return float(value)
    return repr(value).partition(" at 0x")[0]  # an address is another one every time


def _as_error(error: BaseException, file: str) -> dict[str, Any]:
    """An error as people read it, with the last line of the file that it passed."""
    response: dict[str, Any] = {
        "error": f"{type(error).__name__}: {error}".removesuffix(": ")[:_LONGEST]
    }
    places = [
        (each.lineno, each.line)
        for each in traceback.extract_tb(error.__traceback__)
        if each.filename == file
    ]
    if isinstance(error, SyntaxError) and error.filename == file:
        response["error"] = f"SyntaxError: {error.msg}"
        places.append((error.lineno, (error.text or "").strip()))
    if places:
        line, code = places[-1]
        response["line"] = line
        response["code"] = (code or "")[:_LONGEST]
    return response


if __name__ == "__main__":
    main(sys.argv[1])
