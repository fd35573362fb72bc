"""Messages for a terminal that cannot draw emoji."""

from __future__ import annotations

import locale
import os
import re
import sys

from bot.rendering.looks import PAIRS
from engine.board import Mark

_SIGNS = str.maketrans(
    {
        "❌": " X",
        "⭕": " O",
        "❎": "*X",
        "🟢": "*O",
        "✅": " +",
        "🤝": " =",
        "🔻": " -",
        **{look.sign(mark): f" {mark.value}" for look in PAIRS.values() for mark in Mark},
        "🆗": " ~",
        "⚠": "!",
        "▫": ".",
        "🔸": " .",
        "🔢": "  ",
        "·": "-",
        "×": "x",
        "–": "-",
        "…": "...",
        "←": "<-",
        "│": "|",
        "›": ">",
        "▾": "v",
        "’": "'",
    }
)
_ANY_OTHER = re.compile(r"[^\x00-\x7f]+ ?")


def is_needed() -> bool:
    """Whether this terminal draws only ASCII, because of its locale or because it is the Linux console."""
    encoding = sys.stdout.encoding if sys.platform == "win32" else locale.getencoding()
    return "utf" not in encoding.lower() or os.environ.get("TERM") == "linux"


def in_ascii(text: str) -> str:
    """The text with letters for marks and without decorative signs."""
    return _ANY_OTHER.sub("", text.translate(_SIGNS))
