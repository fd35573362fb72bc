"""Clocks, rematches, draws and records, on a real SQLite file."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import THEY_CHALLENGE_YOU, Challenge
from bot.database.store import Store
from bot.database.tables import meetings
from bot.database.transaction import AnyTransaction
from bot.interactions.interaction import CameAgain, Interaction
from bot.messages.texts import ENGLISH, UNKNOWN_BUTTON
from bot.people import transactions as record_transactions
from bot.people.card import leaderboard_card
from bot.people.records import Count, Form, Leaderboard, Standing, Stats
from bot.play import transactions
from bot.play.actions import (
    REMATCH_TAKEN,
    TIME_NOT_UP,
    AlreadyPlaying,
)
from bot.play.result_rows import count
from bot.play.results import PEOPLE
from bot.play.seats import LEVEL_NAMES, Bot, Person, Terms
from bot.play.session import Ending, Session, Tally, Termination
from bot.running import transactions as upkeep
from bot.servers import transactions as server_transactions
from engine.board import Mark
from engine.score import Result
from tests.support.hints import hinted
from tests.support.refusals import refuses
from tests.support.requests import A_DAY, ANN, BOB, EVE, GUILD, HERE, NOW, THERE, request
from tests.support.stores import on_both_stores


def here(user: int = ANN, at: int = NOW, channel: int = HERE, **more) -> Interaction:
    return request(user, channel, at=at, **({"guild": GUILD} | more))


async def game(
    store: Store, first: int = ANN, second: int = BOB, at: int = NOW, time: int = 600, **more
) -> Session:
    """A game of two people in the server; the first is X and to move."""
    terms = Terms("X", "me", time)
    challenge = await store.serve(
        here(first, at, **more), challenge_transactions.challenge, second, terms
    )
    return (
        await store.serve(here(second, at, **more), challenge_transactions.accept, challenge.id)
    ).session


async def won(
    store: Store, winner: int = ANN, loser: int = BOB, at: int = NOW, time: int = 600, **more
) -> Session:
    await game(store, winner, loser, at, time, **more)
    await store.serve(here(winner, at, **more), transactions.move, 1)
    return await lost(store, loser, at, **more)


async def lost(store: Store, loser: int = ANN, at: int = NOW, **more) -> Session:
    """The loser, whose turn it is, moves and resigns."""
    free = (await store.serve(here(loser, at, **more), transactions.own_session)).board.free_cells
    await store.serve(here(loser, at, **more), transactions.move, free[0])
    return await store.serve(here(loser, at, **more), challenge_transactions.resign)


async def drawn(store: Store) -> Session:
    """Ann and Bob agree to a draw."""
    await game(store)
    await store.serve(here(), transactions.offer_draw)
    return await store.serve(here(BOB), transactions.offer_draw)


async def against_bot(store: Store, level: str = "easy", at: int = NOW) -> Session:
    """Ann loses to the bot."""
    await store.serve(here(at=at), transactions.start, Bot(level), Terms())
    return await lost(store, at=at)


async def stats(store: Store, user: int = ANN) -> Stats:
    return await store.run(record_transactions.stats, user)


async def points(store: Store) -> list[tuple[int, int, int]]:
    table = await store.serve(here(), record_transactions.leaderboard, 0)
    return [(standing.place, standing.user_id, standing.points) for standing in table.standings]


async def test_a_move_winds_the_clock_and_a_look_or_an_offer_does_not(store: Store):
    await game(store)
    await store.serve(here(at=NOW + 100), transactions.move, 5)
    assert (await store.serve(here(), transactions.own_session)).deadline == NOW + 700
    await store.serve(here(at=NOW + 200), transactions.bring_board)
    await store.serve(here(at=NOW + 300), transactions.offer_draw)
    assert (await store.serve(here(), transactions.own_session)).deadline == NOW + 700


async def test_a_claim_is_judged_by_discords_clock_and_wins_once(store: Store):
    await game(store)
    with refuses(TIME_NOT_UP):
        await store.serve(here(BOB, NOW + 599), transactions.claim)
    claimed = here(BOB, NOW + 600)
    session = await store.serve(claimed, transactions.claim)
    assert session.ending == Ending(Termination.TIME, Mark.O)
    with pytest.raises(CameAgain):
        await store.serve(claimed, transactions.claim)
    assert (await stats(store, BOB)).counts == {PEOPLE: Count(won=1)}
    assert (await stats(store, ANN)).counts == {PEOPLE: Count(lost=1)}


async def test_a_reminder_comes_half_way_and_when_the_time_is_up_and_once_each(store: Store):
    await game(store, may_write=True)
    for after, names in ((299, []), (300, [ANN]), (301, []), (599, []), (600, [ANN]), (A_DAY, [])):
        assert await reminded(store, NOW + after) == names
    await store.serve(here(at=NOW + A_DAY, may_write=True), transactions.move, 5)
    assert await reminded(store, NOW + A_DAY + 300) == [BOB]


async def test_no_reminder_comes_where_the_bot_may_not_write_nor_after_the_end_nor_against_the_bot(
    store: Store,
):
    await game(store, channel=THERE)
    await won(store, may_write=True)
    await store.serve(here(may_write=True), transactions.start, Bot("easy"), Terms())
    await game(store, EVE, 99, may_write=True)
    # By somebody with whom it may not write.
    await store.serve(here(EVE), transactions.move, 5)
    assert await reminded(store, NOW + A_DAY) == []


async def test_a_rematch_with_the_bot_begins_at_once_and_keeps_the_tally(store: Store):
    first = await against_bot(store, "hard")
    second = await store.serve(here(), challenge_transactions.rematch, first.id)
    assert isinstance(second, Session)
    assert (second.first, second.tally) == (Mark.O, Tally(o=1))
    assert second.seats == first.seats
    assert len(second.moves) == 1
    await lost(store)
    third = await store.serve(here(), challenge_transactions.rematch, second.id)
    assert (third.first, third.tally) == (Mark.X, Tally(o=2))


@on_both_stores
async def test_a_game_has_one_rematch_however_often_it_is_asked_for(store: Store):
    first = await against_bot(store)
    asked = [store.serve(here(), challenge_transactions.rematch, first.id) for _ in range(5)]
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(result, Session) for result in results) == 1
    assert {type(result) for result in results} == {Session, AlreadyPlaying}
    await store.serve(here(), challenge_transactions.resign)
    with refuses(REMATCH_TAKEN):
        await store.serve(here(), challenge_transactions.rematch, first.id)


async def test_an_easier_or_harder_game_begins_a_tally_of_its_own(store: Store):
    weaker, level, stronger = LEVEL_NAMES[:3]
    first = await against_bot(store, level)
    for levels_up, expected in ((1, stronger), (-1, weaker)):
        again = await store.serve(
            here(), challenge_transactions.rematch, first.id, levels_up=levels_up
        )
        assert (again.seats[Mark.O], again.tally, again.rematch_of) == (
            Bot(expected),
            Tally(),
            None,
        )
        await store.serve(here(), challenge_transactions.resign)


async def test_a_rematch_with_a_friend_is_offered_by_one_and_accepted_by_the_other(store: Store):
    first = await won(store)
    offer = await store.serve(here(BOB), challenge_transactions.rematch, first.id)
    assert isinstance(offer, Challenge)
    assert (offer.challenger, offer.challenged, offer.rematch_of) == (BOB, ANN, first.id)
    second = (await store.serve(here(ANN), challenge_transactions.rematch, first.id)).session
    assert (second.first, second.tally, second.time) == (Mark.O, Tally(x=1), 600)
    assert second.seats == first.seats


async def test_after_a_draw_on_3x3_a_rematch_may_be_played_as_fading(store: Store):
    first = await drawn(store)
    offer = await store.serve(here(BOB), challenge_transactions.rematch, first.id, fading=True)
    assert (offer.terms.game, offer.rematch_of) == ("fading", first.id)
    with refuses(THEY_CHALLENGE_YOU):  # who wants 3x3 has not agreed to fading
        await store.serve(here(ANN), challenge_transactions.rematch, first.id)
    begun = await store.serve(here(ANN), challenge_transactions.rematch, first.id, fading=True)
    again = begun.session
    assert (again.game, again.first, again.tally, again.time) == (
        "fading",
        Mark.O,
        Tally(drawn=1),
        600,
    )
    assert again.seats == first.seats


async def test_nothing_else_is_played_again_as_fading(store: Store):
    even, decided = await drawn(store), await won(store)
    others = [{"cup_id": 1}, {"game": "misere"}, {"ending": Ending(Termination.STOPPED)}]
    others.append({"seats": dict.fromkeys(Mark, Bot("easy"))})
    assert even.may_fade
    assert not decided.may_fade
    assert not any(replace(even, **other).may_fade for other in others)
    with refuses(UNKNOWN_BUTTON):
        await store.serve(here(), challenge_transactions.rematch, decided.id, fading=True)


async def test_results_are_counted_by_opponent_and_games_with_hints_separately(store: Store):
    await against_bot(store, "easy")
    await against_bot(store, "hard")
    await against_bot(store, "hard")
    await store.serve(here(), transactions.start, Bot("easy"), Terms())
    await store.serve(here(), hinted)
    await lost(store)
    await won(store)
    found = await stats(store)
    assert found.counts == {"easy": Count(lost=1), "hard": Count(lost=2), PEOPLE: Count(won=1)}
    assert found.assisted == Count(lost=1)
    assert found.form.recent == (Result.LOSS, Result.LOSS, Result.LOSS, Result.WIN)
    assert (found.form.streak, found.form.best) == (1, 1)


async def test_the_table_counts_three_games_a_day_of_the_same_two(store: Store):
    for _ in range(5):
        await won(store)
    assert await points(store) == [(1, ANN, 9), (2, BOB, 0)]
    await won(store, ANN, EVE)
    assert (await points(store))[0] == (1, ANN, 12)
    await won(store, BOB, ANN, NOW + A_DAY)
    assert await points(store) == [(1, ANN, 12), (2, BOB, 3), (3, EVE, 0)]
    assert (await stats(store)).counts == {PEOPLE: Count(won=6, lost=1)}


async def test_those_with_equal_points_share_a_place_also_across_pages_of_ten(store: Store):
    for user in range(100, 115):
        await won(store, user, user + 1000)

    async def page(number: int) -> Leaderboard:
        return await store.serve(here(), record_transactions.leaderboard, number)

    pages = [await page(number) for number in range(3)]
    places = [[standing.place for standing in shown.standings] for shown in pages]
    assert places == [[1] * 10, [1] * 5 + [16] * 5, [16] * 10]
    assert [(shown.page, shown.more) for shown in pages] == [(0, True), (1, True), (2, False)]
    assert await page(99) == await page(10**18 - 1) == pages[0]


@on_both_stores
async def test_people_are_told_their_own_place_unless_the_page_shows_it(store: Store):
    for user in range(100, 112):
        await won(store, user, user + 1000)
    last = 1100  # of those who have lost, the lowest id stands last

    async def own(page: int, asker: int) -> Standing | None:
        table = await store.serve(here(asker), record_transactions.leaderboard, page)
        return table.own

    assert await own(0, last) == Standing(13, last, 0, Count(lost=1))
    assert await own(2, last) is None
    assert await own(99, last) == Standing(13, last, 0, Count(lost=1))
    assert await own(1, 111) == Standing(1, 111, 3, Count(won=1))
    assert await own(0, EVE) is None
    assert await own(0, None) is None


@on_both_stores
async def test_people_are_told_how_they_have_done_against_another(store: Store):
    for winner, loser in ((ANN, BOB), (ANN, BOB), (BOB, ANN), (EVE, BOB), (ANN, EVE)):
        await won(store, winner, loser)
    drawn = await game(store)
    await store.serve(here(ANN), transactions.offer_draw, drawn.id, 0)
    await store.serve(here(BOB), transactions.offer_draw, drawn.id, 0)
    stopped = await game(store)
    await store.serve(here(EVE), transactions.stop, stopped.id)
    await game(store)  # goes on
    await won(store, BOB, ANN, channel=THERE, guild=None)

    async def between(asker: int, other: int, game: str | None = None) -> Count | None:
        return (await store.run(record_transactions.stats, other, game, asker)).head_to_head

    assert await between(ANN, BOB) == Count(won=2, drawn=1, lost=2)
    assert await between(BOB, ANN) == Count(won=2, drawn=1, lost=2)
    assert await between(EVE, BOB) == Count(won=1)
    assert await between(ANN, EVE) == Count(won=1)
    assert await between(ANN, BOB, "5x5") is None
    assert await between(ANN, ANN) is None
    assert await between(99, BOB) is None


async def test_a_streak_is_of_wins_and_its_best_is_kept(store: Store):
    played = (Result.WIN, Result.WIN, Result.DRAW, Result.WIN, Result.LOSS)
    for result in played:
        await store.run(end, "easy", result)
    assert (await stats(store)).form == Form(0, 2, played)
    for _ in range(20):
        await store.run(end, "easy", Result.WIN)
    assert (await stats(store)).form == Form(20, 20, (Result.WIN,) * 10)
    await store.run(end, "easy", Result.DRAW)
    assert (await stats(store)).form.recent == (*(Result.WIN,) * 9, Result.DRAW)


def end(
    transaction: AnyTransaction, level: str, result: Result, at: int = NOW, **more: Any
) -> None:
    """Count a game of Ann's with the bot that has ended so."""
    winner = {Result.WIN: Mark.X, Result.LOSS: Mark.O, Result.DRAW: None}[result]
    seats = {Mark.X: Person(ANN), Mark.O: Bot(level)}
    ended = Session(1, GUILD, HERE, "3x3", seats, Mark.X, ending=Ending(Termination.LINE, winner))
    count(transaction, replace(ended, **more), at)


async def against_me(store: Store, asker: int = ANN) -> Leaderboard:
    return await store.serve(
        here(asker), record_transactions.leaderboard, 0, "3x3", against_bot=True
    )


async def test_a_person_beyond_the_last_place_that_is_counted_is_told_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.people.rows.LAST_PLACE", 11)
    monkeypatch.setattr("bot.people.card.LAST_PLACE", 11)
    for user in range(100, 112):
        await won(store, user, user + 1000)
    table = await store.serve(here(1100), record_transactions.leaderboard, 0)
    assert table.own == Standing(12, 1100, 0, Count(lost=1))
    assert "**11+** <@1100> **0**" in str(leaderboard_card(table, ENGLISH).texts)


@on_both_stores
async def test_games_with_the_bot_have_a_leaderboard_of_their_own_with_points_by_level(
    store: Store,
):
    for level, result in (("easy", Result.WIN), ("perfect", Result.DRAW), ("hard", Result.LOSS)):
        await store.run(end, level, result)
    assert await points(store) == []
    assert (await against_me(store)).standings == (Standing(1, ANN, 3, Count(1, 1, 1)),)
    assert await store.run(server_transactions.count_standings, GUILD) == 1
    await store.run(server_transactions.delete_standings, GUILD)
    assert (await against_me(store)).standings == ()


async def test_with_the_bot_ten_games_a_day_count_in_servers_against_levels_and_without_hints(
    store: Store,
):
    for uncounted in ({"guild_id": None}, {"assisted": True}):
        await store.run(end, "easy", Result.WIN, **uncounted)
    await store.run(end, "random", Result.WIN)
    await won(store)
    assert (await against_me(store)).standings == ()
    for day in (0, 1, 0):  # the last ones by a clock that is behind
        for _ in range(12):
            await store.run(end, "expert", Result.WIN, NOW + day * A_DAY)
    assert (await against_me(store)).standings == (Standing(1, ANN, 4 * 20, Count(20)),)


@on_both_stores
async def test_games_that_end_at_once_are_all_counted_in_the_streak(store: Store):
    for friend in range(8):
        await game(store, ANN, 100 + friend, channel=friend)
        await store.serve(here(channel=friend), transactions.move, 1)
        await store.serve(here(100 + friend, channel=friend), transactions.move, 5)
    await asyncio.gather(
        *(
            store.serve(here(100 + friend, channel=friend), challenge_transactions.resign)
            for friend in range(8)
        )
    )
    assert (await stats(store)).form == Form(8, 8, (Result.WIN,) * 8)
    assert (await stats(store)).counts == {PEOPLE: Count(won=8)}


async def test_settling_challenges_and_streaks_go_together(store: Store):
    await store.run(record_transactions.choose, ANN, "takes_challenges", chosen=False)
    await won(store)
    kept = await store.run(record_transactions.personal_data, ANN)
    assert (kept.takes_challenges, (await stats(store)).form.streak) == (False, 1)


@on_both_stores
async def test_while_the_program_stood_still_no_clock_ran(store: Store):
    await game(store, may_write=True)
    await store.run(upkeep.sweep, NOW + 60)
    back = NOW + 3600
    await store.run(upkeep.sweep, back)
    assert (await store.serve(here(at=back), transactions.own_session)).deadline == back + 540
    with refuses(TIME_NOT_UP):
        await store.serve(here(BOB, back + 539), transactions.claim)
    assert await store.run(upkeep.reminders, back + 239, 50) == []
    assert len(await store.run(upkeep.reminders, back + 240, 50)) == 1
    assert (await store.serve(here(BOB, back + 540), transactions.claim)).ending == Ending(
        Termination.TIME, Mark.O
    )


async def test_a_sweep_a_little_late_gives_nobody_time(store: Store):
    await game(store)
    for late in (60, 200, 380):
        await store.run(upkeep.sweep, NOW + late)
    assert (await store.serve(here(), transactions.own_session)).deadline == NOW + 600


@on_both_stores
async def test_deleting_in_between_does_not_fill_the_table(store: Store):
    for _ in range(3):
        await won(store)
    await store.serve(here(BOB), record_transactions.delete)
    await won(store)
    assert await points(store) == [(1, ANN, 9)]


async def test_two_may_delete_while_their_abandoned_games_have_not_been_swept(store: Store):
    await game(store)
    late = NOW + 2 * A_DAY
    for user in (ANN, BOB):
        await store.serve(here(user, late), record_transactions.delete)
    assert await game(store, ANN, BOB, late)


async def reminded(store: Store, now: int, most: int = 50) -> list[int]:
    """Whom the next reminders address."""
    due = await store.run(upkeep.reminders, now, most)
    return [session.to_move.user_id for session in due]


@on_both_stores
async def test_the_most_urgent_reminders_come_first_and_those_whose_time_is_up_last(store: Store):
    """However many others there are: long games, and those in which nobody can move any more."""
    for player, began, time in (
        (101, NOW - A_DAY, A_DAY + 3600),
        (102, NOW - 3600, 600),
        (103, NOW - 3700, 600),
        (104, NOW, 60),
        (105, NOW - 1, 60),
    ):
        await game(store, player, player + 100, began, time, channel=player, may_write=True)
    assert await reminded(store, NOW + 30, 2) == [105, 104]
    assert await reminded(store, NOW + 30) == [101, 103, 102]
    assert await reminded(store, NOW + 31) == []


async def test_a_channel_gets_as_many_at_once_as_discord_takes_and_the_most_urgent_first(
    store: Store,
):
    for number in range(6):
        await game(store, 100 + number, 200 + number, NOW - 3600 - number, may_write=True)
    await game(store, may_write=True)
    await game(store, EVE, channel=THERE, may_write=True)
    assert await reminded(store, NOW + 300) == [ANN, EVE, 105, 104, 103, 102]
    assert await reminded(store, NOW + 300) == [101, 100]
    assert await reminded(store, NOW + 300) == []


@on_both_stores
async def test_meetings_are_counted_through_upkeep_and_forgotten_after_two_days(store: Store):
    for _ in range(3):
        await won(store)
    await store.run(upkeep.forget, NOW + 60)
    await won(store, at=NOW + 61)
    assert (await points(store))[0] == (1, ANN, 9)
    await store.run(upkeep.forget, NOW + 3 * A_DAY)
    left = select(func.count(meetings.c.day))
    assert await store.run(lambda transaction: transaction.connection.scalar(left)) == 0


async def test_a_challenge_of_the_friend_to_someone_else_is_no_yes_to_a_rematch(store: Store):
    finished = await won(store)
    await store.serve(here(BOB), challenge_transactions.challenge, EVE, Terms())
    offer = await store.serve(here(ANN), challenge_transactions.rematch, finished.id)
    assert isinstance(offer, Challenge)
    assert offer.rematch_of == finished.id
