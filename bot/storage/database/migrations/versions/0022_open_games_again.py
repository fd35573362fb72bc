"""Who left a game before making a move, and the open game that is open again because of that."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("sessions", sa.Column("open_game_id", _COUNTED))
    op.add_column("sessions", sa.Column("left_by", sa.String(1)))
    some = sa.text("left_by IS NOT NULL")
    op.create_index(
        "ix_sessions_left",
        "sessions",
        ["channel_id", "ended_at"],
        sqlite_where=some,
        postgresql_where=some,
    )
