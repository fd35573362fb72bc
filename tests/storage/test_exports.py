"""Export: nothing that is kept about a person is missing, except who has blocked them."""

from datetime import date, timedelta
from random import Random

from sqlalchemy import BigInteger, Connection, select, update

from bot.rendering.exports import export
from bot.sessions.seats import Bot, Terms
from bot.storage import challenge_transactions as challenges
from bot.storage import (
    cup_transactions,
    personal_data,
    puzzle_transactions,
    record_transactions,
    transactions,
    upkeep,
)
from bot.storage.store import AT_ONCE, Store
from bot.storage.tables import metadata, seats
from engine.notation import read_games
from engine.review import report
from tests.storage.test_deletion import A_DAY, ANN, BOB, DIRECT, EVE, HERE, OTHER_DIRECT, alone, by, together
from tests.support import crowd
from tests.support.requests import NOW
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

IN_EVERY_TABLE = {
    "bans",
    "blocks",
    "bot_standings",
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
"""The tables that hold people. Whoever adds one lets Ann do something that writes to it."""

_NEVER_PEOPLE = {
    "id",
    "application_id",
    "challenge_id",
    "channel_id",
    "open_game_id",
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
    await store.run(transactions.start, by(ANN), Bot("perfect"), Terms(), Random(1))
    for one, other, where in ((ANN, EVE, DIRECT), (EVE, ANN, OTHER_DIRECT)):
        asked = await store.run(challenges.challenge, by(one, where), other, Terms())
        await store.run(challenges.block, by(other, where), asked.id)
    await store.run(record_transactions.take_challenges, ANN, takes=False)
    await store.run(record_transactions.ban, ANN, is_server=False)
    opened = await store.run(cup_transactions.open_cup, by(ANN), "3x3", 600, 600, Random(1), may_open=True)
    for player in (ANN, BOB):
        await store.run(cup_transactions.join, by(player), opened.after.id, Random(1))
    await store.run(cup_transactions.start, by(ANN), opened.after.id, Random(1))
    await store.run(puzzle_transactions.answer, by(ANN), 20_000, "3x3", right=True)


def cells_with(connection: Connection, number: int) -> set[tuple[str, str, str]]:
    """The table, the column and the key of each place in the database that holds a number."""
    return {
        (table.name, column.name, ", ".join(f"{key.name}={row[key]}" for key in table.primary_key))
        for table in metadata.sorted_tables
        for row in connection.execute(select(table)).mappings()
        for column in table.columns
        if row[column] == number
    }


def tables_with_people() -> set[str]:
    """The tables with a column that can hold the number of a person."""
    return {"bans"} | {
        table.name
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger)
        and not (column.name.endswith("_at") or column.name in _NEVER_PEOPLE)
    }


async def exported(store: Store, user_id: int) -> str:
    facts = await store.run(personal_data.facts, user_id)
    games = await store.run(personal_data.games, user_id, 0)
    return export(user_id, facts, games).content.decode()


async def test_everything_in_the_database_with_their_number_is_in_the_file(store: Store):
    await busy_life(store)
    text = await exported(store, ANN)
    kept = await store.run(cells_with, ANN)
    assert {table for table, _, _ in kept} == tables_with_people() == IN_EVERY_TABLE
    for table, column, key in kept:
        if (table, column) in _NOT_THEIRS:
            assert f"blocker_id={EVE}" not in text
        elif table == "seats":
            session_id = key.split(",")[0].removeprefix("session_")
            assert any(f" {session_id}," in line and f"_id={ANN}" in line for line in text.splitlines())
        else:
            values = [as_shown(part) for part in key.split(", ")]
            rows = [line for line in text.splitlines() if line.startswith(f"# {table}: ")]
            assert any(all(value in row for value in values) for row in rows), (table, column, key)


def as_shown(part: str) -> str:
    """A column and its value in a file."""
    if part.startswith("day="):
        return f"day={date(1970, 1, 1) + timedelta(days=int(part.removeprefix('day=')))}"
    return part.replace("=True", "=yes").replace("=False", "=no")


async def test_after_deletion_only_bans_and_the_blocks_of_others_are_left_two_days_later(store: Store):
    await busy_life(store)
    while await store.run(record_transactions.delete_person, ANN, NOW):
        pass
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


async def test_the_engine_reads_the_games_of_the_file(store: Store):
    await busy_life(store)
    games = list(read_games((await exported(store, ANN)).splitlines()))
    assert len(games) == 4
    assert all(list(report(game)) for game in games)


async def test_many_games_are_read_in_parts_that_miss_none(store: Store):
    def theirs(connection: Connection) -> None:
        crowd.fill(connection, AT_ONCE * 2)
        taken = {"user_id": ANN, "level": None, "live": False}
        connection.execute(update(seats).where(seats.c.mark == "X").values(taken))

    await store.run(theirs)
    read, after = [], 0
    while part := await store.run(personal_data.games, ANN, after):
        assert len(part) <= AT_ONCE
        read += [game["id"] for game in part]
        after = read[-1]
    assert read == list(range(1, AT_ONCE * 2 + 1))
