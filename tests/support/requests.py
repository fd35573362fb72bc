"""Requests to the store, each with a new interaction, and the people and places of most tests."""

import itertools
from typing import Any

from bot.interactions.request import Request
from bot.play.settings import DEFAULT_LANGUAGE

ANN, BOB, EVE = 1, 2, 3
HERE, THERE = 10, 20  # channels
GUILD = 77
NOW, A_DAY = 1_700_000_000, 24 * 3600  # seconds

_EPOCH = 1_420_070_400  # the start of 2015, where Discord's ids begin to count
_numbers = itertools.count((NOW - _EPOCH) * 1000 << 22)


def request(
    user: int = ANN,
    channel: int = HERE,
    *,
    interaction: int | None = None,
    message: int | None = None,
    at: int = NOW,
    guild: int | None = None,
    language: str = DEFAULT_LANGUAGE,
    **more: Any,
) -> Request:
    """A request of `user` in `channel`, with a new interaction unless one is given."""
    number = next(_numbers) if interaction is None else interaction
    return Request(number, user, channel, guild, message, at, language, **more)
