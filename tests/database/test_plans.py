"""A request costs the same, however much other people have done."""

import ast
import itertools
import re
from collections.abc import Awaitable, Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest
from sqlalchemy import Connection, PrimaryKeyConstraint, UniqueConstraint, event, update

from bot.advice import transactions as advice_transactions
from bot.advice.daily_puzzle import DailyPost
from bot.challenges import rows as challenge_rows
from bot.challenges import transactions as challenge_transactions
from bot.cups import rows as cup_rows
from bot.cups import transactions as cup_transactions
from bot.database.postgres_batches import Attempt
from bot.database.store import Store
from bot.database.tables import metadata, seats
from bot.interactions import reader_rows
from bot.interactions.request import Request
from bot.people import personal_rows as personal_data
from bot.people import rows as record_rows
from bot.people import transactions as record_transactions
from bot.people.own_games import PAST_PAGE
from bot.play import rows, transactions
from bot.play.seats import Bot, Terms
from bot.running import transactions as upkeep
from bot.servers import transactions as server_transactions
from tests.support import crowd
from tests.support.requests import A_DAY, ANN, BOB, EVE, GUILD, HERE, NOW, request

BOT = Path(__file__).parents[2] / "bot"
DAN = 4
DIRECT = 20
AFTER_A_STANDSTILL = (NOW + A_DAY + 3600,)

Ask = Callable[..., Any]  # as Store.run
SMALL = {
    "notes",  # a row for each fact the program notes about itself
    "bans",  # a row for each that the operator has set
}


async def ask_for_everything(ask: Ask) -> None:
    """Call every transaction in a state where it has something to do."""
    rng, bot = Random(1), Bot("easy")

    def by(user: int, channel: int = HERE, at: int = NOW, **more: Any) -> Request:
        guild = None if channel == DIRECT else GUILD
        return request(user, channel, at=at, guild=guild, may_write=True, **more)

    async def challenge(who: int, whom: int, at: int = NOW) -> int:
        asked = await ask(challenge_transactions.challenge, by(who, at=at), whom, Terms("X", "me"))
        return asked.id

    async def game(who: int, whom: int) -> int:
        asked = await challenge(who, whom)
        return (await ask(challenge_transactions.accept, by(whom), asked)).id

    alone = await ask(transactions.start, by(ANN), bot, Terms())
    await ask(transactions.press_cell, by(ANN), alone.id, 0, 1)
    moved = await ask(transactions.own_session, by(ANN))
    moved = await ask(transactions.move, by(ANN), moved.board.free_cells[0])
    await ask(transactions.take_back, by(ANN), alone.id, moved.version)
    await ask(advice_transactions.hint, by(ANN))
    await ask(transactions.bring_board, by(ANN))
    await ask(transactions.session_of_button, by(ANN), alone.id)
    await ask(challenge_transactions.resign, by(ANN))
    await ask(advice_transactions.review, by(ANN))
    await ask(advice_transactions.review, by(ANN), alone.id)
    await ask(advice_transactions.to_share, by(ANN), alone.id)
    again = await ask(challenge_transactions.rematch, by(ANN), alone.id)
    await ask(challenge_transactions.resign, by(ANN), again.id)

    first = await game(ANN, BOB)
    await ask(transactions.press_cell, by(ANN, at=NOW + 120), first, 0, 1)
    await ask(transactions.offer_draw, by(ANN))
    await ask(transactions.offer_draw, by(BOB), first, 1)
    await ask(challenge_transactions.rematch, by(ANN), first)
    again = challenge_transactions.rematch_and_challenge
    second, _ = await ask(again, by(BOB), first, levels_up=0, fading=False)
    await ask(transactions.claim, by(ANN, at=NOW + 700), second.id)
    for who, answer in (
        (EVE, challenge_transactions.decline),
        (ANN, challenge_transactions.cancel),
    ):
        asked = await challenge(ANN, EVE, NOW + A_DAY * (who == ANN))
        await ask(challenge_transactions.block, by(EVE), asked)
        await ask(challenge_transactions.unblock, by(EVE), asked)
        await ask(challenge_rows.load_challenge, asked, NOW)
        await ask(answer, by(who, at=NOW + A_DAY * (who == ANN)), asked)
    anyone = await ask(challenge_transactions.challenge_anyone, by(EVE), Terms("X", "me"))
    await ask(challenge_transactions.join, by(DAN), anyone.id)
    await ask(challenge_transactions.give_up, by(DAN))
    to_stop = await ask(challenge_transactions.join, by(BOB), anyone.id)
    await ask(transactions.stop, by(EVE), to_stop.id)
    await ask(challenge_rows.load_challenge, await challenge(ANN, DAN), NOW)
    await ask(challenge_transactions.resign, by(ANN))
    await challenge(DAN, ANN)

    demo = await ask(transactions.watch, by(ANN), bot, bot)
    await ask(transactions.demo_game, by(ANN), demo.id)
    await ask(transactions.play_on, demo.id, NOW, rng)
    for whose in (DAN, None):
        await ask(transactions.start, by(DAN), bot, Terms())
        theirs = await ask(transactions.session_to_stop, by(EVE), whose)
        await ask(transactions.stop, by(EVE), theirs.id)

    await ask(transactions.start, by(DAN), bot, Terms())
    await ask(transactions.start, by(DAN, at=NOW + A_DAY), bot, Terms())
    await ask(upkeep.reminders, NOW + A_DAY, 50, {HERE})
    await ask(upkeep.next_reminder)
    await ask(advice_transactions.next_post)
    await ask(upkeep.sweep, NOW + A_DAY)
    await ask(upkeep.sweep, NOW + A_DAY + 60)
    await ask(upkeep.sweep, *AFTER_A_STANDSTILL)
    await ask(upkeep.forget, NOW + A_DAY)
    opened = await ask(cup_transactions.open_cup, by(ANN), "3x3", 60, 600, may_open=True)
    for user in (ANN, BOB, EVE):
        await ask(cup_transactions.join, by(user), opened.after.id)
    await ask(cup_transactions.leave, by(EVE), opened.after.id)
    await ask(cup_transactions.start, by(ANN), opened.after.id)
    await ask(cup_transactions.look, by(ANN), opened.after.id)
    for user in (ANN, BOB):
        await ask(cup_transactions.come, by(user), opened.after.id)
    await ask(cup_rows.next_due)
    for cup_id in await ask(cup_rows.due_cups, NOW + A_DAY):
        await ask(cup_transactions.advance, cup_id, NOW + A_DAY, rng)
    again = await ask(cup_transactions.open_cup, by(ANN), "3x3", 60, 600, may_open=True)
    await ask(cup_transactions.cancel, by(ANN), again.after.id)
    await ask(upkeep.write_note, "name", "value")
    await ask(upkeep.read_note, "name")

    await ask(record_transactions.stats, ANN, None, BOB)
    await ask(record_transactions.stats, ANN, "5x5", BOB)
    await ask(record_transactions.leaderboard, by(99), 0)
    await ask(record_transactions.leaderboard, by(99), 0, against_bot=True)
    await ask(record_transactions.own_games, by(ANN))
    await ask(record_transactions.own_games, by(ANN), older_than=10**9)
    await ask(record_transactions.own_games, by(ANN), newer_than=0)
    await ask(record_transactions.personal_data, ANN)
    await ask(record_transactions.choose, ANN, "takes_challenges", chosen=False)
    await ask(record_transactions.unblock_everyone, ANN)
    await ask(personal_data.facts, ANN)
    await ask(personal_data.games, ANN, 0)
    await ask(record_transactions.ban, EVE, is_server=False)
    await ask(record_transactions.unban, EVE)
    await ask(record_transactions.load_bans)
    await ask(personal_data.count_old_games, 0)
    await ask(personal_data.forget_games, 0)
    await ask(upkeep.size)
    for is_server in (False, True):
        await ask(upkeep.knows, 5, is_server=is_server)
    await ask(record_rows.people_unseen, NOW + 2 * A_DAY)
    await ask(server_transactions.change, by(ANN), GUILD, "level", "easy")
    elsewhere = await ask(transactions.start, by(ANN), bot, Terms())
    await ask(transactions.session_in_reach, by(ANN, DIRECT), elsewhere.id)
    await ask(record_transactions.resign, by(ANN, DIRECT), elsewhere.id)
    await ask(rows.settings_of, by(ANN))
    await ask(server_transactions.count_standings, GUILD)
    await ask(server_transactions.delete_standings, GUILD)
    await ask(record_transactions.choose, ANN, "text_first", chosen=True)
    await ask(reader_rows.wants_text_first, ANN)
    for right in (False, True):
        await ask(advice_transactions.count_answer, by(ANN), 20_000, "3x3", right=right)
    await ask(advice_transactions.daily_record_of, ANN, 20_000)
    await ask(server_transactions.record_homes, 42, {GUILD}, NOW)
    await ask(server_transactions.quiet_homes, 42, NOW + 30 * A_DAY)
    await ask(server_transactions.forget_home, 42, GUILD, NOW + 30 * A_DAY)
    await ask(advice_transactions.post_here, by(ANN), GUILD)
    await ask(advice_transactions.daily_channel, GUILD)
    for is_refused in (False, True):
        posts = await ask(advice_transactions.claim, NOW + 60, 50, {})
        post = DailyPost(GUILD, HERE, "en-US", "3x3", NOW // A_DAY)
        await ask(advice_transactions.record_post, post, is_refused=is_refused)
        assert posts or is_refused
    await ask(advice_transactions.turn_off, GUILD)
    in_private = await ask(transactions.start, by(ANN, DIRECT), bot, Terms())
    await ask(transactions.press_cell, by(ANN, DIRECT), in_private.id, 0, 1)
    await ask(transactions.watch, by(ANN, DIRECT), bot, bot)
    for who in (ANN, BOB, EVE, DAN):
        await ask(record_transactions.ended_by_deletion, by(who, DIRECT))
        await ask(record_transactions.delete, by(who, DIRECT))
    await ask(record_transactions.delete_person, ANN, NOW)


def asked_by_the_bot() -> set[Callable[..., Any]]:
    """What other files of bot/ call of rows and transactions."""
    found = set()
    for path in BOT.rglob("*.py"):
        if path.stem.endswith(("rows", "transactions")):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {
            alias.asname or alias.name: import_module(f"{node.module}.{alias.name}")
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").count(".") == 1
            for alias in node.names
            if alias.name.endswith(("rows", "transactions"))
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in modules:
                found.add(getattr(modules[node.value.id], node.attr))
    return {name for name in found if isinstance(name, FunctionType)}  # and not a type


@pytest.fixture
async def crowded(store: Store, games: int) -> Store:
    """A store with so many games of other people."""
    await store.run(crowd.fill, games)
    return store


async def test_everything_the_bot_asks_of_the_store_is_asked_here(store: Store):
    asked = set()

    async def ask(transaction: Callable[..., Any], *args: Any, **more: Any) -> Any:
        asked.add(transaction)
        return await store.run(transaction, *args, **more)

    await ask_for_everything(ask)
    assert asked_by_the_bot() - asked == {upkeep.wait_to_identify}, "which reads and writes notes"


async def plans_of_everything(
    store: Store, *settings: str, ask_for: Callable[[Ask], Awaitable[None]] = ask_for_everything
) -> list[tuple[str, dict[str, Any]]]:
    """How PostgreSQL would run each statement of every transaction: the statement and a step.

    ask_for  calls them, or some of them
    """
    seen = {}
    send = Attempt.send

    def note_directly(attempt: Attempt, sql: str, arguments: Any) -> Any:
        seen[sql] = tuple(arguments)
        return send(attempt, sql, arguments)

    def note(
        _c: object, _cursor: object, statement: str, parameters: Any, _context: object, many: bool
    ):
        seen[statement] = parameters[0] if many else parameters

    engine = store._database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Attempt, "send", note_directly)
        await ask_for(store.run)
    event.remove(engine, "before_cursor_execute", note)

    def explained(connection: Connection) -> list[tuple[str, dict[str, Any]]]:
        for setting in settings:
            connection.exec_driver_sql(setting)
        found = []
        for statement, parameters in seen.items():
            if re.match("SELECT|INSERT|UPDATE|DELETE|WITH", statement):
                plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
                found += [(statement, step) for step in steps_of(plan.scalar_one()[0]["Plan"])]
        return found

    return await store.run(explained)


def steps_of(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from steps_of(part)


@pytest.mark.parametrize("games", [20_000, pytest.param(100_000, marks=pytest.mark.proof)])
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_postgres_finds_every_row_by_an_index(crowded: Store):
    scans = {
        f"{step['Relation Name']}: {statement}"
        for statement, step in await plans_of_everything(crowded)
        if step["Node Type"] == "Seq Scan" and step["Relation Name"] not in SMALL
    }
    assert not scans


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_postgres_finds_a_row_by_its_id_even_where_it_has_not_analysed_the_tables(
    store: Store,
):
    """Until then it keeps the plans of a start with an empty database, however many rows come."""
    walks = {
        f"{step['Index Name']}: {statement}"
        for statement, step in await plans_of_everything(store, "SET LOCAL enable_seqscan = off")
        if "Index Name" in step and re.search(r"\(id = ", step.get("Filter", ""))
    }
    assert not walks


@pytest.mark.parametrize("games", [500])
async def test_in_a_store_ten_times_as_full_nothing_takes_more_steps(
    crowded: Store, tmp_path: Path
):
    """As SQLite itself counts them, including those for foreign keys."""
    few = await steps_of_everything(crowded)
    async with Store.open(f"sqlite:///{tmp_path / 'fuller.db'}") as fuller:
        await fuller.run(crowd.fill, 5_000)
        assert await steps_of_everything(fuller) == few


async def steps_of_everything(
    store: Store, ask_for: Callable[[Ask], Awaitable[None]] = ask_for_everything
) -> list[tuple[str, int]]:
    """The steps of each transaction, except for a sweep that moves the clock of every game.

    ask_for  calls the transactions
    """
    steps, found = itertools.count(), []

    async def ask(transaction: Callable[..., Any], *args: Any, **more: Any) -> Any:
        before = next(steps)
        done = await store.run(transaction, *args, **more)
        if args != AFTER_A_STANDSTILL:
            found.append((transaction.__name__, next(steps) - before))
        return done

    driver = store._database._engine.raw_connection().driver_connection
    driver.set_progress_handler(lambda: next(steps) < 0, 1)
    await ask_for(ask)
    driver.set_progress_handler(None, 1)
    return found


def games_of_ann(connection: Connection, games: int, one_in: int = 1) -> None:
    """So many games, and in one of so many of them Ann holds a seat; ten of hers are on."""
    crowd.fill(connection, games)
    hers = (seats.c.mark == "X") & (seats.c.session_id % one_in == 0)
    number = seats.c.session_id
    taken = {"user_id": ANN, "level": None, "channel_id": number, "live": False, "ended_at": number}
    connection.execute(update(seats).where(hers).values(taken))
    on = hers & seats.c.session_id.in_([200 * number for number in range(1, 11)])
    connection.execute(update(seats).where(on).values(live=True))
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ANALYZE")


async def ask_for_anns_games(ask: Ask) -> None:
    """Her own games, with the first page of the finished ones and one in the middle, both ways."""
    mine = request(ANN, DIRECT)
    for page in ({}, {"older_than": 1500}, {"newer_than": 1500}):
        own = await ask(record_transactions.own_games, mine, **page)
        assert len(own.on) == 10
        assert len(own.past.sessions) == PAST_PAGE


async def test_her_own_games_take_somebody_with_ten_thousand_of_them_no_more_steps(
    store: Store, tmp_path: Path
):
    await store.run(games_of_ann, 2_000)
    few = await steps_of_everything(store, ask_for_anns_games)
    async with Store.open(f"sqlite:///{tmp_path / 'fuller.db'}") as fuller:
        await fuller.run(games_of_ann, 10_000)
        assert await steps_of_everything(fuller, ask_for_anns_games) == few


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_postgres_reads_a_page_of_somebodys_games_in_the_order_of_an_index(store: Store):
    await store.run(games_of_ann, 20_000, 50)
    plans = await plans_of_everything(store, ask_for=ask_for_anns_games)
    pages = {statement for statement, _ in plans if "ORDER BY mine" in statement}
    assert len(pages) == 3
    for page in pages:
        steps = [step for statement, step in plans if statement == page]
        assert not [step for step in steps if step["Node Type"] in {"Sort", "Seq Scan"}]
        assert "ix_seats_by_end" in {step.get("Index Name") for step in steps}


def test_every_foreign_key_has_an_index():
    """Before it deletes a row, the database looks for rows that refer to it."""
    for table in metadata.sorted_tables:
        indexes = [[column.name for column in index.columns] for index in table.indexes]
        indexes += [
            [column.name for column in constraint.columns]
            for constraint in table.constraints
            if isinstance(constraint, PrimaryKeyConstraint | UniqueConstraint)
        ]
        for key in table.foreign_key_constraints:
            assert any(index[: len(key.column_keys)] == key.column_keys for index in indexes), (
                key.name
            )
