"""The tables, and the constraints that decide every race.

If two requests conflict, one of them violates a constraint and is refused. There is never an interaction that
counts twice, a person with two live sessions or two open challenges in one channel, a session with two
rematches, or a channel with two live cups.
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

snowflake = BigInteger  # Discord's ids: 64 bits
timestamp = BigInteger  # whole seconds since 1970, UTC
mark = String(1)  # X or O
game = String(20)  # a name of engine.games.GAMES
language = String(10)  # one of Discord's locales
look = String(20)  # a name of bot.rendering.looks
counted = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts only INTEGER up, also of 64 bits


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
    Column("end_reason", String(20)),  # a value of bot.sessions.session.Termination
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
    Column("game", game, nullable=False),
)


server_settings = Table(
    "server_settings",  # what a server has changed; a null stands for the operator's default
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("language", language),  # also bot.sessions.settings.AUTOMATIC
    Column("game", game),
    Column("level", String(40)),
    Column("time", Integer),  # seconds a move may take between two people
    Column("allows_watching", Boolean),
    Column("look", look),
)

homes = Table(
    "homes",  # the servers that have the bot, or had it when something was last done there
    metadata,
    Column("application_id", snowflake, primary_key=True, autoincrement=False),
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("seen_on", Integer, nullable=False),  # the day on which something was last done, since 1970, UTC
)

homes_by_their_day = Index("ix_homes_seen_on", homes.c.application_id, homes.c.seen_on)
homes_of_a_server = Index("ix_homes_guild", homes.c.guild_id)

daily_channels = Table(
    "daily_channels",  # where a server gets the puzzle of the day
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("channel_id", snowflake, nullable=False),
    Column("language", language, nullable=False),  # the server's on Discord when this was turned on
    Column("day", Integer, nullable=False),  # of the last puzzle that a process claimed; since 1970, UTC
    Column("claimed_at", timestamp, nullable=False),  # when that was first claimed
    Column("due_at", timestamp),  # when to look again; null if Discord refused our last post
)

daily_channels_by_their_time = Index("ix_daily_channels_due", daily_channels.c.due_at)


bans = Table(
    "bans",
    metadata,
    Column("id", snowflake, primary_key=True, autoincrement=False),  # of a person or a server; none share one
    Column("is_server", Boolean, nullable=False),
)


notes = Table(
    "notes",  # facts the program remembers about itself
    metadata,
    Column("name", String(80), primary_key=True),
    Column("value", String(200), nullable=False),
)
