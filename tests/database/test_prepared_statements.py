"""Prepared statements: the same on both stores."""

from typing import Any

import pytest
from sqlalchemy import bindparam, delete, insert, select, update

from bot.database.prepared_statements import Prepared, prepared_upsert
from bot.database.store import Store
from bot.database.tables import notes, people
from bot.database.transaction import AnyTransaction
from bot.play.result_rows import record_seen
from tests.support.requests import NOW
from tests.support.stores import on_both_stores

NOTE = prepared_upsert(notes, ("name", "value"), lambda new: {"value": new["value"]})
NOTED = Prepared(select(notes.c.value).where(notes.c.name == bindparam("named")))
ADD = Prepared(
    update(notes)
    .where(notes.c.name == bindparam("named"))
    .values(value=notes.c.value + bindparam("more"))
)
REMOVE = Prepared(delete(notes).where(notes.c.name == bindparam("named")))


def noted(transaction: AnyTransaction, name: str = "a") -> list[str]:
    return [row.value for row in NOTED.execute(transaction, named=name)]


@on_both_stores
async def test_a_transaction_reads_what_it_has_written(store: Store):
    def write_and_read(transaction: AnyTransaction) -> list[str]:
        NOTE.execute(transaction, name="a", value="one")
        return noted(transaction)

    assert await store.run(write_and_read) == ["one"]
    assert await store.run(noted) == ["one"]


@on_both_stores
async def test_sqlalchemy_sees_what_a_prepared_statement_has_written(store: Store):
    def write_and_read(transaction: AnyTransaction) -> str | None:
        NOTE.execute(transaction, name="a", value="one")
        return transaction.connection.scalar(select(notes.c.value))

    assert await store.run(write_and_read) == "one"


@on_both_stores
async def test_statements_on_one_table_take_effect_one_after_another(store: Store):
    def write(transaction: AnyTransaction) -> None:
        NOTE.execute(transaction, name="a", value="one")
        ADD.execute(transaction, named="a", more=" two")
        NOTE.execute(transaction, name="b", value="gone")
        REMOVE.execute(transaction, named="b")

    await store.run(write)
    assert await store.run(noted) == ["one two"]
    assert await store.run(noted, "b") == []


@on_both_stores
async def test_what_a_transaction_that_raises_has_written_is_gone(store: Store):
    def write_and_raise(transaction: AnyTransaction) -> None:
        NOTE.execute(transaction, name="a", value="one")
        assert noted(transaction)
        NOTE.execute(transaction, name="b", value="two")
        raise LookupError

    with pytest.raises(LookupError):
        await store.run(write_and_raise)
    assert await store.run(noted) == await store.run(noted, "b") == []


@on_both_stores
@pytest.mark.parametrize("comes_first", [True, False])
async def test_a_transaction_that_must_change_a_row_is_run_again_until_it_does(
    store: Store, *, comes_first: bool
):
    must_add = Prepared(
        update(notes).where(notes.c.name == bindparam("named")).values(value="two"),
        must_change=True,
    )
    tries = []

    def change(transaction: AnyTransaction) -> None:
        tries.append(noted(transaction))
        if not comes_first:
            record_seen(transaction, 1, NOW)
        if len(tries) == 2:
            NOTE.execute(transaction, name="a", value="one")
        must_add.execute(transaction, named="a")

    await store.run(change)
    assert len(tries) == 2
    assert await store.run(noted) == ["two"]


@on_both_stores
async def test_a_boolean_is_one_and_what_an_insert_is_not_given_is_null(store: Store):
    new = Prepared(insert(people))

    def write_and_read(transaction: AnyTransaction) -> Any:
        given = {"streak": 0, "best_streak": 0, "recent": "", "seen_on": 0, "told_at_once": True}
        new.execute(transaction, user_id=1, takes_challenges=False, text_first=True, **given)
        return Prepared(select(people)).execute(transaction)[0]

    row = await store.run(write_and_read)
    assert (row.takes_challenges, row.text_first, row.told_at_once) == (False, True, True)
    assert isinstance(row.takes_challenges, bool)
