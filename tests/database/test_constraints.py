"""The tables themselves refuse what the code should never write."""

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from bot.database.errors import StoreUnavailable
from bot.database.store import Store
from bot.database.tables import metadata
from bot.database.transaction import AnyTransaction
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

SESSION = {
    "id": 1,
    "channel_id": 10,
    "game": "3x3",
    "first": "X",
    "moves": "",
    "started_at": 0,
    "assisted": False,
    "taken_back": 0,
    "turn_since": 0,
    "closes_at": 0,
    "tally_x": 0,
    "tally_o": 0,
    "tally_drawn": 0,
    "is_demo": False,
    "language": "en-US",
    "look": "tiles",
}
SEAT = {"session_id": 1, "mark": "X", "user_id": 1, "channel_id": 10, "live": True}


async def write(store: Store, *rows: tuple[str, dict[str, object]]) -> None:
    def insert_rows(transaction: AnyTransaction) -> None:
        for table, values in rows:
            transaction.connection.execute(insert(metadata.tables[table]).values(**values))

    await store.run(insert_rows)


REFUSED = [
    ("interactions", {"id": 7}),  # the same interaction again
    ("seats", SEAT | {"mark": "O"}),  # the same person twice, live, in one channel
    # A person and the bot on one seat.
    ("seats", SEAT | {"mark": "O", "user_id": 2, "level": "easy"}),
    ("seats", SEAT | {"mark": "O", "user_id": None}),  # nobody on a seat
    ("seats", SEAT | {"mark": "Z", "user_id": 2}),
    ("sessions", SESSION | {"id": 2, "first": "Z"}),
    ("sessions", SESSION | {"id": 2, "ended_at": 1}),  # an end without a termination
]


async def test_the_tables_refuse(store: Store):
    await write(store, ("sessions", SESSION), ("seats", SEAT), ("interactions", {"id": 7}))
    for row in REFUSED:
        with pytest.raises(StoreUnavailable) as refused:
            await write(store, row)
        assert isinstance(refused.value.__cause__, IntegrityError), row


async def test_the_tables_let_a_person_sit_in_a_finished_and_a_live_session(store: Store):
    await write(
        store,
        ("sessions", SESSION),
        ("seats", SEAT | {"live": False}),
        ("sessions", SESSION | {"id": 2}),
        ("seats", SEAT | {"session_id": 2}),
    )
