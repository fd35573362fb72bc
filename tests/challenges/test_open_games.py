"""Challenges to anyone in the store: the first to join gets the game, whatever happens at once."""

import asyncio

from bot.challenges import rows as challenge_rows
from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import (
    ALREADY_WAITING,
    LEFT_LATELY,
    MOST_OPEN,
    NOT_YOURS_TO_ANSWER,
    PAUSE,
    THEY_TAKE_NO_CHALLENGES,
    TOO_MANY_CHALLENGES,
    Challenge,
    ChallengeGone,
    State,
)
from bot.database.store import Store
from bot.people import transactions as record_transactions
from bot.play import transactions
from bot.play.rows import live_session
from bot.play.seats import Person, Terms
from bot.play.session import Ending, Session, Termination
from engine.board import Mark
from tests.support.refusals import refuses
from tests.support.requests import ANN, BOB, EVE, NOW, request
from tests.support.stores import on_both_stores

KIM = 4


async def opened(store: Store, who: int = ANN, channel: int = 10, at: int = NOW) -> Challenge:
    asked = request(who, channel, at=at)
    return await store.serve(asked, challenge_transactions.challenge_anyone, Terms("X", "me"))


async def joined(store: Store, challenge: Challenge, who: int = BOB, at: int = NOW) -> Session:
    asked = request(who, challenge.channel_id, at=at)
    return (await store.serve(asked, challenge_transactions.join, challenge.id)).session


@on_both_stores
async def test_of_two_who_join_at_once_exactly_one_gets_in_and_the_other_is_told_who_plays(
    store: Store,
):
    challenge = await opened(store)
    both = await asyncio.gather(
        joined(store, challenge, BOB), joined(store, challenge, EVE), return_exceptions=True
    )
    [session] = [each for each in both if isinstance(each, Session)]
    [late] = [each for each in both if isinstance(each, ChallengeGone)]
    assert late.challenge.state is State.ACCEPTED
    assert Person(late.challenge.challenged) in session.seats.values()


async def test_a_challenge_to_one_person_is_joined_by_nobody_else(store: Store):
    asked = await store.serve(request(ANN), challenge_transactions.challenge, BOB, Terms())
    with refuses(NOT_YOURS_TO_ANSWER):
        await joined(store, asked, EVE)
    with refuses(NOT_YOURS_TO_ANSWER):
        await store.serve(
            request(EVE), challenge_transactions.accept, (await opened(store, BOB)).id
        )


async def test_someone_whom_the_challenger_has_blocked_does_not_get_in(store: Store):
    challenge = await opened(store)
    await store.run(challenge_rows.block, ANN, BOB)
    with refuses(THEY_TAKE_NO_CHALLENGES):
        await joined(store, challenge)


async def test_until_cancelled_it_counts_among_its_hosts_open_challenges_and_nobody_elses(
    store: Store,
):
    challenge = await opened(store)
    with refuses(ALREADY_WAITING):
        await opened(store)
    for channel in range(20, 20 + MOST_OPEN - 1):
        await opened(store, channel=channel)
    with refuses(TOO_MANY_CHALLENGES):
        await opened(store, channel=30)
    assert await store.serve(request(BOB), challenge_transactions.challenge, ANN, Terms())
    for _ in range(2):
        await store.serve(request(ANN), challenge_transactions.cancel, challenge.id)
        challenge = await opened(store)


@on_both_stores
async def test_of_many_opened_at_once_in_different_channels_no_more_than_allowed_are_open(
    store: Store,
):
    asked = [opened(store, channel=channel) for channel in range(20, 30)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(Challenge) == MOST_OPEN


async def left(store: Store, who: int = BOB, at: int = NOW) -> Session:
    return await store.serve(request(who, at=at), challenge_transactions.resign)


async def test_when_the_one_who_joined_leaves_before_moving_it_is_over_and_the_host_opens_another(
    store: Store,
):
    session = await joined(store, await opened(store))
    await store.serve(request(ANN), transactions.move, 5)
    stopped = await left(store)
    assert stopped.ending == Ending(Termination.STOPPED, left_by=Mark.O)
    seen_later = await store.serve(request(EVE), transactions.session_of_button, session.id)
    assert seen_later.ending.left_by is Mark.O
    assert (await joined(store, await opened(store), EVE)).seats[Mark.O] == Person(EVE)


async def test_who_leaves_before_moving_waits_five_minutes_in_every_channel_and_nobody_else_does(
    store: Store,
):
    for at in (NOW, NOW + PAUSE):
        await joined(store, await opened(store, at=at), at=at)
        await left(store, at=at)
        challenge = await opened(store, EVE, channel=20 + at, at=at)
        for too_early in (at, at + PAUSE - 1):
            with refuses(LEFT_LATELY) as refused:
                await joined(store, challenge, at=too_early)
            assert refused.value.facts["at"] == at + PAUSE
        assert await joined(store, challenge, KIM, at=at)
        await store.serve(request(EVE, 20 + at, at=at), challenge_transactions.resign)
    assert await joined(store, await opened(store, at=NOW + 2 * PAUSE), at=NOW + 2 * PAUSE)


async def test_who_leaves_after_a_move_loses_and_waits_for_nothing(store: Store):
    await joined(store, await opened(store))
    for who, cell in ((ANN, 5), (BOB, 1)):
        await store.serve(request(who), transactions.move, cell)
    assert (await left(store)).ending.termination is Termination.RESIGNATION
    assert await joined(store, await opened(store))


async def test_who_leaves_a_challenge_they_have_accepted_waits_before_they_join_an_open_game(
    store: Store,
):
    asked = await store.serve(request(ANN), challenge_transactions.challenge, BOB, Terms("X", "me"))
    await store.serve(request(BOB), challenge_transactions.accept, asked.id)
    assert (await left(store)).ending.left_by is Mark.O
    with refuses(LEFT_LATELY):
        await joined(store, await opened(store))


async def test_deleting_ones_data_is_no_way_round_the_wait_after_leaving(store: Store):
    await joined(store, await opened(store))
    await left(store)
    while await store.run(record_transactions.delete_person, BOB, NOW):
        pass
    with refuses(LEFT_LATELY):
        await joined(store, await opened(store))


async def test_who_joined_may_delete_their_data_when_nobody_has_come_back(store: Store):
    session = await joined(store, await opened(store))
    long_after = session.closes_at + 1
    while await store.run(record_transactions.delete_person, BOB, long_after):
        pass
    assert await store.run(live_session, session.channel_id, BOB, long_after) is None
