"""Tables of the games: sessions and their seats."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    null,
    true,
)

from bot.storage.tables.columns import (
    counted,
    game,
    language,
    look,
    mark,
    metadata,
    snowflake,
    timestamp,
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", counted, primary_key=True, autoincrement=True),
    Column("channel_id", snowflake, nullable=False),
    Column("guild_id", snowflake),  # null in direct messages
    Column("game", game, nullable=False),
    Column("first", mark, nullable=False),
    Column("moves", Text, nullable=False),  # a character for each, as session_rows has it
    Column("started_at", timestamp, nullable=False),
    Column("ended_at", timestamp),
    Column("end_reason", String(20)),  # a value of bot.sessions.endings.Termination
    Column("winner", mark),  # null while live, and after a draw
    Column("message_id", snowflake),  # the message with the current board, if a press has told us
    Column("assisted", Boolean, nullable=False),  # the bot has given a hint
    Column("time", Integer),  # seconds a move may take; null without a clock
    Column("turn_since", timestamp, nullable=False),
    Column("closes_at", timestamp, nullable=False),  # without a result, if nobody moves
    Column("remind_at", timestamp),  # null if nobody is to be reminded
    Column("offered_by", mark),  # who offers a draw
    Column("tally_x", Integer, nullable=False),  # the score of the two before this game
    Column("tally_o", Integer, nullable=False),
    Column("tally_drawn", Integer, nullable=False),
    Column("rematch_of", ForeignKey("sessions.id"), unique=True),
    Column("is_demo", Boolean, nullable=False),  # the bot plays both sides
    Column("language", language, nullable=False),
    Column("look", look, nullable=False),
    Column("cup_id", counted),  # the cup it is played in; it may be deleted before the session is
    Column("open_game_id", counted),  # the challenge to anyone it began with, which may be deleted before it
    Column("left_by", mark),  # who left before making a move
    CheckConstraint("first IN ('X', 'O')", name="first"),
    CheckConstraint("winner IN ('X', 'O')", name="winner"),
    CheckConstraint("offered_by IN ('X', 'O')", name="offered_by"),
    CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name="ended"),
    sqlite_autoincrement=True,  # an id is never reused, so an old button never reaches a new game
)

live_sessions_by_their_end = Index(
    "ix_sessions_closing",
    sessions.c.closes_at,
    sqlite_where=sessions.c.ended_at == null(),
    postgresql_where=sessions.c.ended_at == null(),
)

finished_sessions_by_their_end = Index(
    "ix_sessions_ended",
    sessions.c.ended_at,
    sqlite_where=sessions.c.ended_at != null(),
    postgresql_where=sessions.c.ended_at != null(),
)

sessions_by_their_reminder = Index(
    "ix_sessions_reminding",
    sessions.c.remind_at,
    sqlite_where=sessions.c.remind_at != null(),
    postgresql_where=sessions.c.remind_at != null(),
)

live_games_of_cups = Index(
    "ix_sessions_cups",
    sessions.c.turn_since,
    sqlite_where=(sessions.c.cup_id != null()) & (sessions.c.ended_at == null()),
    postgresql_where=(sessions.c.cup_id != null()) & (sessions.c.ended_at == null()),
)

sessions_of_a_server = Index("ix_sessions_guild", sessions.c.guild_id)

demo_games_in_a_channel = Index(
    "ix_sessions_demo",
    sessions.c.channel_id,
    sessions.c.ended_at,
    sqlite_where=sessions.c.is_demo == true(),
    postgresql_where=sessions.c.is_demo == true(),
)

seats = Table(
    "seats",
    metadata,
    Column("session_id", ForeignKey("sessions.id"), primary_key=True),
    Column("mark", mark, primary_key=True),
    Column("user_id", snowflake),  # a person's seat
    Column("level", String(40)),  # or the bot's, at this level
    Column("channel_id", snowflake, nullable=False),
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
