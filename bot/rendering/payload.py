"""Replies in the form Discord expects.

The numbers are Discord's: https://docs.discord.com/developers/components/reference and
https://docs.discord.com/developers/resources/message#message-object-message-flags
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.rendering.reply import Button, Card, Notice, Post, Reply

_ROW, _BUTTON, _TEXT, _SEPARATOR, _CONTAINER = 1, 2, 10, 14, 17
_EPHEMERAL, _MADE_OF_COMPONENTS = 1 << 6, 1 << 15


def message(reply: Reply) -> dict[str, Any]:
    """A new message."""
    match reply:
        case Notice():
            return {"content": reply.text, "flags": _EPHEMERAL, "allowed_mentions": {"parse": []}}
        case Card(private=True):
            return redrawn(reply) | {"flags": _EPHEMERAL | _MADE_OF_COMPONENTS}
        case Card():
            return redrawn(reply)
        case Post():
            return redrawn(reply) | {"allowed_mentions": {"parse": [], "users": list(reply.notify)}}


def redrawn(reply: Card | Post) -> dict[str, Any]:
    """A message that replaces another, whatever that one contained."""
    if isinstance(reply, Card):
        return {
            "content": None,
            "components": _components(reply),
            "flags": _MADE_OF_COMPONENTS,
            "allowed_mentions": {"parse": []},
        }
    return {
        "content": reply.text,
        "components": [_row(reply.buttons)] if reply.buttons else [],
        "allowed_mentions": {"parse": []},
    }


def _components(card: Card) -> list[dict[str, Any]]:
    texts = [{"type": _TEXT, "content": text} for text in card.texts]
    parts: list[dict[str, Any]] = [
        {"type": _CONTAINER, "accent_color": card.accent, "components": texts},
        *map(_row, card.rows),
    ]
    if card.rows and card.controls:
        parts.append({"type": _SEPARATOR})
    if card.controls:
        parts.append(_row(card.controls))
    return parts


def _row(buttons: Iterable[Button]) -> dict[str, Any]:
    return {"type": _ROW, "components": [_button(button) for button in buttons]}


def _button(button: Button) -> dict[str, Any]:
    return {
        "type": _BUTTON,
        "style": button.style.value,
        "label": button.label,
        "custom_id": button.custom_id,
        "disabled": button.disabled,
    }
