"""What a message of the bot says: its buttons, its board, its language, and whether it refuses.

People and checkers read no more of it than this: the text of each custom_id, and the few texts, in
every language, from which people learn whether something was done.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from babel.messages.pofile import read_po

from bot.challenges import card as challenge_card
from bot.challenges.challenge import NO_SUCH_CHALLENGE, OPPONENT_DELETED, State
from bot.interactions import error_replies, thinking
from bot.messages.looks import LOOKS
from bot.messages.texts import ENGLISH, locales, voice_of
from bot.people import bans
from bot.play import actions
from tests.languages import screens
from tests.languages.catalogues import TEMPLATE
from tests.simulation.discord import EPHEMERAL, parts

_FILLED = re.compile(r"\{\w+\}|`/ttt \w+`")

with TEMPLATE.open("rb") as _template:
    _TEXTS = {message.id for message in read_po(_template)}
"""What the product says, in English."""


def _must_be_said(texts: Iterable[str]) -> None:
    """A text that the product does not say is in no message, so nothing would be checked by it."""
    for text in texts:
        assert text in _TEXTS, f"the product does not say {text!r}"


def _said(*texts: str, of: Sequence[str] = locales()) -> re.Pattern[str]:
    """Texts as they are said in every language, whatever fills them."""
    _must_be_said(texts)
    told = {voice_of(locale).catalogue.gettext(text) for locale in of for text in texts}
    return re.compile(
        "|".join(".+?".join(map(re.escape, _FILLED.split(each))) for each in sorted(told))
    )


UNDECIDED = _said(
    error_replies.CANNOT_SAVE,
    "**Slow down a little!** Try again in {wait}. ⏳",
    thinking.NoTimeToThink.says,
    bans.BANNED,
    bans.SERVER_BANNED,
)
"""Notices that turn a request away for now, so that the same one may succeed later."""
BANNED = _said(bans.BANNED)
GIVEN_UP = _said(error_replies.CANNOT_SAVE)
NO_TIME = _said(thinking.NoTimeToThink.says)
UNKNOWN = _said(error_replies.SAVING_IS_SLOW)
"""The notice after which nobody knows whether the request was saved."""
BROKEN = _said(error_replies.SOMETHING_BROKE)
"""The notice of an error that nobody expected."""
LAPSED = _said(challenge_card._ENDED[State.LAPSED], challenge_card._NOBODY_JOINED)
"""The message of a challenge that nobody answered in time."""
DELETED = _said(OPPONENT_DELETED, NO_SUCH_CHALLENGE)
"""Notices to a person whose opponent is gone, with all that was between them."""
NO_GAME = _said(actions.NO_GAME_HERE)
"""The notice to a person whose game has just ended."""
MOVE_BY = re.compile(r"<t:(\d+):[tf]> \(<t:\1:R>\)")
"""The deadline on a board, and in reminders."""
EXPIRES = re.compile(r"<t:(\d+):R>")
"""When a challenge lapses."""

_TURN, _PERSON = _said("**Your turn, {player}** {mark}"), re.compile(r"<@(\d+)>")


def whose_turn(text: str) -> int | None:
    """Whose turn it is, on a board; None if it does not say."""
    found = _TURN.search(text)
    return int(_PERSON.search(found[0])[1]) if found else None


class Button(NamedTuple):
    """What a custom_id says: a verb, the id of what it is about, the board's version, and the cell.

    Unless moves were taken back, the version of a board is its ply.
    """

    verb: str
    number: int = 0
    ply: int | None = None
    cell: int | None = None


def read_button(custom_id: str) -> Button | None:
    """The button, without the numbers if it has words among them; None for what is not ours."""
    form, verb, *about = custom_id.removesuffix(SPOKEN).split(":")
    if form != "ttt":
        return None
    return Button(verb, *map(int, about[:3])) if all(map(str.isdigit, about)) else Button(verb)


SPOKEN = ":spoken"
"""How the custom_ids of buttons end that answer in words alone."""


def buttons(body: Mapping[str, Any]) -> list[Button]:
    """The buttons of a message that are ours."""
    found = (read_button(part["custom_id"]) for part in parts(body) if "custom_id" in part)
    return [button for button in found if button]


def verbs(body: Mapping[str, Any]) -> set[str]:
    """The verbs of the buttons of a message."""
    return {button.verb for button in buttons(body)}


def _secret() -> set[str]:
    """The verbs of buttons that stand on private samples of the gallery, and on no other."""
    private, public = set[str](), set[str]()
    for _, sent in screens.screens(ENGLISH):
        if sent.get("flags", 0) & EPHEMERAL:
            private |= verbs(sent)
        else:
            public |= verbs(sent)
    return private - public


SECRET = _secret()
"""The verbs of buttons that no public message may have."""


def faults(body: Mapping[str, Any]) -> list[str]:
    """What no sample of the gallery may have either."""
    spoken = body.get("content") and any(
        part.get("custom_id", "").endswith(SPOKEN) for part in parts(body)
    )
    heard = screens.faults_in_words("", body["content"]) if spoken else ()
    return [*screens.faults_on_screen("", body), *heard]


class Shown(NamedTuple):
    """A board as a message shows it: the mark on each cell.

    ply  which version of the board it is, as its buttons say; None after the end
    """

    game: int
    ply: int | None
    marks: dict[int, str]


def read_board(body: Mapping[str, Any]) -> Shown | None:
    """The board that a message shows, or None if it shows none."""
    found = [
        (part, read_button(part["custom_id"]))
        for part in parts(body)
        if "custom_id" in part and not (part["custom_id"].endswith(SPOKEN) and body.get("content"))
    ]
    cells = [(part, button) for part, button in found if button and button.verb == "cell"]
    if cells:
        [(game, ply)] = {(button.number, button.ply) for _, button in cells}
        marks = {
            button.cell: part["label"] for part, button in cells if part["label"] in {"X", "O"}
        }
        return Shown(game, ply, marks)
    by_verb = {button.verb: button for _, button in found if button}
    named = by_verb.get("rematch") or by_verb.get("next") or by_verb.get("review")
    lines = [line for part in parts(body) for line in part.get("content", "").split("\n")]
    rows = [line.split()[1:] for line in lines if line.startswith(("# ", "## "))]
    if named is None or not rows or by_verb.keys() & _OF_A_REVIEW:
        return None
    if rows[0][0] == _CORNER:
        rows = [row[1:] for row in rows[1:]]
    signs = [sign for row in rows for sign in row[: len(rows)]]
    marks = {cell: mark for cell, sign in enumerate(signs, start=1) if (mark := _mark(sign))}
    return Shown(named.number, named.ply if named.verb == "next" else None, marks)


def _mark(sign: str) -> str | None:
    """The mark of a sign: X, O, or ? for one that goes next."""
    tile = _TILE.match(sign)
    return ("?" if tile[2] == "fading" else tile[1]) if tile else _MARKS.get(sign)


_TILE = re.compile(r"<:([XO])_(\w+):\d+>")
_CORNER = "🔢"  # where the margins of a large board meet
_MARKS = {
    sign: "?" if name.endswith("fading") else name[0]
    for look in LOOKS.values()
    for name, sign in (look.signs.items() if look else ())
    if name[0] in "XO"
}
_OF_A_REVIEW = {"earlier", "later", "mistake", "show", "try", "share"}


_LABELS = {
    "resign": "Resign",
    "rematch": "Rematch",
    "review": "Review",
    "hint": "Hint",
    "accept": "Accept",
    "decline": "Decline",
    "join": "Join",
    "cupjoin": "Join",
    "next": "Next",
    "later": "Next",
    "claim": "Claim win",
    "read": "As text",
    "delete": "Delete",
}
_must_be_said(_LABELS.values())


@cache
def _speakers(verb: str, label: str) -> frozenset[str]:
    """The locales in which a button has this label."""
    text = _LABELS.get(verb)
    spoken = locales() if text else ()
    return frozenset(each for each in spoken if voice_of(each).catalogue.gettext(text) == label)


_STARTS = {
    locale: _said(
        "{challenger}, {challenged} accepted. You go first!",
        "{challenger}, {challenged} accepted and goes first.",
        of=(locale,),
    )
    for locale in locales()
}


def languages_of_start(content: str) -> set[str]:
    """The locales in which a text tells a challenger that their game begins, if it does."""
    return {locale for locale, text in _STARTS.items() if text.search(content)}


def languages(body: Mapping[str, Any]) -> set[str]:
    """The locales that a message may be in, by its buttons' labels; empty if they do not tell."""
    labels = [
        (button, part.get("label", ""))
        for part in parts(body)
        if "custom_id" in part and (button := read_button(part["custom_id"]))
    ]
    found = [_speakers(button.verb, label) for button, label in labels]
    return set.intersection(*map(set, filter(None, found))) if any(found) else set()


def voice(locale: str) -> str:
    """The locale of our texts in which somebody with another reads."""
    return voice_of(locale).locale
