"""Indexes, so that no request costs more because of what other people have done.

On PostgreSQL a plain CREATE INDEX keeps others from writing to its table until it is built. That is well
under a second here: interactions are kept for an hour, challenges for a day and meetings for two, and
standings has a row for each player of a server.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, table, column in (
        ("ix_challenges_expired", "challenges", "expires_at"),
        ("ix_challenges_challenger", "challenges", "challenger_id"),
        ("ix_challenges_challenged", "challenges", "challenged_id"),
        ("ix_challenges_rematch", "challenges", "rematch_of"),
        ("ix_standings_of_a_person", "standings", "user_id"),
        ("ix_meetings_day", "meetings", "day"),
        ("ix_interactions_session", "interactions", "session_id"),
    ):
        op.create_index(name, table, [column])
    for name, table, column, where in (
        ("ix_challenges_expiring", "challenges", "expires_at", "state = 'open'"),
        ("ix_interactions_challenge", "interactions", "challenge_id", "challenge_id IS NOT NULL"),
    ):
        op.create_index(name, table, [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))
