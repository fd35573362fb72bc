"""The table of executed interactions, by which each counts once.

The presses of cells are not in it, since the moves of their sessions are.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Table, null

from bot.storage.tables.columns import metadata, snowflake

interactions = Table(
    "interactions",  # executed interactions, most with their session or challenge; kept for an hour
    metadata,
    Column("id", snowflake, primary_key=True, autoincrement=False),
    Column("session_id", ForeignKey("sessions.id")),
    Column("challenge_id", ForeignKey("challenges.id")),
    CheckConstraint("session_id IS NULL OR challenge_id IS NULL", name="at_most_one"),
)

# Before it deletes a session or a challenge, the database looks for interactions that refer to it.
interactions_of_a_session = Index("ix_interactions_session", interactions.c.session_id)
interactions_of_a_challenge = Index(
    "ix_interactions_challenge",
    interactions.c.challenge_id,
    sqlite_where=interactions.c.challenge_id != null(),  # so that other writes leave it alone
    postgresql_where=interactions.c.challenge_id != null(),
)
