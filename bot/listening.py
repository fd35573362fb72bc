"""Who listens to Discord, and so gets answers in words alone."""

from __future__ import annotations

from bot.interactions import Callback
from bot.sessions.seats import UserId
from bot.storage import record_transactions
from bot.storage.store import Store


async def as_they_read(store: Store, to: Callback, user_id: UserId) -> Callback:
    """How to answer this person with something that only they see: in words alone, if they have chosen that.

    Below a private message the answer is as that message is. Raises StoreUnavailable or OutcomeUnknown.
    """
    if to.reader or to.private:
        return to
    text_first = await store.run(record_transactions.wants_text_first, user_id)
    return to._replace(reader=user_id) if text_first else to


async def as_they_see_boards(store: Store, to: Callback, user_id: UserId) -> Callback:
    """The same for a board, which others see too unless this person is alone with the bot."""
    return await as_they_read(store, to, user_id) if to.alone else to
