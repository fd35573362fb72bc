"""An interaction counts once, however often Discord delivers it.

Every transaction that changes something is marked `@once`, except those that change nothing if they
are done again: a press of a cell finds its own move on the board.
"""

from collections.abc import Callable
from functools import singledispatch, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, insert, select

from bot.database.prepared_statements import Prepared, is_retry
from bot.database.tables import interactions
from bot.interactions.request import Request
from bot.messages.texts import Refusal
from bot.play.rows import load_session
from bot.play.session import Session
from engine.board import IllegalMove

P = ParamSpec("P")
T = TypeVar("T")

_INTERACTION = Prepared(
    select(interactions).where(interactions.c.id == bindparam("interaction_id"))
)
_NEW_INTERACTION = Prepared(insert(interactions))


@singledispatch
def about(_done: object) -> dict[str, int]:
    """The column of `interactions` that names what a transaction returned; none for most things."""
    return {}


@about.register
def _(session: Session) -> dict[str, int]:
    return {"session_id": session.id}


def once(
    again: Callable[..., T],
) -> Callable[
    [Callable[Concatenate[Connection, Request, P], T]],
    Callable[Concatenate[Connection, Request, P], T],
]:
    """Make a transaction run once for each interaction, and remember what it is `about`.

    again  what an interaction gets that comes again: from the same arguments, what stands by then

    Nobody looks beforehand whether it comes again, because it hardly ever does. If it does, either
    the rules refuse what is done already, so a refusal counts only if the interaction is not
    remembered; or it violates the key of `interactions`, and the store runs it once more: only then
    it looks first.
    """

    def mark(
        transaction: Callable[Concatenate[Connection, Request, P], T],
    ) -> Callable[Concatenate[Connection, Request, P], T]:
        @wraps(transaction)
        def count_once(
            connection: Connection, request: Request, /, *args: P.args, **kwargs: P.kwargs
        ) -> T:
            if is_retry(connection) and remembered(connection, request):
                return again(connection, request, *args, **kwargs)
            try:
                done = transaction(connection, request, *args, **kwargs)
            except (Refusal, IllegalMove):
                if remembered(connection, request):
                    return again(connection, request, *args, **kwargs)
                raise
            _NEW_INTERACTION.run(connection, id=request.interaction_id, **about(done))
            return done

        return count_once

    return mark


def the_session(connection: Connection, request: Request, *_: object, **__: object) -> Session:
    """The session on which an interaction was executed, as it is now."""
    session = load_session(connection, remembered(connection, request).session_id, request.at)
    assert session, "an interaction runs one such transaction, and is deleted with its session"
    return session


def remembered(connection: Connection, request: Request) -> Any:
    """The row of an interaction that was executed; None if it was not."""
    rows = _INTERACTION.run(connection, interaction_id=request.interaction_id)
    if not rows:
        return None
    return rows[0]
