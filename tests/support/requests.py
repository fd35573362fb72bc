"""Requests to the store, each with a new interaction."""

import itertools

from bot.storage.request import Request

NOW = 1_700_000_000

_EPOCH = 1_420_070_400  # the start of 2015, where Discord's ids begin to count
_numbers = itertools.count((NOW - _EPOCH) * 1000 << 22)


def request(
    user: int = 1,
    channel: int = 10,
    *,
    interaction: int | None = None,
    message: int | None = None,
    at: int = NOW,
) -> Request:
    """A request of `user` in `channel`, with a new interaction unless one is given."""
    number = next(_numbers) if interaction is None else interaction
    return Request(number, user, channel, guild_id=None, message_id=message, at=at)
