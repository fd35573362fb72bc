"""Transactions about games, on a real SQLite file."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from discord.utils import time_snowflake
from sqlalchemy import func, select

from bot.challenges import transactions as challenge_transactions
from bot.database.store import Store
from bot.database.tables import metadata, sessions
from bot.database.transaction import AnyTransaction
from bot.interactions.interaction import CameAgain, Interaction
from bot.play import transactions
from bot.play.actions import (
    NO_GAME_HERE,
    NOT_YOUR_GAME,
    NOTHING_TO_STOP,
    SEVERAL_GAMES_HERE,
    AlreadyPlaying,
    BoardMovedOn,
)
from bot.play.seats import Bot, Person, Terms
from bot.play.session import (
    ABANDONED_AFTER,
    Ending,
    Session,
    Termination,
)
from bot.running import transactions as upkeep
from engine.board import CellTaken, Mark
from tests.support.refusals import refuses
from tests.support.requests import ANN, BOB, EVE, HERE, NOW, THERE, request
from tests.support.stores import on_both_stores

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def started(
    store: Store,
    user: int = ANN,
    channel: int = HERE,
    level: str = "perfect",
    terms: Terms | None = None,
) -> Session:
    asked = request(user, channel)
    return await store.serve(asked, transactions.start, Bot(level), terms or Terms())


async def moved(store: Store, *cells: int) -> Session:
    for cell in cells:
        session = await store.serve(request(), transactions.move, cell)
    return session


def count(transaction: AnyTransaction, table: str) -> int:
    return (
        transaction.connection.scalar(select(func.count()).select_from(metadata.tables[table])) or 0
    )


async def test_what_was_returned_is_what_is_kept(store: Store):
    await started(store)
    session = await moved(store, 1, 2)
    assert session.moves == (1, 5, 2, 3)
    assert await store.serve(request(), transactions.own_session) == session


async def test_a_person_plays_once_in_a_channel_and_a_channel_holds_several_people(store: Store):
    places = (ANN, HERE), (ANN, THERE), (BOB, HERE)
    sessions = [await started(store, *place) for place in places]
    assert len({session.id for session in sessions}) == 3
    for place, session in zip(places, sessions, strict=True):
        assert await store.serve(request(*place), transactions.own_session) == session
    with pytest.raises(AlreadyPlaying) as refused:
        await started(store)
    assert refused.value.session == sessions[0]


@on_both_stores
async def test_a_number_is_never_given_to_a_second_session(store: Store):
    def delete_all(transaction: AnyTransaction) -> None:
        for table in reversed(metadata.sorted_tables):
            transaction.connection.execute(table.delete())

    first = await started(store)
    await store.run(delete_all)
    assert (await started(store)).id > first.id


@on_both_stores
async def test_a_press_tells_where_the_board_is_and_a_command_that_it_is_elsewhere(store: Store):
    session = await started(store)
    await store.serve(request(message=77), transactions.press_cell, session.id, 0, 1)
    for transaction, message in (
        (transactions.own_session, 77),
        (transactions.bring_board, None),
        (transactions.own_session, None),
    ):
        assert (await store.serve(request(), transaction)).message_id == message


async def test_a_refused_move_saves_nothing(store: Store):
    await started(store)
    session = await moved(store, 1)
    with pytest.raises(CellTaken):
        await moved(store, 5)
    assert await store.serve(request(), transactions.own_session) == session
    assert await store.run(count, "interactions") == 2


async def test_an_interaction_that_comes_twice_counts_once(store: Store):
    start, move, resign = (request(interaction=number) for number in (1, 2, 3))
    for transaction, asked, arguments in (
        (transactions.start, start, (Bot("easy"), Terms())),
        (transactions.move, move, (5,)),
        (challenge_transactions.resign, resign, ()),
    ):
        once = await store.serve(asked, transaction, *arguments)
        with pytest.raises(CameAgain):
            await store.serve(asked, transaction, *arguments)
    assert await store.run(count, "sessions") == 1
    assert len(once.moves) == 2


async def test_what_was_refused_may_come_again(store: Store):
    asked = request()
    with refuses(NO_GAME_HERE):
        await store.serve(asked, transactions.move, 5)
    await started(store)
    assert (await store.serve(asked, transactions.move, 5)).moves


async def take_back(store: Store, session: Session, asked: Interaction | None = None) -> Session:
    return await store.serve(
        asked or request(), transactions.take_back, session.id, session.version
    )


async def test_moves_are_taken_back_once_though_asked_for_twice(store: Store):
    await started(store)
    session, asked = await moved(store, 1, 2), request(message=77, at=NOW + 5)
    back = await take_back(store, session, asked)
    assert (back.moves, back.taken_back, back.assisted) == ((1, 5), 2, True)
    assert (back.turn_since, back.message_id) == (NOW + 5, 77)
    with pytest.raises(CameAgain):
        await take_back(store, session, asked)
    with pytest.raises(BoardMovedOn):  # a second tap
        await take_back(store, session)
    assert await store.serve(request(at=NOW + 5), transactions.own_session) == back


@on_both_stores
async def test_of_two_who_take_back_at_once_one_does(store: Store, database_url: str):
    await started(store)
    session = await moved(store, 1, 2)
    async with Store.open(database_url) as other:
        both = await asyncio.gather(
            *(take_back(each, session) for each in (store, other)), return_exceptions=True
        )
    assert {type(each) for each in both} == {Session, BoardMovedOn}
    assert (await store.serve(request(), transactions.own_session)).moves == (1, 5)


async def test_a_board_from_before_moves_were_taken_back_and_made_again_is_out_of_date(
    store: Store,
):
    await started(store)
    session = await moved(store, 1, 2)
    back = await take_back(store, session)
    earlier = await moved(store, 2)
    assert earlier.moves == session.moves
    await take_back(store, earlier)
    again = await moved(store, 2)
    assert again == replace(earlier, taken_back=4)
    with pytest.raises(BoardMovedOn):
        await store.serve(request(), transactions.press_cell, earlier.id, earlier.version, 7)
    assert await store.serve(request(), transactions.own_session) == again
    assert back.version < earlier.version < again.version


async def test_interactions_are_forgotten_after_an_hour(store: Store):
    made_at_noon = request(interaction=time_snowflake(NOON))
    await store.serve(made_at_noon, transactions.start, Bot("easy"), Terms())
    one = int(NOON.timestamp()) + 3600
    assert not await store.run(upkeep.forget, one)
    with pytest.raises(CameAgain):
        await store.serve(made_at_noon, transactions.start, Bot("easy"), Terms())
    assert not await store.run(upkeep.forget, one + 1)
    with pytest.raises(AlreadyPlaying):  # as with any new interaction
        await store.serve(made_at_noon, transactions.start, Bot("easy"), Terms())


async def test_an_interaction_dated_far_ahead_forgets_none_of_the_others(store: Store):
    early = request()
    await store.serve(early, transactions.start, Bot("easy"), Terms())
    misdated = request(channel=THERE, interaction=2**62)
    await store.serve(misdated, transactions.start, Bot("easy"), Terms())
    with pytest.raises(CameAgain):
        await store.serve(early, transactions.start, Bot("easy"), Terms())


async def test_demo_games_belong_to_nobody(store: Store):
    one = await store.serve(request(), transactions.watch, Bot("hard"), Bot("easy"))
    assert one.seats == {Mark.X: Bot("hard"), Mark.O: Bot("easy")}
    assert (await started(store)).moves == ()


@on_both_stores
async def test_a_demo_game_plays_on_to_its_end_and_stays_there(store: Store):
    demo = await store.serve(request(), transactions.watch, Bot("perfect"), Bot("perfect"))
    for ply in range(1, 10):
        played = await store.run(transactions.play_on, demo.id, 4321, Random(ply))
        assert len(played.moves) == ply
    assert played.ending == Ending(Termination.NO_LINE)
    ended_at = select(sessions.c.ended_at)
    assert await store.run(lambda transaction: transaction.connection.scalar(ended_at)) == 4321
    assert await store.run(transactions.play_on, demo.id, 5000, Random(1)) == played
    with refuses(NO_GAME_HERE):
        await store.run(transactions.play_on, demo.id + 1, 6, Random(1))
    with refuses(NO_GAME_HERE):
        await store.serve(request(channel=THERE), transactions.demo_game, demo.id)


async def test_only_a_demo_game_can_be_let_play_on(store: Store):
    demo = await store.serve(request(), transactions.watch, Bot("hard"), Bot("easy"))
    assert await store.serve(request(BOB), transactions.demo_game, demo.id) == demo
    against_bot = await started(store)
    with refuses(NOT_YOUR_GAME):
        await store.serve(request(), transactions.demo_game, against_bot.id)


@on_both_stores
async def test_who_left_a_game_for_a_day_starts_another_before_any_sweep_has_come(store: Store):
    await started(store)
    late = NOW + ABANDONED_AFTER
    with pytest.raises(AlreadyPlaying):
        await store.serve(request(at=late - 1), transactions.start, Bot("easy"), Terms())
    new = await store.serve(request(at=late), transactions.start, Bot("easy"), Terms())
    assert await store.serve(request(at=late), transactions.own_session) == new
    assert await store.run(upkeep.sweep, late) == (0, 0), "the one left is closed by now"


async def test_stop_passes_over_demo_games_and_games_that_are_over(store: Store):
    await store.serve(request(), transactions.watch, Bot("hard"), Bot("easy"))
    await started(store, BOB)
    late = NOW + ABANDONED_AFTER
    with refuses(NOTHING_TO_STOP):
        await store.serve(request(at=late), transactions.session_to_stop)
    await store.serve(request(ANN, at=late), transactions.start, Bot("easy"), Terms())
    assert (await store.serve(request(at=late), transactions.session_to_stop)).seats[
        Mark.X
    ] == Person(ANN)


@on_both_stores
async def test_stop_asks_whose_game_is_meant_though_two_people_play_the_first(store: Store):
    asked = await store.serve(request(ANN), challenge_transactions.challenge, BOB, Terms())
    await store.serve(request(BOB), challenge_transactions.accept, asked.id)
    await started(store, EVE)
    with refuses(SEVERAL_GAMES_HERE):
        await store.serve(request(99), transactions.session_to_stop)
