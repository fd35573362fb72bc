"""What Python does while it runs the lines that the lessons show, found by watching it."""

import inspect
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from bot.learn.tools.short_minimax import free_cells, is_over
from engine.board import Cell


def traced(lines: Callable[[str], int], board: str) -> list[dict[str, Any]]:
    """The steps of a run on a board, as `bot.learn.walk` has them, and the line of each."""
    code, (source, first) = lines.__code__, inspect.getsourcelines(lines)
    found: list[dict[str, Any]] = []
    path: list[Cell] = []
    boards: list[str] = []
    limits: list[dict[str, Any]] = []
    latest: list[int] = []  # the line that each call ran last

    def record(kind: str, frame: FrameType, value: int | None = None) -> None:
        line, at = latest[-1] if kind == "limit" else frame.f_lineno, limits_of(frame)
        found.append({"kind": kind, "path": list(path), "line": line - first, "value": value, **at})

    def watch(frame: FrameType, event: str, result: Any) -> Any:
        if frame.f_code is not code:
            return None
        if event == "call":
            at: str = frame.f_locals["board"]
            if boards:
                path.extend(set(free_cells(boards[-1])) - set(free_cells(at)))
            boards.append(at)
            limits.append(limits_of(frame))
            latest.append(frame.f_lineno)
            record("look", frame)
        elif event == "line":
            if limits_of(frame) != limits[-1]:
                limits[-1] = limits_of(frame)
                if len(free_cells(boards[-1])) > 1:
                    record("limit", frame)
            if source[frame.f_lineno - first].strip() == "break":
                record("skip", frame)
            latest[-1] = frame.f_lineno
        elif event == "return":
            if is_over(boards.pop()):
                found.pop()  # it was looked at, and this is all there is to see
                record("end", frame, result)
            else:
                record("rise", frame, result)
            limits.pop()
            latest.pop()
            if path:
                path.pop()
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        lines(board)
    finally:
        sys.settrace(before)
    return found


def limits_of(frame: FrameType) -> dict[str, Any]:
    """Alpha and beta, in lines that have them, once they are known."""
    limits = {}
    for name in ("alpha", "beta"):
        limit = frame.f_locals.get(name)
        if limit in {-10, 10}:
            limit = None
        limits[name] = limit
    return limits
