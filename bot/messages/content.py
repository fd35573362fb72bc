"""What messages contain, as plain data, before it is put into Discord's form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

from bot.messages.tiles import TILES
from engine.board import Board, Cell


class Accent(Enum):
    """What the stripe beside a card means, with its colour, 0xRRGGBB.

    GAME    a game that is on
    WON     a person has won
    ADVICE  a hint, a review or a puzzle
    PRIZE   a cup or a leaderboard
    FINAL   a question before something that nobody can undo
    QUIET   everything else: lists, what is over, and where to look instead
    """

    GAME = 0x5865F2
    WON = 0x57F287
    ADVICE = 0xE8912D
    PRIZE = 0xFFD700
    FINAL = 0xD22D39
    QUIET = 0x80848E


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
    is_chosen: bool = False


class Select(NamedTuple):
    """A list to choose one of up to 25 options from. `hint` is shown while none is chosen."""

    custom_id: str
    options: tuple[Option, ...]
    hint: str = ""


@dataclass(frozen=True)
class Grid:
    """A board in a message.

    signs      the signs that cells show instead of their marks and numbers (see
               `bot.messages.looks.sign`)
    last_cell  the cell of the last move, if it is to be shown
    """

    board: Board
    signs: Mapping[Cell, str] = field(default_factory=dict)
    last_cell: Cell | None = None


class Subject(Protocol):
    """What messages show: a session, a cup or a challenge. Its class and id tell which."""

    @property
    def id(self) -> int:
        """The store's id, unique within the class."""

    @property
    def channel_id(self) -> int:
        """Where it is."""

    @property
    def language(self) -> str:
        """Of its public messages: one of Discord's locales."""


class Place(Enum):
    """Where the answer to a command or a press goes.

    HERE     onto the message that was pressed; after a command onto a new one
    NEW      onto a new message; the one that was pressed stays
    PRIVATE  to the person alone: onto the private message that was pressed, else onto a new one
    ASIDE    to the person alone, onto a new message
    """

    HERE = "here"
    NEW = "new"
    PRIVATE = "private"
    ASIDE = "aside"

    @property
    def is_private(self) -> bool:
        """Whether only the person who asked sees it."""
        return self in {Place.PRIVATE, Place.ASIDE}


@dataclass(frozen=True)
class Card:
    """A message of texts beside a stripe of colour, rows of buttons below, then the controls.

    accent      the stripe; only decoration
    texts       blocks of Discord Markdown
    selects     the lists to choose from, each in a row of its own
    rows        the board's buttons, up to five a row
    controls    the buttons below them
    look        the name of the look that its boards and signs are drawn with
    is_private  only the person who asked may see it
    notify      the people whom its mentions notify; other mentions notify nobody
    spoken      the same in words alone, if it shows a board but no session
    note        what else people who listen are told about the session: an English text, for their
                voice
    """

    accent: Accent
    texts: tuple[str | Grid, ...]
    selects: tuple[Select, ...] = ()
    rows: Rows = ()
    controls: tuple[Button, ...] = ()
    look: str = TILES
    is_private: bool = False
    notify: tuple[int, ...] = ()
    spoken: Spoken | None = None
    note: str = ""


@dataclass(frozen=True)
class Post:
    """A public message of plain text, which a phone's notification can show, unlike a card.

    notify  as for a card
    """

    is_private: ClassVar[bool] = False
    text: str
    buttons: tuple[Button, ...] = ()
    notify: tuple[int, ...] = ()


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
    data: bytes


@dataclass(frozen=True)
class Notice:
    """A line that only the person who asked sees, perhaps with a file and buttons below."""

    is_private: ClassVar[bool] = True
    text: str
    file: File | None = None
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True)
class Spoken:
    """A message in words alone, for someone who listens to Discord.

    It is always a new message: Discord's clients say those aloud, but not a message that changes.

    rows        the buttons, up to five rows of five; each answers in words alone too
    is_private  whether only the person who asked sees it
    """

    text: str
    rows: Rows = ()
    is_private: bool = True


Content: TypeAlias = Card | Post | Notice | Spoken
"""What a message contains, by its kind. Only a card or a post can take another message's place."""
