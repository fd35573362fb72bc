"""Replies in the form Discord expects.

The numbers are Discord's: https://docs.discord.com/developers/components/reference and
https://docs.discord.com/developers/resources/message#message-object-message-flags
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.messages import looks
from bot.messages.custom_id import spoken
from bot.messages.looks import EMOJI, Look
from bot.messages.reply import Button, Card, Grid, Notice, Post, Reply, Select, Spoken

_ROW, _BUTTON, _SELECT, _TEXT, _CONTAINER = 1, 2, 3, 10, 17
EPHEMERAL, _MADE_OF_COMPONENTS = 1 << 6, 1 << 15


_COMMAND = re.compile(r"`/ttt ([a-z]+)`")


@dataclass(frozen=True)
class Appearance:
    """How messages appear, as far as the bot learns it after its login.

    look        draws the boards that keep no look of their own
    command_id  of /ttt, with which people can tap the commands that a text names
    """

    look: Look = EMOJI
    command_id: int | None = None


PLAIN = Appearance()


def message(reply: Reply, appearance: Appearance = PLAIN) -> dict[str, Any]:
    """A new message."""
    match reply:
        case Notice():
            shown = {
                "content": tappable(reply.text, appearance.command_id),
                "allowed_mentions": {"parse": []},
            }
            buttons = {"components": [_row(reply.buttons)]} if reply.buttons else {}
            return shown | buttons | {"flags": EPHEMERAL}
        case Spoken():
            return {
                "content": reply.text,
                "components": [_row(row, in_words=True) for row in reply.rows],
                "flags": EPHEMERAL if reply.private else 0,
                "allowed_mentions": {"parse": []},
            }
        case Card(private=True):
            return redrawn(reply, appearance) | {"flags": EPHEMERAL | _MADE_OF_COMPONENTS}
        case Card():
            return redrawn(reply, appearance)
        case Post():
            notified = {"parse": [], "users": list(reply.notify)}
            return redrawn(reply, appearance) | {"allowed_mentions": notified}


def redrawn(reply: Card | Post, appearance: Appearance = PLAIN) -> dict[str, Any]:
    """A message that replaces another, whatever that one contained."""
    if isinstance(reply, Post):
        return {
            "content": tappable(reply.text, appearance.command_id),
            "components": [*map(_row, _halved(reply.buttons))],
            "allowed_mentions": {"parse": []},
        }
    look = looks.kept(reply.look, appearance.look)
    texts = [tappable(drawn(text, look), appearance.command_id) for text in reply.texts]
    blocks = [{"type": _TEXT, "content": text} for text in texts]
    return {
        "content": None,
        "components": [
            {"type": _CONTAINER, "accent_color": reply.accent, "components": blocks},
            *map(_select, reply.selects),
            *map(_row, reply.rows),
            *map(_row, _halved(reply.controls)),
        ],
        "flags": _MADE_OF_COMPONENTS,
        "allowed_mentions": {"parse": []},
    }


def drawn(text: str | Grid, look: Look) -> str:
    """A text or a board of a card as Discord's text."""
    return look.draw(text) if isinstance(text, str) else looks.draw(text, look)


def tappable(text: str, command_id: int | None) -> str:
    """The text with a mention for each `/ttt start` in backticks, if the id of /ttt is known."""
    if command_id is None or "`/ttt " not in text:
        return text
    return _COMMAND.sub(rf"</ttt \1:{command_id}>", text)


def _halved(buttons: tuple[Button, ...]) -> list[tuple[Button, ...]]:
    """The rows of the buttons. On a phone four in a row would leave the last alone on a line."""
    rows = [buttons[:2], buttons[2:]] if len(buttons) == 4 else [buttons]
    return [row for row in rows if row]


def _row(buttons: Iterable[Button], *, in_words: bool = False) -> dict[str, Any]:
    components = [
        {
            "type": _BUTTON,
            "style": button.style.value,
            "label": button.label,
            "custom_id": spoken(button.custom_id) if in_words else button.custom_id,
            "disabled": button.disabled,
        }
        for button in buttons
    ]
    return {"type": _ROW, "components": components}


def _select(select: Select) -> dict[str, Any]:
    options = [
        {"label": option.label, "value": option.value, "default": option.chosen}
        for option in select.options
    ]
    hint = {"placeholder": select.hint} if select.hint else {}
    shown = {"type": _SELECT, "custom_id": select.custom_id, "options": options} | hint
    return {"type": _ROW, "components": [shown]}
