"""Cups in the store: one winner, no pair lost or played twice, whatever comes at once."""

import asyncio
from random import Random

import pytest
from sqlalchemy import select

from bot.challenges import transactions as challenge_transactions
from bot.cups import rows as cup_rows
from bot.cups import transactions as cup_transactions
from bot.cups.cup import COMING, MAY_NOT_OPEN_CUPS, NO_CUP_HERE, NOT_YOUR_CUP, Cup, Stage, Way
from bot.cups.rows import load_cup
from bot.cups.transactions import Step
from bot.database.store import Store
from bot.database.tables import cups, people
from bot.interactions.interaction import CameAgain, Interaction
from bot.messages.texts import Refusal
from bot.people import transactions as record_transactions
from bot.play import transactions
from bot.play.actions import AlreadyPlaying
from bot.play.seats import NOBODY, Bot, Terms
from bot.play.session import Session
from bot.running import transactions as upkeep
from engine.board import IllegalMove, Mark
from tests.support.refusals import refuses
from tests.support.requests import GUILD, HERE, NOW, request
from tests.support.stores import on_both_stores

HOST = 1
TIME, JOINING = 120, 600
CARD = 5000  # the message that shows the cup


def by(user: int, at: int = NOW, message: int | None = CARD) -> Interaction:
    return request(user, HERE, at=at, message=message, guild=GUILD, may_write=True)


async def opened(store: Store, *, may_open: bool = True, game: str = "3x3") -> Cup:
    asked = by(HOST, message=None)
    step = await store.serve(
        asked, cup_transactions.open_cup, game, TIME, JOINING, may_open=may_open
    )
    return step.after


async def running(store: Store, players: int, game: str = "3x3") -> Cup:
    cup = await opened(store, game=game)
    for user in range(HOST, HOST + players):
        await store.serve(by(user), cup_transactions.join, cup.id)
    return (await store.serve(by(HOST), cup_transactions.start, cup.id)).after


async def final(store: Store) -> tuple[Cup, int, int]:
    """A cup of two people, and who of them goes first."""
    cup = await running(store, 2)
    first, second = cup.pairs[0].players
    assert second is not None
    return cup, first, second


async def come(store: Store, cup: Cup, user: int, at: int = NOW) -> Step:
    return await store.serve(by(user, at), cup_transactions.come, cup.id)


async def read(store: Store, cup: Cup) -> Cup:
    found = await store.run(load_cup, cup.id)
    assert found
    return found


async def test_one_cup_at_a_time_in_a_channel_and_asking_again_shows_it(store: Store):
    with refuses(MAY_NOT_OPEN_CUPS):
        await opened(store, may_open=False)
    cup = await opened(store)
    assert (await opened(store, may_open=False)).id == cup.id
    await store.serve(by(HOST), cup_transactions.cancel, cup.id)
    assert (await opened(store)).id != cup.id


async def test_a_command_that_comes_again_after_the_end_of_its_cup_opens_no_other(store: Store):
    asked, how = by(HOST, message=None), ("3x3", TIME, JOINING)
    cup = (await store.serve(asked, cup_transactions.open_cup, *how, may_open=True)).after
    await store.serve(by(HOST), cup_transactions.cancel, cup.id)
    with pytest.raises(CameAgain):
        await store.serve(asked, cup_transactions.open_cup, *how, may_open=True)
    assert await store.run(cup_rows.live_cup_in, HERE) is None


@on_both_stores
async def test_of_two_who_open_a_cup_at_once_one_does_and_both_get_it(store: Store):
    for_both = await asyncio.gather(opened(store), opened(store))
    assert for_both[0] == for_both[1]
    assert await store.run(cup_rows.live_cup_in, HERE) == for_both[0].id


async def test_a_cup_that_is_over_is_kept_no_longer_because_somebody_looks_at_it(store: Store):
    cup = await opened(store)
    await store.serve(by(HOST), cup_transactions.cancel, cup.id)
    later = by(HOST, NOW + 20 * 24 * 3600, message=CARD + 1)
    await store.serve(later, cup_transactions.look, cup.id)
    ended_at = select(cups.c.ended_at).where(cups.c.id == cup.id)
    assert await store.run(lambda transaction: transaction.connection.scalar(ended_at)) == NOW


async def test_there_are_no_cups_in_direct_messages_or_by_a_button_of_another_channel(store: Store):
    with refuses(NO_CUP_HERE):
        await store.serve(request(), cup_transactions.open_cup, "3x3", TIME, JOINING, may_open=True)
    cup = await opened(store)
    with refuses(NO_CUP_HERE):
        await store.serve(request(2, HERE + 1), cup_transactions.join, cup.id)


async def test_a_press_that_comes_again_after_the_opposite_one_changes_nothing(store: Store):
    cup = await opened(store)
    joined = by(2)
    await store.serve(joined, cup_transactions.join, cup.id)
    await store.serve(by(2), cup_transactions.leave, cup.id)
    with pytest.raises(CameAgain):
        await store.serve(joined, cup_transactions.join, cup.id)
    assert (await read(store, cup)).players == ()


async def test_a_press_that_comes_again_leaves_what_is_due_by_then_to_others(store: Store):
    cup, first, second = await final(store)
    looked = by(first)
    await store.serve(looked, cup_transactions.look, cup.id)
    await come(store, cup, first)
    session = (await come(store, cup, second)).session
    assert session
    await store.serve(by(second), challenge_transactions.resign, session.id)
    with pytest.raises(CameAgain):
        await store.serve(looked, cup_transactions.look, cup.id)
    due = await store.run(cup_transactions.advance, cup.id, NOW, Random(1))
    assert due
    assert (due.before.stage, due.after.stage) == (Stage.RUNNING, Stage.OVER)


async def test_a_cup_that_is_started_again_leaves_its_games_alone(store: Store):
    cup, first, second = await final(store)
    await come(store, cup, first)
    await come(store, cup, second)
    playing = await read(store, cup)
    await store.serve(by(HOST), cup_transactions.start, cup.id)
    assert (await read(store, cup)).pairs == playing.pairs


async def test_a_game_begins_once_when_both_have_come(store: Store):
    cup, first, second = await final(store)
    steps = [await come(store, cup, player) for player in (first, second, first)]
    assert [step.has_begun for step in steps] == [False, True, False]
    assert [step.session and step.session.time for step in steps] == [None, TIME, TIME]
    assert steps[2].session == steps[1].session
    assert steps[2].session
    assert steps[2].session.seats[Mark.X].user_id == first


async def test_after_a_draw_the_other_of_a_pair_goes_first(store: Store):
    cup, first, second = await final(store)
    await come(store, cup, first)
    await come(store, cup, second)
    for player in (first, second):
        await store.serve(by(player), transactions.offer_draw)
    await store.serve(by(HOST), cup_transactions.look, cup.id)
    await come(store, cup, first)
    again = await come(store, cup, second)
    assert again.session
    assert again.session.seats[Mark.X].user_id == second


async def test_a_refused_press_saves_what_was_due_and_nothing_of_its_own(store: Store):
    cup, first, second = await final(store)
    await come(store, cup, first)
    session = (await come(store, cup, second)).session
    assert session
    refused = await store.serve(by(99, NOW + TIME), cup_transactions.cancel, cup.id)
    assert str(refused.refusal) == NOT_YOUR_CUP
    assert [ended.id for ended in refused.ended_sessions] == [session.id]
    assert await read(store, cup) == refused.after
    assert refused.after.champion == second
    over = await store.serve(by(first, NOW + TIME), transactions.session_of_button, session.id)
    assert over.ending == refused.ended_sessions[0].ending


async def test_who_is_refused_by_a_cup_counts_as_unseen(store: Store):
    cup = await running(store, 2)
    assert (await store.serve(by(50), cup_transactions.join, cup.id)).refusal
    assert not await store.run(
        lambda transaction: transaction.connection.scalar(
            select(people).where(people.c.user_id == 50)
        )
    )


async def test_a_player_with_another_game_here_has_not_come(store: Store):
    cup, first, second = await final(store)
    await come(store, cup, first)
    await store.serve(by(first, message=None), transactions.start, Bot("easy"), Terms())
    step = await come(store, cup, second)
    assert step.session is None
    assert step.after.pairs[0].came == (False, True)
    assert isinstance((await come(store, cup, first)).refusal, AlreadyPlaying)


@on_both_stores
async def test_while_the_bot_was_down_no_deadline_passed(store: Store):
    cup = await running(store, 3)
    await store.run(upkeep.sweep, NOW)
    await store.run(upkeep.sweep, NOW + 5000)
    assert await store.run(cup_rows.due_cups, NOW + 5000 + COMING - 1) == []
    assert await store.run(cup_rows.due_cups, NOW + 5000 + COMING) == [cup.id]


async def is_due_from(store: Store, at: int) -> bool:
    """Whether a cup is due at that time, and not a second before."""
    before = await store.run(cup_rows.due_cups, at - 1)
    return not before and bool(await store.run(cup_rows.due_cups, at))


async def test_a_cup_is_due_when_joining_coming_or_a_clock_ends_and_once_a_game_is_over(
    store: Store,
):
    assert not await store.run(cup_rows.due_cups, NOW + 24 * 3600)
    await opened(store)
    assert await is_due_from(store, NOW + JOINING)
    cup = await running(store, 2)
    assert await is_due_from(store, NOW + COMING)
    first, second = cup.pairs[0].players
    assert second is not None
    await come(store, cup, first)
    await come(store, cup, second, NOW + 1)
    assert await is_due_from(store, NOW + 1 + TIME)
    await store.serve(by(first, NOW + 2, message=None), challenge_transactions.resign)
    assert await store.run(cup_rows.due_cups, NOW + 2)
    await store.run(cup_transactions.advance, cup.id, NOW + 2, Random(1))
    assert not await store.run(cup_rows.due_cups, NOW + 24 * 3600)


async def test_in_a_cup_nobody_is_told_to_claim_a_win_but_after_its_end_they_are(store: Store):
    cup = await running(store, 2)
    for player in (1, 2):
        await come(store, cup, player)
    assert len(await store.run(upkeep.reminders, NOW + TIME // 2, 50)) == 1
    assert await store.run(upkeep.reminders, NOW + TIME, 50) == []
    await store.serve(by(HOST), cup_transactions.cancel, cup.id)
    assert len(await store.run(upkeep.reminders, NOW + TIME, 50)) == 1


async def test_a_game_that_outlives_its_cup_is_never_due_in_it(store: Store):
    cup = await running(store, 2)
    for player in (1, 2):
        await come(store, cup, player)
    await store.serve(by(HOST), cup_transactions.cancel, cup.id)
    assert not await store.run(cup_rows.due_cups, NOW + TIME)


async def test_one_who_deletes_their_data_leaves_nothing_and_their_opponent_goes_on(store: Store):
    cup = await running(store, 2)
    gone, stays = cup.pairs[0].players
    assert stays is not None
    await come(store, cup, gone)
    await store.serve(by(gone, message=None), record_transactions.delete)

    left = await read(store, cup)
    assert gone not in {left.host, *left.players, *left.pairs[0].players}
    [due] = await store.run(cup_rows.due_cups, NOW)
    over = await store.run(cup_transactions.advance, due, NOW, Random(1))
    assert over
    assert (over.after.champion, over.after.pairs[0].way) == (stays, Way.DELETED)
    assert NOBODY.user_id in over.after.players


@on_both_stores
async def test_cups_are_forgotten_a_month_after_their_end(store: Store):
    cup = await running(store, 4)
    await store.serve(by(HOST), cup_transactions.cancel, cup.id)
    await store.run(upkeep.forget, NOW + 30 * 24 * 3600)
    assert await read(store, cup)
    await store.run(upkeep.forget, NOW + 30 * 24 * 3600 + 1)
    assert await store.run(load_cup, cup.id) is None


@on_both_stores
async def test_whatever_comes_at_once_exactly_one_player_wins_a_cup(store: Store):
    rng, players = Random(1), 7  # one of whom meets nobody in the first round
    cup = await running(store, players)
    now = NOW
    while cup.stage is Stage.RUNNING:
        now += rng.choice([1, 1, 60, COMING])
        doing = [
            _something(store, cup, rng.randint(HOST, HOST + players), now, rng) for _ in range(12)
        ]
        doing += [
            store.run(cup_transactions.advance, cup.id, now, Random(rng.random())) for _ in range(2)
        ]
        for outcome in await asyncio.gather(*doing, return_exceptions=True):
            assert isinstance(outcome, Step | Session | Refusal | IllegalMove | None), outcome
        before, cup = cup, await read(store, cup)
        kept = {(pair.round, pair.place): pair.winner for pair in cup.pairs}
        for pair in before.pairs:
            assert pair.winner is None or kept[pair.round, pair.place] == pair.winner
    assert cup.champion in cup.players
    losers = [pair.players[1 - pair.winner] for pair in cup.pairs if pair.winner is not None]
    assert sorted(loser for loser in losers if loser is not None) == sorted(
        set(cup.players) - {cup.champion}
    )


async def _something(store: Store, cup: Cup, user: int, now: int, rng: Random) -> object:
    """A player comes to their game, and moves or resigns in it."""
    step = await come(store, cup, user, now)
    if step.session is None or step.session.ending:
        return None
    if rng.random() < 0.2:
        return await store.serve(
            by(user, now, message=None), challenge_transactions.resign, step.session.id
        )
    cell = rng.choice(step.session.board.free_cells)
    press = by(user, now, message=None)
    return await store.serve(
        press, transactions.press_cell, step.session.id, len(step.session.moves), cell
    )


@on_both_stores
async def test_a_cup_that_is_cancelled_as_it_starts_stays_cancelled(
    store: Store, database_url: str
):
    async with Store.open(database_url) as second:
        for _ in range(10):
            cup = await opened(store)
            for user in (2, 3):
                await store.serve(by(user), cup_transactions.join, cup.id)
            await asyncio.gather(
                second.serve(by(HOST), cup_transactions.cancel, cup.id),
                store.serve(by(HOST), cup_transactions.start, cup.id),
            )
            assert (await read(store, cup)).stage is Stage.CANCELLED
