"""custom_ids: everything a button or a select remembers, so that a restart forgets nothing.

Each is `ttt`, a verb, and the numbers and words that say what it is about, such as `ttt:hint:7` or
`ttt:top:3x3:1`. One that answers in words alone ends in `:spoken`. Discord allows at most 100 characters.

Anyone can send any custom_id, so what it says is a claim that must be checked.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum
from typing import NamedTuple

_FORM = re.compile("ttt:([a-z]+)((?::[a-z0-9]{1,20})*)")
_LONGEST = 18  # digits of a number, so that every store can hold it
_SPOKEN = ":spoken"


class Verb(Enum):
    """What a button or a select does. Its value stands in the custom_ids of messages, so it never changes."""

    # a session, by its id
    CELL = "cell"  # of its board after so many moves; then the cell
    RESIGN = "resign"
    RESIGN_NOW = "resignnow"  # once more, after the question
    STOP_NOW = "stopnow"
    HINT = "hint"
    NEXT = "next"  # a demo game after so many moves
    PLAY_ON = "play"
    DRAW = "draw"  # a session after so many moves
    CLAIM = "claim"
    REMATCH = "rematch"
    EASIER = "easier"
    HARDER = "harder"
    REVIEW = "review"  # at one's first mistake
    EARLIER = "earlier"  # a review at the move after so many; three buttons need three verbs
    LATER = "later"
    MISTAKE = "mistake"
    SHOW = "show"  # and tells the better cells
    READ = "read"  # in words
    SHARE = "share"  # its review

    # a challenge, by its id
    ACCEPT = "accept"
    JOIN = "join"  # one to anyone
    DECLINE = "decline"
    CANCEL = "cancel"
    BLOCK = "block"  # its challenger
    UNBLOCK = "unblock"

    # a cup, by its id
    CUP_JOIN = "cupjoin"
    CUP_LEAVE = "cupleave"
    CUP_START = "cupstart"
    CUP_CANCEL = "cupcancel"
    CUP_PLAY = "cupplay"
    CUP_LOOK = "cuplook"

    # a game, by its name
    LEADERBOARD = "top"  # a page of the server's leaderboard of games between people
    LEADERBOARD_BOT = "topbot"  # of games with the bot
    PRACTISE = "practise"  # any puzzle
    PUZZLE = "puzzle"  # the two numbers of its board, its day or 0 for a practice puzzle, and a cell

    SHARE_PUZZLE = "sharepuzzle"  # of a day, counted since 1970, and solved

    # the server
    SET = "set"  # a setting, and which of its selects it is; Discord sends the choice beside the custom_id
    DAILY_HERE = "dailyhere"
    DAILY_OFF = "dailyoff"
    SETTINGS = "settings"
    WATCHING_ON = "watchon"
    WATCHING_OFF = "watchoff"
    RESET = "reset"
    RESET_AGAIN = "resetagain"
    RESET_NOW = "resetnow"

    # the person who presses
    TEXT_FIRST = "textfirst"
    PICTURES_FIRST = "picturesfirst"
    CLOSE_DOOR = "close"
    OPEN_DOOR = "open"
    UNBLOCK_EVERYONE = "unblockall"
    EXPORT = "export"  # the file begins after the game with this id
    DELETE = "delete"
    DELETE_NOW = "deletenow"
    KEEP = "keep"


OF_A_SESSION = {
    Verb.CELL,
    Verb.RESIGN,
    Verb.HINT,
    Verb.NEXT,
    Verb.PLAY_ON,
    Verb.DRAW,
    Verb.CLAIM,
    Verb.REMATCH,
    Verb.EASIER,
    Verb.HARDER,
    Verb.REVIEW,
    Verb.EARLIER,
    Verb.LATER,
    Verb.MISTAKE,
    Verb.SHOW,
    Verb.READ,
    Verb.SHARE,
}
"""Those on the board of a session or on its review."""

OF_A_CHALLENGE = {Verb.ACCEPT, Verb.JOIN, Verb.DECLINE, Verb.CANCEL, Verb.BLOCK, Verb.UNBLOCK}

OF_A_CUP = {
    Verb.CUP_JOIN,
    Verb.CUP_LEAVE,
    Verb.CUP_START,
    Verb.CUP_CANCEL,
    Verb.CUP_PLAY,
    Verb.CUP_LOOK,
}

OF_A_SERVER = {
    Verb.SET,
    Verb.DAILY_HERE,
    Verb.DAILY_OFF,
    Verb.SETTINGS,
    Verb.WATCHING_ON,
    Verb.WATCHING_OFF,
    Verb.RESET,
    Verb.RESET_AGAIN,
    Verb.RESET_NOW,
}

ABOUT_ONESELF = {
    Verb.CLOSE_DOOR,
    Verb.OPEN_DOOR,
    Verb.UNBLOCK_EVERYONE,
    Verb.EXPORT,
    Verb.DELETE,
    Verb.DELETE_NOW,
    Verb.KEEP,
}
"""What everyone may press to see, change or delete what is kept about them."""

OF_A_PERSON = {Verb.TEXT_FIRST, Verb.PICTURES_FIRST, *ABOUT_ONESELF}


_VERBS = {verb.value: verb for verb in Verb}


class Press(NamedTuple):
    """What a press asks for.

    about  the numbers and words beside the verb: handlers match how many there are, and of which kind
    """

    verb: Verb
    about: tuple[int | str, ...] = ()


def custom_id_of(verb: Verb, *about: int | str) -> str:
    """What a button or a select with this verb sends."""
    return ":".join(("ttt", verb.value, *map(str, about)))


def spoken(custom_id: str) -> str:
    """The custom_id of a button that does the same, and answers in words alone."""
    return f"{custom_id.removesuffix(_SPOKEN)}{_SPOKEN}"


def is_spoken(custom_id: str) -> bool:
    """Whether a button answers in words alone."""
    return custom_id.endswith(_SPOKEN)


def read(custom_id: str) -> Press | None:
    """The press that a custom_id stands for, or None if it has no verb of this version."""
    found = _FORM.fullmatch(custom_id.removesuffix(_SPOKEN))
    verb = _VERBS.get(found[1]) if found else None
    return Press(verb, tuple(map(_part, found[2].split(":")[1:]))) if found and verb else None


def _part(text: str) -> int | str:
    return int(text) if text.isdigit() and len(text) <= _LONGEST else text


def may_come_from(press: Press, offered: Collection[str]) -> bool:
    """Whether a press can come from a message whose buttons have the custom_ids `offered`.

    It can if the message has that button, or another button of the same session or cup: a message that was
    redrawn during the press has other buttons, but all of the same. So a forged press can only redraw a
    message of its own session or cup.
    """
    if custom_id_of(press.verb, *press.about) in offered:
        return True
    others = [other for other in map(read, offered) if other]
    return press in others or any(
        press.verb in same and other.verb in same and press.about[:1] == other.about[:1]
        for other in others
        for same in (OF_A_SESSION, OF_A_CUP)
    )


def session_of(press: Press | None) -> int | None:
    """The id of the session that a press names, or None if it names none."""
    match press:
        case Press(verb, (int(session_id), *_)) if verb in OF_A_SESSION:
            return session_id
    return None
