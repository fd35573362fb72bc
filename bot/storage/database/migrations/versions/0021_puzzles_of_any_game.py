"""The puzzle of the day counts in every game."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("daily_puzzles", sa.Column("game", sa.String(20), server_default="3x3", nullable=False))
