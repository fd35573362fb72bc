"""The tables, and the constraints that decide every race.

If two requests conflict, one of them violates a constraint and is refused. There is never an interaction that
counts twice, a person with two live sessions or two open challenges in one channel, a session with two
rematches, or a channel with two live cups.
"""

from functools import partial
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
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
game = String(20)  # a name of engine.board.GAMES
language = String(10)  # one of Discord's locales
look = String(20)  # a name of bot.messages.looks
counted = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts only INTEGER up, also of 64 bits

required = partial(Column[Any], nullable=False)
key = partial(Column[Any], primary_key=True, autoincrement=False)


def only(condition: ColumnElement[bool]) -> dict[str, Any]:
    """The options of an index that holds only the rows for which this is true."""
    return {"sqlite_where": condition, "postgresql_where": condition}


sessions = Table(
    "sessions",
    metadata,
    Column("id", counted, primary_key=True, autoincrement=True),
    required("channel_id", snowflake),
    Column("guild_id", snowflake),  # null in direct messages
    required("game", game),
    required("first", mark),
    required("moves", Text),  # a character for each, as session_rows has it
    required("started_at", timestamp),
    Column("ended_at", timestamp),
    Column("end_reason", String(20)),  # a value of bot.play.session.Termination
    Column("winner", mark),  # null while live, and after a draw
    Column("message_id", snowflake),  # the message with the current board, if a press has told us
    required("assisted", Boolean),  # the bot has given a hint, or moves were taken back
    required("taken_back", Integer),  # how many moves
    Column("time", Integer),  # seconds a move may take; null without a clock
    required("turn_since", timestamp),
    required("closes_at", timestamp),  # without a result, if nobody moves
    Column("remind_at", timestamp),  # null if nobody is to be reminded
    Column("offered_by", mark),  # who offers a draw
    required("tally_x", Integer),  # the score of the two before this game
    required("tally_o", Integer),
    required("tally_drawn", Integer),
    Column("rematch_of", ForeignKey("sessions.id"), unique=True),
    required("is_demo", Boolean),  # the bot plays both sides
    required("language", language),
    required("look", look),
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
    **only(sessions.c.ended_at == null()),
)

finished_sessions_by_their_end = Index(
    "ix_sessions_ended",
    sessions.c.ended_at,
    **only(sessions.c.ended_at != null()),
)

sessions_by_their_reminder = Index(
    "ix_sessions_reminding",
    sessions.c.remind_at,
    **only(sessions.c.remind_at != null()),
)

live_games_of_cups = Index(
    "ix_sessions_cups",
    sessions.c.turn_since,
    **only((sessions.c.cup_id != null()) & (sessions.c.ended_at == null())),
)

sessions_of_a_server = Index("ix_sessions_guild", sessions.c.guild_id)

demo_games_in_a_channel = Index(
    "ix_sessions_demo",
    sessions.c.channel_id,
    sessions.c.ended_at,
    **only(sessions.c.is_demo == true()),
)

seats = Table(
    "seats",
    metadata,
    key("session_id", ForeignKey("sessions.id")),
    key("mark", mark),
    Column("user_id", snowflake),  # a person's seat
    Column("level", String(40)),  # or the bot's, at this level
    required("channel_id", snowflake),
    required("live", Boolean),
    CheckConstraint("mark IN ('X', 'O')", name="mark"),
    CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name="person_or_bot"),
)

one_live_session_per_person_per_channel = Index(
    "uq_seats_live",
    seats.c.channel_id,
    seats.c.user_id,
    unique=True,
    **only(seats.c.live == true()),
)

games_of_a_person = Index("ix_seats_of_a_person", seats.c.user_id, seats.c.channel_id, seats.c.session_id)


challenges = Table(
    "challenges",
    metadata,
    Column("id", counted, primary_key=True, autoincrement=True),
    required("channel_id", snowflake),
    required("challenger_id", snowflake),
    Column("challenged_id", snowflake),  # null while anyone may join
    required("game", game),
    required("mark", String(10)),  # as the challenger asked: X, O or random
    required("first", String(10)),  # me, them or random
    required("expires_at", timestamp),
    required("state", String(10)),  # a value of bot.challenges.challenge.State
    required("time", Integer),
    Column("rematch_of", ForeignKey("sessions.id")),
    required("language", language),
    required("look", look),
    required("reopened", Integer),  # times that anyone could join again after someone had left
    CheckConstraint("challenger_id <> challenged_id", name="two_people"),
    sqlite_autoincrement=True,
)

one_open_challenge_per_person_per_channel = Index(
    "uq_challenges_open",
    challenges.c.channel_id,
    challenges.c.challenger_id,
    unique=True,
    **only(challenges.c.state == "open"),
)

open_challenges_of_a_person = Index(
    "ix_challenges_open",
    challenges.c.challenger_id,
    **only(challenges.c.state == "open"),
)

open_challenges_by_their_end = Index(
    "ix_challenges_expiring",
    challenges.c.expires_at,
    **only(challenges.c.state == "open"),
)

challenges_by_their_end = Index("ix_challenges_expired", challenges.c.expires_at)
challenges_by_a_person = Index("ix_challenges_challenger", challenges.c.challenger_id)
challenges_to_a_person = Index("ix_challenges_challenged", challenges.c.challenged_id)
challenges_for_a_rematch = Index("ix_challenges_rematch", challenges.c.rematch_of)

pauses = Table(
    "pauses",  # the time until one person may challenge another again; kept for a day after that
    metadata,
    key("challenged_id", snowflake),  # 0 for anyone's open game
    key("challenger_id", snowflake),
    required("in_vain", Integer),  # in a row: challenges not accepted, or games left
    required("until", timestamp),
)

pauses_by_their_end = Index("ix_pauses_until", pauses.c.until)
pauses_of_a_challenger = Index("ix_pauses_challenger", pauses.c.challenger_id)

blocks = Table(
    "blocks",  # the people whose challenges a person does not get
    metadata,
    key("blocker_id", snowflake),
    key("blocked_id", snowflake),
)


cups = Table(
    "cups",
    metadata,
    Column("id", counted, primary_key=True, autoincrement=True),
    required("guild_id", snowflake),
    required("channel_id", snowflake),
    required("host_id", snowflake),
    required("game", game),
    required("time", Integer),  # seconds a move may take
    required("language", language),
    required("closes_at", timestamp),  # when joining ends
    required("stage", String(10)),  # a value of bot.cups.cup.Stage
    Column("ended_at", timestamp),  # null while people join or play
    Column("message_id", snowflake),  # the message that shows it, if a press has told us
    required("may_write", Boolean),
    sqlite_autoincrement=True,
)

one_live_cup_per_channel = Index(
    "uq_cups_live",
    cups.c.channel_id,
    unique=True,
    **only(cups.c.ended_at == null()),
)
cups_by_the_end_of_joining = Index(
    "ix_cups_closing",
    cups.c.closes_at,
    **only(cups.c.stage == "joining"),
)
cups_by_their_end = Index(
    "ix_cups_ended",
    cups.c.ended_at,
    **only(cups.c.ended_at != null()),
)
cups_of_a_host = Index("ix_cups_host", cups.c.host_id)

cup_players = Table(
    "cup_players",
    metadata,
    key("cup_id", ForeignKey("cups.id")),
    key("number", Integer),  # in the order in which they joined
    required("user_id", snowflake),
)

cups_of_a_player = Index("ix_cup_players_user", cup_players.c.user_id)

cup_pairs = Table(
    "cup_pairs",
    metadata,
    key("cup_id", ForeignKey("cups.id")),
    key("round", Integer),
    key("place", Integer),
    required("first_id", snowflake),
    Column("second_id", snowflake),  # null for a bye
    required("first_came", Boolean),
    required("second_came", Boolean),
    required("drawn", Integer),
    Column("session_id", counted),  # their game; it may be deleted before the cup is
    Column("due_at", timestamp),  # when to look at it again; null while they play
    Column("winner", Integer),  # 0 for the first, 1 for the second; null until it is decided
    Column("way", String(10)),  # a value of bot.cups.cup.Way
)

undecided_pairs = Index(
    "ix_cup_pairs_undecided",
    cup_pairs.c.due_at,
    **only(cup_pairs.c.winner == null()),
)
pairs_by_their_game = Index("ix_cup_pairs_session", cup_pairs.c.session_id)
pairs_of_a_first_player = Index("ix_cup_pairs_first", cup_pairs.c.first_id)
pairs_of_a_second_player = Index("ix_cup_pairs_second", cup_pairs.c.second_id)


interactions = Table(
    "interactions",  # executed interactions, most with their session or challenge; kept for an hour
    metadata,
    key("id", snowflake),
    Column("session_id", ForeignKey("sessions.id")),
    Column("challenge_id", ForeignKey("challenges.id")),
    CheckConstraint("session_id IS NULL OR challenge_id IS NULL", name="at_most_one"),
)

# Before it deletes a session or a challenge, the database looks for interactions that refer to it.
interactions_of_a_session = Index("ix_interactions_session", interactions.c.session_id)
interactions_of_a_challenge = Index(
    "ix_interactions_challenge",
    interactions.c.challenge_id,
    **only(interactions.c.challenge_id != null()),  # so that other writes leave it alone
)


people = Table(
    "people",
    metadata,
    key("user_id", snowflake),
    required("takes_challenges", Boolean, server_default=true()),
    required("text_first", Boolean, server_default=false()),  # what only they see is in words
    required("streak", Integer, server_default="0"),
    required("best_streak", Integer, server_default="0"),
    Column(
        "recent", String(10), nullable=False, server_default=""
    ),  # one W, D or L for each game, the newest last
    required("seen_on", Integer, server_default="0"),  # a day since 1970, UTC; 0 if unknown
)

people_by_the_day_they_were_seen = Index("ix_people_seen_on", people.c.seen_on)

counts = Table(
    "counts",  # results of a person
    metadata,
    key("user_id", snowflake),
    key("game", game),
    key("against", String(40)),  # a level of the bot, or bot.play.results.PEOPLE
    key("assisted", Boolean),
    required("won", Integer),
    required("drawn", Integer),
    required("lost", Integer),
)

standings = Table(
    "standings",  # a server's leaderboard of games between people
    metadata,
    key("guild_id", snowflake),
    key("game", game),
    key("user_id", snowflake),
    required("points", Integer),
    required("won", Integer),
    required("drawn", Integer),
    required("lost", Integer),
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
    key("guild_id", snowflake),
    key("game", game),
    key("user_id", snowflake),
    required("points", Integer),
    required("won", Integer),
    required("drawn", Integer),
    required("lost", Integer),
    required("day", Integer),  # of the last game that counted; since 1970, UTC
    required("games", Integer),  # that counted on that day
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
    key("guild_id", snowflake),
    key("game", game),
    key("lower_id", snowflake),
    key("higher_id", snowflake),
    key("day", Integer),  # since 1970, UTC
    required("games", Integer),
    CheckConstraint("lower_id < higher_id", name="order"),
)

meetings_by_day = Index("ix_meetings_day", meetings.c.day)
meetings_of_the_lower = Index("ix_meetings_lower_id", meetings.c.lower_id)
meetings_of_the_higher = Index("ix_meetings_higher_id", meetings.c.higher_id)

daily_puzzles = Table(
    "daily_puzzles",  # the last puzzle of the day that a person tried
    metadata,
    key("user_id", snowflake),
    required("day", Integer),  # since 1970, UTC
    required("tries", Integer),
    required("solved", Boolean),
    required("streak", Integer),  # days in a row
    required("game", game),
)


server_settings = Table(
    "server_settings",  # what a server has changed; a null stands for the operator's default
    metadata,
    key("guild_id", snowflake),
    Column("language", language),  # also bot.play.settings.AUTOMATIC
    Column("game", game),
    Column("level", String(40)),
    Column("time", Integer),  # seconds a move may take between two people
    Column("allows_watching", Boolean),
    Column("look", look),
)

homes = Table(
    "homes",  # the servers that have the bot, or had it when something was last done there
    metadata,
    key("application_id", snowflake),
    key("guild_id", snowflake),
    required("seen_on", Integer),  # the day on which something was last done, since 1970, UTC
)

homes_by_their_day = Index("ix_homes_seen_on", homes.c.application_id, homes.c.seen_on)
homes_of_a_server = Index("ix_homes_guild", homes.c.guild_id)

daily_channels = Table(
    "daily_channels",  # where a server gets the puzzle of the day
    metadata,
    key("guild_id", snowflake),
    required("channel_id", snowflake),
    required("language", language),  # the server's on Discord when this was turned on
    required("day", Integer),  # of the last puzzle that a process claimed; since 1970, UTC
    required("claimed_at", timestamp),  # when that was first claimed
    Column("due_at", timestamp),  # when to look again; null if Discord refused our last post
)

daily_channels_by_their_time = Index("ix_daily_channels_due", daily_channels.c.due_at)


bans = Table(
    "bans",
    metadata,
    key("id", snowflake),  # of a person or a server; none share one
    required("is_server", Boolean),
)


notes = Table(
    "notes",  # facts the program remembers about itself
    metadata,
    key("name", String(80)),
    required("value", String(200)),
)
