"""A request: what every transaction knows about the person who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from bot.interactions.questions import NO_THOUGHTS, Thoughts


class CameAgain(Exception):
    """An interaction has counted already, so it gets no answer: Discord would refuse a second."""


@dataclass(frozen=True)
class Request:
    """Who asks, where and when.

    interaction_id  Discord's id of the request: it grows with time and is never used twice
    message_id      the message that will show what comes of it; None for a new one
    board_stays     whether the board is shown where it was, as the answer is only said in words
    at              when Discord made it: seconds since 1970, UTC
    language        of what everyone here sees, unless the server's settings name another
    may_write       whether the bot may post in the channel without an interaction
    is_alone        whether nobody but this person can see our answers here
    defaults        the operator's values for settings that a server has not changed, by name
    thoughts        what the engine has answered so far; if a transaction needs more, it raises
                    NotThought, and runs again when that is found
    seed            of all that is left to chance
    """

    interaction_id: int
    user_id: int
    channel_id: int
    guild_id: int | None
    message_id: int | None
    at: int
    language: str
    board_stays: bool = False
    may_write: bool = False
    is_alone: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)
    thoughts: Thoughts = NO_THOUGHTS
    seed: int = 0

    @cached_property
    def rng(self) -> Random:
        """The source of chance, which picks the same when a transaction runs again.

        It does after the engine had to think. With another pick, those that need no thought would
        be favoured.
        """
        return Random(self.seed)

    def on_message(self, message_id: int | None) -> Request:
        """The request, if this message will show what comes of it; None: a new message."""
        if message_id == self.message_id:
            return self
        return replace(self, message_id=message_id)
