"""The tables, the step to the next version's, and databases left alone."""

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.challenges import transactions as challenge_transactions
from bot.database import schema
from bot.database.errors import CannotOpenStore
from bot.database.store import Store
from bot.database.tables import metadata
from bot.play import transactions
from bot.play.seats import Bot, Terms
from tests.support.requests import request
from tests.support.stores import next_version, on_both_stores


@pytest.fixture
def empty_url(database: str, request: pytest.FixtureRequest) -> str:
    """The address of a database without tables."""
    url: str = request.getfixturevalue(f"empty_{database}")
    return url


async def execute(url: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as another program would; returns the rows of the last."""
    if not url.startswith("sqlite"):
        server = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in [await server.fetch(each) for each in statements][-1]]
        finally:
            await server.close()
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file, file:
        return [file.execute(each).fetchall() for each in statements][-1]


async def everything(url: str) -> object:
    """A SQLite file to the last byte; of a server's database all tables, and all their rows."""
    if url.startswith("sqlite"):
        return Path(url.removeprefix("sqlite:///")).read_bytes()
    tables = (
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
    )
    found = await execute(url, tables)
    return found, [await execute(url, f"SELECT * FROM {name}") for (name,) in found]  # noqa: S608 - ours alone


async def refused(url: str) -> str:
    """What is said to someone who starts the bot on this database."""
    with pytest.raises(CannotOpenStore) as said:
        async with Store.open(url):
            pass
    assert "\n" not in str(said.value)
    return str(said.value)


def test_migrations_stand_in_the_order_of_their_files():
    in_order = ScriptDirectory(schema._MIGRATIONS).walk_revisions()
    assert schema._migrations() == [step.revision for step in in_order][::-1]


@on_both_stores
async def test_the_next_version_updates_the_tables_while_this_one_plays_on(
    database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level("INFO", "bot.database.schema")
    newest = schema.newest()
    async with Store.open(database_url) as this:
        begun = await this.serve(request(), transactions.start, Bot("easy"), Terms(first="me"))
        with monkeypatch.context() as later:
            later.setattr(schema, "_MIGRATIONS", next_version(tmp_path))
            with pytest.raises(
                CannotOpenStore, match=rf"older .* \(schema {newest}; this one has 0999\)"
            ):
                async with Store.open(database_url, migrates=False):
                    pass
            async with Store.open(database_url) as following:
                assert caplog.messages == [f"Updated the tables from schema {newest} to 0999"]
                assert await following.serve(request(), transactions.own_session) == begun
        played = await this.serve(request(), transactions.press_cell, begun.id, 0, 5)
        assert len(played.moves) == 2
        assert (await this.serve(request(), challenge_transactions.resign)).ending
        assert (await this.serve(request(), transactions.start, Bot("easy"), Terms())).id == 2
    assert await execute(database_url, "SELECT id, later FROM sessions ORDER BY id") == [
        (1, 7),
        (2, 7),
    ]
    said = (
        f"a newer version of the bot wrote it (schema 0999; this one knows {newest}); run that one"
    )
    assert said in await refused(database_url)


@on_both_stores
async def test_an_update_that_fails_half_way_changes_nothing(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with Store.open(database_url) as this:
        await this.serve(request(), transactions.start, Bot("easy"), Terms())
    before = await everything(database_url)
    steps = next_version(tmp_path)
    update = steps / "versions" / "0999_next.py"
    update.write_text(update.read_text() + "    raise LookupError\n")
    with monkeypatch.context() as later:
        later.setattr(schema, "_MIGRATIONS", steps)
        with pytest.raises(LookupError):
            async with Store.open(database_url):
                pass
    assert await everything(database_url) == before


NEVER_RELEASED = (
    "a version of the bot that was never released wrote it (schema {}); name a new file or an"
)
NEWER = (
    "a newer version of the bot wrote it "
    f"(schema 9999; this one knows {schema.newest()}); run that one"
)
VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"
MOVES = (
    "CREATE TABLE moves (session_id INTEGER NOT NULL, ply INTEGER NOT NULL, cell INTEGER NOT NULL)"
)


@on_both_stores
@pytest.mark.parametrize(
    ("made", "said"),
    [
        ([VERSION, "INSERT INTO alembic_version VALUES ('9999')"], NEWER),
        # Those of earlier checkouts were counted from 0001 on.
        (
            [VERSION, MOVES, "INSERT INTO alembic_version VALUES ('0001')"],
            NEVER_RELEASED.format("0001"),
        ),
        ([VERSION, "INSERT INTO alembic_version VALUES ('0104')"], NEVER_RELEASED.format("0104")),
        (
            ["CREATE TABLE photos (id INTEGER)"],
            "it belongs to some other program; name another one",
        ),
    ],
)
async def test_a_database_of_another_version_or_program_is_refused_and_left_alone(
    empty_url: str, made: list[str], said: str
):
    await execute(empty_url, *made)
    before = await everything(empty_url)
    assert said in await refused(empty_url)
    with pytest.raises(CannotOpenStore):
        async with Store.open(empty_url, migrates=False):
            pass
    assert await everything(empty_url) == before


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


TABLES = ("0206", "a2379810")
"""The schema, and how the SHA-256 of its tables as SQL begins."""


def test_other_tables_are_another_schema():
    """A database with the tables from before must never be opened as if it had these."""
    made = sha256()
    for table in metadata.sorted_tables:
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        for part in (CreateTable(table), *map(CreateIndex, indexes)):
            made.update(str(part.compile(dialect=postgresql.dialect())).encode())
    found = (schema.newest(), made.hexdigest()[:8])
    assert found == TABLES, (
        "a released schema keeps its tables: CONTRIBUTING.md says how to write a migration, and "
        "what else changes with a table or a column"
    )
