"""An index for the list of a person's own games."""

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision = "0100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    of_people = sa.text("user_id IS NOT NULL")
    op.create_index(
        "ix_seats_by_time",
        "seats",
        ["user_id", "live", "session_id"],
        sqlite_where=of_people,
        postgresql_where=of_people,
    )
