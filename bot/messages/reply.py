"""Replies as plain data, before they are put into Discord's form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Protocol, TypeAlias

from bot.messages.texts import Voice
from bot.messages.tiles import TILES
from engine.board import Board, Cell

ADVICE = 0xF0B232  # the stripe beside hints, reviews and puzzles


class Style(Enum):
    """The style of a button, with Discord's number."""

    BLUE = 1
    NEUTRAL = 2
    GREEN = 3
    RED = 4


class Button(NamedTuple):
    """A button. Its `custom_id` holds everything a press needs."""

    label: str
    custom_id: str
    style: Style = Style.NEUTRAL
    disabled: bool = False


Rows: TypeAlias = tuple[tuple[Button, ...], ...]


class Option(NamedTuple):
    """A choice of a select: what people read, what it sends, and whether it is chosen now."""

    label: str
    value: str
    chosen: bool = False


class Select(NamedTuple):
    """A list to choose one of up to 25 options from. `hint` is shown while none is chosen."""

    custom_id: str
    options: tuple[Option, ...]
    hint: str = ""


@dataclass(frozen=True)
class Grid:
    """A board in a message.

    signs    the signs that cells show instead of their marks and numbers (see
             `bot.messages.looks.sign`)
    pointed  the cell of the last move, if it is to be shown
    """

    board: Board
    signs: Mapping[Cell, str] = field(default_factory=dict)
    pointed: Cell | None = None


class Subject(Protocol):
    """What messages show: a session, a cup or a challenge. Its class and id tell which."""

    @property
    def id(self) -> int:
        """The store's id, unique within the class."""


@dataclass(frozen=True)
class Card:
    """A message of texts beside a stripe of colour, rows of buttons below, then the controls.

    accent     the colour of the stripe, 0xRRGGBB; only decoration
    texts      blocks of Discord Markdown
    selects    the lists to choose from, each in a row of its own
    rows       the board's buttons, up to five a row
    controls   the buttons below them
    private    only the person who asked sees it; answers to its buttons replace it
    is_new     always a new message, even as the answer to a press, whose message then stays
    shows      the session or cup whose current state this is
    pointer    makes what an earlier message that shows the same becomes once this one stands below
               it
    then       what follows it: new messages; and what shows something and is not new, redrawn where
               that was drawn last
    look       the name of the look that its boards and signs are drawn with
    in_words   makes the same in words alone, for a person who listens to Discord, by their id and
               in their voice; None for what is only for watching
    """

    accent: int
    texts: tuple[str | Grid, ...]
    selects: tuple[Select, ...] = ()
    rows: Rows = ()
    controls: tuple[Button, ...] = ()
    private: bool = False
    is_new: bool = False
    shows: Subject | None = None
    pointer: Callable[[], Card] | None = None
    then: tuple[Card | Post | Notice, ...] = ()
    look: str = TILES
    in_words: Callable[[int, Voice], Spoken] | None = None


@dataclass(frozen=True)
class Post:
    """A public message of plain text, which a phone's notification can show, unlike a card.

    notify     the people whom its mentions notify; other mentions notify nobody
    is_new     as for a card
    shows      the challenge whose current state this is; an earlier message that shows it becomes
               the same
    lapses_at  when it must show that nobody has answered; seconds since 1970, UTC
    then       as for a card
    stands_on  the channel and the id of the message that shows the same, if known
    """

    text: str
    buttons: tuple[Button, ...] = ()
    notify: tuple[int, ...] = ()
    is_new: bool = False
    shows: Subject | None = None
    lapses_at: int | None = None
    then: tuple[Card | Post | Notice, ...] = ()
    stands_on: tuple[int, int] | None = None


@dataclass(frozen=True)
class Links:
    """The addresses of the operator's pages; None for each that there is not."""

    privacy: str | None = None
    terms: str | None = None
    support: str | None = None


NO_LINKS = Links()


class File(NamedTuple):
    """A text file that goes with a message."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Notice:
    """A line that only the person who asked sees, perhaps with a file and buttons below."""

    text: str
    file: File | None = None
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True)
class Spoken:
    """A message in words alone, for someone who listens to Discord.

    It is always a new message: Discord's clients say those aloud, but not a message that changes.

    rows     the buttons, up to five rows of five; each answers in words alone too
    private  as for a card
    shows    as for a card
    pointer  as for a card
    drawn    the same board for everyone else, in place of the one they see
    """

    text: str
    rows: Rows = ()
    private: bool = True
    shows: Subject | None = None
    pointer: Callable[[], Card] | None = None
    drawn: Card | None = None


Reply: TypeAlias = Card | Post | Notice | Spoken
