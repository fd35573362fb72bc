"""Pauses between the challenges of two people, and whom a person has blocked."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    def snowflake(name: str) -> sa.Column[int]:
        return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)

    op.create_table(
        "pauses",
        snowflake("challenged_id"),
        snowflake("challenger_id"),
        sa.Column("in_vain", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("challenged_id", "challenger_id", name=op.f("pk_pauses")),
    )
    op.create_index("ix_pauses_until", "pauses", ["until"])
    op.create_table(
        "blocks",
        snowflake("blocker_id"),
        snowflake("blocked_id"),
        sa.PrimaryKeyConstraint("blocker_id", "blocked_id", name=op.f("pk_blocks")),
    )
