"""A server's settings, and with each game the look of its boards.

An interaction that changes settings is remembered too, though it is about no session and no challenge.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_AT_MOST_ONE = "session_id IS NULL OR challenge_id IS NULL"
_INDEXES = (
    "SELECT name, sql FROM sqlite_master"
    " WHERE type = 'index' AND tbl_name = 'interactions' AND sql IS NOT NULL ORDER BY rowid"
)


def upgrade() -> None:
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(10), nullable=True),
        sa.Column("game", sa.String(20), nullable=True),
        sa.Column("level", sa.String(40), nullable=True),
        sa.Column("time", sa.Integer(), nullable=True),
        sa.Column("allows_watching", sa.Boolean(), nullable=True),
        sa.Column("look", sa.String(20), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_settings")),
    )
    for table in ("sessions", "challenges"):
        op.add_column(table, sa.Column("look", sa.String(20), server_default="tiles", nullable=False))
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint(op.f("ck_interactions_one_of_two"), "interactions")
        op.create_check_constraint(op.f("ck_interactions_at_most_one"), "interactions", _AT_MOST_ONE)
    else:
        _rebuild_interactions()


def _rebuild_interactions() -> None:
    """SQLite builds the table again; its indexes come back in the order they had."""
    indexes = op.get_bind().execute(sa.text(_INDEXES)).all()
    for name, _ in indexes:
        op.drop_index(name)
    with op.batch_alter_table("interactions") as interactions:
        interactions.drop_constraint(op.f("ck_interactions_one_of_two"))
        interactions.create_check_constraint(op.f("ck_interactions_at_most_one"), _AT_MOST_ONE)
    for _, statement in indexes:
        op.execute(statement)
