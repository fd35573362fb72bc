"""Lines that fit the width of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from prompt_toolkit.utils import get_cwidth

_MARGIN = re.compile(r"(?:│ )? *")
_WORD = re.compile(r" *(?:\[[^]]*\]|\S+)")  # text in brackets is a button and stays whole
_NARROW = 60  # columns; below that, two columns of text are hard to read


def fold(text: str, width: int) -> str:
    """The text with long lines broken between words, and the margin repeated before each part."""
    return "\n".join(part for line in text.splitlines() for part in _fold(line, width))


def in_columns(rows: Iterable[tuple[str, str]], width: int) -> str:
    """Two columns, or the second below the first if the terminal is too narrow."""
    rows = list(rows)
    if width < _NARROW:
        return "\n".join(f"{left}\n{fold('    ' + right, width)}" for left, right in rows)
    first = max(get_cwidth(left) for left, _ in rows if get_cwidth(left) < width // 3)
    return "\n".join(line for left, right in rows for line in _row(left, right, first, width))


def _row(left: str, right: str, first: int, width: int) -> Iterator[str]:
    """A row with its second column beside the first, or below it if the first is too wide."""
    margin = " " * (first + 2)
    below = fold(margin + right, width)
    if get_cwidth(left) > first:
        yield left
        yield below
    else:
        yield left.ljust(first) + below[first:]


def _fold(line: str, width: int) -> Iterator[str]:
    match = _MARGIN.match(line)
    margin = match[0] if match else ""
    part = margin
    for word in _WORD.findall(line[len(margin) :]):
        if part != margin and get_cwidth(part + word) > width:
            yield part
            part = margin + word.lstrip()
        else:
            part += word
    yield part
