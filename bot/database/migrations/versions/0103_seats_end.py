"""When the session of a seat ended, so that finished games are listed in the order they ended."""

import sqlalchemy as sa
from alembic import op

revision = "0103"
down_revision = "0102"
branch_labels = None
depends_on = None


def upgrade() -> None:
    ended_at = sa.Column("ended_at", sa.BigInteger(), server_default="0", nullable=False)
    op.add_column("seats", ended_at)
    op.execute(
        "UPDATE seats SET ended_at = COALESCE("
        "(SELECT sessions.ended_at FROM sessions WHERE sessions.id = seats.session_id), 0)"
    )
    op.drop_index("ix_seats_by_time", "seats")
    of_people = sa.text("user_id IS NOT NULL")
    op.create_index(
        "ix_seats_by_end",
        "seats",
        ["user_id", "live", "ended_at", "session_id"],
        sqlite_where=of_people,
        postgresql_where=of_people,
    )
