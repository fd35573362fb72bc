"""Which sessions are shows, where the bot plays both sides; those of a channel by an index.

A show that is live now gets the ten minutes that every show has from now on. On PostgreSQL nobody can play
while `sessions` is read for the index, which takes about 0.1 seconds for a million games.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("is_show", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute(
        "UPDATE sessions SET is_show = true, closes_at = turn_since + 600 WHERE ended_at IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM seats WHERE session_id = sessions.id AND user_id IS NOT NULL)"
    )
    op.create_index(
        "ix_sessions_shows",
        "sessions",
        ["channel_id", "ended_at"],
        sqlite_where=sa.text("is_show = 1"),
        postgresql_where=sa.text("is_show"),
    )
