"""Which servers have the bot, so that what is kept of one goes some time after it removes the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "homes",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("missing_since", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("application_id", "guild_id", name=op.f("pk_homes")),
    )
    op.create_index("ix_homes_guild", "homes", ["guild_id"])
    missing = sa.text("missing_since IS NOT NULL")
    op.create_index(
        "ix_homes_missing",
        "homes",
        ["application_id", "missing_since"],
        sqlite_where=missing,
        postgresql_where=missing,
    )
    op.create_index("ix_sessions_guild", "sessions", ["guild_id"])
