"""Tables of cups: their players and their pairs."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, null

from bot.storage.tables.columns import counted, game, language, metadata, snowflake, timestamp

cups = Table(
    "cups",
    metadata,
    Column("id", counted, primary_key=True, autoincrement=True),
    Column("guild_id", snowflake, nullable=False),
    Column("channel_id", snowflake, nullable=False),
    Column("host_id", snowflake, nullable=False),
    Column("game", game, nullable=False),
    Column("time", Integer, nullable=False),  # seconds a move may take
    Column("language", language, nullable=False),
    Column("closes_at", timestamp, nullable=False),  # when joining ends
    Column("stage", String(10), nullable=False),  # a value of bot.sessions.cup.Stage
    Column("ended_at", timestamp),  # null while people join or play
    Column("message_id", snowflake),  # the message that shows it, if a press has told us
    Column("may_write", Boolean, nullable=False),
    sqlite_autoincrement=True,
)

one_live_cup_per_channel = Index(
    "uq_cups_live",
    cups.c.channel_id,
    unique=True,
    sqlite_where=cups.c.ended_at == null(),
    postgresql_where=cups.c.ended_at == null(),
)
cups_by_the_end_of_joining = Index(
    "ix_cups_closing",
    cups.c.closes_at,
    sqlite_where=cups.c.stage == "joining",
    postgresql_where=cups.c.stage == "joining",
)
cups_by_their_end = Index(
    "ix_cups_ended",
    cups.c.ended_at,
    sqlite_where=cups.c.ended_at != null(),
    postgresql_where=cups.c.ended_at != null(),
)
cups_of_a_host = Index("ix_cups_host", cups.c.host_id)

cup_players = Table(
    "cup_players",
    metadata,
    Column("cup_id", ForeignKey("cups.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # in the order in which they joined
    Column("user_id", snowflake, nullable=False),
)

cups_of_a_player = Index("ix_cup_players_user", cup_players.c.user_id)

cup_pairs = Table(
    "cup_pairs",
    metadata,
    Column("cup_id", ForeignKey("cups.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("first_id", snowflake, nullable=False),
    Column("second_id", snowflake),  # null for a bye
    Column("first_came", Boolean, nullable=False),
    Column("second_came", Boolean, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("session_id", counted),  # their game; it may be deleted before the cup is
    Column("due_at", timestamp),  # when to look at it again; null while they play
    Column("winner", Integer),  # 0 for the first, 1 for the second; null until it is decided
    Column("way", String(10)),  # a value of bot.sessions.cup.Way
)

undecided_pairs = Index(
    "ix_cup_pairs_undecided",
    cup_pairs.c.due_at,
    sqlite_where=cup_pairs.c.winner == null(),
    postgresql_where=cup_pairs.c.winner == null(),
)
pairs_by_their_game = Index("ix_cup_pairs_session", cup_pairs.c.session_id)
pairs_of_a_first_player = Index("ix_cup_pairs_first", cup_pairs.c.first_id)
pairs_of_a_second_player = Index("ix_cup_pairs_second", cup_pairs.c.second_id)
