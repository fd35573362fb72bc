"""Challenges as rows: how they are found, built and written."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from bot.sessions.challenge import LIFETIME, Challenge, ChallengeGone, State
from bot.sessions.seats import Terms, UserId
from bot.storage.request import Request
from bot.storage.tables import challenges, interactions

_KEPT = 24 * 3600  # seconds


def load_challenge(connection: Connection, challenge_id: int, now: int) -> Challenge | None:
    """The challenge as it stands at a time."""
    row = connection.execute(select(challenges).where(challenges.c.id == challenge_id)).one_or_none()
    return _challenge(row).at(now) if row is not None else None


def open_challenge(connection: Connection, channel_id: int, challenger: UserId, now: int) -> Challenge | None:
    """The challenge somebody has out in a channel; there is at most one."""
    row = connection.execute(
        select(challenges).where(
            challenges.c.channel_id == channel_id,
            challenges.c.challenger_id == challenger,
            challenges.c.state == State.OPEN.value,
            challenges.c.expires_at > now,
        )
    ).one_or_none()
    return _challenge(row) if row is not None else None


def count_open_challenges(connection: Connection, challenger: UserId, now: int) -> int:
    """How many challenges somebody has out, wherever that is."""
    return connection.execute(
        select(func.count())
        .select_from(challenges)
        .where(
            challenges.c.challenger_id == challenger,
            challenges.c.state == State.OPEN.value,
            challenges.c.expires_at > now,
        )
    ).scalar_one()


def insert_challenge(
    connection: Connection,
    request: Request,
    challenged: UserId,
    terms: Terms,
    rematch_of: int | None = None,
) -> Challenge:
    challenge_id = connection.execute(
        insert(challenges)
        .values(
            channel_id=request.channel_id,
            challenger_id=request.user_id,
            challenged_id=challenged,
            mark=terms.mark,
            first=terms.first,
            time=terms.time,
            rematch_of=rematch_of,
            expires_at=request.at + LIFETIME,
            state=State.OPEN.value,
        )
        .returning(challenges.c.id)
    ).scalar_one()
    challenge = Challenge(
        challenge_id,
        request.channel_id,
        request.user_id,
        challenged,
        terms,
        request.at + LIFETIME,
        rematch_of=rematch_of,
    )
    remember_challenge(connection, request, challenge)
    return challenge


def close_challenge(connection: Connection, request: Request, answered: Challenge) -> Challenge:
    """Give a challenge its new state, and write that this interaction did it.

    Raises ChallengeGone when another process was faster.
    """
    if not write_state(connection, answered):
        raise ChallengeGone(load_challenge(connection, answered.id, request.at) or answered)
    remember_challenge(connection, request, answered)
    return answered


def write_state(connection: Connection, challenge: Challenge) -> bool:
    """Give an open challenge its new state; False when somebody else has answered it meanwhile."""
    changed = connection.execute(
        update(challenges)
        .where(challenges.c.id == challenge.id, challenges.c.state == State.OPEN.value)
        .values(state=challenge.state.value)
    )
    return changed.rowcount == 1


def lapse_challenges(connection: Connection, now: int) -> int:
    """Close every challenge whose time is up, and say how many that were. To do so twice changes nothing."""
    return connection.execute(
        update(challenges)
        .where(challenges.c.state == State.OPEN.value, challenges.c.expires_at <= now)
        .values(state=State.LAPSED.value)
    ).rowcount


def forget_old_challenges(connection: Connection, now: int) -> None:
    """Delete what was answered, or lapsed, a day ago."""
    old = (challenges.c.state != State.OPEN.value) & (challenges.c.expires_at < now - _KEPT)
    of_old = interactions.c.challenge_id.in_(select(challenges.c.id).where(old))
    connection.execute(delete(interactions).where(of_old))
    connection.execute(delete(challenges).where(old))


def remember_challenge(connection: Connection, request: Request, challenge: Challenge) -> None:
    connection.execute(insert(interactions).values(id=request.interaction_id, challenge_id=challenge.id))


def _challenge(row: Row[Any]) -> Challenge:
    return Challenge(
        id=row.id,
        channel_id=row.channel_id,
        challenger=row.challenger_id,
        challenged=row.challenged_id,
        terms=Terms(row.mark, row.first, row.time),
        expires_at=row.expires_at,
        state=State(row.state),
        rematch_of=row.rematch_of,
    )
