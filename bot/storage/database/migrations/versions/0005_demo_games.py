"""Which sessions are demo games, where the bot plays both sides; those of a channel by an index.

Those that are live now get the ten minutes that all have from now on. On PostgreSQL nobody can play while
`sessions` is read for the index, which takes about 0.1 seconds for a million games.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("is_demo", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute(
        "UPDATE sessions SET is_demo = true, closes_at = turn_since + 600 WHERE ended_at IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM seats WHERE session_id = sessions.id AND user_id IS NOT NULL)"
    )
    op.create_index(
        "ix_sessions_demo",
        "sessions",
        ["channel_id", "ended_at"],
        sqlite_where=sa.text("is_demo = 1"),
        postgresql_where=sa.text("is_demo"),
    )
