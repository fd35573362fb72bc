"""An interaction counts once, however often Discord delivers it.

Every transaction that changes something is marked `@once`, except those that change nothing if they
are done again: a press of a cell finds its own move on the board. A copy gets no answer, as Discord
would refuse it.
"""

from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy import bindparam, insert, select

from bot.database.errors import OutcomeUnknown
from bot.database.prepared_statements import Prepared
from bot.database.tables import interactions
from bot.database.transaction import Transaction
from bot.interactions.interaction import CameAgain, Interaction, Serving

P = ParamSpec("P")
T = TypeVar("T")

_INTERACTION = Prepared(
    select(interactions.c.id).where(interactions.c.id == bindparam("interaction_id"))
)
_NEW_INTERACTION = Prepared(insert(interactions))


def once(work: Serving[P, T]) -> Serving[P, T]:
    """Make a transaction count once for each interaction.

    The id is looked up first, or the rules would refuse what is done already, and written last, so
    that a refusal has written nothing. If another process was faster, the id is taken, and the
    store runs the transaction again, which then finds it.

    The transaction raises CameAgain for an interaction that has counted, and OutcomeUnknown if it
    counted in a try of this very run, whose commit was never confirmed.
    """

    @wraps(work)
    def run_once(transaction: Transaction[Interaction], /, *args: P.args, **kwargs: P.kwargs) -> T:
        interaction_id = transaction.interaction.id
        if _INTERACTION.execute(transaction, interaction_id=interaction_id):
            if transaction.is_retry:
                raise OutcomeUnknown
            raise CameAgain
        result = work(transaction, *args, **kwargs)
        _NEW_INTERACTION.execute(transaction, id=interaction_id)
        return result

    return run_once
