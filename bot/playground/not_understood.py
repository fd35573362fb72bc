"""The answer to a line or a frame that makes no sense."""

from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")

_LONGEST = 40  # characters of the line that an answer repeats
_LONGEST_FAULT = 300  # characters of what is wrong with a frame


class NotUnderstood(Exception):
    """The line or the frame makes no sense. The message is one line that says what would."""


def read_frame(frame: str, frames: TypeAdapter[T]) -> T:
    """One of these `frames`. Raises NotUnderstood for one that no page of ours sends."""
    try:
        return frames.validate_json(frame)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "frame"
        raise NotUnderstood(quote(f"{where}: {first['msg']}.", _LONGEST_FAULT)) from error


def quote(typed: str, longest: int = _LONGEST) -> str:
    """Typed text, safe to repeat: at most so many characters, and without control characters."""
    short = typed if len(typed) <= longest else typed[: longest - 1] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in short)
