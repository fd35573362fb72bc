"""Where people have games on, from the store."""

import pytest

from bot.advice import transactions as advice_transactions
from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import LEFT_LATELY, LIFETIME
from bot.cups import transactions as cup_transactions
from bot.database.store import Store
from bot.interactions.interaction import CameAgain, Interaction
from bot.people import personal_rows
from bot.people import transactions as people_transactions
from bot.people.own_games import NO_PAST, PAST_PAGE, OwnGames
from bot.people.privacy_card import export_file
from bot.play import transactions
from bot.play.actions import NO_GAME_HERE, NOT_YOUR_GAME, SessionOver
from bot.play.seats import Bot, Terms
from bot.play.session import Ending, Session, Termination
from bot.running import transactions as upkeep
from engine.board import Mark
from tests.support.refusals import refuses
from tests.support.requests import A_DAY, ANN, BOB, EVE, GUILD, HERE, NOW, THERE, request
from tests.support.stores import on_both_stores

DIRECT = 30


async def own(store: Store, user: int = ANN, at: int = NOW, **page: int) -> OwnGames:
    """A person's own games, asked for where they have none."""
    return await store.serve(request(user, DIRECT, at=at), people_transactions.own_games, **page)


async def with_bot(store: Store, user: int = ANN, channel: int = HERE) -> Session:
    here = request(user, channel, guild=GUILD)
    return await store.serve(here, transactions.start, Bot("easy"), Terms(first="me"))


async def together(store: Store, first: int, second: int, channel: int) -> Session:
    """A game of two people in which the first is to move."""
    asked = await store.serve(
        request(first, channel, guild=GUILD),
        challenge_transactions.challenge,
        second,
        Terms("X", "me"),
    )
    return (
        await store.serve(
            request(second, channel, guild=GUILD), challenge_transactions.accept, asked.id
        )
    ).session


async def test_the_games_of_all_channels_are_there_and_nobody_elses(store: Store):
    alone = await with_bot(store)
    friends = await together(store, ANN, BOB, THERE)
    await with_bot(store, EVE)
    assert [session.id for session in (await own(store)).on] == [friends.id, alone.id]
    assert [session.id for session in (await own(store, BOB)).on] == [friends.id]


async def test_a_game_that_is_over_or_that_nobody_came_back_to_is_not_on(store: Store):
    await with_bot(store)
    await with_bot(store, channel=THERE)
    await store.serve(request(ANN, THERE, guild=GUILD), challenge_transactions.resign)
    assert [session.channel_id for session in (await own(store)).on] == [HERE]
    assert (await own(store, at=NOW + A_DAY)).on == ()


async def test_a_player_whose_time_is_up_is_told_so_even_before_anybody_claims(store: Store):
    session = await together(store, ANN, BOB, HERE)
    assert session.deadline
    [late] = (await own(store, at=session.deadline)).on
    assert late.is_late


async def test_challenges_that_wait_are_there_on_both_sides_until_they_are_over(store: Store):
    here = request(ANN, HERE, guild=GUILD)
    asked = await store.serve(here, challenge_transactions.challenge, BOB, Terms())
    there = request(ANN, THERE, guild=GUILD)
    anyone = await store.serve(there, challenge_transactions.challenge_anyone, Terms())
    assert (await own(store)).waiting == (asked, anyone)
    assert (await own(store, BOB)).waiting == (asked,)
    await store.serve(request(BOB, HERE, guild=GUILD), challenge_transactions.decline, asked.id)
    assert (await own(store)).waiting == (anyone,)
    assert (await own(store, at=NOW + LIFETIME)).has_nothing_on


async def test_a_cup_is_there_from_joining_until_one_is_out(store: Store):
    def by(user: int, at: int = NOW) -> Interaction:
        return request(user, HERE, guild=GUILD, at=at)

    opened = await store.serve(by(EVE), cup_transactions.open_cup, "3x3", 60, 600, may_open=True)
    cup_id = opened.after.id
    assert (await own(store)).has_nothing_on
    for user in (ANN, BOB):
        joined = await store.serve(by(user), cup_transactions.join, cup_id)
    assert (await own(store)).cups == (joined.after,)
    started = await store.serve(by(EVE), cup_transactions.start, cup_id)
    assert (await own(store)).cups == (started.after,)
    assert (await own(store, EVE)).has_nothing_on, "who opens a cup need not play in it"
    for user in (ANN, BOB):
        step = await store.serve(by(user), cup_transactions.come, cup_id)
    assert step.session
    await store.serve(by(ANN), challenge_transactions.resign)
    await store.serve(by(EVE), cup_transactions.look, cup_id)
    assert (await own(store)).has_nothing_on
    assert (await own(store, BOB)).has_nothing_on, "the cup is over"


async def finished(store: Store, games: int) -> list[int]:
    """The ids of so many games of ann with the bot that are over, the newest first."""
    session_ids = []
    for _ in range(games):
        session = await with_bot(store)
        await store.serve(request(ANN, HERE), transactions.move, 5)
        await store.serve(request(ANN, HERE), challenge_transactions.resign)
        session_ids.append(session.id)
    return session_ids[::-1]


def ids(listed: OwnGames) -> list[int]:
    return [session.id for session in listed.past.sessions]


async def test_finished_games_come_ten_a_page_and_no_page_misses_one(store: Store):
    expected = await finished(store, 2 * PAST_PAGE + 3)
    page = await own(store)
    read = ids(page)
    assert not page.past.has_newer
    while page.past.has_older:
        page = await own(store, older_than=read[-1])
        assert page.past.has_newer
        read += ids(page)
    assert read == expected
    while page.past.has_newer:
        page = await own(store, newer_than=ids(page)[0])
        assert page.past.has_older
    assert ids(page) == expected[:PAST_PAGE]


@on_both_stores
@pytest.mark.parametrize("swept", [False, True])
async def test_finished_games_come_in_the_order_in_which_they_ended(store: Store, swept: bool):
    slow = await together(store, ANN, BOB, THERE)
    await store.serve(request(ANN, THERE), transactions.move, 5)
    quick = await finished(store, PAST_PAGE + 1)
    if swept:
        await store.run(upkeep.sweep, slow.closes_at)
    else:
        await store.serve(request(BOB, THERE, at=NOW + 1), challenge_transactions.resign)
    page = await own(store, at=slow.closes_at)
    assert ids(page) == [slow.id, *quick[: PAST_PAGE - 1]]
    older = await own(store, at=slow.closes_at, older_than=ids(page)[-1])
    assert ids(older) == quick[PAST_PAGE - 1 :]
    newer = await own(store, at=slow.closes_at, newer_than=ids(older)[0])
    assert ids(newer) == ids(page)


@pytest.mark.parametrize("page", ["older_than", "newer_than"])
async def test_a_page_beside_a_game_that_is_no_longer_kept_is_the_first_one(
    store: Store, page: str
):
    session_ids = await finished(store, 2)
    first = await own(store, **{page: session_ids[0] + 1})
    assert (ids(first), first.past.has_newer) == (session_ids, False)


async def test_after_the_last_page_comes_the_first_one(store: Store):
    session_ids = await finished(store, 2)
    assert ids(await own(store, older_than=session_ids[-1])) == session_ids


async def test_a_game_without_a_move_is_not_among_the_finished(store: Store):
    await with_bot(store)
    await store.serve(request(ANN, HERE), challenge_transactions.resign)
    assert (await own(store)).past == NO_PAST


async def test_who_has_played_a_game_reviews_it_anywhere_and_nobody_else_does(store: Store):
    [session_id] = await finished(store, 1)
    elsewhere = request(ANN, DIRECT)
    reviewed = await store.serve(elsewhere, advice_transactions.review, session_id)
    assert reviewed.id == session_id
    with refuses(NO_GAME_HERE):
        await store.serve(request(BOB, DIRECT), advice_transactions.review, session_id)
    assert await store.serve(request(BOB, HERE), advice_transactions.review, session_id)


async def test_a_review_is_shared_only_where_the_game_was_played(store: Store):
    [session_id] = await finished(store, 1)
    assert await store.serve(request(ANN, HERE), advice_transactions.to_share, session_id)
    with refuses(NO_GAME_HERE):
        await store.serve(request(ANN, DIRECT), advice_transactions.to_share, session_id)


async def test_a_game_is_resigned_from_anywhere_and_its_board_stays_where_it_was(store: Store):
    session = await together(store, ANN, BOB, HERE)
    for user, cell in ((ANN, 5), (BOB, 1)):
        here = request(user, HERE, guild=GUILD, message=66)
        session = await store.serve(here, transactions.move, cell)
    elsewhere = request(ANN, DIRECT, message=77)
    resigned, still_on = await store.serve(elsewhere, people_transactions.resign, session.id)
    assert resigned.ending == Ending(Termination.RESIGNATION, Mark.O)
    assert resigned.message_id == 66
    assert still_on.on == ()
    assert (await store.run(people_transactions.stats, BOB)).total.won == 1
    with pytest.raises(CameAgain):
        await store.serve(elsewhere, people_transactions.resign, session.id)
    with pytest.raises(SessionOver):
        await store.serve(request(ANN, DIRECT), people_transactions.resign, session.id)


async def test_nobody_resigns_a_game_of_others(store: Store):
    session = await together(store, ANN, BOB, HERE)
    with refuses(NO_GAME_HERE):
        await store.serve(request(EVE, DIRECT), people_transactions.resign, session.id)
    with refuses(NOT_YOUR_GAME):
        await store.serve(request(EVE, HERE), people_transactions.resign, session.id)


async def test_who_leaves_an_open_game_from_elsewhere_waits(store: Store):
    here = request(ANN, HERE, guild=GUILD)
    anyone = await store.serve(here, challenge_transactions.challenge_anyone, Terms("X", "me"))
    joined = (
        await store.serve(request(BOB, HERE, guild=GUILD), challenge_transactions.join, anyone.id)
    ).session
    await store.serve(request(BOB, DIRECT), people_transactions.resign, joined.id)
    assert (await own(store)).has_nothing_on
    again = await store.serve(here_again(ANN), challenge_transactions.challenge_anyone, Terms())
    with refuses(LEFT_LATELY):
        await store.serve(here_again(BOB), challenge_transactions.join, again.id)


def here_again(user: int) -> Interaction:
    return request(user, HERE, guild=GUILD)


async def test_that_somebody_is_told_at_once_is_kept_exported_and_deleted(store: Store):
    assert not (await own(store)).told_at_once
    await store.run(people_transactions.choose, ANN, "told_at_once", chosen=True)
    assert (await own(store)).told_at_once
    facts = export_file(ANN, await store.run(personal_rows.facts, ANN), ()).data.decode()
    assert "told_at_once=yes" in facts
    await store.serve(request(ANN), people_transactions.delete)
    assert not (await own(store)).told_at_once


async def test_asking_changes_nothing(store: Store):
    session = await with_bot(store)
    await own(store)
    again = await store.serve(request(ANN, HERE), transactions.own_session)
    assert again == session
