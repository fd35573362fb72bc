"""Tables of challenges, of the pauses between them, and of blocks."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, String, Table

from bot.storage.tables.columns import (
    counted,
    game,
    language,
    look,
    metadata,
    snowflake,
    timestamp,
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", counted, primary_key=True, autoincrement=True),
    Column("channel_id", snowflake, nullable=False),
    Column("challenger_id", snowflake, nullable=False),
    Column("challenged_id", snowflake),  # null while anyone may join
    Column("game", game, nullable=False),
    Column("mark", String(10), nullable=False),  # as the challenger asked: X, O or random
    Column("first", String(10), nullable=False),  # me, them or random
    Column("expires_at", timestamp, nullable=False),
    Column("state", String(10), nullable=False),  # a value of bot.sessions.challenge.State
    Column("time", Integer, nullable=False),
    Column("rematch_of", ForeignKey("sessions.id")),
    Column("language", language, nullable=False),
    Column("look", look, nullable=False),
    Column("reopened", Integer, nullable=False),  # times that anyone could join again after someone had left
    CheckConstraint("challenger_id <> challenged_id", name="two_people"),
    sqlite_autoincrement=True,
)

one_open_challenge_per_person_per_channel = Index(
    "uq_challenges_open",
    challenges.c.channel_id,
    challenges.c.challenger_id,
    unique=True,
    sqlite_where=challenges.c.state == "open",
    postgresql_where=challenges.c.state == "open",
)

open_challenges_of_a_person = Index(
    "ix_challenges_open",
    challenges.c.challenger_id,
    sqlite_where=challenges.c.state == "open",
    postgresql_where=challenges.c.state == "open",
)

open_challenges_by_their_end = Index(
    "ix_challenges_expiring",
    challenges.c.expires_at,
    sqlite_where=challenges.c.state == "open",
    postgresql_where=challenges.c.state == "open",
)

challenges_by_their_end = Index("ix_challenges_expired", challenges.c.expires_at)
challenges_by_a_person = Index("ix_challenges_challenger", challenges.c.challenger_id)
challenges_to_a_person = Index("ix_challenges_challenged", challenges.c.challenged_id)
challenges_for_a_rematch = Index("ix_challenges_rematch", challenges.c.rematch_of)

pauses = Table(
    "pauses",  # the time until one person may challenge another again; kept for a day after that
    metadata,
    Column("challenged_id", snowflake, primary_key=True, autoincrement=False),  # 0 for anyone's open game
    Column("challenger_id", snowflake, primary_key=True, autoincrement=False),
    Column("in_vain", Integer, nullable=False),  # in a row: challenges not accepted, or games left
    Column("until", timestamp, nullable=False),
)

pauses_by_their_end = Index("ix_pauses_until", pauses.c.until)
pauses_of_a_challenger = Index("ix_pauses_challenger", pauses.c.challenger_id)

blocks = Table(
    "blocks",  # the people whose challenges a person does not get
    metadata,
    Column("blocker_id", snowflake, primary_key=True, autoincrement=False),
    Column("blocked_id", snowflake, primary_key=True, autoincrement=False),
)
