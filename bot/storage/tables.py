"""The tables, and the constraints that decide every race.

If two requests conflict, one of them violates a constraint and is refused. There is never an interaction that
counts twice, a person with two live sessions or two open challenges in one channel, or a session with two
rematches.
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
    Text,
    false,
    null,
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

AT_ONCE = 500  # rows that upkeep or a deletion handles in one transaction, while others wait

BEFORE_GAMES = "3x3"
"""The game of rows without a game: older versions, which played no other, write such rows."""

_snowflake = BigInteger  # Discord's ids: 64 bits
_timestamp = BigInteger  # whole seconds since 1970, UTC
_mark = String(1)  # X or O
_game = String(20)  # a name of engine.games.GAMES
_counted = BigInteger().with_variant(
    Integer, "sqlite"
)  # SQLite gives automatic ids only to INTEGER, which also has 64 bits

sessions = Table(
    "sessions",
    metadata,
    Column("id", _counted, primary_key=True, autoincrement=True),
    Column("channel_id", _snowflake, nullable=False),
    Column("guild_id", _snowflake),  # null in direct messages
    Column("game", _game, nullable=False, server_default=BEFORE_GAMES),
    Column("first", _mark, nullable=False),
    Column("moves", Text, nullable=False, server_default=""),  # a character for each, as session_rows has it
    Column("started_at", _timestamp, nullable=False),
    Column("ended_at", _timestamp),
    Column("end_reason", String(20)),  # a value of bot.sessions.endings.Termination
    Column("winner", _mark),  # null while live, and after a draw
    Column("message_id", _snowflake),  # the message with the current board, if a press has told us
    Column("assisted", Boolean, nullable=False, server_default=false()),  # the bot has given a hint
    Column("time", Integer),  # seconds a move may take; null without a clock
    Column("turn_since", _timestamp, nullable=False, server_default="0"),
    Column("closes_at", _timestamp, nullable=False, server_default="0"),  # without a result, if nobody moves
    Column("remind_at", _timestamp),  # null if nobody is to be reminded
    Column("offered_by", _mark),  # who offers a draw
    Column("tally_x", Integer, nullable=False, server_default="0"),  # the score of the two before this game
    Column("tally_o", Integer, nullable=False, server_default="0"),
    Column("tally_drawn", Integer, nullable=False, server_default="0"),
    Column("rematch_of", ForeignKey("sessions.id"), unique=True),
    Column("is_demo", Boolean, nullable=False, server_default=false()),  # the bot plays both sides
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

sessions_by_their_reminder = Index(
    "ix_sessions_reminding",
    sessions.c.remind_at,
    sqlite_where=sessions.c.remind_at != null(),
    postgresql_where=sessions.c.remind_at != null(),
)

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

challenges = Table(
    "challenges",
    metadata,
    Column("id", _counted, primary_key=True, autoincrement=True),
    Column("channel_id", _snowflake, nullable=False),
    Column("challenger_id", _snowflake, nullable=False),
    Column("challenged_id", _snowflake, nullable=False),
    Column("game", _game, nullable=False, server_default=BEFORE_GAMES),
    Column("mark", String(10), nullable=False),  # as the challenger asked: X, O or random
    Column("first", String(10), nullable=False),  # me, them or random
    Column("expires_at", _timestamp, nullable=False),
    Column("state", String(10), nullable=False),  # a value of bot.sessions.challenge.State
    Column("time", Integer, nullable=False, server_default="600"),
    Column("rematch_of", ForeignKey("sessions.id")),
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
    Column("challenged_id", _snowflake, primary_key=True, autoincrement=False),
    Column("challenger_id", _snowflake, primary_key=True, autoincrement=False),
    Column("in_vain", Integer, nullable=False),  # challenges in a row that were not accepted
    Column("until", _timestamp, nullable=False),
)

pauses_by_their_end = Index("ix_pauses_until", pauses.c.until)

blocks = Table(
    "blocks",  # the people whose challenges a person does not get
    metadata,
    Column("blocker_id", _snowflake, primary_key=True, autoincrement=False),
    Column("blocked_id", _snowflake, primary_key=True, autoincrement=False),
)

people = Table(
    "people",
    metadata,
    Column("user_id", _snowflake, primary_key=True, autoincrement=False),
    Column("takes_challenges", Boolean, nullable=False, server_default=true()),
    Column("streak", Integer, nullable=False, server_default="0"),
    Column("best_streak", Integer, nullable=False, server_default="0"),
    Column(
        "recent", String(10), nullable=False, server_default=""
    ),  # one W, D or L for each game, the newest last
)

# On PostgreSQL `counts`, `standings` and `meetings` are views of the 3x3 rows of the next three tables. The
# previous version reads and writes these views while it runs beside this one.

counts = Table(
    "game_counts",  # results of a person
    metadata,
    Column("user_id", _snowflake, primary_key=True, autoincrement=False),
    Column("game", _game, primary_key=True, server_default=BEFORE_GAMES),
    Column("against", String(40), primary_key=True),  # a level of the bot, or bot.sessions.records.PEOPLE
    Column("assisted", Boolean, primary_key=True),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
)

standings = Table(
    "game_standings",  # a server's leaderboard of games between people
    metadata,
    Column("guild_id", _snowflake, primary_key=True, autoincrement=False),
    Column("game", _game, primary_key=True, server_default=BEFORE_GAMES),
    Column("user_id", _snowflake, primary_key=True, autoincrement=False),
    Column("points", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
)

standings_by_points = Index(
    "ix_game_standings_points",
    standings.c.guild_id,
    standings.c.game,
    standings.c.points,
    standings.c.user_id,
)

standings_of_a_person = Index("ix_game_standings_of_a_person", standings.c.user_id)

meetings = Table(
    "game_meetings",  # how often two people have played a game in a server on a day; kept for two days
    metadata,
    Column("guild_id", _snowflake, primary_key=True, autoincrement=False),
    Column("game", _game, primary_key=True, server_default=BEFORE_GAMES),
    Column("lower_id", _snowflake, primary_key=True, autoincrement=False),
    Column("higher_id", _snowflake, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),  # since 1970, UTC
    Column("games", Integer, nullable=False),
    CheckConstraint("lower_id < higher_id", name="order"),
)

meetings_by_day = Index("ix_game_meetings_day", meetings.c.day)

interactions = Table(
    "interactions",  # executed interactions, with their session or challenge; kept for an hour
    metadata,
    Column("id", _snowflake, primary_key=True, autoincrement=False),
    Column("session_id", ForeignKey("sessions.id")),
    Column("challenge_id", ForeignKey("challenges.id")),
    CheckConstraint("(session_id IS NULL) <> (challenge_id IS NULL)", name="one_of_two"),
)

# Before it deletes a session or a challenge, the database looks for interactions that refer to it.
interactions_of_a_session = Index("ix_interactions_session", interactions.c.session_id)
interactions_of_a_challenge = Index(
    "ix_interactions_challenge",
    interactions.c.challenge_id,
    sqlite_where=interactions.c.challenge_id != null(),  # so that a move does not write to it
    postgresql_where=interactions.c.challenge_id != null(),
)

tiles = Table(
    "tiles",  # which emoji our tiles are; each application has emoji of its own
    metadata,
    Column("application_id", _snowflake, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),  # of the emoji: the tile's, and a digest of its picture
    Column("emoji_id", _snowflake, nullable=False),
)

notes = Table(
    "notes",  # facts the program remembers about itself
    metadata,
    Column("name", String(80), primary_key=True),
    Column("value", String(200), nullable=False),
)
