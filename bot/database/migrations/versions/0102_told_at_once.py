"""Whether a person is told at once that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0101"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "people",
        sa.Column("told_at_once", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
