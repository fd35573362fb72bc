"""What has been carried out already, so that an interaction that comes twice counts once."""

from __future__ import annotations

from typing import TypeVar

from sqlalchemy import Connection, delete, select

from bot.sessions.challenge import Challenge
from bot.sessions.session import Session
from bot.storage.challenge_rows import load_challenge
from bot.storage.request import Request
from bot.storage.session_rows import load_session
from bot.storage.tables import interactions

Kind = TypeVar("Kind", Session, Challenge)

_AN_HOUR_OF_SNOWFLAKES = 3600 * 1000 << 22  # an interaction's token dies after 15 minutes


def done_before(connection: Connection, request: Request, kind: type[Kind]) -> Kind | None:
    """What this very interaction was about, as it stands, if it has been carried out already."""
    row = connection.execute(
        select(interactions).where(interactions.c.id == request.interaction_id)
    ).one_or_none()
    if row is None:
        return None
    if row.session_id is not None:
        found: Session | Challenge | None = load_session(connection, row.session_id, request.at)
    else:
        found = load_challenge(connection, row.challenge_id, request.at)
    return found if isinstance(found, kind) else None


def forget_old_interactions(connection: Connection, request: Request) -> None:
    connection.execute(
        delete(interactions).where(interactions.c.id < request.interaction_id - _AN_HOUR_OF_SNOWFLAKES)
    )
