"""What is kept about a person: all is in the export; deletion leaves what stays for a reason."""

import asyncio
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import BigInteger, select, update

from bot.advice import transactions as advice_transactions
from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import CHALLENGED_LATELY, THEY_TAKE_NO_CHALLENGES
from bot.cups import transactions as cup_transactions
from bot.database.store import AT_ONCE, Store
from bot.database.tables import challenges, metadata, people, seats, sessions
from bot.database.transaction import AnyTransaction
from bot.interactions.interaction import Interaction
from bot.people import personal_rows
from bot.people import rows as record_rows
from bot.people import transactions as record_transactions
from bot.people.privacy_card import export_file
from bot.people.records import TOO_MUCH_TO_DELETE, Count
from bot.play import transactions
from bot.play.actions import NO_GAME_HERE, NOTHING_TO_REVIEW
from bot.play.results import PEOPLE
from bot.play.seats import NOBODY, Bot, Terms
from bot.play.session import Session
from bot.running import transactions as upkeep
from engine.board import Mark
from tests.support import crowd
from tests.support.refusals import refuses
from tests.support.requests import A_DAY, NOW, request
from tests.support.stores import on_both_stores

ANN, BOB, EVE = 111_111, 222_222, 333_333
GUILD, HERE, DIRECT, OTHER_DIRECT = 777_777, 888_888, 999_999, 999_000
PLACES = {HERE: GUILD, DIRECT: None, OTHER_DIRECT: None}


def by(user: int, channel: int = HERE, at: int = NOW) -> Interaction:
    return request(user, channel, at=at, guild=PLACES[channel])


async def alone(store: Store, user: int, channel: int) -> Session:
    """A game against the bot, finished."""
    begun = await store.serve(by(user, channel), transactions.start, Bot("easy"), Terms())
    await store.serve(by(user, channel), transactions.press_cell, begun.id, 0, 5)
    return await store.serve(by(user, channel), challenge_transactions.resign)


async def together(store: Store, first: int, second: int, channel: int) -> Session:
    """A game of two people that the second wins."""
    asked = await store.serve(
        by(first, channel), challenge_transactions.challenge, second, Terms("X", "me")
    )
    await store.serve(by(second, channel), challenge_transactions.accept, asked.id)
    await store.serve(by(first, channel), transactions.move, 5)
    return await store.serve(by(first, channel), challenge_transactions.resign)


async def delete(store: Store, user: int, channel: int = HERE, at: int = NOW) -> None:
    await store.serve(by(user, channel, at), record_transactions.delete)


def tables_with(transaction: AnyTransaction, number: int) -> set[str]:
    """Every table that contains a number, in any column."""
    found = set()
    for table in metadata.sorted_tables:
        for row in transaction.connection.execute(select(table)):
            if number in tuple(row):
                found.add(table.name)
    return found


@on_both_stores
async def test_nothing_leads_back_to_a_person_who_played_in_direct_messages(store: Store):
    first = await alone(store, ANN, DIRECT)
    again = await store.serve(by(ANN, DIRECT), challenge_transactions.rematch, first.id)
    await store.serve(by(ANN, DIRECT), transactions.watch, Bot("easy"), Bot("easy"))
    assert isinstance(again, Session)
    assert await store.run(tables_with, DIRECT) == {"sessions", "seats"}
    await delete(store, ANN)
    assert await store.run(tables_with, ANN) == set()
    assert await store.run(tables_with, DIRECT) == set()
    with refuses(NO_GAME_HERE):
        await store.serve(by(ANN, DIRECT), advice_transactions.review, first.id)


async def test_a_game_in_a_private_channel_stays_for_the_friend_until_both_are_deleted(
    store: Store,
):
    shared = await together(store, ANN, BOB, DIRECT)
    await delete(store, ANN, DIRECT)
    left = await store.serve(by(BOB, DIRECT), advice_transactions.review, shared.id)
    assert (left.seats[Mark.X], left.moves) == (NOBODY, shared.moves)
    assert (await store.run(record_transactions.stats, BOB)).counts == {PEOPLE: Count(won=1)}
    assert await store.run(tables_with, ANN) == set()
    await delete(store, BOB)
    assert await store.run(tables_with, DIRECT) == set()


async def test_live_and_demo_games_in_the_direct_messages_it_is_asked_for_in_are_deleted(
    store: Store,
):
    for who, where in ((ANN, DIRECT), (BOB, OTHER_DIRECT)):
        await store.serve(by(who, where), transactions.watch, Bot("easy"), Bot("easy"))
    begun = await store.serve(by(ANN, DIRECT), transactions.start, Bot("easy"), Terms())
    await delete(store, ANN, DIRECT)
    assert await store.run(tables_with, DIRECT) == set()
    assert await store.run(tables_with, OTHER_DIRECT) == {"sessions", "seats"}
    with refuses(NO_GAME_HERE):
        await store.serve(by(ANN, DIRECT), transactions.press_cell, begun.id, 0, 5)
    assert await store.serve(by(ANN, DIRECT), transactions.start, Bot("easy"), Terms())


async def test_deleting_is_no_way_round_a_pause_or_a_block(store: Store):
    asked = await store.serve(by(ANN), challenge_transactions.challenge, BOB, Terms())
    await store.serve(by(BOB), challenge_transactions.decline, asked.id)
    await delete(store, ANN)
    with refuses(CHALLENGED_LATELY):
        await store.serve(by(ANN), challenge_transactions.challenge, BOB, Terms())
    later = NOW + 3600
    asked = await store.serve(by(ANN, at=later), challenge_transactions.challenge, BOB, Terms())
    await store.serve(by(BOB, at=later), challenge_transactions.block, asked.id)
    await delete(store, ANN)
    with refuses(THEY_TAKE_NO_CHALLENGES):
        await store.serve(by(ANN, at=later + A_DAY), challenge_transactions.challenge, BOB, Terms())


def many_games_of_ann(transaction: AnyTransaction, channel: int) -> None:
    """More than one part of them, each with a challenge."""
    crowd.fill(transaction, AT_ONCE + 100)
    where: dict[str, Any] = {"channel_id": channel, "guild_id": PLACES[channel]}
    transaction.connection.execute(update(sessions).values(is_demo=False, **where))
    taken = {"user_id": ANN, "level": None, "channel_id": channel, "live": False}
    transaction.connection.execute(update(seats).where(seats.c.mark == "X").values(taken))
    transaction.connection.execute(
        update(challenges).values(challenger_id=ANN, channel_id=challenges.c.id)
    )


@on_both_stores
@pytest.mark.parametrize("channel", [HERE, DIRECT])
async def test_a_lot_is_deleted_in_one_transaction(store: Store, channel: int):
    await store.run(many_games_of_ann, channel)
    await delete(store, ANN)
    assert await store.run(tables_with, ANN) == set()


async def test_the_operator_deletes_any_number_of_games_a_part_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    await store.run(many_games_of_ann, HERE)
    monkeypatch.setattr(record_transactions, "MOST_DELETED", AT_ONCE)
    with refuses(TOO_MUCH_TO_DELETE):
        await delete(store, ANN)
    # The first games; the others and the first challenges; the other challenges and all else.
    parts = [await store.run(record_transactions.delete_person, ANN, NOW) for _ in range(3)]
    assert parts == [True, True, False]
    assert await store.run(tables_with, ANN) == set()


@on_both_stores
async def test_two_who_delete_at_once_leave_no_private_game_behind(store: Store, database_url: str):
    for number in range(6):
        await together(store, ANN + number, BOB + number, DIRECT)
    async with Store.open(database_url) as other:
        for number in range(6):
            await asyncio.gather(delete(store, ANN + number), delete(other, BOB + number))
    assert await store.run(tables_with, DIRECT) == set()


IN_EVERY_TABLE = {
    "bans",
    "blocks",
    "challenges",
    "cup_pairs",
    "cup_players",
    "cups",
    "daily_puzzles",
    "counts",
    "meetings",
    "standings",
    "pauses",
    "people",
    "seats",
}
"""The tables that hold people. If you add one, let Ann do something that writes to it."""

_NEVER_PEOPLE = {
    "id",
    "application_id",
    "challenge_id",
    "channel_id",
    "cup_id",
    "emoji_id",
    "guild_id",
    "message_id",
    "missing_since",
    "rematch_of",
    "session_id",
    "turn_since",
    "until",
}
"""The columns with large numbers that are of something else than a person."""

_NOT_THEIRS = {("blocks", "blocked_id")}  # it belongs to those who have blocked them


async def busy_life(store: Store) -> None:
    """Leave something about Ann in every table that holds people."""
    await alone(store, ANN, HERE)
    await alone(store, ANN, DIRECT)
    await together(store, ANN, BOB, HERE)
    await store.serve(by(ANN), transactions.start, Bot("perfect"), Terms())
    for one, other, where in ((ANN, EVE, DIRECT), (EVE, ANN, OTHER_DIRECT)):
        asked = await store.serve(by(one, where), challenge_transactions.challenge, other, Terms())
        await store.serve(by(other, where), challenge_transactions.block, asked.id)
    await store.run(record_transactions.choose, ANN, "takes_challenges", chosen=False)
    await store.run(record_transactions.ban, ANN, is_server=False)
    opened = await store.serve(by(ANN), cup_transactions.open_cup, "3x3", 600, 600, may_open=True)
    for player in (ANN, BOB):
        await store.serve(by(player), cup_transactions.join, opened.after.id)
    await store.serve(by(ANN), cup_transactions.start, opened.after.id)
    await store.serve(by(ANN), advice_transactions.count_try, 20_000, "3x3", right=True)


def cells_with(transaction: AnyTransaction, number: int) -> set[tuple[str, str, str]]:
    """The table, the column and the key of each place in the database that holds a number."""
    return {
        (table.name, column.name, ", ".join(f"{key.name}={row[key]}" for key in table.primary_key))
        for table in metadata.sorted_tables
        for row in transaction.connection.execute(select(table)).mappings()
        for column in table.columns
        if row[column] == number
    }


def columns_with_people() -> set[tuple[str, str]]:
    """The columns that can hold the number of a person, each with its table."""
    return {("bans", "id")} | {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger)
        and not (column.name.endswith("_at") or column.name in _NEVER_PEOPLE)
    }


def tables_with_people() -> set[str]:
    return {table for table, _ in columns_with_people()}


async def exported(store: Store, user_id: int) -> str:
    facts = await store.run(personal_rows.facts, user_id)
    games = await store.run(personal_rows.games, user_id, 0)
    return export_file(user_id, facts, games).data.decode()


@on_both_stores
async def test_everything_in_the_database_with_their_number_is_in_the_file(store: Store):
    await busy_life(store)
    text = await exported(store, ANN)
    kept = await store.run(cells_with, ANN)
    assert {table for table, _, _ in kept} == tables_with_people() == IN_EVERY_TABLE
    looked_in = {(column.table.name, column.name) for column in personal_rows._THEIRS}
    assert looked_in | {("seats", "user_id")} | _NOT_THEIRS == columns_with_people()
    for table, column, key in kept:
        if (table, column) in _NOT_THEIRS:
            assert f"blocker_id={EVE}" not in text
        elif table == "seats":
            session_id = key.split(",")[0].removeprefix("session_")
            assert any(
                f" {session_id}," in line and f"_id={ANN}" in line for line in text.splitlines()
            )
        else:
            values = [as_shown(part) for part in key.split(", ")]
            rows = [line for line in text.splitlines() if line.startswith(f"# {table}: ")]
            assert any(all(value in row for value in values) for row in rows), (table, column, key)


def as_shown(part: str) -> str:
    """A column and its value in a file."""
    if part.startswith("day="):
        return f"day={date(1970, 1, 1) + timedelta(days=int(part.removeprefix('day=')))}"
    return part.replace("=True", "=yes").replace("=False", "=no")


@on_both_stores
async def test_after_deletion_only_bans_and_the_blocks_of_others_are_left_two_days_later(
    store: Store,
):
    await busy_life(store)
    await delete(store, ANN)
    assert {table for table, _, _ in await store.run(cells_with, ANN)} == {
        "bans",
        "blocks",
        "meetings",
        "pauses",
    }
    while await store.run(upkeep.forget, NOW + 2 * A_DAY + 600):
        pass
    left = {(table, column) for table, column, _ in await store.run(cells_with, ANN)}
    assert left == {("bans", "id")} | _NOT_THEIRS


async def test_the_file_says_nothing_about_people_they_never_met(store: Store):
    await together(store, BOB, EVE, HERE)
    await alone(store, ANN, DIRECT)
    text = await exported(store, ANN)
    assert str(BOB) not in text
    assert str(EVE) not in text


async def test_each_game_is_a_line_of_the_file(store: Store):
    await busy_life(store)
    lines = (await exported(store, ANN)).splitlines()
    games = [line.partition(" ;")[0] for line in lines if not line.startswith("#")]
    assert [game[:8].rstrip() for game in games] == ["3x3 X: 5", "3x3 X: 5", "3x3 X: 5", "3x3 X:"]


async def test_many_games_are_read_in_pages_that_miss_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    for _ in range(5):
        await alone(store, ANN, HERE)
    monkeypatch.setattr(personal_rows, "PAGE", 2)
    read, after = [], 0
    while page := await store.run(personal_rows.games, ANN, after):
        assert len(page) <= 2
        read += [game["id"] for game in page]
        after = read[-1]
    assert read == [1, 2, 3, 4, 5]


A_YEAR = 365 * A_DAY
DAN, KIM = 444_444, 555_555


@on_both_stores
async def test_old_games_are_deleted_and_stay_counted(store: Store):
    await together(store, ANN, BOB, HERE)
    for before, games in ((NOW, 0), (NOW + 1, 1)):
        assert await store.serve(by(ANN), advice_transactions.review)
        assert await store.run(personal_rows.count_old_games, before) == games
        assert await store.run(personal_rows.forget_games, before) == games
    with refuses(NOTHING_TO_REVIEW):
        await store.serve(by(ANN), advice_transactions.review)
    assert (await store.run(record_transactions.personal_data, ANN)).games == 1


async def test_the_rematch_of_a_deleted_game_can_still_be_played(store: Store):
    first = await alone(store, ANN, HERE)
    later = by(ANN, at=NOW + A_DAY)
    again = await store.serve(later, challenge_transactions.rematch, first.id)
    await store.run(personal_rows.forget_games, NOW + 1)
    assert (await store.serve(later, transactions.bring_board)).id == again.id


async def test_everyone_who_plays_joins_solves_or_blocks_is_seen(store: Store):
    await together(store, ANN, BOB, HERE)
    asked = await store.serve(by(BOB), challenge_transactions.challenge, EVE, Terms())
    await store.serve(by(EVE), challenge_transactions.block, asked.id)
    opened = await store.serve(by(ANN), cup_transactions.open_cup, None, 600, 600, may_open=True)
    await store.serve(by(DAN), cup_transactions.join, opened.after.id)
    await store.serve(by(KIM), advice_transactions.count_try, 20_000, "3x3", right=False)

    def seen_on(transaction: AnyTransaction) -> dict[int, int]:
        return {row.user_id: row.seen_on for row in transaction.connection.execute(select(people))}

    assert await store.run(seen_on) == dict.fromkeys((ANN, BOB, EVE, DAN, KIM), NOW // A_DAY)


async def test_someone_unseen_for_a_year_is_found_and_leaves_nothing_behind(store: Store):
    await alone(store, ANN, HERE)
    await store.serve(by(BOB, at=NOW + A_DAY), transactions.start, Bot("easy"), Terms())
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR) == []
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR + A_DAY) == [ANN]
    await store.run(record_transactions.delete_person, ANN, NOW + A_YEAR)
    assert await store.run(tables_with, ANN) == set()
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR + A_DAY) == []


@on_both_stores
async def test_the_year_of_someone_who_has_only_changed_a_setting_begins_today(store: Store):
    await store.run(record_transactions.choose, ANN, "takes_challenges", chosen=False)
    assert await store.run(record_rows.people_unseen, NOW) == []
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR) == []
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR + A_DAY) == [ANN]


async def test_of_the_waits_only_those_of_the_person_stay_after_a_deletion(store: Store):
    for one, other in ((ANN, BOB), (EVE, ANN)):
        asked = await store.serve(by(one), challenge_transactions.challenge, other, Terms())
        await store.serve(by(other), challenge_transactions.decline, asked.id)
    await delete(store, ANN)
    left = {(table, column) for table, column, _ in await store.run(cells_with, ANN)}
    assert left == {("pauses", "challenger_id")}
