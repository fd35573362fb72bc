"""Challenges in the store: one outcome whatever happens at once, and a wait if nobody accepts."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.challenges import rows as challenge_rows
from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import (
    ALREADY_CHALLENGING,
    CHALLENGED_LATELY,
    LIFETIME,
    NO_SUCH_CHALLENGE,
    NOT_YOURS_TO_ANSWER,
    PAUSE,
    THEY_ALREADY_PLAY,
    THEY_CHALLENGE_YOU,
    THEY_TAKE_NO_CHALLENGES,
    Challenge,
    ChallengeGone,
    State,
)
from bot.challenges.rows import load_challenge
from bot.database.store import Store
from bot.database.tables import pauses
from bot.interactions.interaction import CameAgain
from bot.people import transactions as record_transactions
from bot.play import transactions
from bot.play.actions import NO_GAME_HERE, AlreadyPlaying
from bot.play.seats import Bot, Terms
from bot.play.session import Session
from bot.running import transactions as upkeep
from tests.support.refusals import refuses
from tests.support.requests import ANN, BOB, EVE, HERE, NOW, THERE, request
from tests.support.stores import on_both_stores


async def accepted(store: Store, challenge: Challenge, who: int = BOB, at: int = NOW) -> Session:
    return (
        await store.serve(request(who, at=at), challenge_transactions.accept, challenge.id)
    ).session


async def start(store: Store, who: int) -> Session:
    return await store.serve(request(who), transactions.start, Bot("easy"), Terms())


@pytest.mark.parametrize("to_anyone", [False, True])
async def test_both_sides_are_checked_again_when_accepting_and_the_challenge_stays_open(
    store: Store, to_anyone: bool
):
    open_game, join = challenge_transactions.challenge_anyone, challenge_transactions.join
    challenge = (
        await store.serve(request(), open_game, Terms()) if to_anyone else await challenged(store)
    )
    answer = join if to_anyone else challenge_transactions.accept
    for busy, refusal in ((ANN, THEY_ALREADY_PLAY), (BOB, AlreadyPlaying)):
        await start(store, busy)
        with refuses(refusal):
            await store.serve(request(BOB), answer, challenge.id)
        await store.serve(request(busy), challenge_transactions.resign)
    assert await store.serve(request(BOB), answer, challenge.id)


async def test_one_challenge_at_a_time_in_a_channel(store: Store):
    first = await challenged(store)
    with refuses(ALREADY_CHALLENGING) as refused:
        await challenged(store, ANN, EVE)
    assert refused.value.facts == {"player": first.challenged}
    await challenged(store, ANN, EVE, channel=THERE)
    await challenged(store, EVE, ANN)


async def test_resign_takes_a_challenge_back_only_where_there_is_no_game(store: Store):
    challenge = await challenged(store)
    await start(store, ANN)
    assert isinstance(await store.serve(request(ANN), challenge_transactions.resign), Session)
    withdrawn = await store.serve(request(ANN), challenge_transactions.resign)
    assert (withdrawn.id, withdrawn.state) == (challenge.id, State.CANCELLED)
    with refuses(NO_GAME_HERE):
        await store.serve(request(ANN), challenge_transactions.resign)


async def test_a_made_up_challenge_or_one_of_another_channel_is_none(store: Store):
    elsewhere = await challenged(store, channel=THERE)
    for number in (elsewhere.id, 999):
        with refuses(NO_SUCH_CHALLENGE):
            await store.serve(request(BOB), challenge_transactions.decline, number)


async def test_each_interaction_counts_once(store: Store):
    asked = request(ANN)
    first = await store.serve(asked, challenge_transactions.challenge, BOB, Terms())
    with pytest.raises(CameAgain):
        await store.serve(asked, challenge_transactions.challenge, BOB, Terms())
    answer = request(BOB)
    await store.serve(answer, challenge_transactions.accept, first.id)
    with pytest.raises(CameAgain):
        await store.serve(answer, challenge_transactions.accept, first.id)
    for transaction, who, to in (
        (challenge_transactions.decline, ANN, ANN),
        (challenge_transactions.cancel, EVE, BOB),
    ):
        other = await challenged(store, EVE, to, channel=THERE)
        asked = request(who, THERE)
        await store.serve(asked, transaction, other.id)
        with pytest.raises(CameAgain):
            await store.serve(asked, transaction, other.id)


@on_both_stores
@pytest.mark.parametrize("two_processes", [False, True])
async def test_of_accept_decline_and_cancel_at_once_one_counts(
    store: Store, database_url: str, two_processes: bool
):
    async with Store.open(database_url) as second:
        other = second if two_processes else store
        for friend in range(100, 106):
            challenge = await challenged(store, ANN, friend)
            outcomes = await asyncio.gather(
                accepted(store, challenge, friend),
                accepted(other, challenge, friend),
                other.serve(request(friend), challenge_transactions.decline, challenge.id),
                store.serve(request(ANN), challenge_transactions.cancel, challenge.id),
                return_exceptions=True,
            )
            assert sum(isinstance(outcome, Session | Challenge) for outcome in outcomes) == 1
            assert (
                sum(isinstance(outcome, ChallengeGone | AlreadyPlaying) for outcome in outcomes)
                == 3
            )
            if any(isinstance(outcome, Session) for outcome in outcomes):
                await store.serve(request(ANN), challenge_transactions.resign)


@pytest.mark.parametrize(
    "answer",
    [
        accepted,
        lambda store, challenge: store.serve(
            request(ANN), challenge_transactions.cancel, challenge.id
        ),
    ],
    ids=["accept", "cancel"],
)
async def test_an_answer_given_while_another_process_gave_its_own_is_refused(
    store: Store,
    answer: Callable[[Store, Challenge], Awaitable[object]],
    monkeypatch: pytest.MonkeyPatch,
):
    challenge = await challenged(store)
    await store.serve(request(BOB), challenge_transactions.decline, challenge.id)
    read_before_it_was_written(challenge, monkeypatch)
    with pytest.raises(ChallengeGone) as refused:
        await answer(store, challenge)
    assert refused.value.challenge.state is State.DECLINED


async def test_who_accepts_what_another_process_has_just_accepted_is_told_of_that_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    challenge = await challenged(store)
    await accepted(store, challenge)
    read_before_it_was_written(challenge, monkeypatch)
    with pytest.raises(ChallengeGone) as refused:
        await accepted(store, challenge)
    assert refused.value.challenge.state is State.ACCEPTED


def read_before_it_was_written(challenge: Challenge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next read finds the challenge as it was just before the other process wrote."""
    as_it_was = iter([challenge])

    def read(*arguments: Any) -> Challenge | None:
        return next(as_it_was, None) or load_challenge(*arguments)

    monkeypatch.setattr(challenge_rows, "load_challenge", read)


@on_both_stores
async def test_two_challenges_accepted_at_once_seat_nobody_twice(store: Store, database_url: str):
    async with Store.open(database_url) as second:
        for friend in range(100, 104):
            one, two = await challenged(store, ANN, friend), await challenged(store, EVE, friend)
            outcomes = await asyncio.gather(
                accepted(store, one, friend), accepted(second, two, friend), return_exceptions=True
            )
            assert sum(isinstance(outcome, Session) for outcome in outcomes) == 1
            assert sum(isinstance(outcome, AlreadyPlaying) for outcome in outcomes) == 1
            await store.serve(request(friend), challenge_transactions.resign)
            for challenge, who in ((one, ANN), (two, EVE)):
                try:
                    await store.serve(request(who), challenge_transactions.cancel, challenge.id)
                except ChallengeGone:
                    continue


async def test_a_challenge_to_someone_who_challenges_you_is_refused_and_theirs_stays(store: Store):
    theirs = await challenged(store)
    with refuses(THEY_CHALLENGE_YOU) as refused:
        await challenged(store, BOB, ANN)
    assert refused.value.facts["player"] == ANN
    assert await accepted(store, theirs)


A_DAY = 24 * 3600


async def challenged(
    store: Store, who: int = ANN, whom: int = BOB, at: int = NOW, channel: int = HERE
) -> Challenge:
    asked = request(who, channel, at=at)
    return await store.serve(asked, challenge_transactions.challenge, whom, Terms("X", "me"))


async def declined(store: Store, challenge: Challenge, at: int = NOW) -> Challenge:
    asked = request(challenge.challenged, challenge.channel_id, at=at)
    return await store.serve(asked, challenge_transactions.decline, challenge.id)


async def played(store: Store, challenge: Challenge, at: int = NOW) -> Session:
    """Accept a challenge, and finish its game."""
    accepting = request(challenge.challenged, at=at)
    await store.serve(accepting, challenge_transactions.accept, challenge.id)
    await store.serve(request(challenge.challenger, at=at), transactions.move, 5)
    return await store.serve(request(challenge.challenged, at=at), challenge_transactions.resign)


async def wait(store: Store, who: int = ANN, whom: int = BOB, at: int = NOW) -> int:
    """The seconds `who` has to wait before challenging `whom`; fails if they need not wait."""
    with refuses(CHALLENGED_LATELY) as refused:
        await challenged(store, who, whom, at, THERE)
    assert refused.value.facts["player"] == whom
    return refused.value.facts["at"] - at


async def test_after_a_challenge_that_is_declined_one_waits_five_minutes_each_time(store: Store):
    at = NOW
    for _ in range(3):
        await declined(store, await challenged(store, at=at), at + 10)
        assert await wait(store, at=at + 10) == PAUSE
        assert await wait(store, at=at + 10 + PAUSE - 1) == 1
        at += 10 + PAUSE
    assert await challenged(store, at=at)


async def test_a_challenge_that_is_taken_back_counts_as_well(store: Store):
    first = await challenged(store)
    await store.serve(request(ANN, at=NOW + 1), challenge_transactions.cancel, first.id)
    assert await wait(store, at=NOW + 1) == PAUSE
    await challenged(store, at=NOW + 1 + PAUSE)
    await store.serve(request(ANN, at=NOW + 2 + PAUSE), challenge_transactions.resign)
    assert await wait(store, at=NOW + 2 + PAUSE) == PAUSE


@on_both_stores
@pytest.mark.parametrize("swept", [False, True])
async def test_a_challenge_that_nobody_answers_counts_from_its_end(store: Store, swept: bool):
    await challenged(store)
    if swept:
        await store.run(upkeep.sweep, NOW + LIFETIME)
    assert await wait(store, at=NOW + LIFETIME) == PAUSE
    assert await challenged(store, at=NOW + LIFETIME + PAUSE)


async def test_one_person_has_one_challenge_at_a_time_to_another_wherever_that_is(store: Store):
    await challenged(store)
    assert await wait(store) == LIFETIME + PAUSE


@on_both_stores
async def test_many_challenges_sent_at_once_reach_a_person_once(store: Store):
    asked = [challenged(store, channel=channel) for channel in range(100, 110)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(Challenge) == 1
    assert [str(outcome) for outcome in outcomes].count(CHALLENGED_LATELY) == 9


async def test_a_wait_is_for_these_two_alone_and_for_one_of_them(store: Store):
    await declined(store, await challenged(store))
    assert await challenged(store, ANN, EVE)
    assert await challenged(store, EVE, BOB)
    assert await challenged(store, BOB, ANN)


async def test_a_game_ends_the_wait_of_both(store: Store):
    await declined(store, await challenged(store, ANN, BOB))
    await declined(store, await challenged(store, BOB, ANN))
    at = NOW + PAUSE
    await played(store, await challenged(store, ANN, BOB, at), at)
    assert await challenged(store, BOB, ANN, at)
    await declined(store, await challenged(store, ANN, BOB, at, THERE), at)
    assert await wait(store, at=at) == PAUSE


async def test_a_challenge_may_be_declined_after_a_game_has_ended_its_wait(store: Store):
    waiting = await challenged(store)
    in_lounge = request(ANN, THERE)
    opened = await store.serve(in_lounge, challenge_transactions.challenge_anyone, Terms())
    await store.serve(request(BOB, THERE), challenge_transactions.join, opened.id)
    answered = await store.serve(request(BOB), challenge_transactions.decline, waiting.id)
    assert answered.state is State.DECLINED


async def test_a_rematch_that_is_declined_makes_a_wait_too(store: Store):
    finished = await played(store, await challenged(store))
    offer = await store.serve(request(ANN), challenge_transactions.rematch, finished.id)
    await declined(store, offer)
    with refuses(CHALLENGED_LATELY):
        await store.serve(request(ANN), challenge_transactions.rematch, finished.id)
    theirs = await store.serve(request(BOB), challenge_transactions.rematch, finished.id)
    begun = await store.serve(request(ANN), challenge_transactions.rematch, finished.id)
    assert theirs.challenger == BOB
    assert begun.challenge.id == theirs.id


async def test_a_wait_is_forgotten_at_its_end_and_not_before(store: Store):
    await declined(store, await challenged(store))
    await store.run(upkeep.forget, NOW + PAUSE - 1)
    assert await wait(store, at=NOW + PAUSE - 1) == 1
    await store.run(upkeep.forget, NOW + PAUSE)
    left = select(func.count()).select_from(pauses)
    assert await store.run(lambda transaction: transaction.connection.scalar(left)) == 0


async def test_a_block_reads_the_same_as_challenges_turned_off(store: Store):
    theirs = await challenged(store)
    await store.serve(request(BOB), challenge_transactions.block, theirs.id)
    later = NOW + A_DAY
    with refuses(THEY_TAKE_NO_CHALLENGES) as blocked:
        await challenged(store, at=later)
    await store.run(record_transactions.choose, EVE, "takes_challenges", chosen=False)
    with refuses(THEY_TAKE_NO_CHALLENGES) as switched_off:
        await challenged(store, ANN, EVE, later)
    assert blocked.value.facts.keys() == switched_off.value.facts.keys()
    assert await challenged(store, EVE, BOB, later)
    assert await challenged(store, BOB, ANN, later)


async def test_a_block_leaves_the_challenge_as_it_is_and_holds_for_a_rematch(store: Store):
    theirs = await challenged(store)
    for _ in range(2):
        assert await store.serve(request(BOB), challenge_transactions.block, theirs.id) == theirs
    finished = await played(store, theirs)
    with refuses(THEY_TAKE_NO_CHALLENGES):
        await store.serve(request(ANN), challenge_transactions.rematch, finished.id)
    assert await store.serve(request(BOB), challenge_transactions.rematch, finished.id)


async def test_only_the_challenged_person_blocks_and_only_in_the_channel_of_the_challenge(
    store: Store,
):
    theirs = await challenged(store)
    for transaction in (challenge_transactions.block, challenge_transactions.unblock):
        for who in (ANN, EVE):
            with refuses(NOT_YOURS_TO_ANSWER):
                await store.serve(request(who), transaction, theirs.id)
        for asked, number in ((request(BOB, THERE), theirs.id), (request(BOB), 999)):
            with refuses(NO_SUCH_CHALLENGE):
                await store.serve(asked, transaction, number)
    assert (await store.run(record_transactions.personal_data, BOB)).blocked_people == 0


@on_both_stores
async def test_a_block_is_undone_alone_or_with_all_others(store: Store):
    for who in (ANN, EVE):
        theirs = await challenged(store, who)
        await declined(store, theirs)  # a challenge that is over will do
        await store.serve(request(BOB), challenge_transactions.block, theirs.id)
        with refuses(THEY_TAKE_NO_CHALLENGES):
            await challenged(store, who, at=NOW + A_DAY)
    assert (await store.run(record_transactions.personal_data, BOB)).blocked_people == 2
    await store.serve(request(BOB), challenge_transactions.unblock, theirs.id)
    assert (await store.run(record_transactions.personal_data, BOB)).blocked_people == 1
    assert await challenged(store, EVE, at=NOW + A_DAY)
    assert (await store.run(record_transactions.unblock_everyone, BOB)).blocked_people == 0
    assert await challenged(store, ANN, at=NOW + A_DAY)


async def test_the_button_of_a_game_that_is_gone_takes_no_challenge_back(store: Store):
    waiting = await challenged(store)
    with refuses(NO_GAME_HERE):
        await store.serve(request(ANN), challenge_transactions.resign, 999)
    assert await accepted(store, waiting)
