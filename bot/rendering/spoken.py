"""Messages in words alone, for people who listen to Discord: first what matters, then the board row by row.

They have neither emoji nor Markdown. Free cells have buttons with their numbers; taken cells have none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bot.rendering import boards, games, names
from bot.rendering.boards import Rows
from bot.rendering.custom_id import custom_id_of, spoken
from bot.rendering.looks import in_rows, letters
from bot.rendering.reply import Button, Card, Spoken
from bot.rendering.voice import Voice
from bot.sessions.seats import NOBODY, Bot, Person, UserId
from bot.sessions.session import Session
from engine.board import Board, Cell, Mark, number_of

_MARKDOWN = re.compile(r"^(?:#{1,3}|-#|-) |\*\*|`", re.MULTILINE)
_PAUSE = re.compile(" [·→] ")  # signs that people see, and hear as a comma
_JOINERS = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}\N{ZERO WIDTH JOINER}"
_ROW = 5  # buttons
_ROWS = 5


def plain(text: str, voice: Voice) -> str:
    """The text without emoji and Markdown; mentions and times stay, because Discord shows them as words."""
    kept = (sign for sign in letters(text) if unicodedata.category(sign) != "So" and sign not in _JOINERS)
    bare = voice.separated(_PAUSE.split(_MARKDOWN.sub("", "".join(kept))))
    return "\n".join(" ".join(line.split()) for line in bare.splitlines() if line.strip())


def said(
    texts: Iterable[str], board: Board, voice: Voice, buttons: Rows, *, after: Iterable[str] = ()
) -> Spoken:
    """Texts about a board in words alone, the board row by row, and what is said after it."""
    before, behind = ([plain(text, voice) for text in each] for each in (texts, after))
    return Spoken("\n".join([*before, *rows(board, voice), *behind]), buttons)


def message(drawn: Card, voice: Voice) -> Spoken:
    """A card without a board, in words alone."""
    texts = (plain(text, voice) for text in drawn.texts if isinstance(text, str))
    return Spoken("\n".join(texts), in_words([*drawn.rows, drawn.controls]))


def board(
    session: Session,
    reader: UserId,
    voice: Voice,
    note: str = "",
    *,
    private: bool = True,
    offers_more: bool = False,
) -> Spoken:
    """The board of a session for the person who reads it, who need not play in it.

    note         why it is shown
    private      whether others would see it otherwise
    offers_more  whether it has a button to get words first from now on
    """
    own = next((mark for mark, seat in session.seats.items() if seat == Person(reader)), None)
    told = "\n".join(_told(session, own, voice))
    more = in_words([[text_first_button(voice)]]) if offers_more else ()
    return Spoken(
        f"{told}\n{note}" if note else told,
        (*_buttons(session, own, voice), *more)[:_ROWS],
        private,
        shows=None if private else session,
    )


def text_first(voice: Voice) -> Spoken:
    """After a person chose to get words first."""
    told = voice.say(
        "Text comes first now: your games in direct messages, hints, reviews and puzzles are in words. "
        "/ttt privacy turns that off."
    )
    back = Button(voice.say("Pictures first"), custom_id_of("picturesfirst"))
    return Spoken(told, in_words([[back]]))


def pictures_first(voice: Voice) -> Spoken:
    """After a person chose to get drawn boards again."""
    told = voice.say(
        "Pictures come first again. {button}, below a board, still tells it in words.",
        button=voice.say("Read"),
    )
    return Spoken(told, in_words([[text_first_button(voice)]]))


def text_first_button(voice: Voice) -> Button:
    """To get words first from now on."""
    # NOTE: a button, for people who use a screen reader: show me words, not drawn boards
    return Button(voice.say("Text first"), custom_id_of("textfirst"))


def rows(board: Board, voice: Voice) -> list[str]:
    """The board row by row: the letters of the marks, and the numbers of the free cells."""

    def named(cell: Cell) -> str:
        mark = board.mark_on(cell)
        return mark.value if mark else str(number_of(cell, board.rules))

    # NOTE: {cells} is such as "X, 2, O": letters of marks, and numbers of free cells
    return [
        voice.say("Row {row}: {cells}.", row=row, cells=voice.separated(map(named, cells)))
        for row, cells in enumerate(in_rows(board), start=1)
    ]


def _told(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """The lines of a board: what is new, who plays, all moves, the board, and what the reader can do."""
    if session.ending:
        yield plain(boards.result(session, session.ending, voice), voice)
    else:
        turn = session.board.turn
        if turn is own:
            told = voice.say("Your turn.")
        else:
            told = voice.say("It's {player}'s turn.", player=names.called(session, turn, voice))
        yield voice.together((told, _last_move(session, own, voice))) if session.moves else told
    yield _who(session, own, voice)
    if own:
        yield from (plain(title, voice) for title in games.unless_usual(session.game, voice))
    yield _moves(session, voice)
    yield from rows(session.board, voice)
    if not session.ending:
        yield from _what_next(session, own, voice)
    elif own and NOBODY not in session.seats.values():
        yield voice.say("Press {button} to play again.", button=voice.say("Rematch"))


def _last_move(session: Session, own: Mark | None, voice: Voice) -> str:
    mark, cell = session.board.turn.other, number_of(session.moves[-1], session.rules)
    if mark is own:
        return voice.say("You played {cell}.", cell=cell)
    if isinstance(session.seats[mark], Bot) and not session.is_demo:
        return voice.say("I played {cell}.", cell=cell)
    return voice.say(
        "{player} played {cell}.", player=_capital(names.called(session, mark, voice)), cell=cell
    )


def _capital(name: str) -> str:
    """A name that begins a sentence, such as *someone*."""
    return name[:1].upper() + name[1:]


def _who(session: Session, own: Mark | None, voice: Voice) -> str:
    if own is None:
        return plain(names.headline(session, voice), voice)
    other = session.seats[own.other]
    if isinstance(other, Bot):
        return voice.say(
            "You're {mark}. I'm {other}, at level {level}.",
            mark=own.value,
            other=own.other.value,
            level=names.level(other.level, voice),
        )
    return voice.say(
        "You're {mark}. {player} is {other}.",
        mark=own.value,
        player=_capital(names.name(other, voice)),
        other=own.other.value,
    )


def _moves(session: Session, voice: Voice) -> str:
    """All moves in their order."""
    if not session.moves:
        return voice.say("No moves yet.")
    marks = (session.first, session.first.other)
    told = (
        f"{marks[ply % 2].value} {number_of(cell, session.rules)}" for ply, cell in enumerate(session.moves)
    )
    # NOTE: {moves} is such as "X 1, O 5, X 2"
    return voice.say("Moves: {moves}.", moves=voice.separated(told))


def _what_next(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """The free cells, what is about to change, and what the reader can do."""
    board, rules = session.board, session.rules
    # NOTE: the numbers of the free cells
    yield voice.say(
        "Free: {cells}.", cells=voice.separated(str(number_of(cell, rules)) for cell in board.free_cells)
    )
    if (cell := board.fading(board.turn)) is not None:
        yield voice.say(
            "The {mark} on {cell} fades with this move, and is taken until then.",
            mark=board.turn.value,
            cell=number_of(cell, rules),
        )
    for line in (*boards.offer(session, voice), *boards.clock(session, voice)):
        yield plain(line, voice)
    if board.turn is own:
        yield voice.say("Press the number of a free cell, or type /ttt move.")
    else:
        yield voice.say("Press {button} to hear the game again.", button=voice.say("Read"))


def _buttons(session: Session, own: Mark | None, voice: Voice) -> Rows:
    """The buttons of the board that this person can use."""
    cells, controls = boards.buttons(session, voice)
    if session.ending:
        return in_words(cells)
    if own is None:
        return in_words([controls[-1:]])
    return usable(cells if session.board.turn is own else (), controls)


def usable(cells: Iterable[Sequence[Button]], controls: Iterable[Button]) -> Rows:
    """The buttons that can be pressed, as far as a message has room for them, answering in words alone."""
    found: list[list[Button]] = []
    for buttons in (chain(*cells), controls):
        enabled = [button for button in buttons if not button.disabled]
        found += [enabled[start : start + _ROW] for start in range(0, len(enabled), _ROW)]
    return in_words(found[:_ROWS])


def in_words(above: Iterable[Sequence[Button]]) -> Rows:
    """Rows of the same buttons, which answer in words alone."""
    return tuple(
        tuple(button._replace(custom_id=spoken(button.custom_id)) for button in row) for row in above if row
    )
