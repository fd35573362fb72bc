"""Whose turn it is may be told at once: to whom, when, and never twice."""

from typing import Any

from sqlalchemy import select

from bot.challenges import transactions as challenge_transactions
from bot.database.store import Store
from bot.database.tables import sessions
from bot.database.transaction import AnyTransaction
from bot.interactions.interaction import Interaction
from bot.people import transactions as people_transactions
from bot.play import transactions
from bot.play.answers import after_move
from bot.play.seats import Bot, Terms
from bot.play.session import Session
from tests.support.requests import ANN, BOB, EVE, GUILD, HERE, NOW, request
from tests.support.stores import on_both_stores

TIME = 600
LOOKS = 120  # seconds after a move or the start


def by(user: int, at: int = NOW, **more: Any) -> Interaction:
    return request(user, HERE, guild=GUILD, at=at, may_write=True, **more)


async def asks_to_be_told(store: Store, *users: int) -> None:
    for user in users:
        await store.run(people_transactions.choose, user, "told_at_once", chosen=True)


async def game(store: Store) -> Session:
    """A game of ann, who is X and to move, with bob."""
    asked = await store.serve(
        by(ANN), challenge_transactions.challenge, BOB, Terms("X", "me", TIME)
    )
    return (await store.serve(by(BOB), challenge_transactions.accept, asked.id)).session


async def reminds_at(store: Store, session: Session) -> int | None:
    def read(transaction: AnyTransaction) -> int | None:
        return transaction.connection.scalar(
            select(sessions.c.remind_at).where(sessions.c.id == session.id)
        )

    return await store.run(read)


async def presses(store: Store, user: int, version: int, cell: int, **how: Any) -> Session:
    """A move of the one game, so slow that whoever moved before no longer looks."""
    asked = by(user, **{"at": NOW + (version + 1) * LOOKS} | how)
    return await store.serve(asked, transactions.press_cell, 1, version, cell)


async def test_only_who_has_asked_is_told(store: Store):
    await game(store)
    assert not (await presses(store, ANN, 0, 1)).must_tell
    await asks_to_be_told(store, ANN, EVE)
    assert (await presses(store, BOB, 1, 5)).must_tell
    assert not (await presses(store, ANN, 2, 2)).must_tell


async def test_a_move_by_command_tells_too(store: Store):
    await asks_to_be_told(store, BOB)
    await game(store)
    assert (await store.serve(by(ANN, NOW + LOOKS), transactions.move, 1)).must_tell


async def test_who_has_moved_in_this_game_within_two_minutes_is_not_told(store: Store):
    await asks_to_be_told(store, ANN, BOB)
    await game(store)
    quick = NOW + LOOKS - 1
    assert not (await presses(store, ANN, 0, 1, at=quick)).must_tell, "the game has just begun"
    assert (await presses(store, BOB, 1, 5, at=quick + LOOKS)).must_tell
    assert not (await presses(store, ANN, 2, 2, at=quick + LOOKS + 1)).must_tell


async def test_nobody_is_told_where_nobody_else_sees_answers(store: Store):
    await asks_to_be_told(store, BOB)
    await game(store)
    assert not (await presses(store, ANN, 0, 1, is_alone=True)).must_tell


async def test_a_second_press_for_the_same_move_tells_nobody(store: Store):
    await asks_to_be_told(store, BOB)
    await game(store)
    told = await presses(store, ANN, 0, 1)
    again = await presses(store, ANN, 0, 1)
    assert (told.must_tell, again.must_tell) == (True, False)


async def test_what_is_remembered_of_a_board_does_not_tell_again(store: Store):
    await asks_to_be_told(store, BOB)
    await game(store)
    told = after_move(await presses(store, ANN, 0, 1))
    [post] = told.then
    for remembered in (told.shows, post.about):
        assert not remembered.must_tell


@on_both_stores
async def test_who_is_told_at_once_is_not_reminded_at_half_time_but_that_time_is_up(store: Store):
    await game(store)
    moved = await presses(store, ANN, 0, 1)
    assert await reminds_at(store, moved) == NOW + LOOKS + TIME // 2
    await asks_to_be_told(store, ANN, BOB)
    moved = await presses(store, BOB, 1, 5)
    assert await reminds_at(store, moved) == NOW + 2 * LOOKS + TIME
    at = NOW + 2 * LOOKS + 1
    moved = await presses(store, ANN, 2, 2, at=at)
    assert await reminds_at(store, moved) == at + TIME // 2, "they were not told at once"


async def test_a_move_that_ends_the_game_tells_nobody(store: Store):
    await asks_to_be_told(store, ANN, BOB)
    await game(store)
    for version, (user, cell) in enumerate([(ANN, 1), (BOB, 4), (ANN, 2), (BOB, 5), (ANN, 3)]):
        assert (await presses(store, user, version, cell)).must_tell == (version < 4)


async def test_the_bot_tells_nobody_that_it_has_moved(store: Store):
    await asks_to_be_told(store, ANN)
    await store.serve(by(ANN), transactions.start, Bot("easy"), Terms(first="me"))
    assert not (await presses(store, ANN, 0, 1)).must_tell
