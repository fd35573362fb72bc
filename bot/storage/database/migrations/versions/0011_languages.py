"""The language of a session and of a challenge."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("sessions", "challenges"):
        op.add_column(table, sa.Column("language", sa.String(10), server_default="en-US", nullable=False))
