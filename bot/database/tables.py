"""The tables, and the constraints that decide every race.

If two requests conflict, one of them violates a constraint and is refused. There is never an
interaction that counts twice, a person with two live sessions or two open challenges in one
channel, a session with two rematches, or a channel with two live cups.
"""

from functools import partial
from typing import Any

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
    text,
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
# SQLite counts only INTEGER up, also of 64 bits.
counted = BigInteger().with_variant(Integer, "sqlite")

required = partial(Column[Any], nullable=False)
key = partial(Column[Any], primary_key=True, autoincrement=False)


def index(name: str, *columns: str, unique: bool = False, where: str | None = None) -> Index:
    """An index, with `where` only of rows for which it holds. SQLite has numbers for booleans."""
    on_sqlite = where and text(where.replace("= true", "= 1"))
    return Index(
        name,
        *columns,
        unique=unique,
        sqlite_where=on_sqlite,
        postgresql_where=where and text(where),
    )


sessions = Table(
    "sessions",
    metadata,
    Column("id", counted, primary_key=True, autoincrement=True),
    required("channel_id", snowflake),
    Column("guild_id", snowflake),  # null in direct messages
    required("game", game),
    required("first", mark),
    required("moves", Text),  # a character for each, as bot.play.rows has it
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
    Column("left_by", mark),  # who left before making a move
    Column("news", String(30)),  # what its end tells, as bot.play.news has it; null for nothing
    CheckConstraint("first IN ('X', 'O')", name="first"),
    CheckConstraint("winner IN ('X', 'O')", name="winner"),
    CheckConstraint("offered_by IN ('X', 'O')", name="offered_by"),
    CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name="ended"),
    index("ix_sessions_closing", "closes_at", where="ended_at IS NULL"),
    index("ix_sessions_ended", "ended_at", where="ended_at IS NOT NULL"),
    index("ix_sessions_reminding", "remind_at", where="remind_at IS NOT NULL"),
    index("ix_sessions_cups", "turn_since", where="cup_id IS NOT NULL AND ended_at IS NULL"),
    index("ix_sessions_guild", "guild_id"),
    index("ix_sessions_demo", "channel_id", where="is_demo = true"),
    sqlite_autoincrement=True,  # an id is never reused, so an old button never reaches a new game
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
    required("ended_at", timestamp, server_default="0"),  # of its session; 0 while that is live
    CheckConstraint("mark IN ('X', 'O')", name="mark"),
    CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name="person_or_bot"),
    # one live session of a person in a channel
    index("uq_seats_live", "channel_id", "user_id", unique=True, where="live = true"),
    index("ix_seats_of_a_person", "user_id", "channel_id", "session_id"),
    # a person's live games, and their last ones
    index(
        "ix_seats_by_end",
        "user_id",
        "live",
        "ended_at",
        "session_id",
        where="user_id IS NOT NULL",
    ),
)

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
    CheckConstraint("challenger_id <> challenged_id", name="two_people"),
    # one open challenge of a person in a channel
    index("uq_challenges_open", "channel_id", "challenger_id", unique=True, where="state = 'open'"),
    index("ix_challenges_open", "challenger_id", where="state = 'open'"),
    index("ix_challenges_expiring", "expires_at", where="state = 'open'"),
    index("ix_challenges_expired", "expires_at"),
    index("ix_challenges_challenger", "challenger_id"),
    index("ix_challenges_challenged", "challenged_id"),
    index("ix_challenges_rematch", "rematch_of"),
    sqlite_autoincrement=True,
)

pauses = Table(
    "pauses",  # the time until one person may challenge another again
    metadata,
    key("challenged_id", snowflake),  # 0 for anyone's open game
    key("challenger_id", snowflake),
    required("until", timestamp),
    index("ix_pauses_until", "until"),
    index("ix_pauses_challenger", "challenger_id"),
)

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
    # One live cup in a channel.
    index("uq_cups_live", "channel_id", unique=True, where="ended_at IS NULL"),
    index("ix_cups_closing", "closes_at", where="stage = 'joining'"),
    index("ix_cups_ended", "ended_at", where="ended_at IS NOT NULL"),
    index("ix_cups_host", "host_id"),
    sqlite_autoincrement=True,
)

cup_players = Table(
    "cup_players",
    metadata,
    key("cup_id", ForeignKey("cups.id")),
    key("number", Integer),  # in the order in which they joined
    required("user_id", snowflake),
    index("ix_cup_players_user", "user_id"),
)

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
    index("ix_cup_pairs_undecided", "due_at", where="winner IS NULL"),
    index("ix_cup_pairs_session", "session_id"),
    index("ix_cup_pairs_first", "first_id"),
    index("ix_cup_pairs_second", "second_id"),
)

interactions = Table(
    "interactions",  # that have counted; kept for two hours
    metadata,
    key("id", snowflake),
)

people = Table(
    "people",
    metadata,
    key("user_id", snowflake),
    required("takes_challenges", Boolean, server_default=true()),
    required("text_first", Boolean, server_default=false()),  # what only they see is in words
    required("streak", Integer, server_default="0"),
    required("best_streak", Integer, server_default="0"),
    # One W, D or L for each game, the newest last.
    Column("recent", String(10), nullable=False, server_default=""),
    required("seen_on", Integer, server_default="0"),  # a day since 1970, UTC; 0 if unknown
    required("told_at_once", Boolean, server_default=false()),  # that it is their turn
    index("ix_people_seen_on", "seen_on"),
)

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
    "standings",  # a server's leaderboards: of games between people, and of those with the bot
    metadata,
    key("guild_id", snowflake),
    key("game", game),
    key("against_bot", Boolean),
    key("user_id", snowflake),
    required("points", Integer),
    required("won", Integer),
    required("drawn", Integer),
    required("lost", Integer),
    index("ix_standings_points", "guild_id", "game", "against_bot", "points", "user_id"),
    index("ix_standings_of_a_person", "user_id"),
)

meetings = Table(
    "meetings",  # how often two have played a game in a server on a day; kept for two days
    metadata,
    key("guild_id", snowflake),
    key("game", game),
    key("lower_id", snowflake),  # 0 for the bot
    key("higher_id", snowflake),
    key("day", Integer),  # since 1970, UTC
    required("games", Integer),
    CheckConstraint("lower_id < higher_id", name="order"),
    index("ix_meetings_day", "day"),
    index("ix_meetings_lower_id", "lower_id"),
    index("ix_meetings_higher_id", "higher_id"),
)

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
    # The last day, since 1970, UTC, on which a game or a cup began or the daily puzzle came there.
    required("used_on", Integer),
    Column("language", language),  # also bot.play.settings.AUTOMATIC
    Column("game", game),
    Column("level", String(40)),
    Column("time", Integer),  # seconds a move may take between two people
    Column("look", look),
    index("ix_server_settings_used_on", "used_on"),
)

daily_channels = Table(
    "daily_channels",  # where a server gets the puzzle of the day
    metadata,
    key("guild_id", snowflake),
    required("channel_id", snowflake),
    required("language", language),  # the server's on Discord when this was turned on
    Column("due_at", timestamp),  # of the next post; null if Discord refused the last one
    index("ix_daily_channels_due", "due_at"),
)

daily_solvers = Table(
    "daily_solvers",  # how many solved the puzzle of a day where a server gets it; for two days
    metadata,
    key("guild_id", snowflake),
    key("day", Integer),  # since 1970, UTC
    required("solved", Integer),
    required("in_one_try", Integer),  # of these
    index("ix_daily_solvers_day", "day"),
)

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
