"""The answer to a line or a frame that makes no sense."""

_LONGEST = 40  # characters of the line that an answer repeats


class NotUnderstood(Exception):
    """The line or the frame makes no sense. The message is one line that says what would."""


def quote(typed: str, longest: int = _LONGEST) -> str:
    """Typed text, safe to repeat: at most so many characters, and without control characters."""
    short = typed if len(typed) <= longest else typed[: longest - 1] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in short)
