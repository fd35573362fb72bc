"""The tables, and the constraints that judge every race.

Whatever two requests attempt at once, one of them violates a constraint here and is refused:
no second move at a ply, no second mark on a cell, no interaction counted twice, no person in two
live sessions of one channel, or with two open challenges there.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

_snowflake = BigInteger  # Discord's ids: 64 bits
_timestamp = BigInteger  # whole seconds since 1970, UTC
_mark = String(1)  # X or O
_counted = BigInteger().with_variant(
    Integer, "sqlite"
)  # SQLite counts up only a plain INTEGER, of 64 bits too

sessions = Table(
    "sessions",
    metadata,
    Column("id", _counted, primary_key=True, autoincrement=True),
    Column("channel_id", _snowflake, nullable=False),
    Column("guild_id", _snowflake),  # null in direct messages
    Column("first", _mark, nullable=False),
    Column("started_at", _timestamp, nullable=False),
    Column("ended_at", _timestamp),
    Column("end_reason", String(20)),  # a value of bot.sessions.session.Reason
    Column("winner", _mark),  # null while live, and after a draw
    Column("message_id", _snowflake),  # the message with the current board, where a press has told us
    Column("assisted", Boolean, nullable=False, server_default=false()),  # the bot has given a hint
    CheckConstraint("first IN ('X', 'O')", name="first"),
    CheckConstraint("winner IN ('X', 'O')", name="winner"),
    CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name="ended"),
    sqlite_autoincrement=True,  # an id is never given twice, so an old button never meets a new game
)

seats = Table(
    "seats",
    metadata,
    Column("session_id", ForeignKey("sessions.id"), primary_key=True),
    Column("mark", _mark, primary_key=True),
    Column("user_id", _snowflake),  # a person's seat
    Column("level", String(40)),  # or the bot's, at this level
    Column("channel_id", _snowflake, nullable=False),
    Column("live", Boolean, nullable=False),
    CheckConstraint("mark IN ('X', 'O')", name="mark"),
    CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name="person_or_bot"),
)

one_live_session_per_person_per_channel = Index(
    "uq_seats_live",
    seats.c.channel_id,
    seats.c.user_id,
    unique=True,
    sqlite_where=seats.c.live == true(),
    postgresql_where=seats.c.live == true(),
)

games_of_a_person = Index("ix_seats_of_a_person", seats.c.user_id, seats.c.channel_id, seats.c.session_id)

moves = Table(
    "moves",
    metadata,
    Column("session_id", ForeignKey("sessions.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # 0 is the first move
    Column("cell", Integer, nullable=False),
    UniqueConstraint("session_id", "cell"),
    CheckConstraint("ply >= 0 AND cell >= 1", name="range"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", _counted, primary_key=True, autoincrement=True),
    Column("channel_id", _snowflake, nullable=False),
    Column("challenger_id", _snowflake, nullable=False),
    Column("challenged_id", _snowflake, nullable=False),
    Column("mark", String(10), nullable=False),  # as the challenger asked: X, O or random
    Column("first", String(10), nullable=False),  # me, them or random
    Column("expires_at", _timestamp, nullable=False),
    Column("state", String(10), nullable=False),  # a value of bot.sessions.challenge.State
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

interactions = Table(
    "interactions",  # what has been done already, and to which of the two; kept for an hour
    metadata,
    Column("id", _snowflake, primary_key=True, autoincrement=False),
    Column("session_id", ForeignKey("sessions.id")),
    Column("challenge_id", ForeignKey("challenges.id")),
    CheckConstraint("(session_id IS NULL) <> (challenge_id IS NULL)", name="one_of_two"),
)

notes = Table(
    "notes",  # what the program remembers about itself
    metadata,
    Column("name", String(80), primary_key=True),
    Column("value", String(200), nullable=False),
)
