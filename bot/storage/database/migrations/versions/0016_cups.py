"""Cups, with their players and pairs."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("sessions", sa.Column("cup_id", _COUNTED))
    op.create_table(
        "cups",
        sa.Column("id", _COUNTED, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("time", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("closes_at", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("may_write", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cups")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "cup_players",
        sa.Column("cup_id", _COUNTED, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["cup_id"], ["cups.id"], name=op.f("fk_cup_players_cup_id")),
        sa.PrimaryKeyConstraint("cup_id", "number", name=op.f("pk_cup_players")),
    )
    op.create_table(
        "cup_pairs",
        sa.Column("cup_id", _COUNTED, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger()),
        sa.Column("first_came", sa.Boolean(), nullable=False),
        sa.Column("second_came", sa.Boolean(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("session_id", _COUNTED),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("winner", sa.Integer()),
        sa.Column("way", sa.String(10)),
        sa.ForeignKeyConstraint(["cup_id"], ["cups.id"], name=op.f("fk_cup_pairs_cup_id")),
        sa.PrimaryKeyConstraint("cup_id", "round", "place", name=op.f("pk_cup_pairs")),
    )
    for name, table, column, unique, where in (
        ("uq_cups_live", "cups", "channel_id", True, "ended_at IS NULL"),
        ("ix_cups_closing", "cups", "closes_at", False, "stage = 'joining'"),
        ("ix_cups_ended", "cups", "ended_at", False, "ended_at IS NOT NULL"),
        ("ix_cups_host", "cups", "host_id", False, None),
        ("ix_cup_players_user", "cup_players", "user_id", False, None),
        ("ix_cup_pairs_undecided", "cup_pairs", "due_at", False, "winner IS NULL"),
        ("ix_cup_pairs_session", "cup_pairs", "session_id", False, None),
        ("ix_sessions_cups", "sessions", "turn_since", False, "cup_id IS NOT NULL AND ended_at IS NULL"),
        ("ix_cup_pairs_first", "cup_pairs", "first_id", False, None),
        ("ix_cup_pairs_second", "cup_pairs", "second_id", False, None),
    ):
        which = sa.text(where) if where else None
        op.create_index(name, table, [column], unique=unique, sqlite_where=which, postgresql_where=which)
