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
def subject_of(_result: object) -> dict[str, int]:
    """The column of `interactions` that names a transaction's result, by its id; mostly none."""
    return {}


@subject_of.register
def subject_of_session(session: Session) -> dict[str, int]:
    return {"session_id": session.id}


def once(
    again: Callable[..., T],
) -> Callable[
    [Callable[Concatenate[Connection, Request, P], T]],
    Callable[Concatenate[Connection, Request, P], T],
]:
    """Make a transaction run once for each interaction, and remember what it returned.

    again  called in place of the transaction, with its arguments, if the interaction was executed
           before: returns what stands by then

    Nobody looks beforehand whether it was, because it hardly ever was. A repeat shows itself in two
    ways: the rules refuse what is done already, or its id is taken, and the store runs it again.
    Only then do we look.
    """

    def decorate(
        transaction: Callable[Concatenate[Connection, Request, P], T],
    ) -> Callable[Concatenate[Connection, Request, P], T]:
        @wraps(transaction)
        def run_once(
            connection: Connection, request: Request, /, *args: P.args, **kwargs: P.kwargs
        ) -> T:
            if is_retry(connection) and load_interaction(connection, request):
                return again(connection, request, *args, **kwargs)
            try:
                result = transaction(connection, request, *args, **kwargs)
            except (Refusal, IllegalMove):
                if load_interaction(connection, request):
                    return again(connection, request, *args, **kwargs)
                raise
            _NEW_INTERACTION.run(connection, id=request.interaction_id, **subject_of(result))
            return result

        return run_once

    return decorate


def the_session(connection: Connection, request: Request, *_: object, **__: object) -> Session:
    """The session on which an interaction was executed, as it is now.

    For `once`: what else the transaction takes does not matter.
    """
    interaction = load_interaction(connection, request)
    return session_of_interaction(connection, interaction, request.at)


def session_of_interaction(connection: Connection, interaction: Any, now: int) -> Session:
    """The session that the row of an interaction names, as of `now`."""
    session = load_session(connection, interaction.session_id, now)
    assert session, "an interaction runs one such transaction, and is deleted with its session"
    return session


def load_interaction(connection: Connection, request: Request) -> Any:
    """The row of an interaction that was executed once; None if it was not."""
    rows = _INTERACTION.run(connection, interaction_id=request.interaction_id)
    if not rows:
        return None
    return rows[0]
