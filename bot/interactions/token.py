"""Tokens: with the token of an interaction it is answered, and its messages changed for a while."""

from typing import Any, NamedTuple

from bot.interactions.clock import made_at

_LASTS = 14 * 60  # seconds; Discord's fifteen minutes, minus the time that a request may wait
_LARGEST_ID = 2**63 - 1  # the largest number a database takes; Discord's ids reach it in 2084


class Unanswerable(Exception):
    """An interaction without a usable id or token, so that it cannot be answered."""


class Token(NamedTuple):
    """What Discord wants to see of an interaction whenever something is sent in answer to it."""

    interaction_id: int
    application_id: int
    secret: str

    def lasts(self, now: float) -> bool:
        """Whether it still changes messages; `now` in seconds since 1970, UTC."""
        return now < made_at(self.interaction_id) + _LASTS


def read_token(data: Any, application_id: int) -> Token:
    """The token of an interaction as Discord sent it. Raises Unanswerable."""
    try:
        interaction_id = int(data["id"])
        secret = data["token"]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Unanswerable from error
    if not 0 < interaction_id <= _LARGEST_ID or not isinstance(secret, str):
        raise Unanswerable
    return Token(interaction_id, application_id, secret)
