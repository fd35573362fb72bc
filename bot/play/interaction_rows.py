"""An interaction counts once, however often Discord delivers it.

Every transaction that changes something is marked `@once`, except those that change nothing if they
are done again: a press of a cell finds its own move on the board. A copy gets no answer, as Discord
would refuse it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, insert, select

from bot.database.errors import OutcomeUnknown
from bot.database.prepared_statements import Prepared, is_retry
from bot.database.tables import interactions
from bot.interactions.request import CameAgain, Request

P = ParamSpec("P")
T = TypeVar("T")

_INTERACTION = Prepared(
    select(interactions.c.id).where(interactions.c.id == bindparam("interaction_id"))
)
_NEW_INTERACTION = Prepared(insert(interactions))


def once(
    transaction: Callable[Concatenate[Connection, Request, P], T],
) -> Callable[Concatenate[Connection, Request, P], T]:
    """Make a transaction count once for each interaction.

    The id is looked up first, or the rules would refuse what is done already, and written last, so
    that a refusal has written nothing. If another process was faster, the id is taken, and the
    store runs the transaction again, which then finds it.

    The transaction raises CameAgain for an interaction that has counted, and OutcomeUnknown if it
    counted in a try of this very run, whose commit was never confirmed.
    """

    @wraps(transaction)
    def run_once(
        connection: Connection, request: Request, /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if _INTERACTION.run(connection, interaction_id=request.id):
            if is_retry(connection):
                raise OutcomeUnknown
            raise CameAgain
        result = transaction(connection, request, *args, **kwargs)
        _NEW_INTERACTION.run(connection, id=request.id)
        return result

    return run_once
