"""Challenges in the store: no seat before they are accepted, and one outcome whatever happens at once."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from bot.sessions.actions import AlreadyPlaying
from bot.sessions.challenge import (
    AlreadyChallenging,
    Challenge,
    ChallengeGone,
    NoSuchChallenge,
    State,
    TheyAlreadyPlay,
    TheyChallengeYou,
)
from bot.sessions.refusals import NoGameHere
from bot.sessions.seats import Bot, Terms
from bot.sessions.session import Session
from bot.storage import challenge_rows, challenge_transactions, transactions
from bot.storage.challenge_rows import load_challenge
from bot.storage.store import Store
from tests.support.requests import ANN, BOB, EVE, NOW, THERE, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores


async def challenged(
    store: Store, who: int = ANN, whom: int = BOB, channel: int = 10, at: int = NOW
) -> Challenge:
    asked = request(who, channel, at=at)
    return await store.run(challenge_transactions.challenge, asked, whom, Terms("X", "me"))


async def accepted(store: Store, challenge: Challenge, who: int = BOB, at: int = NOW) -> Session:
    return await store.run(challenge_transactions.accept, request(who, at=at), challenge.id, Random(1))


async def start(store: Store, who: int) -> Session:
    return await store.run(transactions.start, request(who), Bot("easy"), Terms(), Random(1))


async def test_both_sides_are_checked_when_challenging(store: Store):
    await start(store, BOB)
    with pytest.raises(TheyAlreadyPlay):
        await challenged(store)
    with pytest.raises(AlreadyPlaying):
        await challenged(store, BOB, ANN)


@pytest.mark.parametrize("to_anyone", [False, True])
async def test_both_sides_are_checked_again_when_accepting_and_the_challenge_stays_open(
    store: Store, to_anyone: bool
):
    open_game, join = challenge_transactions.challenge_anyone, challenge_transactions.join
    challenge = await store.run(open_game, request(), Terms()) if to_anyone else await challenged(store)
    answer = join if to_anyone else challenge_transactions.accept
    for busy, refusal in ((ANN, TheyAlreadyPlay), (BOB, AlreadyPlaying)):
        await start(store, busy)
        with pytest.raises(refusal):
            await store.run(answer, request(BOB), challenge.id, Random(1))
        await store.run(transactions.resign, request(busy))
    assert await store.run(answer, request(BOB), challenge.id, Random(1))


async def test_one_challenge_at_a_time_in_a_channel(store: Store):
    first = await challenged(store)
    with pytest.raises(AlreadyChallenging) as refused:
        await challenged(store, ANN, EVE)
    assert refused.value.challenge == first
    await challenged(store, ANN, EVE, channel=THERE)
    await challenged(store, EVE, ANN)


async def test_resign_takes_a_challenge_back_only_where_there_is_no_game(store: Store):
    challenge = await challenged(store)
    await start(store, ANN)
    assert isinstance(await store.run(transactions.resign, request(ANN)), Session)
    withdrawn = await store.run(transactions.resign, request(ANN))
    assert (withdrawn.id, withdrawn.state) == (challenge.id, State.CANCELLED)
    with pytest.raises(NoGameHere):
        await store.run(transactions.resign, request(ANN))


async def test_a_made_up_challenge_or_one_of_another_channel_is_none(store: Store):
    elsewhere = await challenged(store, channel=THERE)
    for number in (elsewhere.id, 999):
        with pytest.raises(NoSuchChallenge):
            await store.run(challenge_transactions.decline, request(BOB), number)


async def test_each_interaction_counts_once(store: Store):
    asked = request(ANN)
    first = await store.run(challenge_transactions.challenge, asked, BOB, Terms())
    assert await store.run(challenge_transactions.challenge, asked, BOB, Terms()) == first
    answer = request(BOB)
    session = await store.run(challenge_transactions.accept, answer, first.id, Random(1))
    assert await store.run(challenge_transactions.accept, answer, first.id, Random(1)) == session
    for transaction, who, to in (
        (challenge_transactions.decline, ANN, ANN),
        (challenge_transactions.cancel, EVE, BOB),
    ):
        other = await challenged(store, EVE, to, channel=THERE)
        asked = request(who, THERE)
        once = await store.run(transaction, asked, other.id)
        assert await store.run(transaction, asked, other.id) == once


@pytest.mark.parametrize("two_processes", [False, True])
async def test_of_accept_decline_and_cancel_at_once_one_counts(
    store: Store, database_url: str, two_processes: bool
):
    async with Store.open(database_url) as second:
        other = second if two_processes else store
        for friend in range(100, 120):
            challenge = await challenged(store, ANN, friend)
            outcomes = await asyncio.gather(
                accepted(store, challenge, friend),
                accepted(other, challenge, friend),
                other.run(challenge_transactions.decline, request(friend), challenge.id),
                store.run(challenge_transactions.cancel, request(ANN), challenge.id),
                return_exceptions=True,
            )
            assert sum(isinstance(outcome, Session | Challenge) for outcome in outcomes) == 1
            assert sum(isinstance(outcome, ChallengeGone | AlreadyPlaying) for outcome in outcomes) == 3
            if any(isinstance(outcome, Session) for outcome in outcomes):
                await store.run(transactions.resign, request(ANN))


@pytest.mark.parametrize(
    "answer",
    [
        accepted,
        lambda store, challenge: store.run(challenge_transactions.cancel, request(ANN), challenge.id),
    ],
    ids=["accept", "cancel"],
)
async def test_an_answer_given_while_another_process_gave_its_own_is_refused(
    store: Store, answer: Callable[[Store, Challenge], Awaitable[object]], monkeypatch: pytest.MonkeyPatch
):
    challenge = await challenged(store)
    await store.run(challenge_transactions.decline, request(BOB), challenge.id)
    as_it_was = iter([challenge])  # read just before the other process writes

    def read(*arguments: Any) -> Challenge | None:
        return next(as_it_was, None) or load_challenge(*arguments)

    monkeypatch.setattr(challenge_rows, "load_challenge", read)
    with pytest.raises(ChallengeGone) as refused:
        await answer(store, challenge)
    assert refused.value.challenge.state is State.DECLINED


async def test_two_challenges_accepted_at_once_seat_nobody_twice(store: Store, database_url: str):
    async with Store.open(database_url) as second:
        for friend in range(100, 110):
            one, two = await challenged(store, ANN, friend), await challenged(store, EVE, friend)
            outcomes = await asyncio.gather(
                accepted(store, one, friend), accepted(second, two, friend), return_exceptions=True
            )
            assert sum(isinstance(outcome, Session) for outcome in outcomes) == 1
            assert sum(isinstance(outcome, AlreadyPlaying) for outcome in outcomes) == 1
            await store.run(transactions.resign, request(friend))
            for challenge, who in ((one, ANN), (two, EVE)):
                try:
                    await store.run(challenge_transactions.cancel, request(who), challenge.id)
                except ChallengeGone:
                    continue


async def test_a_challenge_to_someone_who_challenges_you_is_refused_and_theirs_stays(store: Store):
    theirs = await challenged(store)
    with pytest.raises(TheyChallengeYou) as refused:
        await challenged(store, BOB, ANN)
    assert refused.value.player == ANN
    assert await accepted(store, theirs)
