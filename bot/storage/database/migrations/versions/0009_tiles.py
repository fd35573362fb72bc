"""Which emoji of an application our tiles are."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tiles",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("emoji_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "name", name=op.f("pk_tiles")),
    )
