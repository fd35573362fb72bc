"""The contents of messages in the form Discord expects.

The numbers are Discord's: https://docs.discord.com/developers/components/reference and
https://docs.discord.com/developers/resources/message#message-object-message-flags
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.messages import boards, looks
from bot.messages.content import Button, Card, Content, Grid, Notice, Post, Select, Spoken
from bot.messages.custom_id import spoken_custom_id
from bot.messages.looks import EMOJI, Look

# Types of components
_ROW = 1
_BUTTON = 2
_SELECT = 3
_TEXT = 10
_CONTAINER = 17

# Flags of messages
EPHEMERAL = 1 << 6
_MADE_OF_COMPONENTS = 1 << 15

_COMMAND = re.compile(r"`/ttt ([a-z]+)`")


@dataclass
class Appearance:
    """How messages appear. What is learned only after the login is noted here.

    look        draws the boards that keep no look of their own
    command_id  the id of /ttt, with which people can tap the commands that a text names
    """

    look: Look = EMOJI
    command_id: int | None = None


PLAIN = Appearance()


def message(content: Content, appearance: Appearance = PLAIN) -> dict[str, Any]:
    """A new message."""
    match content:
        case Card() | Post():
            sent = replacement(content, appearance)
            sent["allowed_mentions"] = {"parse": [], "users": list(content.notify)}
        case Notice():
            sent = _text(content.text, _rows_of(content.buttons), appearance)
        case Spoken():
            rows = []
            for row in content.rows:  # what these buttons answer is in words alone, too
                spoken = [each._replace(custom_id=spoken_custom_id(each.custom_id)) for each in row]
                rows.append(spoken)
            sent = _text(content.text, rows, appearance)
    if content.is_private:
        sent["flags"] = sent.get("flags", 0) | EPHEMERAL
    return sent


def replacement(content: Card | Post, appearance: Appearance = PLAIN) -> dict[str, Any]:
    """A message that replaces another, whatever that one contained."""
    if isinstance(content, Post):
        return _text(content.text, _rows_of(content.buttons), appearance)
    look = looks.look_of(content.look, appearance.look)
    blocks = []
    for text in content.texts:
        shown = tappable(render(text, look), appearance.command_id)
        blocks.append({"type": _TEXT, "content": shown})
    components = [{"type": _CONTAINER, "accent_color": content.accent.value, "components": blocks}]
    components += map(_select, content.selects)
    components += map(_row, content.rows)
    components += map(_row, _rows_of(content.controls))
    return {
        "content": None,
        "components": components,
        "flags": _MADE_OF_COMPONENTS,
        "allowed_mentions": {"parse": []},
    }


def _text(text: str, rows: Iterable[Iterable[Button]], appearance: Appearance) -> dict[str, Any]:
    return {
        "content": tappable(text, appearance.command_id),
        "components": [_row(row) for row in rows],
        "allowed_mentions": {"parse": []},
    }


def render(text: str | Grid, look: Look) -> str:
    """A text or a board of a card as Discord's text."""
    if isinstance(text, Grid):
        return boards.render_grid(text, look)
    return look.render(text)


def tappable(text: str, command_id: int | None) -> str:
    """The text with a mention for each `/ttt start` in backticks, if the id of /ttt is known."""
    if command_id is None or "`/ttt " not in text:
        return text
    return _COMMAND.sub(rf"</ttt \1:{command_id}>", text)


def _rows_of(buttons: tuple[Button, ...]) -> list[tuple[Button, ...]]:
    """The rows of the buttons. On a phone four in a row would leave the last alone on a line."""
    if not buttons:
        return []
    if len(buttons) == 4:
        return [buttons[:2], buttons[2:]]
    return [buttons]


def _row(buttons: Iterable[Button]) -> dict[str, Any]:
    components = [
        {
            "type": _BUTTON,
            "style": button.style.value,
            "label": button.label,
            "custom_id": button.custom_id,
            "disabled": button.disabled,
        }
        for button in buttons
    ]
    return {"type": _ROW, "components": components}


def _select(select: Select) -> dict[str, Any]:
    options = [
        {"label": option.label, "value": option.value, "default": option.is_chosen}
        for option in select.options
    ]
    component = {"type": _SELECT, "custom_id": select.custom_id, "options": options}
    if select.hint:
        component["placeholder"] = select.hint
    return {"type": _ROW, "components": [component]}
