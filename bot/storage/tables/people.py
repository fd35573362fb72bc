"""Tables of a person's results and settings, and of the servers' leaderboards."""

from __future__ import annotations

from sqlalchemy import Boolean, CheckConstraint, Column, Index, Integer, String, Table, false, true

from bot.storage.tables.columns import game, metadata, snowflake

people = Table(
    "people",
    metadata,
    Column("user_id", snowflake, primary_key=True, autoincrement=False),
    Column("takes_challenges", Boolean, nullable=False, server_default=true()),
    Column("text_first", Boolean, nullable=False, server_default=false()),  # what only they see is in words
    Column("streak", Integer, nullable=False, server_default="0"),
    Column("best_streak", Integer, nullable=False, server_default="0"),
    Column(
        "recent", String(10), nullable=False, server_default=""
    ),  # one W, D or L for each game, the newest last
    Column("seen_on", Integer, nullable=False, server_default="0"),  # a day since 1970, UTC; 0 if unknown
)

people_by_the_day_they_were_seen = Index("ix_people_seen_on", people.c.seen_on)

counts = Table(
    "counts",  # results of a person
    metadata,
    Column("user_id", snowflake, primary_key=True, autoincrement=False),
    Column("game", game, primary_key=True),
    Column("against", String(40), primary_key=True),  # a level of the bot, or bot.sessions.records.PEOPLE
    Column("assisted", Boolean, primary_key=True),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
)

standings = Table(
    "standings",  # a server's leaderboard of games between people
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("game", game, primary_key=True),
    Column("user_id", snowflake, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
)

standings_by_points = Index(
    "ix_standings_points",
    standings.c.guild_id,
    standings.c.game,
    standings.c.points,
    standings.c.user_id,
)

standings_of_a_person = Index("ix_standings_of_a_person", standings.c.user_id)

bot_standings = Table(
    "bot_standings",  # a server's leaderboard of games with the bot
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("game", game, primary_key=True),
    Column("user_id", snowflake, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("day", Integer, nullable=False),  # of the last game that counted; since 1970, UTC
    Column("games", Integer, nullable=False),  # that counted on that day
)

bot_standings_by_points = Index(
    "ix_bot_standings_points",
    bot_standings.c.guild_id,
    bot_standings.c.game,
    bot_standings.c.points,
    bot_standings.c.user_id,
)

bot_standings_of_a_person = Index("ix_bot_standings_of_a_person", bot_standings.c.user_id)

meetings = Table(
    "meetings",  # how often two people have played a game in a server on a day; kept for two days
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("game", game, primary_key=True),
    Column("lower_id", snowflake, primary_key=True, autoincrement=False),
    Column("higher_id", snowflake, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),  # since 1970, UTC
    Column("games", Integer, nullable=False),
    CheckConstraint("lower_id < higher_id", name="order"),
)

meetings_by_day = Index("ix_meetings_day", meetings.c.day)
meetings_of_the_lower = Index("ix_meetings_lower_id", meetings.c.lower_id)
meetings_of_the_higher = Index("ix_meetings_higher_id", meetings.c.higher_id)

daily_puzzles = Table(
    "daily_puzzles",  # the last puzzle of the day that a person tried
    metadata,
    Column("user_id", snowflake, primary_key=True, autoincrement=False),
    Column("day", Integer, nullable=False),  # since 1970, UTC
    Column("tries", Integer, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("streak", Integer, nullable=False),  # days in a row
    Column("interaction_id", snowflake, nullable=False),  # of the last answer, so that each counts once
    Column("game", game, nullable=False),
)
