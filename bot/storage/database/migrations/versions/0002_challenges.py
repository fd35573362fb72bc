"""Challenges, and where the current board of a session is shown."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    counted = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "challenges",
        sa.Column("id", counted, autoincrement=True, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("challenged_id", sa.BigInteger(), nullable=False),
        sa.Column("mark", sa.String(length=10), nullable=False),
        sa.Column("first", sa.String(length=10), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.CheckConstraint("challenger_id <> challenged_id", name=op.f("ck_challenges_two_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_challenges_open",
        "challenges",
        ["channel_id", "challenger_id"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    with op.batch_alter_table("interactions") as interactions:
        interactions.add_column(sa.Column("challenge_id", counted, nullable=True))
        interactions.alter_column("session_id", existing_type=counted, nullable=True)
        interactions.create_foreign_key(
            op.f("fk_interactions_challenge_id"), "challenges", ["challenge_id"], ["id"]
        )
        interactions.create_check_constraint(
            op.f("ck_interactions_one_of_two"), "(session_id IS NULL) <> (challenge_id IS NULL)"
        )
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(sa.Column("message_id", sa.BigInteger(), nullable=True))
