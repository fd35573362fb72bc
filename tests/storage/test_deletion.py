"""Delete everything: what is gone, what stays and why, and that a lot is deleted in parts."""

import asyncio
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from bot.sessions.challenge import ChallengedLately, TheyTakeNoChallenges
from bot.sessions.records import PEOPLE, Count
from bot.sessions.refusals import NoGameHere
from bot.sessions.seats import NOBODY, Bot, Terms
from bot.sessions.session import Session
from bot.storage import challenge_transactions, record_transactions, transactions
from bot.storage.request import Request
from bot.storage.store import AT_ONCE, Store
from bot.storage.tables import challenges, metadata, seats, sessions
from engine.board import Mark
from tests.support import crowd
from tests.support.requests import A_DAY, NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

ANN, BOB, EVE = 111_111, 222_222, 333_333
GUILD, HERE, DIRECT, OTHER_DIRECT = 777_777, 888_888, 999_999, 999_000
PLACES = {HERE: GUILD, DIRECT: None, OTHER_DIRECT: None}


def by(user: int, channel: int = HERE, at: int = NOW) -> Request:
    return request(user, channel, at=at, guild=PLACES[channel])


async def alone(store: Store, user: int, channel: int) -> Session:
    """A game against the bot, finished."""
    begun = await store.run(transactions.start, by(user, channel), Bot("easy"), Terms(), Random(1))
    await store.run(transactions.press, by(user, channel), begun.id, 0, 5, Random(1))
    return await store.run(transactions.resign, by(user, channel))


async def together(store: Store, first: int, second: int, channel: int) -> Session:
    """A game of two people that the second wins."""
    asked = await store.run(challenge_transactions.challenge, by(first, channel), second, Terms("X", "me"))
    await store.run(challenge_transactions.accept, by(second, channel), asked.id, Random(1))
    await store.run(transactions.move, by(first, channel), 5, Random(1))
    return await store.run(transactions.resign, by(first, channel))


async def delete(store: Store, user: int, channel: int = HERE, at: int = NOW) -> int:
    """Delete everything; returns the number of parts it took."""
    parts = 1
    while await store.run(record_transactions.delete, by(user, channel, at)):
        parts += 1
    return parts


def tables_with(connection: Connection, number: int) -> set[str]:
    """Every table that contains a number, in any column."""
    found = set()
    for table in metadata.sorted_tables:
        for row in connection.execute(select(table)):
            if number in tuple(row):
                found.add(table.name)
    return found


async def test_nothing_leads_back_to_a_person_who_played_in_direct_messages(store: Store):
    first = await alone(store, ANN, DIRECT)
    again = await store.run(challenge_transactions.rematch, by(ANN, DIRECT), first.id, Random(1))
    await store.run(transactions.watch, by(ANN, DIRECT), Bot("easy"), Bot("easy"))
    assert isinstance(again, Session)
    assert await store.run(tables_with, DIRECT) == {"sessions", "seats"}
    await delete(store, ANN)
    assert await store.run(tables_with, ANN) == set()
    assert await store.run(tables_with, DIRECT) == set()
    with pytest.raises(NoGameHere):
        await store.run(transactions.review, by(ANN, DIRECT), first.id)


async def test_a_game_in_a_private_channel_stays_for_the_friend_until_both_are_deleted(store: Store):
    shared = await together(store, ANN, BOB, DIRECT)
    await delete(store, ANN, DIRECT)
    left = await store.run(transactions.review, by(BOB, DIRECT), shared.id)
    assert (left.seats[Mark.X], left.moves) == (NOBODY, shared.moves)
    assert (await store.run(record_transactions.stats, BOB)).counts == {PEOPLE: Count(won=1)}
    assert await store.run(tables_with, ANN) == set()
    await delete(store, BOB)
    assert await store.run(tables_with, DIRECT) == set()


async def test_live_and_demo_games_in_the_direct_messages_it_is_asked_for_in_are_deleted(store: Store):
    for who, where in ((ANN, DIRECT), (BOB, OTHER_DIRECT)):
        await store.run(transactions.watch, by(who, where), Bot("easy"), Bot("easy"))
    begun = await store.run(transactions.start, by(ANN, DIRECT), Bot("easy"), Terms(), Random(1))
    await delete(store, ANN, DIRECT)
    assert await store.run(tables_with, DIRECT) == set()
    assert await store.run(tables_with, OTHER_DIRECT) == {"sessions", "seats"}
    with pytest.raises(NoGameHere):
        await store.run(transactions.press, by(ANN, DIRECT), begun.id, 0, 5, Random(1))
    assert await store.run(transactions.start, by(ANN, DIRECT), Bot("easy"), Terms(), Random(1))


async def test_deleting_is_no_way_round_a_pause_or_a_block(store: Store):
    asked = await store.run(challenge_transactions.challenge, by(ANN), BOB, Terms())
    await store.run(challenge_transactions.decline, by(BOB), asked.id)
    await delete(store, ANN)
    with pytest.raises(ChallengedLately):
        await store.run(challenge_transactions.challenge, by(ANN), BOB, Terms())
    later = NOW + 3600
    asked = await store.run(challenge_transactions.challenge, by(ANN, at=later), BOB, Terms())
    await store.run(challenge_transactions.block, by(BOB, at=later), asked.id)
    await delete(store, ANN)
    with pytest.raises(TheyTakeNoChallenges):
        await store.run(challenge_transactions.challenge, by(ANN, at=later + A_DAY), BOB, Terms())


async def test_a_persons_own_blocks_and_the_pauses_before_them_are_deleted(store: Store):
    asked = await store.run(challenge_transactions.challenge, by(ANN), BOB, Terms())
    await store.run(challenge_transactions.block, by(BOB), asked.id)
    await delete(store, BOB)
    assert await store.run(tables_with, BOB) == set()


@pytest.mark.parametrize("channel", [HERE, DIRECT])
async def test_a_lot_is_deleted_a_part_at_a_time(store: Store, channel: int):
    many = AT_ONCE * 2 + 100

    def theirs(connection: Connection) -> None:
        crowd.fill(connection, many)
        where: dict[str, Any] = {"channel_id": channel, "guild_id": PLACES[channel]}
        connection.execute(update(sessions).values(is_demo=False, **where))
        taken = {"user_id": ANN, "level": None, "channel_id": channel, "live": False}
        connection.execute(update(seats).where(seats.c.mark == "X").values(taken))
        connection.execute(update(challenges).values(challenger_id=ANN, channel_id=challenges.c.id))

    def seats_left(connection: Connection) -> int:
        taken = select(func.count()).where(seats.c.user_id == ANN)
        return connection.scalar(taken) or 0

    await store.run(theirs)
    assert await store.run(record_transactions.delete, by(ANN))
    assert await store.run(seats_left) == many - AT_ONCE
    assert await delete(store, ANN) == 4  # for the rest of the games, and for the challenges
    assert await store.run(tables_with, ANN) == set()


async def test_two_who_delete_at_once_leave_no_private_game_behind(store: Store, database_url: str):
    for number in range(10):
        await together(store, ANN + number, BOB + number, DIRECT)
    async with Store.open(database_url) as other:
        for number in range(10):
            await asyncio.gather(delete(store, ANN + number), delete(other, BOB + number))
    assert await store.run(tables_with, DIRECT) == set()
