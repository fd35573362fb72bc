"""What it means when Discord refuses a request, and what follows: the one table of that.

Discord says why in its own error code, and only that is believed. An HTTP status alone is no fact
about the world: a 403 or a 404 also comes from whatever stands between Discord and us, such as
Cloudflare, which blocks addresses. docs/operating.md prints the table.
"""

from collections.abc import Mapping
from enum import Enum

import aiohttp
import discord


class Meaning(Enum):
    """What a refusal means. Its value is what follows from it."""

    ANSWERED = "nothing: the interaction came twice, or an answer sent twice has arrived"
    NOBODY_WAITS = "the answer is lost; another press shows the game"
    NOT_HERE = "nobody sees the answer, and the daily puzzle is not posted there again"
    GONE = "the same; a server that is gone counts as left"
    PASSING = "nothing is deleted or turned off; what runs by itself is tried again"
    LOGGED_OUT = "the process ends with code 2: the token was reset"
    OUR_FAULT = "an error in the log; the person is told"


OF_CODES: Mapping[int, Meaning] = {
    40060: Meaning.ANSWERED,  # the interaction has been acknowledged
    10062: Meaning.NOBODY_WAITS,  # Discord forgets an interaction after three seconds
    10015: Meaning.NOBODY_WAITS,  # and its token after fifteen minutes
    50027: Meaning.NOBODY_WAITS,  # the same
    50001: Meaning.NOT_HERE,  # no access
    50007: Meaning.NOT_HERE,  # this person takes no messages
    50008: Meaning.NOT_HERE,  # no text in this channel
    50009: Meaning.NOT_HERE,  # the server asks for more verification
    50013: Meaning.NOT_HERE,  # a permission is missing
    50024: Meaning.NOT_HERE,  # not in a channel of this kind
    50083: Meaning.NOT_HERE,  # the thread is archived, and we may not open it
    160005: Meaning.NOT_HERE,  # the thread is locked
    200000: Meaning.NOT_HERE,  # AutoMod does not let the message through
    10003: Meaning.GONE,  # no such channel
    10004: Meaning.GONE,  # no such server
    10008: Meaning.GONE,  # no such message
    20016: Meaning.PASSING,  # slow mode
    30034: Meaning.PASSING,  # enough commands were uploaded today
    30046: Meaning.PASSING,  # enough edits of old messages
    40333: Meaning.PASSING,  # Cloudflare does not let us through
}
"""By Discord's error code."""

NEVER = {Meaning.NOT_HERE, Meaning.GONE}
"""Another try of the same in the same place will be refused, too."""

UNREACHABLE = (aiohttp.ClientError, OSError)
"""Discord cannot be reached, or does not answer in time."""

FAILURES = (discord.HTTPException, *UNREACHABLE)
"""What a request to Discord may raise: a refusal, or nobody was there."""

_TOKEN_IS_WRONG = 4004  # a close code of the gateway


def meaning(error: BaseException | None) -> Meaning:
    """What it means that a request, or the connection, ended in this error."""
    match error:
        case discord.LoginFailure():
            return Meaning.LOGGED_OUT
        case discord.GatewayNotFound():  # discord.py says no more, whatever Discord has answered
            return meaning(error.__cause__)
        case discord.ConnectionClosed(code=code) if code == _TOKEN_IS_WRONG:
            return Meaning.LOGGED_OUT
        case discord.HTTPException() if error.code in OF_CODES:
            return OF_CODES[error.code]
        case discord.HTTPException(status=status) if status == 429 or status >= 500:
            return Meaning.PASSING
        case discord.HTTPException(code=0, status=401):
            return Meaning.LOGGED_OUT
        case discord.HTTPException(code=0, status=403 | 404):
            return Meaning.PASSING
    if isinstance(error, UNREACHABLE):
        return Meaning.PASSING
    return Meaning.OUR_FAULT


def is_blocked(error: BaseException | None) -> bool:
    """Whether this machine's address is blocked for a while: each try would prolong that."""
    if isinstance(error, discord.GatewayNotFound):
        return is_blocked(error.__cause__)
    if not isinstance(error, discord.HTTPException) or meaning(error) is not Meaning.PASSING:
        return False
    return error.status in {403, 429}


def why(error: BaseException) -> str:
    """What Discord or the network says, in a line. A page in place of an answer is left out."""
    if isinstance(error, discord.GatewayNotFound) and error.__cause__:
        return why(error.__cause__)
    if isinstance(error, discord.HTTPException) and error.text.lstrip().startswith("<"):
        return f"{error.status}, with a page in place of an answer"
    return str(error) or type(error).__name__
