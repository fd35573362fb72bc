"""Whether a hint was given in a session, and the sessions of a person by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("assisted", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index("ix_seats_of_a_person", "seats", ["user_id", "channel_id", "session_id"])
