"""The channels that get the puzzle of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_channels",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("claimed_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_daily_channels")),
    )
    op.create_index("ix_daily_channels_due", "daily_channels", ["due_at"])
