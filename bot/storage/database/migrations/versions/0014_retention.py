"""When people were last seen, and indexes by which old games and a person's rows are found.

Everyone counts as seen on the day of this upgrade. In `people` that an older version writes the day is 0.
"""

from time import time

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_WHERE_PEOPLE_ARE = {
    "seats": "user_id",
    "game_counts": "user_id",
    "game_standings": "user_id",
    "blocks": "blocker_id",
}


def upgrade() -> None:
    today = int(time()) // 86_400
    op.add_column("people", sa.Column("seen_on", sa.Integer(), server_default="0", nullable=False))
    for table, column in _WHERE_PEOPLE_ARE.items():
        op.execute(
            f"INSERT INTO people (user_id) SELECT DISTINCT {column} FROM {table}"
            f" WHERE {column} <> 0 AND {column} NOT IN (SELECT user_id FROM people)"
        )
    op.execute(f"UPDATE people SET seen_on = {today}")
    op.create_index("ix_people_seen_on", "people", ["seen_on"])
    ended = sa.text("ended_at IS NOT NULL")
    op.create_index("ix_sessions_ended", "sessions", ["ended_at"], sqlite_where=ended, postgresql_where=ended)
    op.create_index("ix_pauses_challenger", "pauses", ["challenger_id"])
    for column in ("lower_id", "higher_id"):
        op.create_index(f"ix_game_meetings_{column}", "game_meetings", [column])
