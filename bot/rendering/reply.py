"""What a reply is made of, before Discord's own objects are built from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from bot.sessions.challenge import Challenge
from bot.sessions.session import Session

ADVICE = 0xF0B232  # the stripe beside what the engine has to say


class Style(Enum):
    """How a button looks, by Discord's number for it."""

    BLUE = 1
    NEUTRAL = 2
    GREEN = 3
    RED = 4


class Button(NamedTuple):
    """Something to press; `custom_id` holds all there is to know when it is."""

    label: str
    custom_id: str
    style: Style = Style.NEUTRAL
    disabled: bool = False


@dataclass(frozen=True)
class Card:
    """A message of texts beside a stripe of colour, rows of buttons below, then the controls.

    accent     the stripe, as 0xRRGGBB; decoration, the texts say everything
    texts      Discord Markdown, one block each
    rows       the board's buttons, up to five a row
    controls   the buttons below them, set off by a line where there are rows
    private    only the person who asked sees it; the answer to one of its buttons takes its place
    anew       it is a message of its own even as the answer to a button, whose message stays as it is
    shows      the session whose current board this is; an earlier message with it is overtaken
    then       a post to send after it
    """

    accent: int
    texts: tuple[str, ...]
    rows: tuple[tuple[Button, ...], ...] = ()
    controls: tuple[Button, ...] = ()
    private: bool = False
    anew: bool = False
    shows: Session | None = None
    then: Post | None = None


@dataclass(frozen=True)
class Post:
    """A public message of plain text, which unlike a card can be read in a phone's notification.

    notify   whom its mentions notify; nobody else's do
    anew     as for a card
    shows    the challenge that this is, as it stands
    """

    text: str
    buttons: tuple[Button, ...] = ()
    notify: tuple[int, ...] = ()
    anew: bool = False
    shows: Challenge | None = None


@dataclass(frozen=True)
class Notice:
    """A line that only the person who asked sees."""

    text: str


Reply: TypeAlias = Card | Post | Notice
