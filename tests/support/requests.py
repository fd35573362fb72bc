"""Requests to the store, each with a new interaction, and the people and places of most tests."""

import itertools
from random import Random
from types import SimpleNamespace
from typing import Any

from discord import Permissions

from bot.interactions.interaction import Interaction
from bot.interactions.token import Token
from bot.messages.texts import voice_of
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
) -> Interaction:
    """What `user` asks in `channel`: a new interaction unless the id of one is given.

    message  that which was pressed
    """
    number = next(_numbers) if interaction is None else interaction
    return Interaction(
        app=SimpleNamespace(defaults={}, rng=Random(0)),  # what a transaction knows of it
        token=Token(number, 42, "token"),
        user_id=user,
        channel_id=channel,
        guild_id=guild,
        at=at,
        voice=voice_of(language),
        language=language,
        may=Permissions.none(),
        pressed=message,
        **more,
    )
