"""The words of the report."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from urllib.parse import urlencode

from engine.board import Board
from engine.check.checking import Asked, Check
from engine.check.functions import LIMITS, PARTS, REFUSES
from engine.check.moves import KINDS, NO_MOVE

_PAGE = Path(__file__).parents[2] / "docs" / "minimax.html"
_BESIDE = 72  # characters beside a board
_SLOW = 0.5  # seconds for the first move, from which on a saving is worth its lines


def link(board: Board) -> str:
    """The address at which the page of one file shows a board, and what each cell is worth."""
    query = urlencode({"game": "3x3", "position": board.notation}, safe="/")
    page = _PAGE.as_uri() if _PAGE.exists() else "docs/minimax.html"
    return f"{page}#explore&{query}"


def lines(check: Check) -> Iterator[str]:
    """The report, line by line. Only the first fault is shown in full."""
    if check.is_sound:
        yield "It passes: it never throws away a win or a draw."
        yield ""

    if check.functions.boards:
        yield f"The functions, on {_of(check.functions)}"
        for function in (*PARTS, *LIMITS):
            if function in check.wrong:
                yield _row(function, f"wrong on {_boards(check.wrong[function])}")
            elif function in check.seen:
                yield _row(function, "right")
            else:
                yield _row(function, "unknown")
            if function == REFUSES and check.refusal and check.refusal != check.fault:
                yield f"      {check.refusal.says[0]}"
            yield from _first_fault(function, check)
        yield ""

    yield f"The moves, on {_of(check.moves)}"
    for kind in KINDS:
        if kind in check.wrong:
            yield _row(kind, _boards(check.wrong[kind]))
        elif check.moves.answered:
            yield _row(kind, "never")
        else:
            yield _row(kind, "unknown")
        yield from _first_fault(kind, check)
    if check.again.boards:
        yield _row("answers differently when asked again", _boards(check.differing))
        yield _row("asked ten times, because it may", _of(check.again))
    if not check.functions.is_all or not check.moves.is_all:
        if check.gave_up:
            why = "because on several it gave no answer."
        else:
            seconds = max(300, 2 * check.seconds)
            why = f"because it is slow. --seconds {seconds:g} gives it more time."
        yield f"  Not all boards were asked, {why}"
    if check.fault and len(check.wrong) > 1:
        yield "  Fix the fault that is shown first: the others may come from it."
    yield ""

    if check.first_move_seconds is not None:
        yield f"The first move took {check.first_move_seconds:.2f} seconds"
        if check.first_move_seconds > _SLOW:
            yield "  Plain minimax looks at 549,946 boards for it. With the ideas of lesson 5"
            yield "  (skip, remember and mirror) 621 are enough."
    elif NO_MOVE in check.wrong:
        yield "The first move did not come"
    else:
        yield "The first move did not come in time"


def _row(what: str, text: str) -> str:
    return f"  {what:44}{text}"


def _first_fault(what: str, check: Check) -> Iterator[str]:
    """If the first fault is of this kind: its board, and beside it what is wrong there."""
    fault = check.fault
    if not fault or fault.what != what:
        return
    says = list(fault.says)
    if check.remembers:
        says.append("Asked only this, it answers differently: it depends on what was asked before.")
    if check.cause:
        says.append(f"A guess: {check.cause}")
    beside: list[str] = []
    for sentence in says:
        beside += wrap(sentence, _BESIDE)
    yield ""
    for row, text in zip_longest(str(fault.board).split("\n"), beside, fillvalue=""):
        yield f"      {row:8}{text}".rstrip()
    yield f"      {link(fault.board)}"
    yield ""


def _boards(count: int) -> str:
    if count == 1:
        return "1 board"
    return f"{count:,} boards"


def _of(asked: Asked) -> str:
    if asked.is_all:
        return f"all {asked.boards:,} boards"
    return f"{asked.answered:,} of {asked.boards:,} boards"
