"""What is known of two people before one of them challenges the other, read in one statement."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, ScalarSelect, bindparam, exists, func, select

from bot.sessions.seats import UserId
from bot.storage.challenge_rows import IS_OPEN, STILL_OPEN
from bot.storage.database.prepared import Prepared
from bot.storage.request import Request
from bot.storage.session_rows import plays
from bot.storage.tables import bans, blocks, challenges, pauses, people

_CHALLENGER: BindParameter[int] = bindparam("challenger")
_CHALLENGED: BindParameter[int] = bindparam("challenged")
_CHANNEL: BindParameter[int] = bindparam("channel_id")


def _paused(column: str) -> ScalarSelect[int]:
    pause = pauses.c.challenged_id == _CHALLENGED, pauses.c.challenger_id == _CHALLENGER
    return select(pauses.c[column]).where(*pause).scalar_subquery()


_INVITATION = Prepared(
    select(
        plays(_CHALLENGER).label("plays"),
        plays(_CHALLENGED).label("they_play"),
        (
            exists().where(people.c.user_id == _CHALLENGED, ~people.c.takes_challenges)
            | exists().where(bans.c.id == _CHALLENGED)
            | exists().where(blocks.c.blocker_id == _CHALLENGED, blocks.c.blocked_id == _CHALLENGER)
        ).label("is_unwanted"),
        exists()
        .where(
            challenges.c.channel_id == _CHANNEL,
            challenges.c.challenger_id == _CHALLENGED,
            challenges.c.challenged_id == _CHALLENGER,
            *STILL_OPEN,
        )
        .label("they_challenge"),
        select(challenges.c.expires_at)
        .where(challenges.c.channel_id == _CHANNEL, challenges.c.challenger_id == _CHALLENGER, IS_OPEN)
        .scalar_subquery()
        .label("waits_until"),
        select(func.count())
        .select_from(challenges)
        .where(challenges.c.challenger_id == _CHALLENGER, *STILL_OPEN)
        .scalar_subquery()
        .label("open_challenges"),
        _paused("in_vain").label("in_vain"),
        _paused("until").label("until"),
    )
)


class Invitation(NamedTuple):
    """What is known of two people before one challenges the other.

    plays            whether the challenger has a live session in this channel
    they_play        whether the challenged has
    is_unwanted      whether the challenged takes no challenges, or none from the challenger
    they_challenge   whether the challenged has challenged the challenger here
    waits_until      when the challenger's challenge here expires, which may be over; None if there is none
    open_challenges  how many challenges the challenger has in all channels
    in_vain, until   of the pause between the two; None if there is none
    """

    plays: bool
    they_play: bool
    is_unwanted: bool
    they_challenge: bool
    waits_until: int | None
    open_challenges: int
    in_vain: int | None
    until: int | None


def load_invitation(connection: Connection, request: Request, challenged: UserId) -> Invitation:
    """What is known of the person who asks and of the one they want to challenge."""
    people_here = {"challenger": request.user_id, "challenged": challenged}
    [row] = _INVITATION.rows(connection, **people_here, channel_id=request.channel_id, now=request.at)
    return Invitation(*row)
