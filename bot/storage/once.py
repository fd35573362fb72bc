"""An interaction counts once, however often Discord delivers it.

Every transaction that changes something is marked `@once`, except those that change nothing if they are done
again: a press of a cell finds its own move on the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.sessions.challenge import Challenge
from bot.sessions.session import Session
from bot.storage.challenge_rows import load_challenge
from bot.storage.database.prepared import Prepared, is_retry
from bot.storage.request import Request
from bot.storage.session_rows import load_session
from bot.storage.store import AT_ONCE
from bot.storage.tables import interactions
from bot.texts import Refusal
from engine.board import IllegalMove

P = ParamSpec("P")
T = TypeVar("T")

_KEPT = 3600  # seconds; an interaction's token dies after 15 minutes
_EPOCH = 1_420_070_400  # the start of 2015, where Discord's ids begin to count

_INTERACTION = Prepared(select(interactions).where(interactions.c.id == bindparam("interaction_id")))
_NEW_INTERACTION = Prepared(insert(interactions))


def once(
    again: Callable[..., T],
) -> Callable[
    [Callable[Concatenate[Connection, Request, P], T]], Callable[Concatenate[Connection, Request, P], T]
]:
    """Make a transaction run once for each interaction, and remember the session or challenge it returns.

    again  what an interaction gets that comes again: from the same arguments, what stands by then

    Nobody looks beforehand whether it comes again, because it hardly ever does. If it does, either the rules
    refuse what is done already, so a refusal counts only if the interaction is not remembered; or it violates
    the key of `interactions`, and the store runs it once more: only then it looks first.
    """

    def mark(
        transaction: Callable[Concatenate[Connection, Request, P], T],
    ) -> Callable[Concatenate[Connection, Request, P], T]:
        @wraps(transaction)
        def count_once(connection: Connection, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> T:
            if is_retry(connection) and _row_of(connection, request):
                return again(connection, request, *args, **kwargs)
            try:
                done = transaction(connection, request, *args, **kwargs)
            except (Refusal, IllegalMove):
                if _row_of(connection, request):
                    return again(connection, request, *args, **kwargs)
                raise
            _NEW_INTERACTION.run(
                connection,
                id=request.interaction_id,
                session_id=done.id if isinstance(done, Session) else None,
                challenge_id=done.id if isinstance(done, Challenge) else None,
            )
            return done

        return count_once

    return mark


def the_session(connection: Connection, request: Request, *_: object, **__: object) -> Session:
    """The session on which an interaction was executed, as it is now."""
    session = load_session(connection, _row_of(connection, request).session_id, request.at)
    assert session, "an interaction runs one such transaction, and is deleted with its session"
    return session


def the_challenge(connection: Connection, request: Request, *_: object, **__: object) -> Challenge:
    """The challenge on which an interaction was executed, as it is now."""
    challenge = load_challenge(connection, _row_of(connection, request).challenge_id, request.at)
    assert challenge, "an interaction runs one such transaction, and is deleted with its challenge"
    return challenge


def either(connection: Connection, request: Request, *_: object, **__: object) -> Session | Challenge:
    """The session or the challenge on which an interaction was executed, as it is now."""
    is_challenge = _row_of(connection, request).challenge_id is not None
    return (the_challenge if is_challenge else the_session)(connection, request)


def _row_of(connection: Connection, request: Request) -> Any:
    rows = _INTERACTION.run(connection, interaction_id=request.interaction_id)
    return rows[0] if rows else None


def forget_old_interactions(connection: Connection, now: int) -> int:
    """Delete interactions from more than an hour ago, at most AT_ONCE; returns how many it deleted."""
    before = (now - _KEPT - _EPOCH) * 1000 << 22
    old = select(interactions.c.id).where(interactions.c.id < before).limit(AT_ONCE)
    return connection.execute(delete(interactions).where(interactions.c.id.in_(old))).rowcount
