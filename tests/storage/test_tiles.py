"""Which emoji our tiles are, and whose turn it is to upload them."""

import asyncio

from bot.storage import tile_transactions
from bot.storage.store import Store
from tests.support.requests import NOW
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

OURS, ANOTHER = 42, 43  # applications
CLAIM = tile_transactions._CLAIM


async def test_each_application_has_emoji_of_its_own_and_a_new_id_takes_the_place_of_the_old_one(
    store: Store,
):
    for application, ids in (
        (OURS, {"X_mark_0000": 2**62, "O_mark_0000": 2}),
        (ANOTHER, {"X_mark_0000": 3}),
        (OURS, {"X_mark_0000": 4, "X_mark_1111": 5}),
    ):
        await store.run(tile_transactions.keep_emoji_ids, application, ids)
    ours = {"X_mark_0000": 4, "X_mark_1111": 5, "O_mark_0000": 2}
    assert await store.run(tile_transactions.emoji_ids, OURS) == ours
    assert await store.run(tile_transactions.emoji_ids, ANOTHER) == {"X_mark_0000": 3}


async def test_of_many_processes_of_an_application_one_may_upload(store: Store):
    for application in (OURS, ANOTHER):
        claims = [
            store.run(tile_transactions.claim_upload, application, f"process {n}", NOW) for n in range(10)
        ]
        assert sum(await asyncio.gather(*claims)) == 1


async def test_a_claim_holds_until_it_ends_or_nothing_has_been_uploaded_for_five_minutes(store: Store):
    async def claim(process: str, seconds: int) -> bool:
        return await store.run(tile_transactions.claim_upload, OURS, process, NOW + seconds)

    assert await claim("a", 0)
    assert await claim("a", 100), "for the next tile"
    assert not await claim("b", 100 + CLAIM - 1)
    assert await claim("b", 100 + CLAIM)
    assert not await claim("a", 100 + CLAIM), "its turn is over"
    await store.run(tile_transactions.end_upload, OURS, "a")
    assert not await claim("a", 100 + CLAIM), "it cannot end the claim of another"
    await store.run(tile_transactions.end_upload, OURS, "b")
    assert await claim("a", 100 + CLAIM)
