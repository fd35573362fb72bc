"""Requests to the store, each with an interaction of its own."""

import itertools

from bot.storage.transactions import Request

_numbers = itertools.count(1_000_000_000_000_000_000)


def request(user: int = 1, channel: int = 10, *, interaction: int | None = None) -> Request:
    """What `user` asks in `channel`, as a new interaction unless a number is given."""
    number = next(_numbers) if interaction is None else interaction
    return Request(interaction_id=number, user_id=user, channel_id=channel, guild_id=None, at=1_700_000_000)
