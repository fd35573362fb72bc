"""The first tables: sessions, their seats and moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    session_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "notes",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("value", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_notes")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", session_id, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("first", sa.String(length=1), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("end_reason", sa.String(length=20), nullable=True),
        sa.Column("winner", sa.String(length=1), nullable=True),
        sa.CheckConstraint("first IN ('X', 'O')", name=op.f("ck_sessions_first")),
        sa.CheckConstraint("winner IN ('X', 'O')", name=op.f("ck_sessions_winner")),
        sa.CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name=op.f("ck_sessions_ended")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session_id", session_id, nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_interactions_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interactions")),
    )
    op.create_table(
        "moves",
        sa.Column("session_id", session_id, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("cell", sa.Integer(), nullable=False),
        sa.CheckConstraint("ply >= 0 AND cell >= 1", name=op.f("ck_moves_range")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_moves_session_id")),
        sa.PrimaryKeyConstraint("session_id", "ply", name=op.f("pk_moves")),
        sa.UniqueConstraint("session_id", "cell", name=op.f("uq_moves_session_id_cell")),
    )
    op.create_table(
        "seats",
        sa.Column("session_id", session_id, nullable=False),
        sa.Column("mark", sa.String(length=1), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(length=40), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.CheckConstraint("mark IN ('X', 'O')", name=op.f("ck_seats_mark")),
        sa.CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name=op.f("ck_seats_person_or_bot")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_seats_session_id")),
        sa.PrimaryKeyConstraint("session_id", "mark", name=op.f("pk_seats")),
    )
    op.create_index(
        "uq_seats_live",
        "seats",
        ["channel_id", "user_id"],
        unique=True,
        sqlite_where=sa.text("live = 1"),
        postgresql_where=sa.text("live"),
    )
