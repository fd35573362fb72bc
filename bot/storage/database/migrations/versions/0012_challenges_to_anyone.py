"""A challenge without a challenged person is one to anyone.

The version before, which may run on beside this one, makes no such challenges; it can cancel them and lets
them lapse.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_INDEXES = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'challenges' ORDER BY rowid"
)
_LAST_ID = "SELECT seq FROM sqlite_sequence WHERE name = 'challenges'"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("challenges", "challenged_id", nullable=True)
    else:
        _rebuild()


def _rebuild() -> None:
    """Do the same on SQLite, where the table is built again, with its indexes and the last id it used."""
    connection = op.get_bind()
    indexes = connection.execute(sa.text(_INDEXES)).all()
    last_id = connection.scalar(sa.text(_LAST_ID))
    for name, _ in indexes:
        op.drop_index(name)
    with op.batch_alter_table("challenges", table_kwargs={"sqlite_autoincrement": True}) as challenges:
        challenges.alter_column("challenged_id", existing_type=sa.BigInteger(), nullable=True)
    for _, statement in indexes:
        op.execute(statement)
    op.execute("DELETE FROM sqlite_sequence WHERE name = 'challenges'")
    if last_id is not None:
        used = sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('challenges', :last_id)")
        connection.execute(used, {"last_id": last_id})
