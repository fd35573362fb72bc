"""Clocks, draws, rematches and records; what was played before is counted.

A game that is under way when this step is taken goes on without a clock, and has its day from then on.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_A_DAY = 24 * 3600
_COUNTED_UP = {"sqlite_autoincrement": True}  # the tables are built anew, and must not forget this


def upgrade() -> None:
    _grow_sessions()
    _grow_challenges()
    _make_tables()
    _give_live_sessions_their_day()
    _count_what_was_played()


def _grow_sessions() -> None:
    counted = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    with op.batch_alter_table("sessions", table_kwargs=_COUNTED_UP) as sessions:
        sessions.add_column(sa.Column("time", sa.Integer(), nullable=True))
        sessions.add_column(sa.Column("turn_since", sa.BigInteger(), server_default="0", nullable=False))
        sessions.add_column(sa.Column("closes_at", sa.BigInteger(), server_default="0", nullable=False))
        sessions.add_column(sa.Column("remind_at", sa.BigInteger(), nullable=True))
        sessions.add_column(sa.Column("offered_by", sa.String(length=1), nullable=True))
        sessions.add_column(sa.Column("tally_x", sa.Integer(), server_default="0", nullable=False))
        sessions.add_column(sa.Column("tally_o", sa.Integer(), server_default="0", nullable=False))
        sessions.add_column(sa.Column("tally_drawn", sa.Integer(), server_default="0", nullable=False))
        sessions.add_column(sa.Column("rematch_of", counted, nullable=True))
        sessions.create_check_constraint(op.f("ck_sessions_offered_by"), "offered_by IN ('X', 'O')")
        sessions.create_unique_constraint(op.f("uq_sessions_rematch_of"), ["rematch_of"])
        sessions.create_foreign_key(op.f("fk_sessions_rematch_of"), "sessions", ["rematch_of"], ["id"])
    for name, column, where in (
        ("ix_sessions_closing", "closes_at", "ended_at IS NULL"),
        ("ix_sessions_reminding", "remind_at", "remind_at IS NOT NULL"),
    ):
        op.create_index(
            name, "sessions", [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where)
        )


def _grow_challenges() -> None:
    counted = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    with op.batch_alter_table("challenges", table_kwargs=_COUNTED_UP) as challenges:
        challenges.add_column(sa.Column("time", sa.Integer(), server_default="600", nullable=False))
        challenges.add_column(sa.Column("rematch_of", counted, nullable=True))
        challenges.create_foreign_key(op.f("fk_challenges_rematch_of"), "sessions", ["rematch_of"], ["id"])
    is_open = sa.text("state = 'open'")
    op.create_index(
        "ix_challenges_open",
        "challenges",
        ["challenger_id"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def _make_tables() -> None:
    def number(name: str, default: str | None = None) -> sa.Column[int]:
        return sa.Column(name, sa.Integer(), server_default=default, nullable=False)

    def snowflake(name: str) -> sa.Column[int]:
        return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)

    op.create_table(
        "people",
        snowflake("user_id"),
        sa.Column("takes_challenges", sa.Boolean(), server_default=sa.true(), nullable=False),
        number("streak", "0"),
        number("best_streak", "0"),
        sa.Column("recent", sa.String(length=10), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
    )
    op.create_table(
        "counts",
        snowflake("user_id"),
        sa.Column("against", sa.String(length=40), nullable=False),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        number("won"),
        number("drawn"),
        number("lost"),
        sa.PrimaryKeyConstraint("user_id", "against", "assisted", name=op.f("pk_counts")),
    )
    op.create_table(
        "standings",
        snowflake("guild_id"),
        snowflake("user_id"),
        number("points"),
        number("won"),
        number("drawn"),
        number("lost"),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_standings")),
    )
    op.create_index("ix_standings_points", "standings", ["guild_id", "points", "user_id"])
    op.create_table(
        "meetings",
        snowflake("guild_id"),
        snowflake("lower_id"),
        snowflake("higher_id"),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        number("games"),
        sa.CheckConstraint("lower_id < higher_id", name=op.f("ck_meetings_order")),
        sa.PrimaryKeyConstraint("guild_id", "lower_id", "higher_id", "day", name=op.f("pk_meetings")),
    )


def _give_live_sessions_their_day() -> None:
    now = int(time.time())
    op.execute(
        sa.text(
            "UPDATE sessions SET turn_since = :now, closes_at = :later WHERE ended_at IS NULL"
        ).bindparams(now=now, later=now + _A_DAY)
    )


def _count_what_was_played() -> None:
    """Results, streaks and tables, as if they had been counted when the games ended."""
    connection = op.get_bind()
    games = connection.execute(
        sa.text(
            "SELECT s.guild_id, s.winner, s.assisted, s.ended_at, x.user_id AS x_user, x.level AS x_level,"
            " o.user_id AS o_user, o.level AS o_level FROM sessions s"
            " JOIN seats x ON x.session_id = s.id AND x.mark = 'X'"
            " JOIN seats o ON o.session_id = s.id AND o.mark = 'O'"
            " WHERE s.ended_at IS NOT NULL ORDER BY s.ended_at, s.id"
        )
    ).all()
    counts: dict[tuple[int, str, bool], list[int]] = {}
    forms: dict[int, tuple[int, int, str]] = {}
    standings: dict[tuple[int, int], list[int]] = {}
    meetings: dict[tuple[int, int, int, int], int] = {}
    for game in games:
        counts_for_the_table = False
        if game.guild_id is not None and game.x_user is not None and game.o_user is not None:
            pair = (min(game.x_user, game.o_user), max(game.x_user, game.o_user))
            meeting = (game.guild_id, *pair, game.ended_at // _A_DAY)
            meetings[meeting] = meetings.get(meeting, 0) + 1
            counts_for_the_table = meetings[meeting] <= 3
        for mark, user, level in (("X", game.x_user, game.o_level), ("O", game.o_user, game.x_level)):
            if user is None:
                continue
            result = 1 if game.winner is None else 0 if game.winner == mark else 2  # won, drawn, lost
            counts.setdefault((user, level or "people", bool(game.assisted)), [0, 0, 0])[result] += 1
            if not game.assisted:
                streak, best, recent = forms.get(user, (0, 0, ""))
                streak = streak + 1 if result == 0 else 0
                forms[user] = (streak, max(best, streak), (recent + "WDL"[result])[-10:])
            if counts_for_the_table:
                row = standings.setdefault((game.guild_id, user), [0, 0, 0, 0])
                row[0] += (3, 1, 0)[result]
                row[result + 1] += 1
    _insert("counts", "user_id, against, assisted, won, drawn, lost", [(*k, *v) for k, v in counts.items()])
    _insert("people", "user_id, streak, best_streak, recent", [(k, *v) for k, v in forms.items()])
    _insert(
        "standings", "guild_id, user_id, points, won, drawn, lost", [(*k, *v) for k, v in standings.items()]
    )
    _insert("meetings", "guild_id, lower_id, higher_id, day, games", [(*k, v) for k, v in meetings.items()])


def _insert(table: str, columns: str, rows: list[tuple[object, ...]]) -> None:
    names = columns.split(", ")
    values = ", ".join(f":{name}" for name in names)
    if rows:
        statement = sa.text(f"INSERT INTO {table} ({columns}) VALUES ({values})")
        op.get_bind().execute(statement, [dict(zip(names, row, strict=True)) for row in rows])
