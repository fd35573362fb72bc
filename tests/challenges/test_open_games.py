"""Challenges to anyone in the store: the first to join gets the game, whatever happens at once."""

import asyncio
from dataclasses import replace

from bot.challenges import rows as challenge_rows
from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import (
    ALREADY_WAITING,
    LEFT_LATELY,
    LIFETIME,
    MOST_OPEN,
    MOST_REOPENED,
    NOT_YOURS_TO_ANSWER,
    PAUSES,
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
from bot.running import transactions as upkeep
from engine.board import Mark
from tests.support.refusals import refuses
from tests.support.requests import ANN, BOB, EVE, NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores


async def opened(store: Store, who: int = ANN, channel: int = 10, at: int = NOW) -> Challenge:
    asked = request(who, channel, at=at)
    return await store.run(challenge_transactions.challenge_anyone, asked, Terms("X", "me"))


async def joined(store: Store, challenge: Challenge, who: int = BOB, at: int = NOW) -> Session:
    asked = request(who, challenge.channel_id, at=at)
    return await store.run(challenge_transactions.join, asked, challenge.id)


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
    asked = await store.run(challenge_transactions.challenge, request(ANN), BOB, Terms())
    with refuses(NOT_YOURS_TO_ANSWER):
        await joined(store, asked, EVE)
    with refuses(NOT_YOURS_TO_ANSWER):
        await store.run(challenge_transactions.accept, request(EVE), (await opened(store, BOB)).id)


async def test_someone_whom_the_challenger_has_blocked_does_not_get_in(store: Store):
    challenge = await opened(store)
    await store.run(challenge_rows.block, ANN, BOB)
    with refuses(THEY_TAKE_NO_CHALLENGES):
        await joined(store, challenge)


async def test_it_counts_among_ones_open_challenges_until_it_is_cancelled(store: Store):
    challenge = await opened(store)
    with refuses(ALREADY_WAITING):
        await opened(store)
    for channel in range(20, 20 + MOST_OPEN - 1):
        await opened(store, channel=channel)
    with refuses(TOO_MANY_CHALLENGES):
        await opened(store, channel=30)
    for _ in range(2):
        await store.run(challenge_transactions.cancel, request(ANN), challenge.id)
        challenge = await opened(store)


async def test_of_many_opened_at_once_in_different_channels_no_more_than_allowed_are_open(
    store: Store,
):
    asked = [opened(store, channel=channel) for channel in range(20, 30)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(Challenge) == MOST_OPEN


async def left(store: Store, who: int = BOB, at: int = NOW) -> tuple[Session, Challenge | None]:
    return await store.run(challenge_transactions.give_up, request(who, at=at))


async def test_when_the_one_who_joined_leaves_before_moving_the_game_is_open_again_for_five_minutes(
    store: Store,
):
    challenge = await opened(store)
    session = await joined(store, challenge, at=NOW + 200)
    await store.run(transactions.move, request(ANN, at=NOW + 210), 5)
    stopped, again = await left(store, at=NOW + 220)
    assert stopped.ending == Ending(Termination.STOPPED, left_by=Mark.O)
    assert again == replace(challenge, expires_at=NOW + 220 + LIFETIME)
    assert await store.run(challenge_rows.load_challenge, challenge.id, NOW + 220) == again
    seen_later = await store.run(transactions.session_of_button, request(EVE), session.id)
    assert seen_later.ending.left_by is Mark.O
    assert (await joined(store, challenge, EVE, at=NOW + 230)).seats[Mark.O] == Person(EVE)


async def test_it_stays_closed_if_its_author_leaves_or_after_five_minutes_or_after_a_move(
    store: Store,
):
    for who, at, mark in ((ANN, NOW, Mark.X), (BOB, NOW + LIFETIME, Mark.O)):
        await joined(store, await opened(store, at=at - LIFETIME if at > NOW else at), at=NOW)
        stopped, again = await left(store, who, at)
        assert (stopped.ending.left_by, again) == (mark, None)
    later = NOW + 2 * LIFETIME
    await joined(store, await opened(store, at=later), at=later)
    for who, cell in ((ANN, 5), (BOB, 1)):
        await store.run(transactions.move, request(who, at=later), cell)
    resigned, again = await left(store, at=later)
    assert (resigned.ending.termination, again) == (Termination.RESIGNATION, None)


async def test_a_game_of_a_challenge_to_one_person_is_not_opened_again(store: Store):
    asked = await store.run(challenge_transactions.challenge, request(ANN), BOB, Terms("X", "me"))
    await store.run(challenge_transactions.accept, request(BOB), asked.id)
    stopped, again = await left(store)
    assert (stopped.ending.left_by, again) == (Mark.O, None)


async def test_who_joins_and_leaves_waits_longer_each_time_and_nobody_else_does(store: Store):
    at = NOW
    for wait in (*PAUSES, PAUSES[-1]):
        challenge = await opened(store, at=at)
        await joined(store, challenge, at=at)
        await left(store, at=at)
        for too_early in (at, at + min(wait, LIFETIME) - 1):
            with refuses(LEFT_LATELY) as refused:
                await joined(store, challenge, at=too_early)
            assert refused.value.facts["at"] == at + wait
        assert await joined(store, challenge, EVE, at=at)
        await left(store, ANN, at=at)
        at += wait if wait < 24 * 3600 else wait - 1
        if wait == PAUSES[-1]:
            with refuses(LEFT_LATELY):
                await joined(store, await opened(store, at=at), at=at)
            await store.run(challenge_transactions.resign, request(ANN, at=at))
            at += 1
    assert await joined(store, await opened(store, at=at + 24 * 3600), at=at + 24 * 3600)


async def deleted(store: Store, who: int, at: int) -> None:
    while await store.run(record_transactions.delete_person, who, at):
        pass


async def test_deleting_ones_data_is_no_way_round_the_wait_after_leaving(store: Store):
    challenge = await opened(store)
    await joined(store, challenge)
    await left(store)
    await deleted(store, BOB, NOW)
    with refuses(LEFT_LATELY):
        await joined(store, challenge)
    await joined(store, challenge, at=NOW + PAUSES[0])
    await left(store, at=NOW + PAUSES[0])
    await deleted(store, BOB, NOW + PAUSES[0])
    with refuses(LEFT_LATELY) as refused:
        await joined(store, challenge, at=NOW + PAUSES[0])
    assert refused.value.facts["at"] == NOW + PAUSES[0] + PAUSES[1]


async def test_deleting_ones_data_is_leaving_before_ones_first_move_and_not_after_it(store: Store):
    await joined(store, await opened(store))
    await store.run(transactions.move, request(ANN), 5)
    await store.run(transactions.move, request(BOB), 1)
    await deleted(store, BOB, NOW)
    await joined(store, await opened(store))
    await deleted(store, BOB, NOW)
    with refuses(LEFT_LATELY):
        await joined(store, await opened(store))
    await deleted(store, ANN, NOW)
    assert await joined(store, await opened(store, EVE), ANN)


async def test_the_wait_after_leaving_holds_in_every_channel(store: Store):
    await joined(store, await opened(store))
    await left(store)
    with refuses(LEFT_LATELY):
        await joined(store, await opened(store, EVE, channel=20))


async def test_the_wait_is_a_minute_again_a_day_after_the_last_one_ended(store: Store):
    at = NOW
    for then in (PAUSES[0] + 24 * 3600, PAUSES[1] + 24 * 3600 + 1):
        await joined(store, await opened(store, at=at), at=at)
        await left(store, at=at)
        await store.run(challenge_transactions.resign, request(ANN, at=at))
        at += then
        await store.run(upkeep.forget, at)
    await joined(store, await opened(store, at=at), at=at)
    await left(store, at=at)
    await store.run(challenge_transactions.resign, request(ANN, at=at))
    with refuses(LEFT_LATELY) as refused:
        await joined(store, await opened(store, at=at), at=at)
    assert refused.value.facts["at"] == at + PAUSES[0]


async def test_an_offer_opens_again_a_few_times_and_not_forever(store: Store):
    challenge = await opened(store)
    for who in range(EVE, EVE + MOST_REOPENED):
        await joined(store, challenge, who)
        _, again = await left(store, who)
        assert again == challenge
    await joined(store, challenge)
    stopped, again = await left(store)
    assert (stopped.ending.left_by, again) == (Mark.O, None)
    assert await opened(store)


async def test_who_joined_may_delete_their_data_when_nobody_has_come_back(store: Store):
    session = await joined(store, await opened(store))
    long_after = session.closes_at + 1
    while await store.run(record_transactions.delete_person, BOB, long_after):
        pass
    assert await store.run(live_session, session.channel_id, BOB, long_after) is None
