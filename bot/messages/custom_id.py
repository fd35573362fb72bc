"""custom_ids: everything a button or a select remembers, so that a restart forgets nothing.

Each is `ttt`, a name, and the numbers and words that say what it is about, such as `ttt:hint:7` or
`ttt:top:3x3:1`. One that answers in words alone ends in `:spoken`. Discord allows at most 100
characters.

Anyone can send any custom_id, so what it says is a claim that must be checked.
"""

import re
from typing import NamedTuple

_FORM = re.compile("ttt:([a-z]+)((?::[a-z0-9]{1,20})*)")
_LARGEST = 2**63 - 1  # number that every store can hold
_SPOKEN = ":spoken"


class CustomId(NamedTuple):
    """What a custom_id says.

    name   the name of the handler (see `bot.interactions.handlers`)
    about  the numbers and words beside the name
    """

    name: str
    about: tuple[int | str, ...] = ()


NO_CUSTOM_ID = CustomId("")
"""For what has none, such as a command."""


def custom_id_of(name: str, *about: int | str) -> str:
    """What a button or a select with this name sends."""
    parts = ["ttt", name]
    parts += map(str, about)
    return ":".join(parts)


def spoken_custom_id(custom_id: str) -> str:
    """The custom_id of a button that does the same, and answers in words alone."""
    return f"{custom_id.removesuffix(_SPOKEN)}{_SPOKEN}"


def is_spoken(custom_id: str) -> bool:
    """Whether a button answers in words alone."""
    return custom_id.endswith(_SPOKEN)


def parse_custom_id(custom_id: str) -> CustomId | None:
    """What a custom_id says, or None if it is not of this form."""
    form = _FORM.fullmatch(custom_id.removesuffix(_SPOKEN))
    if form is None:
        return None
    name, about = form.groups()
    parts = about.split(":")[1:]
    return CustomId(name, tuple(_number_or_word(part) for part in parts))


def _number_or_word(part: str) -> int | str:
    if part.isdigit() and int(part) <= _LARGEST:
        return int(part)
    return part
