"""The gallery in one language: what a program can see of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.rendering import payload
from bot.rendering.gallery import gallery
from bot.rendering.voice import Voice

_LONGEST_LABEL = 20  # Discord allows 80, but a phone shows about 20
_LONGEST_OPTION = 100
_BUTTON, _TEXT = 2, 10


def screens(voice: Voice) -> Iterator[tuple[str, Any]]:
    """Every message of the gallery by its name, as it is sent."""
    for name, reply in gallery(voice).items():
        yield name, payload.message(reply)


def words(sent: Any) -> list[str]:
    """Every text of a message, labels of buttons among them."""
    return _texts(sent) + labels(sent)


def faults_on_screen(name: str, sent: Any) -> Iterator[str]:
    """What does not fit into Discord's limits, or not on a phone."""
    parts, texts = list(_parts(sent)), _texts(sent)
    if len(parts) > 40 or sum(map(len, texts)) > 4000 or len(sent.get("content") or "") > 2000:
        yield f"{name!r} is too large for Discord"
    if any(text.count("**") % 2 for text in texts):
        yield f"{name!r} has ** without another"
    for option in (option for part in parts for option in part.get("options", ())):
        if not 1 <= len(option["label"]) <= _LONGEST_OPTION:
            yield f"the choice {option['label']!r} does not fit: Discord allows {_LONGEST_OPTION} characters"
    for label in labels(sent):
        if not 1 <= len(label) <= _LONGEST_LABEL:
            yield f"the button {label!r} has {len(label)} characters, and at most {_LONGEST_LABEL} fit"


def _texts(sent: Any) -> list[str]:
    cards = [part["content"] for part in _parts(sent) if part["type"] == _TEXT]
    return [*cards, sent["content"]] if sent.get("content") else cards


def labels(sent: Any) -> list[str]:
    """The labels of its buttons."""
    return [part["label"] for part in _parts(sent) if part["type"] == _BUTTON]


def _parts(sent: Any) -> Iterator[dict[str, Any]]:
    for part in sent.get("components", []):
        yield part
        yield from _parts(part)
