"""Which game a session, a challenge and a count belong to; all up to now are 3x3.

The tables of counts get the game into their keys, and with it another name. On PostgreSQL, where the version
before may run on beside this one, it finds under the old names what they hold of 3x3: views, which it reads
and writes as it did the tables. They go one version later. Nobody's game can end while the new keys are
built.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_RESULTS = ("won", "drawn", "lost")


def upgrade() -> None:
    for table in ("sessions", "challenges"):
        op.add_column(table, _game())
    grow = _rename_and_cover if op.get_bind().dialect.name == "postgresql" else _build_anew
    grow("counts", ["user_id", "game", "against", "assisted"], _counts())
    grow("standings", ["guild_id", "game", "user_id"], _standings())
    grow("meetings", ["guild_id", "game", "lower_id", "higher_id", "day"], _meetings())
    op.create_index("ix_game_standings_points", "game_standings", ["guild_id", "game", "points", "user_id"])
    op.create_index("ix_game_standings_of_a_person", "game_standings", ["user_id"])
    op.create_index("ix_game_meetings_day", "game_meetings", ["day"])


def _rename_and_cover(old: str, key: list[str], columns: list[sa.Column[Any]]) -> None:
    """Give a table of PostgreSQL a new name and key, and its old name to a view of the rows of 3x3."""
    new = f"game_{old}"
    op.rename_table(old, new)
    op.add_column(new, _game())
    op.drop_constraint(f"pk_{old}", new)
    op.create_primary_key(f"pk_{new}", new, key)
    for index in _OLD_INDEXES.get(old, ()):
        op.drop_index(index)
    if old == "meetings":
        op.execute("ALTER TABLE game_meetings RENAME CONSTRAINT ck_meetings_order TO ck_game_meetings_order")
    names = ", ".join(column.name for column in columns)
    op.execute(f"CREATE VIEW {old} AS SELECT {names} FROM {new} WHERE game = '3x3'")


def _build_anew(old: str, key: list[str], columns: list[sa.Column[Any]]) -> None:
    """Do the same to a table of SQLite, which only one version uses at a time."""
    new = f"game_{old}"
    names = ", ".join(column.name for column in columns)
    primary_key = sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{new}"))
    checks = [sa.CheckConstraint("lower_id < higher_id", name=op.f("ck_game_meetings_order"))]
    op.create_table(new, *columns, _game(), primary_key, *(checks if old == "meetings" else ()))
    op.execute(f"INSERT INTO {new} ({names}) SELECT {names} FROM {old}")
    op.drop_table(old)


_OLD_INDEXES = {
    "standings": ("ix_standings_points", "ix_standings_of_a_person"),
    "meetings": ("ix_meetings_day",),
}


def _counts() -> list[sa.Column[Any]]:
    against = sa.Column("against", sa.String(length=40), nullable=False)
    assisted: sa.Column[bool] = sa.Column("assisted", sa.Boolean(), nullable=False)
    return [_snowflake("user_id"), against, assisted, *map(_number, _RESULTS)]


def _standings() -> list[sa.Column[Any]]:
    return [_snowflake("guild_id"), _snowflake("user_id"), _number("points"), *map(_number, _RESULTS)]


def _meetings() -> list[sa.Column[Any]]:
    pair = map(_snowflake, ("guild_id", "lower_id", "higher_id"))
    return [*pair, sa.Column("day", sa.Integer(), autoincrement=False, nullable=False), _number("games")]


def _game() -> sa.Column[str]:
    return sa.Column("game", sa.String(length=20), server_default="3x3", nullable=False)


def _snowflake(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)
